//! Grades as the importers of courses want them, and feedback for each student.
//!
//! * Canvas: the columns of its own export, a row with the points that are possible, one column with the name of the
//!   assignment (Instructure, "How do I import grades in the Gradebook?"). An empty cell changes nothing there.
//! * Moodle: a table with a heading, whose columns are mapped when it is imported, grade and feedback both, as an import of
//!   one alone removes the other (MoodleDocs, "Grade import").

use crate::class::Class;
use crate::decimal::{decimal, decimal_or};
use crate::submission::{Audited, Dimension, Outcome, Submission};
use report::{csv_line, markdown_cell, markdown_inline};
use std::fmt::Write as _;

/// Columns of a list that say what an importer asks for, in small letters and digits alone.
const CANVAS_ID: [&str; 1] = ["canvasid"];
const LOGIN: [&str; 4] = ["sisloginid", "login", "loginid", "email"];
const SECTION: [&str; 1] = ["section"];
const EMAIL: [&str; 3] = ["emailaddress", "email", "mail"];
/// Most open demands that feedback tells of a dimension.
const ACTIONS_MAX: usize = 5;

/// The files with their names below the folder of the class. `points` is what the assignment is worth.
#[must_use]
pub fn files(class: &Class, points: f64) -> Vec<(String, String)> {
    let feedback = class.submissions.iter().filter_map(|one| {
        let Outcome::Audited(audited) = &one.outcome else {
            return None;
        };
        let name = format!("feedback/{}.md", one.entry.folder);
        Some((name, feedback(one, audited, points)))
    });
    let tables = [
        ("uploads/canvas.csv".to_owned(), canvas(class, points)),
        ("uploads/moodle.csv".to_owned(), moodle(class, points)),
    ];
    tables.into_iter().chain(feedback).collect()
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

fn canvas(class: &Class, points: f64) -> String {
    let header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"].map(str::to_owned);
    let possible = ["Points Possible", "", "", "", ""].map(str::to_owned);
    let row =
        |before: [String; 5], last: String| csv_line(&before.into_iter().chain([last]).collect::<Vec<_>>());
    let rows = class.submissions.iter().map(|one| {
        let before = [
            name(one),
            column(one, &CANVAS_ID),
            one.entry.id.clone(),
            column(one, &LOGIN),
            column(one, &SECTION),
        ];
        row(before, decimal_or(worth(one, points), ""))
    });
    let head = [row(header, class.name.clone()), row(possible, decimal(points))];
    head.into_iter().chain(rows).collect()
}

fn moodle(class: &Class, points: f64) -> String {
    let header = [
        "ID number",
        "Full name",
        "Email address",
        "Grade",
        "Maximum grade",
        "Feedback comments",
    ];
    let rows = class.submissions.iter().map(|one| {
        let comment = match &one.outcome {
            Outcome::Audited(audited) => comment(audited),
            Outcome::Failed(_) => String::new(),
        };
        csv_line(&[
            one.entry.id.clone(),
            name(one),
            column(one, &EMAIL),
            decimal_or(worth(one, points), ""),
            decimal(points),
            comment,
        ])
    });
    std::iter::once(csv_line(&header.map(str::to_owned)))
        .chain(rows)
        .collect()
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

fn feedback(one: &Submission, audited: &Audited, points: f64) -> String {
    let mut text = format!("# {}\n\n", markdown_inline(&name(one)));
    let most = decimal(audited.scale[1]);
    let _ = match audited.overall {
        Some(score) => writeln!(
            text,
            "**{} of {most}**{}.\n",
            decimal(score),
            worth(one, points).map_or_else(String::new, |worth| format!(
                ", which is {} of {} points",
                decimal(worth),
                decimal(points)
            )),
        ),
        None => writeln!(text, "There is no score yet.\n"),
    };
    if !audited.is_complete {
        text.push_str(
            "Not all could be judged yet; what is missing costs no points, and somebody will look at it.\n\n",
        );
    }
    text.push_str("| Dimension | Score |\n|---|--:|\n");
    for dimension in &audited.dimensions {
        let score = dimension.score.map_or_else(
            || "none".to_owned(),
            |score| format!("{} of {}", decimal(score), decimal(dimension.scale[1])),
        );
        let _ = writeln!(text, "| {} | {score} |", markdown_cell(&dimension.name));
    }
    for dimension in &audited.dimensions {
        text.push_str(&section(dimension));
    }
    let _ = writeln!(
        text,
        "\nThe whole report says where each score comes from (commit `{}`).",
        short(&audited.commit)
    );
    text
}

fn short(commit: &str) -> String {
    commit.chars().filter(char::is_ascii_hexdigit).take(12).collect()
}

/// What is to be done about a dimension, and what people said of it; nothing where there is nothing to say.
fn section(dimension: &Dimension) -> String {
    let mut text = String::new();
    if let Some(word) = &dimension.overruled {
        let court = decimal_or(word.court, "no score");
        let _ = writeln!(
            text,
            "* {} decided otherwise than the court ({court}): {}",
            markdown_inline(&word.by),
            markdown_inline(&word.why)
        );
    }
    for action in dimension.missing.iter().take(ACTIONS_MAX) {
        let _ = writeln!(text, "* {}", markdown_inline(action));
    }
    match text.is_empty() {
        true => text,
        false => format!("\n## {}\n\n{text}", markdown_inline(&dimension.name)),
    }
}

#[cfg(test)]
mod tests;
