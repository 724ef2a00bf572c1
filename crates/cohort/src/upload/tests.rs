use super::*;
use crate::list::Entry;
use crate::submission::{Audited, Dimension};
use csv::ReaderBuilder;
use serde_json::Value;
use std::fs;
use std::io::{Cursor, Read as _};
use std::path::Path;
use std::process::{Command, Stdio};
use zip::ZipArchive;

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

fn text(class: &Class, points: f64, wanted: &str) -> String {
    let files = files(class, points);
    let (_, bytes) = files.iter().find(|(name, _)| name == wanted).unwrap();
    String::from_utf8(bytes.clone()).unwrap()
}

/// The parts of the archive, each with its mode.
fn parts(class: &Class) -> Vec<(String, u32, String)> {
    let files = files(class, 100.0);
    let (_, bytes) = files
        .into_iter()
        .find(|(name, _)| name == "uploads/gradescope.zip")
        .unwrap();
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let numbers = 0..archive.len();
    let part = |number| {
        let mut file = archive.by_index(number).unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        (
            file.name().unwrap().into_owned(),
            file.unix_mode().unwrap() & 0o777,
            text,
        )
    };
    numbers.map(part).collect()
}

#[test]
fn canvas_gets_its_columns_the_points_and_nobody_without_a_grade() {
    let rows = table(&text(&class(), 100.0, "uploads/canvas.csv"));
    let columns = [
        "Student",
        "ID",
        "SIS User ID",
        "SIS Login ID",
        "Section",
        "Week 2",
    ];
    assert_eq!(rows[0], columns);
    assert_eq!(rows[1], ["Points Possible", "", "", "", "", "100"]);
    assert_eq!(rows[2], ["Li, \"Bo\"", "", "s1", "a@b.org", "B", "80"]);
    assert_eq!(rows.len(), 3, "an empty cell would take a grade away: {rows:?}");
    assert_eq!(without_grade(&class()), ["s2"]);
}

#[test]
fn an_assignment_is_never_called_what_canvas_takes_for_a_column_of_its_own() {
    for (name, column) in [
        ("ID", "Assignment"),
        ("Our Final Score", "Assignment"),
        (" ", "Assignment"),
        ("Final report", "Final report"),
        ("IDs", "IDs"),
    ] {
        let mut class = class();
        class.name = name.to_owned();
        assert_eq!(table(&text(&class, 10.0, "uploads/canvas.csv"))[0][5], column);
    }
}

#[test]
fn what_is_incomplete_is_no_grade_yet() {
    let mut class = class();
    if let Outcome::Audited(audited) = &mut class.submissions[0].outcome {
        audited.is_complete = false;
    }
    assert_eq!(table(&text(&class, 100.0, "uploads/canvas.csv")).len(), 2);
    assert_eq!(table(&text(&class, 100.0, "uploads/moodle.csv")).len(), 1);
    assert!(
        parts(&class)
            .iter()
            .all(|(name, ..)| !name.starts_with("results/"))
    );
    assert!(text(&class, 100.0, "feedback/s1.md").contains("**4 of 5**.\n"));
}

#[test]
fn moodle_gets_grade_and_feedback_together() {
    let rows = table(&text(&class(), 20.0, "uploads/moodle.csv"));
    let columns = [
        "ID number",
        "Full name",
        "Email address",
        "Grade",
        "Feedback comments",
    ];
    assert_eq!(rows[0], columns);
    assert_eq!(
        rows[1],
        ["s1", "Li, \"Bo\"", "a@b.org", "16", "Safe | Tools: 4 of 5"]
    );
    assert_eq!(rows.len(), 2, "an empty grade would take one away: {rows:?}");
}

#[test]
fn moodle_gets_addresses_only_where_everybody_has_one() {
    let mut class = class();
    class.submissions[0].entry.others.clear();
    let rows = table(&text(&class, 20.0, "uploads/moodle.csv"));
    assert_eq!(rows[0], ["ID number", "Full name", "Grade", "Feedback comments"]);
    assert_eq!(rows[1][2], "16");
}

