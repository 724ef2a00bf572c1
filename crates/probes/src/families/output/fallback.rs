//! `output.fallback`

use super::model_calls::{ModelCall, model_calls};
use super::retry;
use crate::derived::Subject;
use crate::families::judges::hearing::of_judges;
use crate::probe::{Answer, Probe};
use court::evidence::Detective;
use langgraph::audited::Court;
use python::symbolic::{HandlerEnd, Node, ScopeKind, Terms, reachable};

pub(super) const PROBE: Probe = Probe {
    id: "output.fallback",
    detective: Detective::RepoInvestigator,
    goal: "An opinion that is lost for good neither crashes the run nor is invented in silence",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    of_judges(snapshot, answer)
}

fn answer(court: &Court) -> Answer {
    let calls = model_calls(court);
    let (safe, bare): (Vec<_>, Vec<_>) = calls.iter().partition(|call| survives(&court.terms, call));
    match (safe.is_empty(), bare.is_empty()) {
        (_, false) => Answer::fact(
            false,
            "a judge's call of the model fails unhandled: its exception leaves the node",
        )
        .at_all(bare.iter().map(|call| call.place())),
        (false, true) => Answer::fact(
            true,
            "a failure of a judge's call of the model is caught, and the node goes on or says what failed",
        )
        .at_all(safe.iter().map(|call| call.place())),
        (true, true) => Answer::fact(true, "the judges ask no model: there is no answer to lose")
            .at_all(court.judges.iter().map(|judge| judge.place())),
    }
}

fn survives(terms: &Terms, call: &ModelCall<'_>) -> bool {
    is_caught(terms, call)
        || reachable(terms, [call.event.term])
            .into_iter()
            .any(|term| has_fallbacks(terms, term))
}

/// Whether a handler ends the failure. One that goes on to the next round of a loop only puts it off where the last
/// round, or what follows the loop, raises.
fn is_caught(terms: &Terms, call: &ModelCall<'_>) -> bool {
    let (mut goes_on, mut may_raise) = (false, false);
    for level in call.event.levels() {
        match level {
            ScopeKind::Try(ends) => {
                let has = |wanted: &[HandlerEnd]| ends.iter().any(|end| wanted.contains(end));
                if has(&[HandlerEnd::Returns, HandlerEnd::RaisesOwn]) {
                    return true;
                }
                goes_on |= has(&[HandlerEnd::GoesOn]);
                may_raise |= has(&[HandlerEnd::GoesOnOrRaises]);
            }
            ScopeKind::Loop {
                over,
                is_while,
                raises_after,
                ..
            } => {
                goes_on &= !raises_after;
                may_raise &= !(*is_while || retry::counts(terms, *over));
            }
            ScopeKind::Function { .. } if goes_on || may_raise => return true,
            _ => {}
        }
    }
    goes_on || may_raise
}

fn has_fallbacks(terms: &Terms, term: python::symbolic::Term) -> bool {
    matches!(terms.node(term), Node::Call(callee, _) if matches!(terms.node(*callee), Node::Attribute(_, method) if method == "with_fallbacks"))
}
