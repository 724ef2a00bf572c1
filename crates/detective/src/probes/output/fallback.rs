//! `output.fallback`

use super::model_calls::{ModelCall, model_calls};
use crate::probe::{Answer, Probe};
use crate::probes::judges::court::Court;
use crate::probes::judges::hearing::of_judges;
use crate::probes::judges::symbolic::{HandlerEnd, Node, ScopeKind, Terms, reachable};
use crate::snapshot::Snapshot;
use court::evidence::Detective;

pub(super) const PROBE: Probe = Probe {
    id: "output.fallback",
    detective: Detective::RepoInvestigator,
    goal: "An opinion that is lost for good neither crashes the run nor is invented in silence",
    examine,
};

fn examine(snapshot: &Snapshot) -> Answer {
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
    let caught = call.event.levels().any(|level| match level {
        ScopeKind::Try(ends) => ends
            .iter()
            .any(|end| !matches!(end, HandlerEnd::Raises | HandlerEnd::Again)),
        _ => false,
    });
    caught
        || reachable(terms, [call.event.term])
            .into_iter()
            .any(|term| has_fallbacks(terms, term))
}

fn has_fallbacks(terms: &Terms, term: crate::probes::judges::symbolic::Term) -> bool {
    matches!(terms.node(term), Node::Call(callee, _) if matches!(terms.node(*callee), Node::Attribute(_, method) if method == "with_fallbacks"))
}
