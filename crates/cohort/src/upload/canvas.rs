//! Grades for the import of a gradebook of Canvas (Instructure, "How do I import grades in the Gradebook?"; `gradebook_importer.rb`
//! of its source).
//!
//! The columns of its own export up to the section, a row with the points that are possible, and one column with the name of the
//! assignment. A student is found by the id of Canvas, else by that of the school, else by the login, else by the name.

use super::{column, name};
use crate::class::Class;
use crate::decimal::decimal;
use report::csv_line;
use wordlist::phrases;

/// Columns of a list that say what the importer asks for, in small letters and digits alone.
const ID: [&str; 1] = ["canvasid"];
const LOGIN: [&str; 4] = ["sisloginid", "login", "loginid", "email"];
const SECTION: [&str; 1] = ["section"];
/// What a column says of the student, or Canvas reckons itself: an assignment that is called so is not seen.
const RESERVED: [&str; 11] = phrases(
    "Student | ID | SIS User ID | SIS Login ID | Section | Current Score | Current Points | Current Grade | \
     Final Score | Final Points | Final Grade",
);

/// The whole file.
pub(super) fn write(class: &Class, points: f64) -> String {
    let header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"].map(str::to_owned);
    let possible = ["Points Possible", "", "", "", ""].map(str::to_owned);
    let row =
        |before: [String; 5], last: String| csv_line(&before.into_iter().chain([last]).collect::<Vec<_>>());
    let rows = super::graded(class, points).map(|(one, worth)| {
        let before = [
            name(one),
            column(one, &ID),
            one.entry.id.clone(),
            column(one, &LOGIN),
            column(one, &SECTION),
        ];
        row(before, decimal(worth))
    });
    let head = [
        row(header, assignment(&class.name)),
        row(possible, decimal(points)),
    ];
    head.into_iter().chain(rows).collect()
}

/// The name of the assignment: that of the class, unless Canvas would take it for another column.
fn assignment(name: &str) -> String {
    let is_reserved = RESERVED.iter().any(|reserved| match reserved.split_once(' ') {
        Some(("Current" | "Final", _)) => name.contains(reserved),
        _ => name == *reserved,
    });
    if is_reserved || name.trim().is_empty() {
        "Assignment".to_owned()
    } else {
        name.to_owned()
    }
}
