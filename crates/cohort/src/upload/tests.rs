use super::*;
use crate::list::Entry;
use csv::ReaderBuilder;

fn class() -> Class {
    let audited = Audited {
        overall: Some(4.0),
        is_complete: true,
        scale: [1.0, 5.0],
        commit: "0123456789abcdef".to_owned(),
        dimensions: vec![Dimension {
            name: "Safe | Tools".to_owned(),
            scale: [1.0, 5.0],
            score: Some(4.0),
            missing: vec!["Set a <b>limit</b>.".to_owned()],
            ..Dimension::default()
        }],
        ..Audited::default()
    };
    let entry = |id: &str, name: &str| Entry {
        id: id.to_owned(),
        name: Some(name.to_owned()),
        folder: id.to_owned(),
        others: vec![
            ("Section".to_owned(), "B".to_owned()),
            ("E-Mail".to_owned(), "a@b.org".to_owned()),
        ],
        ..Entry::default()
    };
    let submissions = vec![
        Submission {
            entry: entry("s1", "Li, \"Bo\""),
            outcome: Outcome::Audited(Box::new(audited)),
        },
        Submission {
            entry: entry("s2", "=cmd()"),
            outcome: Outcome::Failed("gone".to_owned()),
        },
    ];
    Class::of("Week 2", submissions)
}

fn table(text: &str) -> Vec<Vec<String>> {
    let mut rows = ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    rows.records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

#[test]
fn canvas_gets_its_columns_the_points_and_an_empty_cell_where_there_is_no_score() {
    let rows = table(&canvas(&class(), 100.0));
    assert_eq!(
        rows[0],
        [
            "Student",
            "ID",
            "SIS User ID",
            "SIS Login ID",
            "Section",
            "Week 2"
        ]
    );
    assert_eq!(rows[1], ["Points Possible", "", "", "", "", "100"]);
    assert_eq!(rows[2], ["Li, \"Bo\"", "", "s1", "a@b.org", "B", "80"]);
    assert_eq!(rows[3], ["'=cmd()", "", "s2", "a@b.org", "B", ""]);
}

#[test]
fn what_is_incomplete_is_no_grade_yet() {
    let mut class = class();
    if let Outcome::Audited(audited) = &mut class.submissions[0].outcome {
        audited.is_complete = false;
    }
    assert_eq!(table(&canvas(&class, 100.0))[2][5], "");
    assert!(files(&class, 100.0)[2].1.contains("**4 of 5**.\n"));
}

#[test]
fn moodle_gets_grade_and_feedback_together() {
    let rows = table(&moodle(&class(), 20.0));
    assert_eq!(
        rows[1],
        ["s1", "Li, \"Bo\"", "a@b.org", "16", "20", "Safe | Tools: 4 of 5"]
    );
    assert_eq!(rows[2][3], "");
}

#[test]
fn feedback_says_what_to_do_and_texts_do_nothing_in_it() {
    let files = files(&class(), 100.0);
    assert_eq!(files.len(), 3, "who was not audited gets none");
    let (name, text) = &files[2];
    assert_eq!(name, "feedback/s1.md");
    assert!(
        text.contains("**4 of 5**, which is 80 of 100 points") && text.contains("0123456789ab`"),
        "{text}"
    );
    assert!(!text.contains("<b>"), "{text}");
}
