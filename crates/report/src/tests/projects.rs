//! The table of projects.

use super::case::{decided, exhibit, mixed, rubric, text};
use crate::dossier::Dossier;
use crate::format::Format;
use court::evidence::{Exhibit, Finding};
use serde_json::{Value, json};

fn counted(probe: &str, value: Value) -> Exhibit {
    exhibit(probe, Finding::Present, Some(value), "counted")
}

fn evidence() -> Vec<Exhibit> {
    let part = |good: u32, all: u32| json!({"good": good, "all": all});
    vec![
        counted(
            "tests.assert",
            json!({"good": 71, "all": 100, "projects": {"api": part(92, 100), "web": part(50, 100)}}),
        ),
        counted(
            "tests.many",
            json!({"good": 5, "all": 100, "projects": {"api": part(10, 100), "web": part(0, 100)}}),
        ),
    ]
}

/// A case of two projects.
pub(super) fn several() -> Dossier {
    let rubric = rubric(&[
        ("engineering_tests", "Tests", "github_repo"),
        ("engineering_history", "History", "github_repo"),
    ]);
    decided(rubric, evidence().into_iter().collect(), false)
}

#[test]
fn projects_stand_side_by_side_the_worst_first_and_are_summed_up() {
    let dossier = several();
    let report = text(Format::Md, &dossier);
    let table = [
        "## Projects",
        "",
        "| Project | Tests | All |",
        "|---|--:|--:|",
        "| `web` | 0 | 0 |",
        "| `api` | 43 | 43 |",
        "| `all together` | 20 | 20 |",
    ];
    assert!(report.contains(&table.join("\n")), "{report}");
    assert!(text(Format::Html, &dossier).contains("projects-heading"));
}

#[test]
fn a_repository_of_one_project_has_no_such_table() {
    assert!(!text(Format::Md, &mixed()).contains("## Projects"));
}
