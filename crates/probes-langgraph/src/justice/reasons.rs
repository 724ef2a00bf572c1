//! `justice.reasons`

use crate::judges::seats::of_justice;
use court::evidence::{Finding, Place};
use langgraph::audited::{Court, fields, place};
use probes_core::{Answer, Probe};
use python::symbolic::{Event, EventKind, Marks, Node, Term, Terms, has, marks, parts};
use serde_json::json;
use std::collections::BTreeMap;
use subject::{follow, names};
use wordlist::array;

/// How fields are called that say what is to be fixed, by their beginnings.
const REMEDIES: [&str; 4] = ["remed", "recommend", "action_item", "next_step"];
/// Last words of names that are about dissent and hold none.
const ABOUT: [&str; 10] =
    array("count detected enabled flag needed required requirement rule rules threshold");
/// What a text holds that gives reasons: what a judge argued or cited, what a detective found, what a model wrote of it.
const REASONS: [Marks; 4] = [marks::ARGUMENT, marks::CITATION, marks::EVIDENCE, marks::ANSWER];
/// A value is seen through; that a field is what its name says is not.
const SURE: u8 = 80;

pub(super) const PROBE: Probe = Probe::of_code(
    "justice.reasons",
    "of two kinds of text of the chief justice (dissent, what is to be fixed), how many hold what was argued or found; fixed sentences and numbers do not count",
    |snapshot| of_justice(snapshot, answer),
);

/// The two kinds of text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Dissent,
    Remedy,
}

/// What was seen of one kind.
#[derive(Default)]
struct Seen {
    /// Where a text of it gives reasons.
    reasoned: Option<Place>,
    fixed: Option<Place>,
    /// Whether some value of it could not be seen through.
    is_open: bool,
}

fn answer(court: &Court) -> Answer {
    let mut kinds: BTreeMap<Kind, Seen> = BTreeMap::new();
    for event in court.chiefs.iter().flat_map(|chief| court.events_of(chief)) {
        for (name, value) in written(&court.terms, event) {
            if let Some(kind) = kind(&name) {
                note(&court.terms, kinds.entry(kind).or_default(), value, place(event));
            }
        }
    }
    kinds.retain(|_, seen| seen.reasoned.is_some() || seen.fixed.is_some() && !seen.is_open);
    if kinds.is_empty() {
        return Answer::not_applicable(
            "no text of dissent, and none of what is to be fixed, could be seen through",
        );
    }
    answered(&kinds)
}

fn answered(kinds: &BTreeMap<Kind, Seen>) -> Answer {
    let good = kinds.values().filter(|seen| seen.reasoned.is_some()).count();
    let said: Vec<String> = kinds.iter().map(|(kind, seen)| said(*kind, seen)).collect();
    let value = json!({"good": good, "all": kinds.len()});
    let places = kinds
        .values()
        .filter_map(|seen| seen.reasoned.as_ref().or(seen.fixed.as_ref()));
    Answer::value(Finding::Present, value, said.join("; "))
        .sure(SURE)
        .at_all(places.cloned())
}

fn said(kind: Kind, seen: &Seen) -> String {
    let what = match kind {
        Kind::Dissent => "the text of dissent",
        Kind::Remedy => "what is to be fixed",
    };
    match seen.reasoned {
        Some(_) => format!("{what} holds what judges argued or detectives found"),
        None => format!("{what} is made of fixed sentences and numbers"),
    }
}

fn note(terms: &Terms, seen: &mut Seen, value: Term, place: Place) {
    match content(terms, value) {
        Content::Reasons => seen.reasoned = seen.reasoned.take().or(Some(place)),
        Content::Fixed => seen.fixed = seen.fixed.take().or(Some(place)),
        Content::Open => seen.is_open = true,
        Content::Nothing => {}
    }
}

/// What an event gives names to.
fn written(terms: &Terms, event: &Event) -> Vec<(String, Term)> {
    match &event.kind {
        EventKind::Made => fields(terms, event.term),
        EventKind::Stored(name) | EventKind::Named(name) => vec![(name.clone(), event.term)],
        _ => Vec::new(),
    }
}

fn kind(name: &str) -> Option<Kind> {
    let lower = name.to_lowercase();
    if REMEDIES.iter().any(|word| lower.starts_with(word)) {
        return Some(Kind::Remedy);
    }
    // The last word says what a thing is: what dissent has to be, or whether there is some, is no text of it.
    let words = names::words(name);
    let is_about = words.last().is_some_and(|head| ABOUT.contains(&head.as_str()));
    (!is_about && has(marks::name_marks(name), marks::DISSENT)).then_some(Kind::Dissent)
}

/// What a text is made of.
enum Content {
    Reasons,
    Fixed,
    Open,
    Nothing,
}

/// Looks through a value; what only decides between texts is in none of them.
fn content(terms: &Terms, value: Term) -> Content {
    let (mut has_reasons, mut is_open, mut has_text) = (false, false, false);
    follow([value], |term, next| match terms.node(term) {
        Node::Text(text) => has_text |= !text.trim().is_empty(),
        Node::Gate(_, then, other, _) => next.extend([*then, *other]),
        Node::Each(element, ..) => next.push(*element),
        node @ (Node::Format(_) | Node::List(_) | Node::Grown(..) | Node::Operation(..)) => {
            next.extend(parts(node));
        }
        Node::Number(_) | Node::Flag(_) | Node::Nothing | Node::Bare => {}
        _ if REASONS.iter().any(|mark| has(terms.marks(term), *mark)) => has_reasons = true,
        // What is picked or computed of scores is a number.
        _ if terms.marks(term) & marks::SCORE != 0 => {}
        Node::Opaque | Node::Call(..) | Node::Input(_) => is_open |= !is_number(terms, term),
        _ => {}
    });
    match (is_open, has_text) {
        _ if has_reasons => Content::Reasons,
        (true, _) => Content::Open,
        (false, true) => Content::Fixed,
        (false, false) => Content::Nothing,
    }
}

/// What is computed of scores is a number.
fn is_number(terms: &Terms, term: Term) -> bool {
    ["min", "max", "round", "len", "sum", "abs", "int", "float"]
        .iter()
        .any(|name| terms.is_builtin_call(term, name))
}
