//! What rubrics may want of probes, and small subjects to try them on.

use crate::rubric;
use court::protocol::own::Look;
use court::rubric::{Includes, expectations_of, fixtures, not_covered, parse, parse_with};
use serde_json::json;

fn wanting(want: &str) -> String {
    format!("dimensions: [{{id: a, demands: [{{probe: git.commits, want: {want}, weight: 1}}]}}]")
}

/// What is wanted, as it is told, or that it is refused.
fn read(want: &str) -> String {
    parse(&wanting(want), "test").map_or_else(
        |_| "refused".to_owned(),
        |rubric| {
            let reading = rubric.dimensions[0].reading().expect("it demands something");
            reading.demands[0].want.to_string()
        },
    )
}

#[test]
fn every_answer_that_can_be_wanted_is_read_and_no_other() {
    for (want, told) in [
        ("present", "present"),
        ("absent", "absent"),
        ("true", "present"),
        ("false", "absent"),
        ("{holds: false}", "absent"),
        ("{at_least: 3}", "at least 3"),
        ("{at_most: 0}", "at most 0"),
        ("{share_at_least: 50 %}", "a share of at least 50 %"),
        ("{share_at_most: 0.8}", "a share of at most 80 %"),
        ("{share_at_most: 1}", "a share of at most 100 %"),
        ("{finding: present}", "found present"),
        ("{finding: absent}", "found absent"),
        ("{finding: contradicted}", "found contradicted"),
        ("{graded: terms}", "graded by its terms"),
        ("{graded: paths}", "graded by its paths"),
        ("{graded: claims}", "graded by its claims"),
        (
            "{graded: {none: 0, full: 5}}",
            "graded from 0 (nothing) to 5 (whole)",
        ),
        (
            "{share: {none: 50, full: 100}}",
            "a share from 50 % (nothing) to 100 % (whole)",
        ),
        ("{share: {none: 50, full: 50}}", "refused"),
        ("{share: {none: 50, full: 101}}", "refused"),
        ("{share: {none: 50}}", "refused"),
        ("{graded: {none: 5, full: 5}}", "refused"),
        ("{graded: {none: 0, full: 5, more: 1}}", "refused"),
        ("{graded: taste}", "refused"),
        ("{finding: maybe}", "refused"),
        ("{at_least: 1.5}", "refused"),
        ("{share_at_least: 101 %}", "refused"),
        ("{at_least: 1, at_most: 2}", "refused"),
        ("maybe", "refused"),
        ("3", "refused"),
    ] {
        assert_eq!(read(want), told, "{want}");
    }
}

#[test]
fn small_subjects_are_read_with_what_must_be_found_in_them() {
    let text = r##"
fixtures:
  - name: a shell
    files: {a.py: "os.system('ls')"}
    reports: {r.md: "It is safe."}
    history: "a commit"
    expect:
      own.shell: present
      own.count: 3
      own.flag: true
      own.placed: {finding: absent, value: [1], at: ["a.py:1"]}
  - files: {a.py: "# ruleid: own.shell\nos.system('ls')"}
"##;
    let (found, folder) = fixtures(text).expect("they are sound");
    assert_eq!(folder, None);
    assert_eq!(found.len(), 2);
    let first = &found[0];
    assert_eq!(
        (first.name.as_str(), first.history.as_deref()),
        ("a shell", Some("a commit"))
    );
    assert_eq!(first.files["a.py"], "os.system('ls')");
    assert_eq!(first.reports["r.md"], "It is safe.");
    let expected = |probe: &str| {
        let expected = &first.expect[probe];
        (
            expected.finding.as_deref(),
            expected.value.clone(),
            expected.at.clone(),
        )
    };
    assert_eq!(expected("own.shell"), (Some("present"), None, vec![]));
    assert_eq!(expected("own.count"), (None, Some(json!(3)), vec![]));
    assert_eq!(expected("own.flag"), (None, Some(json!(true)), vec![]));
    let placed = (Some("absent"), Some(json!([1])), vec!["a.py:1".to_owned()]);
    assert_eq!(expected("own.placed"), placed);
    assert_eq!(found[1].name, "fixture 2");
    assert!(found[1].expect.is_empty(), "the comments say it");
    let folder = fixtures("fixtures: ' tests '").expect("it names a folder");
    assert_eq!(folder, (vec![], Some("tests".to_owned())));
    let own = expectations_of("own.a: absent\nown.b: 2").expect("they are sound");
    assert_eq!(own["own.a"].finding.as_deref(), Some("absent"));
    assert_eq!(own["own.b"].value, Some(json!(2)));
}

#[test]
fn a_small_subject_that_expects_nothing_is_refused() {
    for text in [
        "fixtures: [{files: {a.py: x}}]",
        "fixtures: [{files: {a.py: x}, expect: {}}]",
        "fixtures: [{files: {a.py: x}, expect: {own.a: maybe}}]",
        "fixtures: [{files: {a.py: x}, expect: {own.a: []}}]",
        "fixtures: [{files: {a.py: 3}, expect: {own.a: present}}]",
        "fixtures: [{files: x, expect: {own.a: present}}]",
        "fixtures: [{files: {a.py: x}, expect: {own.a: present}, else: 1}]",
    ] {
        assert!(fixtures(text).is_err(), "{text}");
    }
    assert!(expectations_of("[1]").is_err());
}

#[test]
fn a_line_that_goes_on_is_one_sentence_and_a_list_is_many() {
    let text = "dimensions: [{id: x, description: \"The tide rises\\ntwice every day\\n(and at night).\\n- The moon is full\\n- The harbour sleeps; the ships do not! Alone\"}]";
    let rubric = rubric(text);
    let unseen = not_covered(&rubric.dimensions[0], None, &[]);
    assert_eq!(
        unseen,
        [
            "The tide rises twice every day (and at night).",
            "The moon is full",
            "The harbour sleeps;",
            "the ships do not!",
        ]
    );
}

#[test]
fn an_ast_grep_file_beside_the_rubric_may_hold_several_rules() {
    let rule = |id: &str| format!("id: {id}\nlanguage: python\nrule: {{pattern: $X.{id}()}}\n");
    let text = format!("---\n{}---\n{}---\n", rule("one"), rule("two"));
    let reader = |_: &str| Ok(text.clone());
    let beside = Includes::new(&reader);
    let rubric = "probes: [{id: own.a, rule: rules.yaml}]\ndimensions: [{id: a, demands: [{probe: own.a, want: present, weight: 1}]}]";
    let rubric = parse_with(rubric, "test", &beside).expect("both rules are read");
    assert_eq!(rubric.probes[0].goal, "the rules `one`, `two`");
}

#[test]
fn a_rule_names_its_language_itself_or_has_that_of_its_probe() {
    let language = |rule: &str| {
        let text = format!("probes: [{{id: own.a, language: rust, rule: {rule}}}]\ndimensions: [{{id: a}}]");
        let rubric = parse(&text, "test").expect("it is read");
        let Look::Rules(rules) = &rubric.probes[0].look else {
            panic!("it looks by rules");
        };
        rules[0]["language"].clone()
    };
    assert_eq!(language("{pattern: x}"), "rust");
    assert_eq!(language("{rule: {pattern: x}}"), "rust");
    assert_eq!(language("{language: python, rule: {pattern: x}}"), "python");
}
