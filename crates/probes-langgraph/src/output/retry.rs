//! `output.retry`

use super::model_calls::{ModelCall, model_calls, unknown_asking};
use super::tried;
use crate::judges::seats::of_judges;
use court::evidence::Place;
use langgraph::audited::{Court, place};
use probes_core::{Answer, Probe, Search, Subject};
use python::ast::{Arg, ExprKind, Span, Star};
use python::flow::{Along, sources};
use python::symbolic::{EventKind, HandlerEnd, Node, ScopeKind, Term, Terms, reachable};
use python::walk;
use subject::names;
use wordlist::Words;

pub(super) const PROBE: Probe = Probe::of_code(
    "output.retry",
    "A judge's answer that cannot be parsed is asked for again",
    |snapshot| of_judges(snapshot, |court| answer(snapshot, court)),
);

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    let calls = model_calls(court);
    for call in &calls {
        if let Some((how, at)) = retried(snapshot, court, call) {
            return Answer::present(format!("a judge's call of the model is tried again: {how}"))
                .at(at)
                .at(call.place());
        }
    }
    let mut policies = court.policies.iter();
    if let Some((path, span)) = policies.find(|(path, span)| tries_parse_errors(snapshot, path, *span)) {
        let at = Place::line(path, span.first);
        return Answer::present("a judge's node has a retry policy").at(at);
    }
    let rationale = match (calls.is_empty(), court.policies.is_empty()) {
        (true, _) => "the judges ask no model",
        (_, false) => {
            "a judge's node is tried again for errors of the transport alone: its retry policy leaves out ValueError, as which an answer that cannot be parsed is raised"
        }
        _ if calls.iter().any(|call| by_loop(&court.terms, call).is_some()) => {
            "a judge's call of the model is tried again only when the call itself fails, not when its answer cannot be used"
        }
        _ => {
            "a judge's call of the model is made once: nothing around it tries again when the answer cannot be used"
        }
    };
    let mut search = Search::at(calls.iter().map(ModelCall::place));
    for call in &calls {
        if let Some(why) = doubt(&court.terms, call) {
            search = search.open(call.place(), why);
        }
    }
    if let Some(place) = unknown_asking(court).filter(|_| calls.is_empty()) {
        search = search.open(place, "what is asked there is not known");
    }
    Answer::absent(rationale, search)
}

/// Whether the retry policy that a node is added with covers what an answer raises that cannot be parsed. LangGraph's
/// own leaves out `ValueError`, which pydantic's and the parsers' errors are.
fn tries_parse_errors(snapshot: &Subject, path: &str, span: Span) -> bool {
    let code = snapshot.code();
    let scopes = code
        .scopes
        .iter()
        .enumerate()
        .filter(|(_, scope)| scope.path == path);
    let mut calls = scopes.flat_map(|(id, scope)| scope.calls.iter().map(move |call| (id, *call)));
    let added = calls.find_map(|(id, call)| {
        let ExprKind::Call { args, .. } = &call.kind else {
            return None;
        };
        let named = |arg: &&Arg| matches!(arg.name.as_deref(), Some("retry" | "retry_policy"));
        let policy = args.iter().find(named).filter(|_| call.span == span)?;
        Some((id, &policy.value))
    });
    let Some((scope, policy)) = added else { return true };
    let steps = sources(code, scope, policy, Along::Text);
    let mut made = steps.iter().filter_map(|step| match &step.expr.kind {
        ExprKind::Call { args, .. } => Some(args),
        _ => None,
    });
    let Some(args) = made.next() else { return true };
    let Some(on) = args.iter().find(|arg| arg.name.as_deref() == Some("retry_on")) else {
        return args.iter().any(|arg| arg.star != Star::None);
    };
    let mut named = Vec::new();
    walk::expression(&on.value, &mut |expr| named.extend(walk::dotted(expr)));
    !is_transport(named.iter().map(String::as_str))
}

/// Whether all of these, and at least one, are errors of the way to the model and not of its answer.
fn is_transport<'n>(names: impl Iterator<Item = &'n str>) -> bool {
    let mut is_any = false;
    for name in names {
        let words = names::words(name.rsplit('.').next().unwrap_or_default());
        if !words.iter().any(is_way) || words.iter().any(|word| word == "validation") {
            return false;
        }
        is_any = true;
    }
    is_any
}

/// Whether a text that a message of an error is searched for is about the way to the model: a status, or words of it.
fn is_of_the_way(text: &str) -> bool {
    let is_status = text.len() == 3 && text.chars().all(|digit| digit.is_ascii_digit());
    is_status || names::words(text).iter().any(is_way)
}

