//! Grades for the import of a gradebook of Moodle (MoodleDocs, "Grade import"; `grade/import/csv` of its source).
//!
//! Columns are mapped by hand there. Grade and feedback stand together, as an import of one alone removes the other. An empty
//! grade would remove one that is there, and an empty cell by which students are found would give a row to the student before.
//! So neither is ever written.

use super::{column, name};
use crate::class::Class;
use crate::decimal::decimal;
use crate::submission::{Audited, Outcome, Submission};
use report::csv_line;

/// Columns of a list with an address, in small letters and digits alone.
const EMAIL: [&str; 3] = ["emailaddress", "email", "mail"];

/// The whole file.
pub(super) fn write(class: &Class, points: f64) -> String {
    let graded: Vec<(&Submission, f64)> = super::graded(class, points).collect();
    let all_have_addresses = graded.iter().all(|(one, _)| !email(one).is_empty());
    let header = ["ID number", "Full name", "Grade", "Feedback comments"].map(str::to_owned);
    let with_address = |mut cells: Vec<String>, address: String| {
        if all_have_addresses {
            cells.insert(2, address);
        }
        csv_line(&cells)
    };
    let rows = graded.iter().map(|(one, worth)| {
        let comment = match &one.outcome {
            Outcome::Audited(audited) => comment(audited),
            Outcome::Failed(_) => String::new(),
        };
        let cells = vec![one.entry.id.clone(), name(one), decimal(*worth), comment];
        with_address(cells, email(one))
    });
    let head = with_address(header.to_vec(), "Email address".to_owned());
    std::iter::once(head).chain(rows).collect()
}

fn email(one: &Submission) -> String {
    column(one, &EMAIL)
}

/// The scores in one line.
fn comment(audited: &Audited) -> String {
    let scores = audited.dimensions.iter().map(|dimension| {
        let score = dimension.score.map_or_else(
            || "no score".to_owned(),
            |score| format!("{} of {}", decimal(score), decimal(dimension.scale[1])),
        );
        format!("{}: {score}", dimension.name)
    });
    scores.collect::<Vec<_>>().join("; ")
}