#[test]
fn gradescope_gets_an_autograder_with_every_result_in_it() {
    let parts = parts(&class());
    let names: Vec<(&str, u32)> = parts
        .iter()
        .map(|(name, mode, _)| (name.as_str(), *mode))
        .collect();
    let wanted = [
        ("setup.sh", 0o755),
        ("run_autograder", 0o755),
        ("students.json", 0o644),
        ("results/s1.json", 0o644),
    ];
    assert_eq!(names, wanted);
    let json = |at: usize| serde_json::from_str::<Value>(&parts[at].2).unwrap();
    assert_eq!(json(2)["email"], serde_json::json!({"a@b.org": "s1"}));
    assert_eq!(json(2)["sid"], serde_json::json!({"s1": "s1"}));
    assert_eq!(json(3)["score"], 80.0);
    assert_eq!(json(3)["tests"][0]["max_score"], 5.0);
    assert!(json(3)["output"].as_str().unwrap().contains("80 of 100 points"));
    let again = files(&class(), 100.0);
    assert_eq!(
        files(&class(), 100.0),
        again,
        "the same class gives the same bytes"
    );
}

#[test]
fn an_address_of_two_submissions_belongs_to_neither() {
    let mut class = class();
    let outcome = class.submissions[0].outcome.clone();
    class.submissions[1].outcome = outcome;
    let students: Value = serde_json::from_str(&parts(&class)[2].2).unwrap();
    assert_eq!(students["email"], serde_json::json!({}));
    assert_eq!(students["sid"], serde_json::json!({"s1": "s1", "s2": "s2"}));
}

fn python() -> Command {
    #[expect(clippy::disallowed_methods, reason = "the autograder under test")]
    Command::new("python3")
}

/// What the autograder makes of a submission of these users: whether it ended well, and the score.
fn handed_out(home: &Path, users: &Value) -> (bool, Option<f64>) {
    let about = serde_json::json!({"users": users}).to_string();
    fs::write(home.join("submission_metadata.json"), about).unwrap();
    let _none_before = fs::remove_file(home.join("results/results.json"));
    let ended = python()
        .arg(home.join("source/run_autograder"))
        .env("AUTOGRADER_HOME", home)
        .stdout(Stdio::null())
        .status()
        .unwrap();
    let result = fs::read(home.join("results/results.json")).ok();
    let result = result.map(|bytes| serde_json::from_slice::<Value>(&bytes).unwrap());
    (
        ended.success(),
        result.and_then(|result| result["score"].as_f64()),
    )
}

#[test]
fn the_autograder_finds_a_student_by_address_or_id_and_never_by_the_name() {
    if python().arg("--version").output().is_err() {
        println!("skipped: there is no python3");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("source/results")).unwrap();
    for (name, _, text) in parts(&class()) {
        fs::write(home.path().join("source").join(name), text).unwrap();
    }
    let user = |email: &str, sid: &str| serde_json::json!({"email": email, "sid": sid, "name": "Li, \"Bo\""});
    let found = (true, Some(80.0));
    for users in [
        serde_json::json!([user("A@b.org", "")]),
        serde_json::json!([user("other@b.org", "S1")]),
        serde_json::json!([user("nobody@b.org", ""), user("a@b.org", "")]),
    ] {
        assert_eq!(handed_out(home.path(), &users), found, "{users}");
    }
    let users = serde_json::json!([user("nobody@b.org", "")]);
    assert_eq!(handed_out(home.path(), &users), (false, None));
}

#[test]
fn feedback_says_what_to_do_and_texts_do_nothing_in_it() {
    let files = files(&class(), 100.0);
    assert_eq!(files.len(), 4, "who was not audited gets none");
    let text = text(&class(), 100.0, "feedback/s1.md");
    assert!(
        text.contains("**4 of 5**, which is 80 of 100 points") && text.contains("0123456789ab`"),
        "{text}"
    );
    assert!(!text.contains("<b>"), "{text}");
}
