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
