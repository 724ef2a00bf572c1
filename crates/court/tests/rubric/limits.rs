//! Each limit of a rubric: what reaches it is read, what is one beyond is refused and told how much is allowed.

use court::rubric::{self, Includes, Rubric, TEXT_LIMIT, fixtures, terms};
use serde_json::{Value, json};

/// What is said of a rubric whose file names are all read as this text.
fn told(rubric: &Value, file: &str) -> String {
    told_of(&rubric.to_string(), file)
}

fn told_of(text: &str, file: &str) -> String {
    let read = |_: &str| Ok(file.to_owned());
    rubric::parse_with(text, "limits", &Includes::new(&read))
        .map_or_else(|error| error.to_string(), |_| "read".to_owned())
}

fn listed(count: usize, item: impl Fn(usize) -> Value) -> Value {
    (0..count).map(item).collect()
}

fn of_dimension(key: &str, value: Value) -> Value {
    let mut dimension = json!({"id": "a"});
    dimension[key] = value;
    json!({"dimensions": [dimension]})
}

fn with_probe(probe: &Value) -> Value {
    json!({"dimensions": [{"id": "a"}], "probes": [probe]})
}

fn demanding(weight: i64) -> Value {
    let demand = json!({"probe": "git.commits", "want": "present", "weight": weight});
    of_dimension("demands", json!([demand]))
}

