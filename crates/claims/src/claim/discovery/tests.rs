use super::*;

#[test]
fn the_documents_that_speak_of_the_subject_are_taken_the_readme_first() {
    let snapshot = Snapshot::from_fixture(
        "//- docs/design/graph.md\nx\n//- README.md\nx\n//- reports/final.pdf\nx\n//- ARCHITECTURE.md\nx\n//- docs/api.rst\nx\n//- docs/flow.dot\nx\n//- docs/9.0/a.md\nx\n//- docs/10.0/z.md\nx\n//- empty.md\n",
    );
    assert_eq!(
        candidates(&snapshot),
        [
            "README.md",
            "ARCHITECTURE.md",
            "reports/final.pdf",
            "docs/api.rst",
            "docs/flow.dot",
            "docs/design/graph.md",
            "docs/10.0/z.md",
            "docs/9.0/a.md"
        ]
    );
}

#[test]
fn a_readme_that_is_a_link_is_the_file_that_it_leads_to() {
    let told = |target: &str| {
        let link = format!("//- unread:README.MD\na symbolic link to `{target}`, not followed\n");
        let snapshot = Snapshot::from_fixture(&format!(
            "{link}//- packages/pan/README.md\nx\n//- packages/lid/README.md\nx\n"
        ));
        candidates(&snapshot)
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(told("packages/pan/README.md"), ["packages/pan/README.md"]);
    assert_eq!(told("../packages/pan/README.md"), Vec::<String>::new());
    assert_eq!(told("/packages/pan/README.md"), Vec::<String>::new());
}

#[test]
fn logs_licences_instructions_examples_and_code_are_not_taken() {
    let snapshot = Snapshot::from_fixture(
        "//- CHANGELOG.md\nx\n//- LICENSE.txt\nx\n//- requirements.txt\nx\n//- docs/examples/a.md\nx\n//- prompts/judge.md\nx\n//- src/README.md\nx\n//- tests/data/report.pdf\nx\n//- .github/pull.md\nx\n//- docs/_build/a.html\nx\n//- docs/conf.py\nx\n",
    );
    assert_eq!(candidates(&snapshot), Vec::<&str>::new());
}

#[test]
fn a_document_that_gives_points_to_one_thing_after_the_other_is_a_verdict() {
    let gives_points = |text: &str| {
        let document = documents::document::read("r.md", text.as_bytes());
        is_verdict(&Passages::of(&document))
    };
    assert!(gives_points(
        &"**Final Score: 87/100**\n\nIt clones safely.\n\n".repeat(4)
    ));
    assert!(gives_points(&"| State | Score: 4 / 5 |\n".repeat(4)));
    assert!(!gives_points("Our self-audit came to an overall score: 4/5.\n"));
    assert!(!gives_points(
        &"The score is at most 5, and a score above 3 is good.\n\n".repeat(9)
    ));
}

#[test]
fn what_is_kept_as_it_once_was_is_told_by_its_folder_or_name() {
    for path in ["docs/archive/a.md", "docs/SESSION-2.md", "docs/old/a.md"] {
        assert!(is_past(path), "{path}");
    }
    for path in ["docs/a.md", "docs/folding.md", "docs/threshold.md"] {
        assert!(!is_past(path), "{path}");
    }
}
