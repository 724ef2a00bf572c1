//! Grades as the importers of courses want them, and feedback for each student.
//!
//! Only who has a grade stands in them. An empty cell would take away a grade that somebody gave by hand, and what is incomplete is
//! no grade yet.

mod canvas;
mod feedback;
mod gradescope;
mod moodle;

use crate::class::Class;
use crate::submission::{Outcome, Submission};

/// The files with their names below the folder of the class. `points` is what the assignment is worth.
#[must_use]
pub fn files(class: &Class, points: f64) -> Vec<(String, Vec<u8>)> {
    let feedback = class.submissions.iter().filter_map(|one| {
        let Outcome::Audited(audited) = &one.outcome else {
            return None;
        };
        let name = format!("feedback/{}.md", one.entry.folder);
        Some((name, feedback::write(one, audited, points).into_bytes()))
    });
    let tables = [
        (
            "uploads/canvas.csv",
            Some(canvas::write(class, points).into_bytes()),
        ),
        (
            "uploads/moodle.csv",
            Some(moodle::write(class, points).into_bytes()),
        ),
        ("uploads/gradescope.zip", gradescope::write(class, points)),
    ];
    let tables = tables
        .into_iter()
        .filter_map(|(name, bytes)| Some((name.to_owned(), bytes?)));
    tables.chain(feedback).collect()
}

/// The ids of those who have no grade yet, and so stand in no upload.
#[must_use]
pub fn without_grade(class: &Class) -> Vec<&str> {
    let those = class.submissions.iter().filter(|one| worth(one, 1.0).is_none());
    those.map(|one| one.entry.id.as_str()).collect()
}

/// Those who have a grade, with what it is worth.
fn graded(class: &Class, points: f64) -> impl Iterator<Item = (&Submission, f64)> {
    let all = class.submissions.iter();
    all.filter_map(move |one| Some((one, worth(one, points)?)))
}

/// What a score is worth: as much of the points as it is of the greatest score. Nothing where there is none, or where
/// somebody has still to look or to judge: that is no grade yet.
fn worth(one: &Submission, points: f64) -> Option<f64> {
    let Outcome::Audited(audited) = &one.outcome else {
        return None;
    };
    let score = audited.overall.filter(|_| audited.is_complete)?;
    let share = score / audited.scale[1];
    Some(share * points).filter(|worth| worth.is_finite())
}

/// What the list says in the first of these columns.
fn column(one: &Submission, names: &[&str]) -> String {
    let plain = |name: &str| {
        name.chars()
            .filter(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_lowercase()
    };
    let found = names
        .iter()
        .find_map(|wanted| one.entry.others.iter().find(|(name, _)| plain(name) == *wanted));
    found.map(|(_, cell)| cell.clone()).unwrap_or_default()
}

fn name(one: &Submission) -> String {
    one.entry.name.clone().unwrap_or_else(|| one.entry.id.clone())
}

#[cfg(test)]
mod tests;
