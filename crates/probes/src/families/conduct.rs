//! How the subject behaves towards whoever judges it. Nothing here bears on a score.

mod addressed_in_report;
mod addressed_in_repository;
mod invisible_text;

use crate::conduct::{Placed, Scan};
use court::evidence::Finding;
use probes_core::probe::{Answer, Probe};
use serde_json::{Value, json};

/// The probes of this family.
pub const CONDUCT: &[Probe] = &[
    addressed_in_repository::PROBE,
    addressed_in_report::PROBE,
    invisible_text::PROBE,
];

/// Most texts named that were not looked at to their end.
const NAMED_MAX: usize = 3;

/// What was found, as a list with a note at each place.
fn told(scanned: &Scan, where_looked: &str) -> Answer {
    let found = scanned.passages.as_slice();
    let mut rationale = match found {
        [] => format!("nothing in {where_looked} addresses whoever judges it"),
        [only] => format!(
            "1 passage {}; it was read as data and obeyed by nobody",
            note(only)
        ),
        [first, ..] => format!(
            "{} passages address whoever judges, the first {}; they were read as data and obeyed by nobody",
            found.len() + scanned.left_out,
            note(first)
        ),
    };
    if scanned.left_out > 0 {
        rationale.push_str(&format!(" (the first {} are listed)", found.len()));
    }
    if found.is_empty() && !scanned.unread.is_empty() {
        return Answer::unobserved(unread(scanned));
    }
    if !scanned.unread.is_empty() {
        rationale.push_str(&format!("; {}", unread(scanned)));
    }
    let values: Vec<Value> = found.iter().map(value).collect();
    let answer = Answer::value(Finding::of(!found.is_empty()), values, rationale);
    found.iter().fold(answer, |answer, placed| {
        let (place, note) = (placed.place.clone(), note(placed));
        if placed.is_plain() {
            // Lines of the repository are quoted as they stand there.
            answer.at_noting(place, note)
        } else {
            answer.at_noting_quoting(place, note, placed.passage.quote.clone())
        }
    })
}

/// Where not everything was looked at that may address somebody.
fn unread(scanned: &Scan) -> String {
    let named: Vec<&str> = scanned
        .unread
        .iter()
        .map(String::as_str)
        .take(NAMED_MAX)
        .collect();
    let others = scanned.unread.len() - named.len();
    let others = if others > 0 {
        format!(" and {others} others")
    } else {
        String::new()
    };
    format!(
        "{}{others} {} more text than was looked at",
        named.join(", "),
        if scanned.unread.len() == 1 { "has" } else { "have" }
    )
}

fn value(placed: &Placed) -> Value {
    let passage = &placed.passage;
    json!({
        "place": placed.place.to_string(),
        "in": placed.channel,
        "asks": passage.wants.words(),
        "disguise": passage.disguise,
    })
}

fn note(placed: &Placed) -> String {
    let asks = format!(
        "asks whoever judges {}, in {}",
        placed.passage.wants.words(),
        placed.channel
    );
    match placed.passage.disguise {
        Some(disguise) => format!("{asks}, written {disguise}"),
        None => asks,
    }
}
