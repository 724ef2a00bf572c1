//! One table over all dimensions.

use super::{Context, section};
use crate::line::in_cell;
use crate::sections::entry::{Entry, is_judged};
use crate::text::english::shorten;
use crate::text::markdown::cell;
use court::opinion::Persona;
use court::score::Score;

/// Most characters of a name in the table.
const CELL_MAX: usize = 140;

pub(super) fn write(context: &Context<'_>) -> String {
    let mut lines = vec![
        "| Dimension | Final | P | D | TL | Decided by | Checks looked at |".to_owned(),
        "|---|---|---|---|---|---|--:|".to_owned(),
    ];
    lines.extend(context.entries.iter().map(|entry| row(context, entry)));
    if let Some(note) = note(context) {
        lines.extend([String::new(), note]);
    }
    section("Scores", &lines)
}

fn row(context: &Context<'_>, entry: &Entry<'_>) -> String {
    let name = cell(&shorten(&entry.dimension.name, CELL_MAX));
    let has_score = is_judged(&entry.ruling.status) && entry.ruling.final_score.is_some();
    let mark = if has_score { "**" } else { "" };
    let result = entry.result();
    let votes = Persona::ALL
        .map(|persona| vote(&entry.votes(persona)))
        .join(" | ");
    let decided_by = in_cell(&entry.decided_by(), &context.links);
    format!(
        "| {name} | {mark}{result}{mark} | {votes} | {decided_by} | {} |",
        entry.looked_at()
    )
}

/// The vote of the last hearing, with the first one before it where it was another.
fn vote(votes: &[Option<Score>]) -> String {
    let shown = |vote: &Option<Score>| vote.map_or_else(|| "none".to_owned(), |score| score.to_string());
    match votes {
        [] => "–".to_owned(),
        [only] => shown(only),
        [first, .., last] if first == last => shown(last),
        [first, .., last] => format!("{} → {}", shown(first), shown(last)),
    }
}

fn note(context: &Context<'_>) -> Option<String> {
    let was_reheard = context
        .entries
        .iter()
        .any(|entry| entry.ruling.hearings.len() > 1);
    let is_unscored = context
        .entries
        .iter()
        .any(|entry| !is_judged(&entry.ruling.status));
    let mut sentences = vec!["P, D and TL are the votes of Prosecutor, Defense and Tech Lead."];
    if was_reheard {
        sentences.push("An arrow leads to the second vote.");
    }
    if is_unscored {
        sentences.push("A dimension without a score is not in the overall score.");
    }
    let is_any_heard = context
        .entries
        .iter()
        .any(|entry| !entry.ruling.hearings.is_empty());
    (is_any_heard || is_unscored).then(|| sentences.join(" "))
}
