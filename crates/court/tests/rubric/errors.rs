//! What is refused, and how the author learns to mend it.

use court::rubric;
use serde_json::json;

/// Broken rubrics and what is said of them.
const BROKEN: &[(&str, &str)] = &[
    ("", "1:1: the file is empty; give a list `dimensions`"),
    (
        "\u{feff} \r\n",
        "1:1: the file is empty; give a list `dimensions`",
    ),
    (
        "a few words",
        "1:1: this is plain text, neither a JSON nor a YAML object; give an object with a list `dimensions`",
    ),
    (
        "{\"dimensions\": [\n {\"id\": \"a\"},\n]}",
        "3:1: not readable as JSON: trailing comma",
    ),
    (
        "dimensions:\n  - id: a\n   name: b\n",
        "3:4: not readable as YAML: while parsing a block collection, did not find expected '-' indicator",
    ),
    (
        "dimensions: [{id: a}]\n---\nmore: 1\n",
        "3:1: not readable as YAML: a second document starts here",
    ),
    (
        "{\"dimensions\":[{\"id\":\"a\",\"id\":\"b\"}]}",
        "1:29: not readable as JSON: the key `id` stands here twice",
    ),
    (
        "a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ndimensions: [*d,*d,*d,*d,*d,*d,*d,*d]",
        "5:23: not readable as YAML: more than 25000 values",
    ),
    (
        "version: 1",
        "$: the rubric names no dimensions; give a list `dimensions`, each with an `id`",
    ),
    (
        "dimension: [{id: a}]",
        "$: the rubric names no dimensions; did you mean `dimensions` by `dimension`?",
    ),
    (
        "dimensions:",
        "$: the rubric names no dimensions; give a list `dimensions`, each with an `id`",
    ),
    (
        "dimensions: []",
        "$.dimensions: the list of dimensions is empty; give at least one dimension with an `id`",
    ),
    (
        "dimensions: all",
        "$.dimensions: the dimensions are no list; write a list of objects",
    ),
    (
        "dimensions: [all]",
        "$.dimensions[0]: a dimension is an object; write `{\"id\": …, \"name\": …}`",
    ),
    (
        "dimensions: [{name: Git History}]",
        "$.dimensions[0]: the dimension has no id; give it an `id`, such as `git_history`",
    ),
    (
        "dimensions: [{Id: git}]",
        "$.dimensions[0]: the dimension has no id; did you mean `id` by `Id`?",
    ),
    (
        "dimensions: [{id: ' '}]",
        "$.dimensions[0].id: the id is empty; give it an `id` of its own",
    ),
    (
        "dimensions: [{id: [a]}]",
        "$.dimensions[0].id: [\"a\"] is not an id; write the id as text",
    ),
    (
        "dimensions: [{id: \"a\\u001bb\"}]",
        "$.dimensions[0].id: an id has letters, digits, `_`, `-` and `.`, and not U+001B; write `a_b`",
    ),
    (
        "criteria: [{id: a}, {id: b}, {id: a}]",
        "$.criteria[2].id: the id `a` is taken by $.criteria[0].id; give each dimension an id of its own",
    ),
    (
        "dimensions: [{id: a, max_score: 0}]",
        "$.dimensions[0].max_score: the highest score (0) must be above the lowest (0); give a higher highest score",
    ),
    (
        "dimensions: [{id: a, total: ten}]",
        "$.dimensions[0].total: \"ten\" is not a number the court can count with; give a plain number up to 100000, such as 5 or 0.25",
    ),
    (
        "dimensions: [{id: a, scale: {min: 5, max: 5}}]",
        "$.dimensions[0].scale: the highest score (5) must be above the lowest (5); give a higher highest score",
    ),
    (
        "dimensions: [{id: a, weight: -1}]",
        "$.dimensions[0].weight: a weight cannot be negative; give 0 or more",
    ),
    (
        "dimensions: [{id: a, weight: 0}]",
        "$.dimensions: all weights are 0: nothing would count; give at least one weight above 0",
    ),
    (
        "dimensions: [{id: a, critical: very}]",
        "$.dimensions[0].critical: this is either true or false",
    ),
    (
        "critical_dimensions: [grahp]\ndimensions: [{id: graph}]",
        "$.critical_dimensions[0]: no dimension has the id `grahp`; did you mean `graph`?",
    ),
    (
        "dimensions: [{id: a, demands: [{probe: p, want: present, weight: 1}, {probe: p, want: absent, weight: 1}]}]",
        "$.dimensions[0].demands[1].probe: `p` is demanded twice; one demand a probe; define an own probe that asks it again for another answer",
    ),
    (
        "synthesis_rules: [\"\\e[31m\"]\ndimensions: [{id: \"\\e[31m\", weight: 1}]",
        "$.dimensions[0].id: an id has letters, digits, `_`, `-` and `.`, and not U+001B; write `31m`",
    ),
    (
        "rubric_metadata: {scale: {min: 5, max: 1}}\ndimensions: [{id: a}]",
        "$.rubric_metadata.scale: the highest score (1) must be above the lowest (5); give a higher highest score",
    ),
    (
        "synthesis_config: {variance_threshold: -5}\ndimensions: [{id: a}]",
        "$.synthesis_config.variance_threshold: -5 is no number that a score or a distance can have; give 0 or more",
    ),
    (
        "x: 1\ndimensions: [{id: a, name: !include /etc/passwd}]",
        "2:37: not readable as YAML: the tag `!include` means nothing here; write the value without a tag",
    ),
    (
        "a: &a [*a]\ndimensions: [{id: a}]",
        "1:8: not readable as YAML: an alias stands within what it stands for",
    ),
    (
        "dimensions: *none",
        "1:13: not readable as YAML: an alias of nothing: no anchor has this name",
    ),
];

