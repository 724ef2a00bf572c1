//! `justice.dissent`

use super::unread::search_of_words;
use crate::judges::seats::of_justice;
use langgraph::audited::{Court, fields, place};
use probes_core::{Answer, Probe, Subject};
use python::symbolic::{Event, EventKind, Node, ScopeKind, Term, Terms, has, marks, reachable};
use std::collections::BTreeSet;

pub(super) const PROBE: Probe = Probe::of_code(
    "justice.dissent",
    "A text says how the judges differ, where they do",
    |snapshot| of_justice(snapshot, |court| answer(snapshot, court)),
);

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    let events = || court.chiefs.iter().flat_map(|chief| court.events_of(chief));
    let terms = &court.terms;
    let mut found: Vec<&Event> = events().filter(|event| dissents(terms, event)).collect();
    if found.is_empty() {
        found.extend(events().filter(|event| grows_with_spread(terms, event)));
    }
    let denied = |why: &str| Answer::absent(why, search_of_words(snapshot, court));
    if found.is_empty() {
        return denied("no text is made of how the judges differ");
    }
    if !found.iter().any(|event| leaves(terms, event, events())) {
        return denied("a text is made of how the judges differ, and nothing is done with it")
            .at_all(found.into_iter().map(place));
    }
    Answer::present("a text is made of what the judges said where they differ")
        .at_all(found.into_iter().map(place))
}

/// Whether what an event is about is put, handed or given anywhere. A name and the return of the function that makes it are nowhere.
fn leaves<'e>(terms: &Terms, found: &Event, mut events: impl Iterator<Item = &'e Event>) -> bool {
    let is_inner = |kind: &EventKind| match kind {
        EventKind::Named(_) => true,
        EventKind::Returned(name) => has(marks::name_marks(name), marks::DISSENT),
        _ => false,
    };
    let is_in = |event: &Event| reachable(terms, [event.term]).contains(&found.term);
    !is_inner(&found.kind) || events.any(|event| !is_inner(&event.kind) && is_in(event))
}

fn dissents(terms: &Terms, event: &Event) -> bool {
    let is_named = |name: &str| has(marks::name_marks(name), marks::DISSENT);
    let tells = |terms: &Terms, value: Term| tells(terms, value) || is_split_apart(terms, value);
    match &event.kind {
        EventKind::Made => fields(terms, event.term)
            .into_iter()
            .any(|(name, value)| is_named(&name) && tells(terms, value)),
        EventKind::Stored(name) | EventKind::Named(name) | EventKind::Returned(name) => {
            is_named(name) && tells(terms, event.term)
        }
        EventKind::Called => {
            let is_split = |level: &ScopeKind| matches!(level, ScopeKind::Guard(test, true) if has(terms.marks(*test), marks::SPREAD));
            event.levels().any(is_split) && tells(terms, event.term)
        }
        EventKind::Again(_) | EventKind::Raises(_) => false,
    }
}

/// Whether a value is text made of votes or arguments.
fn tells(terms: &Terms, value: Term) -> bool {
    texts_of_votes(terms, value).next().is_some()
}

/// Whether a value is a text where the judges are far apart, and another or none where they are not.
fn is_split_apart(terms: &Terms, value: Term) -> bool {
    let is_text = |term: Term| match terms.node(term) {
        Node::Text(text) => !text.is_empty(),
        Node::Format(_) => true,
        _ => false,
    };
    reachable(terms, [value])
        .into_iter()
        .any(|term| match terms.node(term) {
            Node::Gate(test, then, other, _) => {
                has(terms.marks(*test), marks::SPREAD) && then != other && (is_text(*then) || is_text(*other))
            }
            _ => false,
        })
}

/// The texts in a value that are made of votes or arguments.
fn texts_of_votes(terms: &Terms, value: Term) -> impl Iterator<Item = Term> + '_ {
    let is_of_votes = |term: &Term| match terms.node(*term) {
        Node::Format(parts) => parts
            .iter()
            .any(|part| terms.marks(*part) & (marks::SCORE | marks::ARGUMENT | marks::SPREAD) != 0),
        _ => false,
    };
    reachable(terms, [value]).into_iter().filter(is_of_votes)
}

/// Whether a function returns such a text only where a test of how far the judges are apart goes one way.
fn grows_with_spread(terms: &Terms, event: &Event) -> bool {
    if !matches!(event.kind, EventKind::Returned(_)) {
        return false;
    }
    reachable(terms, [event.term])
        .into_iter()
        .any(|term| match terms.node(term) {
            Node::Gate(test, then, other, _) if has(terms.marks(*test), marks::SPREAD) => {
                let otherwise: BTreeSet<Term> = texts_of_votes(terms, *other).collect();
                texts_of_votes(terms, *then).any(|text| !otherwise.contains(&text))
            }
            _ => false,
        })
}
