//! The scores and verdicts that the chief justice makes.

use super::role::{is_opinion, keys};
use super::*;
use python::symbolic::{Evaluator, Kept};
use std::collections::BTreeSet;

/// Every score and verdict that these nodes make, where the ways to it meet.
pub(super) fn settled(evaluator: &mut Evaluator<'_>, chiefs: &[Sitting]) -> Vec<Settled> {
    let mut found: Vec<Settled> = Vec::new();
    for event in chiefs.iter().flat_map(|chief| chief.events.clone()) {
        let Some(event) = evaluator.events.get(event).cloned() else {
            continue;
        };
        for (name, term) in scores(evaluator, &event) {
            let is_known = found.iter().any(|settled| settled.term == term);
            // Constants settle nothing; a list of verdicts is settled one by one.
            let is_plain = matches!(
                evaluator.terms.node(term),
                Node::Number(_)
                    | Node::Text(_)
                    | Node::Nothing
                    | Node::List(_)
                    | Node::Grown(..)
                    | Node::Each(..)
                    | Node::Dict(_)
                    | Node::Record { .. }
                    | Node::Format(_)
            ) || name.ends_with('s');
            if !is_known && !is_plain {
                found.push(Settled {
                    name,
                    term,
                    path: event.path.clone(),
                    span: event.span,
                });
            }
        }
    }
    found
}

fn scores(evaluator: &mut Evaluator<'_>, event: &Event) -> Vec<(String, Term)> {
    let terms = &mut evaluator.terms;
    match &event.kind {
        EventKind::Made if !is_opinion(terms, event.term) => {
            let named = fields(terms, event.term).into_iter();
            named.filter(|(name, _)| is_final_score(name)).collect()
        }
        EventKind::Stored(name) if is_final_score(name) => vec![(name.clone(), guarded(terms, event))],
        EventKind::Named(name) => vec![(name.clone(), event.term)],
        EventKind::Returned(_) => {
            let names: BTreeSet<String> = keys(terms, event.term)
                .filter(|name| is_final_score(name))
                .collect();
            let named = names.into_iter().map(|name| {
                let key = terms.constant(&name);
                let item = terms.item(event.term, key);
                (name, item)
            });
            named.collect()
        }
        _ => Vec::new(),
    }
}

/// What is stored, under the tests that it is stored under; else something stays that is not known here.
fn guarded(terms: &mut Terms, event: &Event) -> Term {
    let within = event
        .levels()
        .take_while(|level| !matches!(level, ScopeKind::Function { .. }));
    let tests = within.filter_map(|level| match level {
        ScopeKind::Guard(test, holds) => Some((*test, *holds)),
        _ => None,
    });
    let old = terms.opaque();
    tests.fold(event.term, |value, (test, holds)| match holds {
        true => terms.gate(test, value, old, Kept::Other),
        false => terms.gate(test, old, value, Kept::Then),
    })
}
