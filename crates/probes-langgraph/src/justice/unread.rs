//! What the chief justice hands votes or opinions to and was not read: a rule may be there.

use super::rules::data;
use crate::judges::seats::{PLAIN, search_of};
use langgraph::audited::{Court, place};
use probes_core::{Search, Subject};
use python::symbolic::{Event, EventKind, Node, Term, Terms, has, marks, parts};
use std::collections::BTreeSet;
use subject::follow;
use wordlist::Words;

/// Packages that hold no rules for judges.
static KNOWN_PACKAGES: Words =
    Words::new(|| wordlist::words(include_str!("../../words/seats_known_packages.txt")));
/// Functions that Python has without an import.
static BUILTINS: Words = Words::new(|| wordlist::words(include_str!("../../words/seats_builtins.txt")));

/// A search through what the chief justice does with the opinions: calls of what is neither Python's own nor the
/// repository's may hold a rule.
pub(super) fn search_of_rules(snapshot: &Subject, court: &Court) -> Search {
    opened(search_of_settled(snapshot, court), unread_rules(court))
}

/// The same for what is written of the opinions: such calls may write it, whether or not a score comes of them.
pub(super) fn search_of_words(snapshot: &Subject, court: &Court) -> Search {
    opened(search_of_settled(snapshot, court), unread(court))
}

fn search_of_settled(snapshot: &Subject, court: &Court) -> Search {
    let search = search_of(snapshot, court, &court.chiefs);
    match (court.settled.is_empty(), court.chiefs.first()) {
        (true, Some(chief)) => search.open(
            chief.place(),
            "what the final score comes to could not be followed",
        ),
        _ => search,
    }
}

fn opened<'c>(search: Search, events: impl Iterator<Item = (&'c Event, &'c str)>) -> Search {
    search.open_all(events.map(|(event, name)| (place(event), unknown_of(name))))
}

/// Why a call of this name leaves a rule open.
pub(super) fn unknown_of(name: &str) -> String {
    format!("what `{name}` makes of the opinions is not known")
}

/// Where the chief justice hands votes or opinions to what was not read, and a score may come of it. It is in a score, or
/// it was handed something that it can change.
pub(super) fn unread_rules(court: &Court) -> impl Iterator<Item = (&Event, &str)> {
    let terms = &court.terms;
    let scores = of_scores(court);
    unread(court).filter(move |(event, _)| {
        scores.is_empty() || scores.contains(&event.term) || !is_given_text_only(terms, event.term)
    })
}

/// All that scores are made of, with what the tests between them read: neither what stands beside scores in a record, nor
/// what is only counted.
fn of_scores(court: &Court) -> BTreeSet<Term> {
    let terms = &court.terms;
    let mut found = follow(
        court.settled.iter().map(|settled| settled.term),
        |term, next| match terms.node(term) {
            _ if terms.is_builtin_call(term, "len") => {}
            Node::Record { .. } | Node::Dict(_) => next.extend(data(terms, term)),
            node => next.extend(parts(node)),
        },
    );
    found.retain(|term| !terms.is_builtin_call(*term, "len"));
    found
}

fn unread(court: &Court) -> impl Iterator<Item = (&Event, &str)> {
    let events = court.chiefs.iter().flat_map(|chief| court.events_of(chief));
    events.filter_map(|event| Some((event, unread_rule(&court.terms, event)?)))
}

/// Whether a call is handed nothing of the opinions but texts, which nobody can change.
fn is_given_text_only(terms: &Terms, call: Term) -> bool {
    let Node::Call(_, arguments) = terms.node(call) else {
        return false;
    };
    arguments.iter().all(|(_, value)| is_text(terms, *value))
}

/// Whether a value holds nothing of the opinions but texts: it is one, or was made of such.
fn is_text(terms: &Terms, term: Term) -> bool {
    match terms.node(term) {
        _ if !of_opinions(terms, term) => true,
        Node::Text(_) | Node::Number(_) | Node::Format(_) => true,
        Node::Attribute(owner, _) => is_text(terms, *owner),
        Node::Call(callee, _) if is_writer(terms, *callee) => true,
        Node::Call(callee, _) if matches!(terms.node(*callee), Node::External(_) | Node::Attribute(..)) => {
            is_text(terms, *callee) && is_given_text_only(terms, term)
        }
        _ => false,
    }
}

/// Whether a function makes a text of whatever it is given.
fn is_writer(terms: &Terms, callee: Term) -> bool {
    matches!(terms.node(callee), Node::External(name) if matches!(name.as_str(), "json.dumps" | "str" | "repr"))
}

fn of_opinions(terms: &Terms, term: Term) -> bool {
    terms.marks(term) & (marks::OPINION | marks::SCORE) != 0
}

/// What is called with votes or opinions and was not read.
fn unread_rule<'t>(terms: &'t Terms, event: &Event) -> Option<&'t str> {
    let Node::Call(callee, arguments) = terms.node(event.term) else {
        return None;
    };
    let name = match terms.node(*callee) {
        Node::External(name) => name.as_str(),
        Node::Input(name) => name.as_str(),
        _ => return None,
    };
    let (package, last) = (name.split('.').next()?, name.rsplit('.').next()?);
    let is_known = match name.contains('.') {
        true => KNOWN_PACKAGES.contains(&package) || BUILTINS.contains(&package) || PLAIN.contains(&last),
        false => BUILTINS.contains(&name) || name.starts_with(|c: char| c.is_uppercase()),
    };
    let reads = |(_, value): &(Option<String>, Term)| of_opinions(terms, *value);
    let is_model = has(terms.marks(*callee), marks::MODEL) || terms.is_answer(event.term);
    (event.kind == EventKind::Called && !is_known && !is_model && arguments.iter().any(reads)).then_some(name)
}
