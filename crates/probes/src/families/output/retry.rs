//! `output.retry`

use super::model_calls::{ModelCall, model_calls};
use crate::derived::Subject;
use crate::families::judges::hearing::of_judges;
use crate::probe::{Answer, Probe};
use court::evidence::{Detective, Place};
use langgraph::audited::{Court, place};
use python::symbolic::{EventKind, HandlerEnd, Node, ScopeKind, Term, Terms, reachable};

pub(super) const PROBE: Probe = Probe {
    id: "output.retry",
    detective: Detective::RepoInvestigator,
    goal: "A judge's answer that cannot be parsed is asked for again",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    of_judges(snapshot, answer)
}

fn answer(court: &Court) -> Answer {
    let calls = model_calls(court);
    for call in &calls {
        if let Some((how, at)) = retried(court, call) {
            return Answer::fact(true, format!("a judge's call of the model is tried again: {how}"))
                .at(at)
                .at(call.place());
        }
    }
    if let Some((path, span)) = court.policies.first() {
        let at = Place::line(path, span.first);
        return Answer::fact(true, "a judge's node has a retry policy").at(at);
    }
    let rationale = match calls.is_empty() {
        true => "the judges ask no model",
        false => {
            "a judge's call of the model is made once: nothing around it tries again when the answer cannot be used"
        }
    };
    Answer::fact(false, rationale).at_all(calls.iter().map(ModelCall::place))
}

fn retried(court: &Court, call: &ModelCall<'_>) -> Option<(String, Place)> {
    let terms = &court.terms;
    if reachable(terms, [call.event.term])
        .into_iter()
        .any(|term| is_retry_method(terms, term))
    {
        return Some(("the model is built with its own retries".to_owned(), call.place()));
    }
    if let Some(found) = by_loop(terms, call) {
        return Some(found);
    }
    let wrapped = call
        .event
        .levels()
        .any(|level| matches!(level, ScopeKind::Wrapper(wrapper) if is_retrying(terms, *wrapper)));
    if wrapped {
        return Some(("it is called through a retrying wrapper".to_owned(), call.place()));
    }
    again(court, call)
}

/// A loop that counts attempts, whose body survives a failure of the call.
fn by_loop(terms: &Terms, call: &ModelCall<'_>) -> Option<(String, Place)> {
    // The innermost handler decides what becomes of a failure.
    let (mut is_caught, mut leaves) = (false, false);
    for level in call.event.levels() {
        match level {
            ScopeKind::Try(ends) if !is_caught => {
                is_caught = ends.iter().any(|end| {
                    matches!(
                        end,
                        HandlerEnd::GoesOn | HandlerEnd::Again | HandlerEnd::GoesOnOrRaises
                    )
                });
                leaves |= !is_caught;
            }
            ScopeKind::Loop {
                over,
                is_while,
                path,
                span,
                ..
            } if (*is_while || counts(terms, *over)) && !leaves => {
                return Some((
                    "in a loop that counts attempts".to_owned(),
                    Place::line(path, span.first),
                ));
            }
            _ => {}
        }
    }
    None
}

/// Whether a loop over this counts, as attempts are counted.
pub(super) fn counts(terms: &Terms, over: Term) -> bool {
    match terms.node(over) {
        Node::Call(callee, _) => match terms.node(*callee) {
            Node::External(dotted) => {
                matches!(dotted.as_str(), "range" | "itertools.count" | "itertools.repeat")
                    || names_retry(dotted)
            }
            _ => false,
        },
        _ => false,
    }
}

fn names_retry(name: &str) -> bool {
    let lower = name.to_lowercase();
    ["retry", "tenacity", "backoff", "stamina"]
        .iter()
        .any(|word| lower.contains(word))
}

fn is_retrying(terms: &Terms, wrapper: Term) -> bool {
    reachable(terms, [wrapper])
        .into_iter()
        .any(|term| matches!(terms.node(term), Node::External(dotted) if names_retry(dotted)))
}

fn is_retry_method(terms: &Terms, term: Term) -> bool {
    let Node::Call(callee, arguments) = terms.node(term) else {
        return false;
    };
    let keyword = |name: &str| {
        arguments
            .iter()
            .any(|(keyword, _)| keyword.as_deref() == Some(name))
    };
    matches!(terms.node(*callee), Node::Attribute(_, method) if method == "with_retry")
        || (keyword("max_retries") && keyword("response_model"))
}

/// The function that makes the call calls itself from an exception handler.
fn again(court: &Court, call: &ModelCall<'_>) -> Option<(String, Place)> {
    let within = |name: &str| {
        call.event
            .levels()
            .any(|level| matches!(level, ScopeKind::Function { name: at, .. } if at == name))
    };
    let events = court.judges.iter().flat_map(|judge| court.events_of(judge));
    let found = events.into_iter().find(|event| {
        let is_handled = event
            .levels()
            .take_while(|level| !matches!(level, ScopeKind::Function { .. }));
        matches!(&event.kind, EventKind::Again(name) if within(name))
            && is_handled
                .into_iter()
                .any(|level| matches!(level, ScopeKind::Handler))
    })?;
    Some((
        "its function calls itself again when it fails".to_owned(),
        place(found),
    ))
}
