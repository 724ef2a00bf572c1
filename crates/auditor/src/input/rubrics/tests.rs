use super::*;
use std::io::Write as _;

fn error(bytes: &[u8]) -> String {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    let name = file.path().to_str().unwrap();
    load(name).unwrap_err().to_string().replace(name, "FILE")
}

#[test]
fn a_bad_file_is_refused_with_its_place_and_a_hint() {
    let cases: [(&[u8], &str); 4] = [
        (
            b"",
            "auditor: FILE:1:1: the file is empty\n  hint: give a list `dimensions`",
        ),
        (
            b"dimensions: [{id: a}\n\xff]",
            "auditor: the rubric FILE:2: not UTF-8 text\n  hint: save it as UTF-8",
        ),
        (
            b"dimensions: [{id: a}, {name: \"B \\e[31m\"}]",
            "auditor: FILE: $.dimensions[1]: the dimension has no id\n  hint: give it an `id`, such as `b_31m`",
        ),
        (
            b"dimensions: [{id: a, levels: {\"\\e[31m\": x}}]",
            "auditor: FILE: $.dimensions[0].levels[\"\\u001b[31m\"]: \"x\" is not a number the court can count with\n  hint: give a plain number up to 100000, such as 5 or 0.25",
        ),
    ];
    for (bytes, message) in cases {
        assert_eq!(error(bytes), message);
    }
    assert!(error(&vec![b' '; rubric::TEXT_LIMIT + 9]).contains("longer than"));
}

#[test]
fn a_misspelt_name_is_answered_with_the_right_one() {
    let message = load("peer-reveiw").unwrap_err().to_string();
    assert!(message.ends_with("hint: did you mean peer-review?"), "{message}");
    let message = load("nothing-like-it").unwrap_err().to_string();
    assert!(
        message.ends_with("hint: built in are: automaton-auditor, engineering, peer-review"),
        "{message}"
    );
}

#[test]
fn every_built_in_rubric_is_listed_and_can_be_shown_and_copied() {
    let list = list().unwrap();
    for name in rubric::BUILT_IN {
        assert!(list.contains(name));
        assert!(rubric::describe(&load(name).unwrap()).contains("Rules for synthesis"));
        assert_eq!(source(name).unwrap(), rubric::built_in(name).unwrap());
    }
}

#[test]
fn hidden_characters_of_a_rubric_are_shown() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(
        br#"{"rubric_metadata":{"rubric_name":"a\u202eb\nc"},"dimensions":[{"id":"x","name":"\u001b[2J"}]}"#,
    )
    .unwrap();
    let text = visible(&rubric::describe(&load(file.path().to_str().unwrap()).unwrap()));
    assert!(text.starts_with("a<U+202E>b c\n"), "{text}");
    assert!(text.contains("x: <U+001B>[2J"), "{text}");
}

#[test]
fn the_words_of_a_rubrics_field_are_shown_and_a_rubric_of_no_field_has_none() {
    assert!(words("automaton-auditor").unwrap().contains("chief_justice:"));
    assert!(words("engineering").is_err());
}

#[test]
fn a_want_that_no_answer_of_the_probe_could_meet_is_refused_with_the_form_of_its_answers() {
    let demand = |demand: &str| {
        error(format!("dimensions: [{{id: a, demands: [{{{demand}, weight: 1}}]}}]").as_bytes())
    };
    let refused = demand("probe: tests.many, want: present");
    assert!(
        refused.contains("`a` wants `present` of `tests.many`, which answers with a share")
            && refused.contains("hint: want one of `{share_at_least: 50 %}`"),
        "{refused}"
    );
    let terms = demand("probe: docs.terms, want: {at_least: 2}");
    assert!(terms.contains("`{graded: terms}`"), "{terms}");
}