fn is_way(word: &String) -> bool {
    static WORDS: Words = Words::new(|| wordlist::words(include_str!("../../words/retry_words.txt")));
    WORDS.iter().any(|known| match known.len() {
        ..=2 => word == known,
        _ => word.starts_with(known),
    })
}

/// The classes of errors that a term names.
fn errors(terms: &Terms, within: impl IntoIterator<Item = Term>) -> Vec<String> {
    let names = reachable(terms, within)
        .into_iter()
        .filter_map(|term| match terms.node(term) {
            Node::External(name) | Node::Class { name, .. } => Some(name.clone()),
            _ => None,
        });
    names
        .filter(|name| {
            ["Error", "Exception", "Timeout", "Exhausted", "Unavailable"]
                .iter()
                .any(|end| name.ends_with(end))
        })
        .collect()
}

/// What may try a call again that was not followed.
fn doubt(terms: &Terms, call: &ModelCall<'_>) -> Option<&'static str> {
    call.event.levels().find_map(|level| match level {
        ScopeKind::Wrapper(wrapper) if is_strange(terms, *wrapper) => {
            Some("what the wrapper around it does when it fails is not known")
        }
        ScopeKind::Function { name, .. } if names_retry(name) => {
            Some("its function is named after trying again, and how it does so could not be followed")
        }
        _ => None,
    })
}

/// Whether a wrapper is of a library of which it is not known that it hands on what the function raises.
pub(super) fn is_strange(terms: &Terms, wrapper: Term) -> bool {
    static PLAIN: Words = Words::new(|| wordlist::words(include_str!("../../words/retry_plain.txt")));
    let mut callee = wrapper;
    while let Node::Call(inner, _) = terms.node(callee) {
        callee = *inner;
    }
    match terms.node(callee) {
        Node::External(dotted) => {
            let root = dotted.split('.').next().unwrap_or_default();
            dotted.contains('.') && !PLAIN.contains(&root) && !names_retry(dotted)
        }
        _ => false,
    }
}

fn retried(snapshot: &Subject, court: &Court, call: &ModelCall<'_>) -> Option<(String, Place)> {
    let terms = &court.terms;
    if reachable(terms, [call.event.term])
        .into_iter()
        .any(|term| is_retry_method(terms, term))
    {
        return Some(("the model is built with its own retries".to_owned(), call.place()));
    }
    let is_handled = call
        .event
        .levels()
        .any(|level| matches!(level, ScopeKind::Handler));
    let caught = tried::caught(snapshot.code(), call.event);
    if is_handled && !is_transport(caught.iter().map(String::as_str)) {
        return Some(("the handler of its failure asks again".to_owned(), call.place()));
    }
    let code = snapshot.code();
    let asks_again = |(_, at): &(String, Place)| {
        tried::is_looked_at(code, terms, call) && !tried::is_for_the_way(code, at, is_of_the_way)
    };
    if let Some(found) = by_loop(terms, call).filter(asks_again) {
        return Some(found);
    }
    let wrapped = call
        .event
        .levels()
        .any(|level| matches!(level, ScopeKind::Wrapper(wrapper) if is_retrying(terms, *wrapper)));
    if wrapped {
        return Some(("it is called through a retrying wrapper".to_owned(), call.place()));
    }
    again(court, call).or_else(|| mended(court))
}

/// A parser that asks a model to mend what it cannot parse.
fn mended(court: &Court) -> Option<(String, Place)> {
    let terms = &court.terms;
    let mends = |term: Term| match terms.node(term) {
        Node::External(dotted) => [
            "RetryOutputParser",
            "RetryWithErrorOutputParser",
            "OutputFixingParser",
        ]
        .iter()
        .any(|name| dotted.contains(name)),
        _ => false,
    };
    let mut events = court.judges.iter().flat_map(|judge| court.events_of(judge));
    let found = events.find(|event| {
        event.kind == EventKind::Called && reachable(terms, [event.term]).into_iter().any(mends)
    })?;
    Some((
        "its parser asks again for what it cannot parse".to_owned(),
        place(found),
    ))
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
        // The waits between attempts.
        Node::List(items) => {
            !items.is_empty()
                && items
                    .iter()
                    .all(|item| matches!(terms.node(*item), Node::Number(_)))
        }
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
        && !is_transport(errors(terms, [wrapper]).iter().map(String::as_str))
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
    let only = arguments.iter().map(|(_, value)| *value);
    let tries = matches!(terms.node(*callee), Node::Attribute(_, method) if method == "with_retry")
        && !is_transport(errors(terms, only).iter().map(String::as_str));
    tries || (keyword("max_retries") && keyword("response_model"))
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
