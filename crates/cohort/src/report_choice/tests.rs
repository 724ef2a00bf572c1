use super::choose;
use subject::history::{Change, Commit, History};
use subject::{File, Snapshot};

fn chosen(paths: &[&str], touched: &[&str]) -> Option<String> {
    let commit = |path: &&str| Commit {
        changes: vec![Change {
            status: 'M',
            path: (*path).to_owned(),
            old: None,
            new: None,
        }],
        ..Commit::default()
    };
    let snapshot = Snapshot {
        files: paths
            .iter()
            .map(|path| ((*path).to_owned(), File::default()))
            .collect(),
        history: History {
            commits: touched.iter().map(commit).collect(),
            ..History::default()
        },
        ..Snapshot::default()
    };
    choose(&snapshot).map(|(path, _)| path)
}

#[test]
fn the_final_report_goes_before_all_others_wherever_it_lies() {
    let found = chosen(
        &[
            "reports/interim_report.pdf",
            "docs/Final-Report.pdf",
            "report.pdf",
        ],
        &[],
    );
    assert_eq!(found.unwrap(), "docs/Final-Report.pdf");
}

#[test]
fn of_the_documents_in_the_folder_of_reports_the_newest_is_taken() {
    let paths = ["reports/a.pdf", "reports/b.pdf", "reports/notes.md"];
    assert_eq!(
        chosen(&paths, &["reports/b.pdf", "reports/a.pdf"]).unwrap(),
        "reports/a.pdf"
    );
    assert_eq!(
        chosen(&paths, &["reports/a.pdf", "reports/b.pdf"]).unwrap(),
        "reports/b.pdf"
    );
}

#[test]
fn what_an_audit_wrote_a_readme_and_the_task_are_no_report() {
    let paths = [
        "audit/report_onself_generated/report.md",
        "README.md",
        "docs/challenge.pdf",
    ];
    assert_eq!(chosen(&paths, &[]), None);
}