/// Broken levels of the only dimension, and what is said of them.
const LEVELS: &[(&str, &str)] = &[
    (
        "[]",
        "$.dimensions[0].levels: there are no levels; give levels with `points`, or leave the key out",
    ),
    (
        "{}",
        "$.dimensions[0].levels: there are no levels; give levels with `points`, or leave the key out",
    ),
    (
        r#"["good","bad"]"#,
        "$.dimensions[0].levels[0]: the level has no points; give it a number under `points`",
    ),
    (
        r#"[{"id":"x","points":"many"}]"#,
        "$.dimensions[0].levels[0].points: \"many\" is not a number the court can count with; give a plain number up to 100000, such as 5 or 0.25",
    ),
    (
        r#"{"x":{"description":"d"}}"#,
        "$.dimensions[0].levels.x: the level has no points; give it a number under `points`",
    ),
    (
        r#"{"x":3,"y":3}"#,
        "$.dimensions[0].levels: the levels leave no choice: at least two must have different points; give the levels different `points`",
    ),
    (
        r#"{"A b":3,"a-B":4}"#,
        "$.dimensions[0].levels: the levels 1 and 2 are both called `a_b`; give each level its own `id`",
    ),
    (
        r#"{"full":3,"none":0,"half":1},"exclude_from_total_if_level":"nnoe""#,
        "$.dimensions[0].exclude_from_total_if_level: no level is called `nnoe`; did you mean `none`?",
    ),
];

fn told(text: &str) -> String {
    match rubric::parse(text, "broken") {
        Ok(rubric) => rubric::describe(&rubric),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_broken_rubric_is_refused_with_a_place_and_the_nearest_fix() {
    let levels = LEVELS.iter().map(|(levels, message)| {
        let text = format!(r#"{{"dimensions":[{{"id":"a","levels":{levels}}}]}}"#);
        (told(&text), (*message).to_owned())
    });
    let broken = BROKEN
        .iter()
        .map(|(text, message)| (told(text), (*message).to_owned()));
    let wrong: Vec<_> = broken
        .chain(levels)
        .filter(|(told, message)| told != message)
        .collect();
    assert_eq!(wrong, []);
}

#[test]
fn a_rubric_beyond_a_limit_is_refused_at_once() {
    let many: Vec<_> = (0..201).map(|id| json!({"id": id.to_string()})).collect();
    let rules: Vec<_> = (0..101).map(|number| json!(format!("rule {number}"))).collect();
    let cases = [
        (
            "[".repeat(100_000),
            "1:33: not readable as JSON: nested deeper than 32 levels",
        ),
        (
            "- ".repeat(100_000),
            "1:65: not readable as YAML: nested deeper than 32 levels",
        ),
        (
            format!(
                r#"{{"dimensions":[{{"id":"a","x":[{}1]}}]}}"#,
                "1,".repeat(25_000)
            ),
            "1:50022: not readable as JSON: more than 25000 values",
        ),
        (
            format!("# {}", "x".repeat(1 << 20)),
            "1:1: longer than 1048576 bytes",
        ),
        (
            json!({"dimensions": many}).to_string(),
            "$.dimensions: 201 dimensions are more than the 200 allowed; split the rubric",
        ),
        (
            json!({"dimensions": [{"id": "a"}], "synthesis_rules": rules}).to_string(),
            "$.synthesis_rules: 101 rules are more than the 100 allowed; put rules that belong together into one",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(told(&text), message);
    }
}
