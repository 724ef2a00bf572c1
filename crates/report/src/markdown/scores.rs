//! One table over all dimensions.

use super::{Desk, section};
use crate::entry::{Entry, is_judged};
use crate::escape::{cell, cell_code};
use crate::shelves::shelves;
use crate::words::{on_scale, shorten};
use court::justice::Status;
use court::opinion::Persona;
use court::score::Score;

/// Most characters of a name in the table.
const CELL_MAX: usize = 140;
/// Most characters of a reason, of which the first is shown; the section of the dimension has all of them.
const REASON_MAX: usize = 90;

pub(super) fn write(desk: &Desk<'_>) -> String {
    let shelves = shelves(&desk.entries, &desk.dossier.evidence);
    let mut lines = vec![
        "| Dimension | Final | P | D | TL | Decided by | Exhibits |".to_owned(),
        "|---|---|---|---|---|---|--:|".to_owned(),
    ];
    for (entry, shelf) in desk.entries.iter().zip(&shelves) {
        lines.push(row(entry, shelf.exhibits.len()));
    }
    if let Some(note) = note(desk) {
        lines.extend([String::new(), note]);
    }
    section("Scores", &lines)
}

fn row(entry: &Entry<'_>, exhibits: usize) -> String {
    let votes = Persona::ALL.map(|persona| vote(&entry.votes(persona)));
    format!(
        "| {} | {} | {} | {} | {exhibits} |",
        cell(&shorten(&entry.dimension.name, CELL_MAX)),
        result(entry),
        votes.join(" | "),
        decided_by(entry)
    )
}

fn result(entry: &Entry<'_>) -> String {
    match (&entry.ruling.status, entry.ruling.final_score) {
        (Status::Judged, Some(score)) => format!("**{}**", on_scale(score, entry.dimension)),
        (Status::NotAssessable(_), _) => "not assessable".to_owned(),
        (Status::Judged | Status::Incomplete(_), _) => "incomplete".to_owned(),
    }
}

/// The vote of the last hearing, with the first one before it where it was another.
fn vote(votes: &[Option<Score>]) -> String {
    let shown = |vote: &Option<Score>| vote.map_or_else(|| "recused".to_owned(), |score| score.to_string());
    match votes {
        [] => "–".to_owned(),
        [only] => shown(only),
        [first, .., last] if first == last => shown(last),
        [first, .., last] => format!("{} → {}", shown(first), shown(last)),
    }
}

fn decided_by(entry: &Entry<'_>) -> String {
    match (entry.reason(), entry.deciding_rule()) {
        (Some(reason), _) => cell(&shorten(reason.split(';').next().unwrap_or(reason), REASON_MAX)),
        (None, Some(rule)) => cell_code(rule),
        (None, None) => "–".to_owned(),
    }
}

fn note(desk: &Desk<'_>) -> Option<String> {
    let was_reheard = desk.entries.iter().any(|entry| entry.ruling.hearings.len() > 1);
    let is_unscored = desk.entries.iter().any(|entry| !is_judged(&entry.ruling.status));
    let mut sentences = vec!["P, D and TL are the votes of Prosecutor, Defense and Tech Lead."];
    if was_reheard {
        sentences.push("An arrow leads from the first hearing to the rehearing.");
    }
    if is_unscored {
        sentences.push("A dimension without a score is not in the overall score.");
    }
    let is_any_heard = desk.entries.iter().any(|entry| !entry.ruling.hearings.is_empty());
    (is_any_heard || is_unscored).then(|| sentences.join(" "))
}
