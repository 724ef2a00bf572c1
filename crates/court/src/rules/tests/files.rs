//! Rule files: what is refused, and how it is said.

use crate::rules::parse;

fn complaint(text: &str) -> String {
    parse(text, "x.toml").map_or_else(|error| error.to_string(), |set| format!("read as {set:?}"))
}

const BASE: &str = "base = [{ id = 'm', do = 'mean()' }]\n";

/// What is wrong, behind a good base or alone, and what is said of it.
const REFUSED: &[(bool, &str, &str)] = &[
    (false, "", "1:1: the file is empty; give at least a `base`"),
    (
        false,
        "name = 'x'",
        "base: there is no `base`: nothing makes a score of the votes; give one, such as do = \"mean()\"",
    ),
    (
        false,
        "base = [{ id = 'm', do = 'maen()' }]",
        "base[0].do, column 1: `maen` is not known in `maen()`; did you mean `mean`?",
    ),
    (
        false,
        "base = [{ id = 'm', do = 'score + 1' }]",
        "base[0].do, column 1: `score` cannot stand here: there is no `score` yet; it is known in `rules` and `caps`; in `score + 1`",
    ),
    (
        false,
        "base = [{ do = 'mean()' }]",
        "base[0]: the rule has no id; give it an `id`; every trace names it",
    ),
    (
        false,
        "base = [{ id = 'm' }]",
        "base[0]: the rule does nothing: `do` is missing; give one, such as do = \"mean()\"",
    ),
    (
        false,
        "base = [{ id = 'm', do = 'P <= 2' }]",
        "base[0].do, column 1: `P <= 2` is true or false, not a number",
    ),
    (
        false,
        "base = [{ id = 'm', do = 'weighted(0.4, 0.3, 0.2)' }]",
        "base[0].do, column 23: the weights add up to 0.9, not 1 (write shares of 1, or whole numbers for a ratio), in `weighted(0.4, 0.3, 0.2)`",
    ),
    (
        true,
        "caps = [{ id = 'c', at = nan }]",
        "caps[0].at: NaN is not a number to count with; give a plain number such as 3 or 0.5",
    ),
    (
        true,
        "cap = []",
        "cap: the key means nothing here; did you mean `caps`?",
    ),
    (
        true,
        "'root:$6$x:1' = 1",
        "the file: a key here is none; known are: name, version, description, origin, historic, scale, rounding, step, missing, rehear, dissent, review, apart, edits, base, rules, caps, overall, let, words",
    ),
    (
        true,
        "caps = [{ id = 'm', at = 3 }]",
        "caps[0].id: `m` is the id of base[0] already; give each rule its own id",
    ),
    (
        true,
        "scale = { min = 5, max = 1 }",
        "scale: the lowest score, 5, is not below the highest, 1; give a `min` below `max`",
    ),
    (
        true,
        "scale = { min = 0, max = 5, allowed = [0, 9] }",
        "scale.allowed: 9 is not between 0 and 5; leave it out, or widen the scale",
    ),
    (
        true,
        "scale = { allowed = [0, 3, 3] }",
        "scale.allowed: the scores do not ascend; list each once, the lowest first",
    ),
    (
        true,
        "rounding = 'halfup'",
        "rounding: `halfup` is no way of rounding; did you mean `half_up`?",
    ),
    (
        true,
        "let = { a = 'b > 1', b = 'if(a, 1, 2)' }\nrules = [{ id = 'r', when = 'a', do = 3 }]",
        "let.a: it is defined in terms of itself: a → b → a; break the circle",
    ),
    (
        true,
        "let = { mean = 'P' }",
        "let.mean: `mean` has a meaning already; choose another name",
    ),
    (
        true,
        "rules = [{ id = 'a', do = 1, terminal = true }, { id = 'b', do = 2 }]",
        "rules[1]: `b` is never reached: `a` before it always holds and ends the phase; give `a` a condition under `when`, or move it to the end",
    ),
    (
        false,
        "base = [{ id = 'a', do = 3 }, { id = 'b', do = 'mean()' }]",
        "base[1]: `b` is never reached: `a` before it always holds and ends the phase; give `a` a condition under `when`, or move it to the end",
    ),
    (
        false,
        "base = [{ id = 'a', do = 'median()' }, { id = 'b', do = 'mean()' }]",
        "base[1]: `b` is never reached: `a` before it always holds and ends the phase; give `a` a condition under `when`, or move it to the end",
    ),
    (
        true,
        "rules = [{ id = 'a', when = 'P = 2', do = 1 }]",
        "rules[0].when, column 3: `=` compares nothing; write `==` in `P = 2`",
    ),
    (
        true,
        "rules = [{ id = 'a', when = 'says(P, bad)', do = 1 }]",
        "rules[0].when, column 12: there is no list `bad` under `words`; in `says(P, bad)`",
    ),
    (
        true,
        "rules = [{ id = 'rounding', do = 1 }]",
        "rules[0].id: the court itself writes steps called `rounding`; choose another id",
    ),
    (
        true,
        "missing = { one = 'dorp' }",
        "missing.one: `dorp` says nothing about a missing judge; did you mean `drop`?",
    ),
    (
        true,
        "missing = { all = 'drop' }",
        "missing.all: with all judges dropped nobody is left to decide; write skip, incomplete or a score",
    ),
    (
        true,
        "overall = { formula = 'verdicts' }",
        "overall: verdicts need `pass` and a lower `partial`, the least scores of both",
    ),
    (
        true,
        "overall = { caps = [{ id = 'c', when = 'P < 2', at = 3 }] }",
        "overall.caps[0].when, column 1: `P` cannot stand here: the overall score has no votes; write vote_in(P, \"dimension\"); in `P < 2`",
    ),
    (
        true,
        "caps = [{ id = 'c', at = 3, reason = 'by {who}' }]",
        "caps[0].reason: nothing can be put in for `{who}`; known are: {judge}, {before}, {after}, {cap}, {flaw}, {spread}, {first_spread}",
    ),
    (
        true,
        "x = ",
        "2:5: not readable as TOML: string values must be quoted, expected literal string; a file in YAML or JSON must end in .yaml, .yml or .json",
    ),
];

