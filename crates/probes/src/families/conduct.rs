//! How the subject behaves towards whoever judges it. Nothing here bears on a score.

mod addressed_in_report;
mod addressed_in_repository;
mod invisible_text;

use crate::conduct::{Heard, Sighting};
use crate::probe::{Answer, Probe};
use court::evidence::Finding;
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
fn told(heard: &Heard, where_looked: &str) -> Answer {
    let found = heard.sightings.as_slice();
    let mut rationale = match found {
        [] => format!("nothing in {where_looked} addresses whoever judges it"),
        [only] => format!(
            "1 passage {}; it was read as data and obeyed by nobody",
            note(only)
        ),
        [first, ..] => format!(
            "{} passages address whoever judges, the first {}; they were read as data and obeyed by nobody",
            found.len() + heard.left_out,
            note(first)
        ),
    };
    if heard.left_out > 0 {
        rationale.push_str(&format!(" (the first {} are listed)", found.len()));
    }
    if found.is_empty() && !heard.unheard.is_empty() {
        return Answer::unobserved(unheard(heard));
    }
    if !heard.unheard.is_empty() {
        rationale.push_str(&format!("; {}", unheard(heard)));
    }
    let values: Vec<Value> = found.iter().map(value).collect();
    let answer = Answer::value(Finding::of(!found.is_empty()), values, rationale);
    found.iter().fold(answer, |answer, sighting| {
        let (place, note) = (sighting.place.clone(), note(sighting));
        if sighting.is_plain() {
            // Lines of the repository are quoted as they stand there.
            answer.at_noting(place, note)
        } else {
            answer.at_noting_quoting(place, note, sighting.passage.quote.clone())
        }
    })
}

/// Where not everything was looked at that may address somebody.
fn unheard(heard: &Heard) -> String {
    let named: Vec<&str> = heard.unheard.iter().map(String::as_str).take(NAMED_MAX).collect();
    let others = heard.unheard.len() - named.len();
    let others = if others > 0 {
        format!(" and {others} others")
    } else {
        String::new()
    };
    format!(
        "{}{others} {} more passages that may address somebody than are looked at",
        named.join(", "),
        if heard.unheard.len() == 1 { "has" } else { "have" }
    )
}

fn value(sighting: &Sighting) -> Value {
    let passage = &sighting.passage;
    json!({
        "place": sighting.place.to_string(),
        "in": sighting.channel,
        "asks": passage.wants.words(),
        "disguise": passage.disguise,
    })
}

fn note(sighting: &Sighting) -> String {
    let asks = format!(
        "asks whoever judges {}, in {}",
        sighting.passage.wants.words(),
        sighting.channel
    );
    match sighting.passage.disguise {
        Some(disguise) => format!("{asks}, written {disguise}"),
        None => asks,
    }
}
