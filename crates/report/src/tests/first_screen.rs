//! What the first screen says of what is good, and what it asks for.

use super::case::{decided, exhibit, fact, rubric, text};
use crate::format::Format;
use court::evidence::{Exhibit, Finding};
use serde_json::json;

fn report(dimensions: &[(&str, &str, &str)], evidence: Vec<Exhibit>) -> String {
    let dossier = decided(rubric(dimensions), evidence.into_iter().collect(), false);
    text(Format::Md, &dossier)
}

fn share(probe: &str, good: i64, all: i64) -> Exhibit {
    exhibit(
        probe,
        Finding::Present,
        Some(json!({"good": good, "all": all})),
        "counted",
    )
}

#[test]
fn strongest_is_what_was_earned_and_not_where_nothing_bad_was_seen() {
    let dimensions = [
        ("engineering_security", "Dangers", "github_repo"),
        ("engineering_documentation", "Documents", "github_repo"),
        ("engineering_tests", "Tests", "github_repo"),
    ];
    let evidence = vec![
        fact("danger.secrets", false, "none was found"),
        fact("docs.readme", true, "it says what it is"),
        fact("docs.licence", true, "it says what others may do"),
        share("tests.many", 0, 100),
    ];
    let report = report(&dimensions, evidence);
    assert!(
        report.contains("Strongest: Documents (4 of 5); weakest: Tests"),
        "{report}"
    );
}

#[test]
fn one_place_is_no_praise() {
    let dimensions = [("engineering_tests", "Tests", "github_repo")];
    let asked = |all: i64| {
        report(
            &dimensions,
            vec![share("tests.many", 20, 100), share("tests.assert", all, all)],
        )
    };
    let praise = "tests check what comes out";
    assert!(!asked(1).contains(praise) && asked(20).contains(praise));
}

#[test]
fn where_no_pipeline_is_the_plan_asks_for_one_alone() {
    let dimensions = [("engineering_automation", "Automation", "github_repo")];
    let asked = |has_pipeline: bool| {
        let evidence = vec![
            fact("automation.ci", has_pipeline, "looked for"),
            fact("automation.tests_run", false, "nothing runs them"),
        ];
        report(&dimensions, evidence)
    };
    let task = "Run the tests in the pipeline";
    assert!(!asked(false).contains(task) && asked(true).contains(task));
}
