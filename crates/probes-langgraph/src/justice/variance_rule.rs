//! `justice.variance_rule`

use super::rules::{outcomes, place, undecided};
use super::unread::search_of_rules;
use crate::judges::seats::of_justice;
use court::evidence::Place;
use langgraph::audited::{Court, Return, fields, place as place_of};
use probes_core::{Answer, Probe, Subject};
use python::symbolic::{EventKind, Node, ScopeKind, Term, has, marks, reachable};
use std::collections::BTreeSet;

pub(super) const PROBE: Probe = Probe::of_code(
    "justice.variance_rule",
    "Wide disagreement changes the score or has the judges heard again",
    |snapshot| of_justice(snapshot, |court| answer(snapshot, court)),
);

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    for settled in &court.settled {
        if let Some(outcome) = outcomes(court, settled).into_iter().find(|outcome| {
            // A word beside the score ("dissent", "pass") is a note.
            has(outcome.under, marks::SPREAD) && court.terms.text(outcome.value).is_none()
        }) {
            let rationale = format!("`{}` is another one where the judges are far apart", settled.name);
            return Answer::present(rationale).at(place(court, settled, &outcome, marks::SPREAD));
        }
    }
    if let Some((back, at)) = court
        .returns
        .iter()
        .find_map(|back| Some((back, heard_again(court, back)?)))
    {
        return Answer::present("where the judges are far apart they are heard again")
            .at(at)
            .at(Place::line(&back.path, back.span.first));
    }
    let measured = court
        .tests
        .iter()
        .find(|(test, _)| has(court.terms.marks(**test), marks::SPREAD));
    let rationale = match measured {
        Some(_) => "how far the judges are apart is measured, but the score is the same either way",
        None => "how far the judges are apart is not measured",
    };
    let at = measured.map(|(_, (path, span))| Place::line(path, span.first));
    let why = "whether the score is another one for it could not be told";
    let undecided = undecided(court, marks::SPREAD).map(|place| (place, why));
    Answer::absent(
        rationale,
        search_of_rules(snapshot, court).open_all(undecided).looked_at(at),
    )
}

/// The decision to go back reads what the chief justice stores when the judges are far apart.
fn heard_again(court: &Court, back: &Return) -> Option<Place> {
    let terms = &court.terms;
    let tests = reachable(terms, [back.decision])
        .into_iter()
        .filter_map(|term| match terms.node(term) {
            Node::Gate(test, ..) => Some(*test),
            _ => None,
        });
    let tests: Vec<Term> = tests.collect();
    // The decision measures it itself.
    if let Some(test) = tests.iter().find(|test| has(terms.marks(**test), marks::SPREAD)) {
        let measured = court
            .tests
            .get(test)
            .map(|(path, span)| Place::line(path, span.first));
        return Some(measured.unwrap_or_else(|| Place::line(&back.path, back.span.first)));
    }
    let keys: BTreeSet<&str> = reachable(terms, tests)
        .into_iter()
        .filter_map(|term| match terms.node(term) {
            Node::Item(_, key) => terms.text(*key),
            Node::Attribute(_, name) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    let speaks = |term: Term| has(terms.marks(term), marks::SPREAD);
    let found = court
        .chiefs
        .iter()
        .flat_map(|chief| court.events_of(chief))
        .find(|event| {
            let is_guarded = event
                .levels()
                .any(|level| matches!(level, ScopeKind::Guard(test, _) if speaks(*test)));
            let stores = |name: &str, value: Term| keys.contains(name) && (is_guarded || speaks(value));
            match &event.kind {
                EventKind::Stored(name) => stores(name, event.term),
                EventKind::Made => fields(terms, event.term)
                    .iter()
                    .any(|(name, value)| stores(name, *value)),
                _ => false,
            }
        })?;
    Some(place_of(found))
}