/// What is at a limit, what is one beyond, and what is said of it.
type Limited = (Value, Value, &'static str);

fn hold(limits: impl IntoIterator<Item = Limited>) {
    let rule = "id: r\nlanguage: python\nrule: {pattern: x}";
    for (at, beyond, message) in limits {
        assert_eq!(told(&at, rule), "read", "{message}");
        let beyond = told(&beyond, rule);
        assert!(beyond.contains(message), "{message}: {beyond}");
    }
}

#[test]
fn a_rubric_at_a_limit_is_read_and_one_beyond_it_is_refused_with_the_limit() {
    let id = |letters: usize| json!({"dimensions": [{"id": "é".repeat(letters)}]});
    let dimensions = |count| json!({"dimensions": listed(count, |n| json!({"id": n.to_string()}))});
    let rules = |count| {
        let rules = listed(count, |n| json!(format!("rule {n}")));
        json!({"dimensions": [{"id": "a"}], "synthesis_rules": rules})
    };
    let highest = |score: i64| of_dimension("max_score", json!(score));
    hold([
        (
            id(120),
            id(121),
            "$.dimensions[0].id: an id is one line of at most 120 characters; give a shorter one",
        ),
        (
            dimensions(200),
            dimensions(201),
            "$.dimensions: 201 dimensions are more than the 200 allowed; split the rubric",
        ),
        (
            rules(100),
            rules(101),
            "$.synthesis_rules: 101 rules are more than the 100 allowed; put rules that belong together into one",
        ),
        (
            highest(100_000),
            highest(100_001),
            "$.dimensions[0].max_score: 100001 is not a number the court can count with; give a plain number up to 100000, such as 5 or 0.25",
        ),
    ]);
}

#[test]
fn two_hundred_probes_of_a_hundred_patterns_are_read() {
    let patterns = |probe: usize| listed(100, |n| json!(format!("f{probe}_{n}($$$)")));
    let probe = |n: usize| json!({"id": format!("own.p{n}"), "language": "python", "pattern": patterns(n)});
    let demand = |n: usize| json!({"probe": format!("own.p{n}"), "want": "absent", "weight": 1});
    let dimension =
        |at: usize| json!({"id": at.to_string(), "demands": listed(100, |n| demand(100 * at + n))});
    let rubric = json!({"probes": listed(200, probe), "dimensions": listed(2, dimension)});
    assert_eq!(told(&rubric, ""), "read");
}

#[test]
fn a_dimension_has_at_most_a_hundred_levels_however_they_are_written() {
    let listed = |count| {
        let level = |n: usize| json!({"id": format!("l{n}"), "points": n});
        of_dimension("levels", listed(count, level))
    };
    let keyed = |count: usize| {
        let levels: serde_json::Map<_, _> = (0..count).map(|n| (format!("l{n}"), json!(n))).collect();
        of_dimension("levels", Value::Object(levels))
    };
    let spoken = |count: usize| {
        let levels: Vec<String> = (0..count).map(|n| format!("{n} pts: level {n}.")).collect();
        of_dimension("levels", json!(levels.join(" ")))
    };
    let message = "$.dimensions[0].levels: more than 100 levels";
    hold([
        (listed(100), listed(101), message),
        (keyed(100), keyed(101), message),
        (spoken(100), spoken(101), message),
    ]);
}

#[test]
fn demands_are_as_many_and_as_heavy_as_their_limits_and_no_more() {
    let demand = |n: usize| json!({"probe": format!("p{n}"), "want": "present", "weight": 1});
    let demands = |count| of_dimension("demands", listed(count, demand));
    let weight = "$.dimensions[0].demands[0].weight: this weight cannot be used; give a whole number from 1 to 1000, relative to the other demands";
    hold([
        (
            demands(100),
            demands(101),
            "$.dimensions[0].demands: more than 100 demands",
        ),
        (demanding(1), demanding(0), weight),
        (demanding(1_000), demanding(1_001), weight),
    ]);
}

#[test]
fn a_file_of_rules_beside_a_rubric_may_be_as_long_as_a_rubric() {
    let rubric = with_probe(&json!({"id": "own.a", "rule": "r.yml"}));
    let rule = "id: r\nlanguage: python\nrule: {pattern: x}\n#";
    let padded = |length: usize| format!("{rule}{}", " ".repeat(length - rule.len()));
    assert_eq!(told(&rubric, &padded(TEXT_LIMIT)), "read");
    let beyond = told(&rubric, &padded(TEXT_LIMIT + 1));
    assert!(beyond.contains("longer than"), "{beyond}");
}

#[test]
fn own_probes_are_as_many_and_as_long_as_their_limits_and_no_more() {
    let probe = |n: usize| json!({"id": format!("own.p{n}"), "files": "a"});
    let probes = |count| json!({"dimensions": [{"id": "a"}], "probes": listed(count, probe)});
    let named = |bytes: usize| {
        let id = format!("own.{}", "x".repeat(bytes - 4));
        with_probe(&json!({"id": id, "files": "a"}))
    };
    let numbers = |count| listed(count, |n| json!(n.to_string()));
    let globs = |count| with_probe(&json!({"id": "own.p", "files": numbers(count)}));
    let paths = |count| with_probe(&json!({"id": "own.p", "paths": numbers(count), "files": "a"}));
    let glob = |bytes| with_probe(&json!({"id": "own.p", "files": "x".repeat(bytes)}));
    let rules = |count| {
        let rules = listed(count, |_| json!({"pattern": "x"}));
        with_probe(&json!({"id": "own.p", "rule": rules, "language": "python"}))
    };
    let files = |count| with_probe(&json!({"id": "own.p", "rule": listed(count, |_| json!("r.yaml"))}));
    let file = |bytes| with_probe(&json!({"id": "own.p", "rule": "x".repeat(bytes)}));
    hold([
        (
            probes(200),
            probes(201),
            "$.probes: more than 200 probes of its own",
        ),
        (
            named(100),
            named(101),
            "$.probes[0].id: the id of an own probe has at most 100 bytes; give a shorter one",
        ),
        (globs(100), globs(101), "$.probes[0].files: more than 100 entries"),
        (paths(100), paths(101), "$.probes[0].paths: more than 100 entries"),
        (
            glob(4_096),
            glob(4_097),
            "$.probes[0].files: longer than 4096 bytes",
        ),
        (
            rules(100),
            rules(101),
            "$.probes[0].rule: a probe has 1 to 100 rules",
        ),
        (
            files(100),
            files(101),
            "$.probes[0].rule: more than 100 files beside the rubric",
        ),
        (
            file(1_024),
            file(1_025),
            "x…` is no path below the rubric's folder; put the file beside the rubric and name it",
        ),
    ]);
}

#[test]
fn the_text_of_a_rubric_may_be_as_long_deep_and_full_as_its_limits() {
    let rubric = "dimensions: [{id: a}]\n#";
    let padded = |bytes: usize| format!("{rubric}{}", "x".repeat(bytes - rubric.len()));
    // The list of dimensions, the dimension and the list itself are three levels.
    let nested = |levels: usize| {
        let (open, close) = ("[".repeat(levels - 3), "]".repeat(levels - 3));
        format!(r#"{{"dimensions":[{{"id":"a","x":{open}{close}}}]}}"#)
    };
    let protocol = |count| {
        let one = |n: usize| json!({"name": format!("p{n}"), "demands": [{"probe": "git.commits", "want": "present", "weight": 1}]});
        json!({"protocols": listed(count, one)}).to_string()
    };
    for (at, beyond, message) in [
        (
            padded(TEXT_LIMIT),
            padded(TEXT_LIMIT + 1),
            "1:1: longer than 1048576 bytes",
        ),
        (
            nested(32),
            nested(33),
            "not readable as JSON: nested deeper than 32 levels",
        ),
    ] {
        assert_eq!(told_of(&at, ""), "read", "{message}");
        assert!(
            told_of(&beyond, "").contains(message),
            "{message}: {}",
            told_of(&beyond, "")
        );
    }
    let named = json!({"dimensions": [{"id": "a"}], "protocol": "p.yaml"});
    assert_eq!(told(&named, &protocol(200)), "read");
    assert!(told(&named, &protocol(201)).ends_with("$.protocols: more than 200 protocols"));
}

#[test]
fn a_rubric_has_at_most_five_hundred_small_subjects() {
    let text = |count| {
        let one = |_| json!({"files": {"a.py": "x"}, "expect": {"own.a": "present"}});
        json!({"dimensions": [{"id": "a"}], "fixtures": listed(count, one)}).to_string()
    };
    assert_eq!(fixtures(&text(500)).map(|(found, _)| found.len()), Ok(500));
    let refused = fixtures(&text(501)).expect_err("one too many");
    assert_eq!(refused.to_string(), "$.fixtures: more than 500 fixtures");
}

fn parsed(rubric: &Value) -> Rubric {
    rubric::parse(&rubric.to_string(), "limits").expect("it is sound")
}

#[test]
fn sentences_and_goals_are_cut_to_what_fits_a_report() {
    let met = |letters: usize| {
        let demand =
            json!({"probe": "git.commits", "want": "present", "weight": 1, "met": "é".repeat(letters)});
        let rubric = parsed(&of_dimension("demands", json!([demand])));
        let reading = rubric.dimensions[0].reading().expect("it demands something");
        reading.demands[0].met.chars().count()
    };
    assert_eq!([999, 1_000, 1_001].map(met), [999, 1_000, 1_000]);
    let goal = |letters: usize| {
        let probe = json!({"id": "own.a", "goal": "é".repeat(letters), "files": "a"});
        parsed(&with_probe(&probe)).probes[0].goal.chars().count()
    };
    assert_eq!([399, 400, 401].map(goal), [399, 400, 400]);
}

#[test]
fn numbers_keep_four_decimals_rounded_half_up() {
    let highest = |score: &str| {
        let rubric = parsed(&of_dimension("max_score", json!(score)));
        let max = rubric.dimensions[0].scale.max.0;
        (*max.numer(), *max.denom())
    };
    for (written, exact) in [
        ("2.5", (5, 2)),
        ("2.0001", (20_001, 10_000)),
        ("2.00004", (2, 1)),
        ("2.00005", (20_001, 10_000)),
        ("250 %", (5, 2)),
        ("100000.5", (200_001, 2)),
    ] {
        assert_eq!(highest(written), exact, "{written}");
    }
    for written in [
        "1.x", "1.-", "1.", ".5", "x", "1.2.3", "--1", "+1", "1e3", "", "%",
    ] {
        let said = told(&of_dimension("max_score", json!(written)), "");
        assert!(
            said.contains("is not a number the court can count with"),
            "{written}: {said}"
        );
    }
}

#[test]
fn a_message_repeats_at_most_eighty_characters_of_a_rubric() {
    let said = |letters: usize| {
        let text = json!({"dimensions": [{"id": "a", "levels": {"x": 1, "y": 2}, "exclude_from_total_if_level": "é".repeat(letters)}]});
        told(&text, "")
    };
    assert!(
        said(80).contains(&format!("`{}`", "é".repeat(80))),
        "{}",
        said(80)
    );
    assert!(
        said(81).contains(&format!("`{}…`", "é".repeat(80))),
        "{}",
        said(81)
    );
}

#[test]
fn large_ratios_of_weights_are_rounded_to_a_million() {
    let weights = |weights: [&str; 2]| -> Vec<i64> {
        let dimensions: Vec<Value> = (0..)
            .zip(weights)
            .map(|(n, weight)| json!({"id": format!("d{n}"), "weight": weight}))
            .collect();
        let rubric = parsed(&json!({"dimensions": dimensions}));
        rubric
            .dimensions
            .iter()
            .map(|dimension| dimension.weight.to_integer())
            .collect()
    };
    for (given, whole) in [
        (["0.25", "0.75"], [1, 3]),
        (["6", "4"], [3, 2]),
        (["33.3333", "66.6667"], [333_333, 666_667]),
        (["0", "7"], [0, 1]),
        (["100", "0.0001"], [1_000_000, 1]),
        (["100.0001", "0.0001"], [1_000_000, 1]),
        (["200.0001", "1"], [200, 1]),
    ] {
        assert_eq!(weights(given), whole, "{given:?}");
    }
}

fn found(instruction: &str) -> Vec<String> {
    let rubric = json!({"dimensions": [{"id": "a", "target_artifact": "pdf_report", "forensic_instruction": instruction}]});
    terms(&parsed(&rubric))
}

#[test]
fn terms_are_short_few_and_near_the_beginning() {
    let quoted = |count: usize| -> String { (0..count).map(|n| format!("\"term{n}\" ")).collect() };
    assert_eq!(found(&quoted(100)).len(), 100);
    assert_eq!(found(&quoted(101)).len(), 100);
    for (letters, count) in [(80, 1), (81, 0)] {
        assert_eq!(
            found(&format!("\"{}\"", "x".repeat(letters))).len(),
            count,
            "{letters}"
        );
    }
    for (words, count) in [(6, 1), (7, 0)] {
        assert_eq!(
            found(&format!("\"{}\"", vec!["xy"; words].join(" "))).len(),
            count,
            "{words}"
        );
    }
    for (before, count) in [(19_990, 1), (19_998, 0)] {
        assert_eq!(
            found(&format!("{} \"near\"", "x".repeat(before))).len(),
            count,
            "{before}"
        );
    }
}

#[test]
fn the_points_of_a_level_that_leaves_the_total_are_the_lowest_only_from_zero_on() {
    let lowest = |points: i64| {
        let levels =
            json!([{"id": "x", "points": 7}, {"id": "y", "points": 15}, {"id": "out", "points": points}]);
        let mut rubric = of_dimension("levels", levels);
        rubric["dimensions"][0]["exclude_from_total_if_level"] = json!("out");
        parsed(&rubric).dimensions[0].scale.min.0.to_integer()
    };
    assert_eq!([3, 0, -1, 9].map(lowest), [3, 0, 7, 7]);
}

#[test]
fn one_anchor_alone_makes_no_scale() {
    let ends = |anchors: Value| {
        let mut dimension = anchors;
        dimension["id"] = json!("a");
        let scale = &parsed(&json!({"dimensions": [dimension]})).dimensions[0].scale;
        [scale.min, scale.max].map(|score| score.0.to_integer())
    };
    assert_eq!(ends(json!({"score_3": "x"})), [1, 5]);
    assert_eq!(ends(json!({"score_2": "x", "score_3": "y"})), [2, 3]);
}
