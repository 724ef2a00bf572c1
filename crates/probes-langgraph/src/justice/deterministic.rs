//! `justice.deterministic`

use super::unread::{unknown_of, unread_rules};
use crate::judges::seats::{of_justice, search};
use langgraph::audited::{Court, fields, place};
use probes_core::{Answer, Probe, Subject};
use python::symbolic::{Node, Term, Terms, has, marks, parts, reachable};
use std::collections::BTreeSet;

pub(super) const PROBE: Probe = Probe::of_code(
    "justice.deterministic",
    "Final scores are computed without a model",
    |snapshot| of_justice(snapshot, |court| answer(snapshot, court)),
);

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    let seats = || court.chiefs.iter().map(|chief| chief.place());
    let asked = court
        .settled
        .iter()
        .find(|settled| is_asked(&court.terms, settled.term));
    if let Some(settled) = asked {
        let rationale = format!("`{}` comes from a model's answer", settled.name);
        let place = settled.place();
        return Answer::absent(rationale, search(snapshot, court).looked_at([place]));
    }
    let calls: Vec<_> = court
        .chiefs
        .iter()
        .flat_map(|chief| court.model_calls(chief))
        .collect();
    match (calls.is_empty(), court.settled.is_empty()) {
        (true, _) => {
            let rationale = "the final scores are computed in code that asks no model";
            // Rules that were not read may ask one.
            match unread_rules(court).next() {
                Some((call, name)) => {
                    let (at, why) = (place(call), unknown_of(name));
                    Answer::unobserved(format!("could not be decided; at {at}: {why}")).at(at)
                }
                None => Answer::present(rationale).at_all(seats()),
            }
        }
        (false, true) => {
            let rationale = "the chief justice asks a model, and computes no score itself";
            let search = search(snapshot, court).looked_at(calls.into_iter().map(place));
            Answer::absent(rationale, search)
        }
        (false, false) => {
            Answer::present("the chief justice asks a model, but no final score comes from its answer")
                .at_all(seats())
                .at_all(calls.into_iter().map(place))
                .sure(80)
        }
    }
}

/// Whether a model's answer goes into a value: of an object, what is taken from it does, and not what lies beside that.
fn is_asked(terms: &Terms, value: Term) -> bool {
    let mut waiting = vec![(value, Use::Value)];
    let mut seen = BTreeSet::new();
    while let Some((term, used)) = waiting.pop() {
        if !has(terms.marks(term), marks::ANSWER) || !seen.insert((term, used)) {
            continue;
        }
        if terms.is_answer(term) {
            return true;
        }
        let taken = match terms.node(term) {
            Node::Attribute(owner, name) => taken(terms, *owner, name),
            Node::Item(owner, key) => terms
                .text(*key)
                .map_or_else(Vec::new, |name| taken(terms, *owner, name)),
            _ => Vec::new(),
        };
        match taken.is_empty() {
            true => waiting.extend(bearing(terms, term, used)),
            false => waiting.extend(taken.into_iter().map(|term| (term, Use::Value))),
        }
    }
    false
}

/// What a value is used for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Value,
    /// Whether it is true; of a collection, whether it holds anything.
    Truth,
}

/// The parts that a value follows from. How many there are, or whether there are any, says nothing of what an answer held.
/// Of a comprehension the element counts, which leads on to what it goes through where it takes from there.
fn bearing(terms: &Terms, value: Term, used: Use) -> Vec<(Term, Use)> {
    let all = |parts: Vec<Term>, used: Use| parts.into_iter().map(move |part| (part, used)).collect();
    match (terms.node(value), used) {
        (Node::Some(_), _) => Vec::new(),
        (Node::List(_) | Node::Grown(..) | Node::Each(..) | Node::Dict(_), Use::Truth) => Vec::new(),
        (Node::Call(..), _) if terms.is_builtin_call(value, "len") => Vec::new(),
        (Node::Gate(test, then, other, _), _) => {
            vec![(*test, Use::Truth), (*then, used), (*other, used)]
        }
        (Node::Operation(operator, operands), _) if matches!(operator.as_str(), "not" | "and" | "or") => {
            all(operands.clone(), used)
        }
        (Node::Each(element, _, conditions), Use::Value) => {
            let mut found = vec![(*element, Use::Value)];
            found.extend(conditions.iter().map(|test| (*test, Use::Truth)));
            found
        }
        (node, _) => all(parts(node), Use::Value),
    }
}

/// What the objects in a value have under a name.
fn taken(terms: &Terms, owner: Term, name: &str) -> Vec<Term> {
    let objects = reachable(terms, [owner])
        .into_iter()
        .flat_map(|term| fields(terms, term));
    objects
        .filter(|(field, _)| field == name)
        .map(|(_, value)| value)
        .collect()
}