#[test]
fn a_bad_file_is_refused_in_one_sentence_with_its_place_and_a_fix() {
    for (is_behind_base, text, message) in REFUSED {
        let text = format!("{}{text}", if *is_behind_base { BASE } else { "" });
        assert_eq!(complaint(&text), *message, "{text}");
    }
}

#[test]
fn toml_yaml_and_json_say_the_same() {
    let toml = parse(
        "rounding = 'floor'\n[[base]]\nid = 'm'\ndo = 'mean()'\nwhen = 'P <= 2'",
        "r.toml",
    )
    .unwrap();
    let yaml = parse(
        "rounding: floor\nbase:\n- {id: m, do: mean(), when: P <= 2}",
        "r.yaml",
    )
    .unwrap();
    let json = parse(
        r#"{"rounding":"floor","base":[{"id":"m","do":"mean()","when":"P <= 2"}]}"#,
        "r",
    )
    .unwrap();
    assert_eq!(toml.base, yaml.base);
    assert_eq!(toml.base, json.base);
    assert_eq!((toml.rounding, yaml.rounding), (json.rounding, json.rounding));
}

#[test]
fn a_set_is_read_again_from_its_text_under_its_file_name() {
    for (text, name) in [
        (BASE, "dir/mine.toml"),
        ("base: [{id: m, do: mean()}]", "mine.yaml"),
        (r#"{"base":[{"id":"m","do":"mean()"}]}"#, "mine.json"),
    ] {
        let set = parse(text, name).unwrap();
        assert_eq!(set.name, "mine");
        assert_eq!(parse(set.text(), &set.file_name()).unwrap(), set, "{name}");
    }
}

#[test]
fn what_belongs_to_the_case_may_be_asked_for_the_overall_score() {
    for when in [
        "width > 3",
        "scale_min < scale_max",
        "case_flaw",
        "critical_observed > 0",
        "true or false",
        "flaws > 0 and overall > 1",
    ] {
        let caps = format!("{BASE}overall = {{ caps = [{{ id = 'c', when = '{when}', at = 3 }}] }}");
        assert!(complaint(&caps).starts_with("read as"), "{}", complaint(&caps));
    }
}

#[test]
fn what_belongs_to_one_dimension_may_not_be_asked_for_the_overall_score() {
    for when in [
        "weighted(1, 1, 2) > 1",
        "at(0.5) > 1",
        "on_five(3) > 1",
        "down(3) > 1",
        "up(3) > 1",
        "present(P)",
        "confidence(P) > 1",
        "dimension(\"x\")",
        "kind(security)",
        "target(report)",
        "any(refuted)",
        "all(refuted)",
        "count(refuted) > 1",
        "cites(P, refuted)",
        "cites_nothing(P)",
        "citations(P) > 1",
        "says(P, bad)",
    ] {
        let text = format!(
            "words = {{ bad = ['x'] }}\n{BASE}overall = {{ caps = [{{ id = 'c', when = '{when}', at = 3 }}] }}"
        );
        let refusal = "belongs to one dimension and means nothing for the overall score";
        assert!(complaint(&text).contains(refusal), "{}", complaint(&text));
    }
}

#[test]
fn expressions_are_shown_as_they_would_be_written() {
    for text in [
        "P <= 2 and not (D > TL + 1 or any(refuted, 0.8))",
        "clamp(P, down(at(met - 1/2)), up(at(met + 1/2))) >= 3",
        "dimension(\"safe_tool*\", \"x\") or kind(security) or target(report)",
        "cites(D, unmet, unknown) and citations(P) > max(citations(D, supported), 2)",
        "if(present(TL), half_even(-TL / 3), weighted(0.3, 0.3, 0.4)) == first(rubric_cap, 3)",
    ] {
        let set = |text: &str| {
            parse(
                &format!("base = [{{ id = 'm', when = '{text}', do = 1 }}]"),
                "x.toml",
            )
            .unwrap()
        };
        let first = set(text);
        let shown = first.base[0].when.as_ref().unwrap().to_string();
        assert_eq!(set(&shown).base, first.base, "{text} is shown as {shown}");
    }
}

#[test]
fn no_text_makes_the_reader_panic_or_recurse_without_end() {
    let deep = "(".repeat(5_000);
    let long = format!("mean({}1)", "1, ".repeat(900));
    for text in [
        deep.as_str(),
        &long,
        "not ".repeat(400).as_str(),
        "\u{202e}",
        "1..2",
        "99999999",
        "'",
        "--------------------------------------------1",
    ] {
        let file = format!("base = [{{ id = 'm', do = \"{}\" }}]", text.replace('"', "'"));
        assert!(parse(&file, "x.toml").is_err(), "{text}");
    }
    let doubling: String = (0..30).map(|n| format!("a{} = 'a{n} + a{n}'\n", n + 1)).collect();
    let file = format!("base = [{{ id = 'm', do = 'a30' }}]\n[let]\na0 = 'P'\n{doubling}");
    assert!(complaint(&file).contains("more than"), "{}", complaint(&file));
}

#[test]
fn every_built_in_rule_set_keeps_the_schema_and_the_schema_refuses_what_the_reader_refuses() {
    let schema: serde_json::Value = serde_json::from_str(crate::rules::SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (name, text) in crate::rules::PRESETS {
        let value = serde_json::to_value(text.parse::<toml::Table>().unwrap()).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&value)
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new(), "{name}");
    }
    for text in [
        "{}",
        r#"{"base":[{"id":"m"}]}"#,
        r#"{"base":[{"id":"m","do":1}],"cap":[]}"#,
    ] {
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        assert!(
            !validator.is_valid(&value) && parse(text, "x.json").is_err(),
            "{text}"
        );
    }
}

#[test]
fn the_example_of_the_documents_is_read_and_has_no_hole() {
    let page = include_str!("../../../../../docs/rules.md");
    let (_, rest) = page.split_once("```toml\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let set = parse(example, "example.toml").unwrap();
    assert_eq!(set.name, "course-2");
    let checked = crate::rules::check(&set);
    assert!(checked.is_sound, "{}", checked.text);
}
