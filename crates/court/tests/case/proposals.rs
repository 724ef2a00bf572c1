//! Protocols that are proposed from the prose of a rubric.

use crate::rubric;
use court::protocol::own::Own;
use court::rubric::propose;

const SERVICE: &str = r#"
rubric_metadata: {rubric_name: Services}
dimensions:
  - id: shell
    forensic_instruction: |
      The service is written in Python. Look into `src/run.py` and the folder `deploy/`.
      It must not call `os.system()` or `eval(x)`. It uses "subprocess.run" and `ServiceError`.
      Does it say "please and thank you"? Does it say "please and thank you"?
      - The moon is full over the harbour
      - The tide rises
      twice every day
    success_pattern: "All of it is in `src/run.py`, with a Makefile."
    failure_pattern: "Uses `pickle.loads` or `ServiceError`."
  - id: history
    forensic_protocol: git_history
  - id: story
    target_artifact: pdf_report
    forensic_instruction: 'The report explains "Back Pressure" and "back pressure" and "Retry Budget", and never "Moon Phase".'
  - id: film
    target_artifact: video
  - id: taste
    description: Taste
"#;

#[test]
fn what_a_rubric_names_is_proposed_as_probes_and_the_rest_is_told() {
    let proposal = propose(&rubric(SERVICE), &|own: &Own| !own.goal.contains("eval"));
    insta::assert_snapshot!(proposal);
}

#[test]
fn code_is_looked_for_in_every_language_that_the_rubric_names_and_in_no_other() {
    let names = |languages: &str| {
        propose(
            &rubric(&format!(
                "dimensions: [{{id: a, description: 'Written in {languages}. It has a `RetryBudget` and calls `budget.spend()`.'}}]"
            )),
            &|_: &Own| true,
        )
    };
    let all: Vec<String> = ["Rust", "Java, Ruby and JavaScript", "TypeScript", "plain words"]
        .map(names)
        .to_vec();
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn a_proposal_stays_short_and_gives_each_probe_an_id_of_its_own() {
    let paths: Vec<String> = (0..30).map(|n| format!("`src/a-{n}.py`")).collect();
    let proposal = propose(
        &rubric(&format!(
            "dimensions: [{{id: a, description: 'See {}.'}}]",
            paths.join(" and ")
        )),
        &|_: &Own| true,
    );
    assert_eq!(proposal.matches("  - id: ").count(), 20);
    let twice = "dimensions: [{id: a, description: 'See `src/a.py` and `src/A.py`.'}]";
    let proposal = propose(&rubric(twice), &|_: &Own| true);
    assert!(
        proposal.contains("own.a.src_a_py\"") && proposal.contains("own.a.src_a_py_2\""),
        "{proposal}"
    );
}

#[test]
fn terms_that_a_built_in_probe_looks_for_are_not_proposed_again() {
    let own = |protocol: &str| {
        let text = format!(
            "dimensions: [{{id: a, target_artifact: pdf_report, forensic_protocol: {protocol}, description: 'Is \"Back Pressure\" explained?'}}]"
        );
        propose(&rubric(&text), &|_: &Own| true).contains("terms:")
    };
    assert!(own("some_keyword_check"));
    assert!(!own("pdf_keywords"));
}

#[test]
fn no_more_is_told_as_left_over_than_can_be_read() {
    let left = |count: usize| {
        let sentences: Vec<String> = (0..count)
            .map(|n| format!("The moon number{n} is full."))
            .collect();
        let text = format!("dimensions: [{{id: a, description: '{}'}}]", sentences.join(" "));
        propose(&rubric(&text), &|_: &Own| true)
            .matches("The moon number")
            .count()
    };
    assert_eq!([39, 40, 41].map(left), [39, 40, 40]);
}

#[test]
fn what_a_rubric_demands_itself_is_written_as_it_wrote_it() {
    for want in [
        "present",
        "absent",
        "{at_least: 3}",
        "{at_most: 0}",
        "{share: {none: 50, full: 90}}",
        "{finding: present}",
        "{finding: absent}",
        "{finding: contradicted}",
        "{share_at_least: 12.5 %}",
        "{share_at_most: 80 %}",
        "{graded: terms}",
        "{graded: paths}",
        "{graded: claims}",
        "{graded: {none: 0, full: 5}}",
    ] {
        let text =
            format!("dimensions: [{{id: a, demands: [{{probe: git.commits, want: {want}, weight: 1}}]}}]");
        let proposal = propose(&rubric(&text), &|_: &Own| true);
        assert!(proposal.contains(&format!("want: {want}")), "{want}: {proposal}");
    }
}

#[test]
fn the_best_level_says_what_is_wanted_and_the_worst_of_several_what_is_not() {
    let proposed = |levels: &str| {
        let text = format!("dimensions: [{{id: a, description: 'It is in Python.', {levels}}}]");
        propose(&rubric(&text), &|_: &Own| true)
    };
    let several = proposed(
        "levels: [{id: x, points: 5, description: 'It calls `tide.rise()`.'}, {id: y, points: 0, description: 'It calls `tide.fall()`.'}]",
    );
    assert!(several.contains("tide_rise\", want: present"), "{several}");
    assert!(several.contains("tide_fall\", want: absent"), "{several}");
    let one = proposed("score_3: 'It calls `tide.fall()`.'");
    assert!(one.contains("tide_fall\", want: present"), "{one}");
    assert!(!one.contains("want: absent"), "{one}");
}

#[test]
fn a_path_is_looked_for_where_a_quote_begins_right_behind_it_and_not_where_it_stands_in_one() {
    let proposed = |said: &str| {
        let text = format!("dimensions: [{{id: a, description: \"It is all in {said}, I think.\"}}]");
        propose(&rubric(&text), &|_: &Own| true).contains("files: [\"src/run.py\"]")
    };
    assert!(proposed("src/run.py:' the entry point'"));
    assert!(!proposed("'the entry point src/run.py'"));
}

#[test]
fn a_path_behind_a_no_far_into_a_sentence_must_not_be_there() {
    let text = "dimensions: [{id: a, description: 'Among all the code there is no src/old.py.'}]";
    let proposal = propose(&rubric(text), &|_: &Own| true);
    assert!(proposal.contains("src_old_py\", want: absent"), "{proposal}");
}

#[test]
fn code_of_a_dimension_that_names_no_language_is_looked_for_in_those_of_the_rubric() {
    let text = "dimensions: [{id: a, description: 'It calls `tide.rise()`.'}, {id: b, description: 'All is in Ruby.'}]";
    let proposal = propose(&rubric(text), &|_: &Own| true);
    assert!(proposal.contains("ruby"), "{proposal}");
}
