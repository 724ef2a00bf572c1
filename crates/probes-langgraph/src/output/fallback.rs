//! `output.fallback`

use super::model_calls::{ModelCall, model_calls, unknown_asking};
use super::{lost, retry};
use crate::judges::seats::of_judges;
use court::evidence::Place;
use langgraph::audited::Court;
use probes_core::{Answer, Probe, Search, Subject};
use python::ast::{Expr, ExprKind, StmtKind};
use python::code::is_true;
use python::symbolic::{HandlerEnd, Node, ScopeKind, Term, Terms, parts, reachable};
use python::walk;
use std::collections::BTreeMap;
use subject::names;

pub(super) const PROBE: Probe = Probe::of_code(
    "output.fallback",
    "An opinion that is lost for good neither crashes the run nor is invented in silence",
    |snapshot| of_judges(snapshot, |court| answer(snapshot, court)),
);

/// Most parts of a call in which a net is looked for; they bound its depth too.
const FALLS_MAX: usize = 400;

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    let calls = model_calls(court);
    let (safe, bare): (Vec<_>, Vec<_>) = calls
        .iter()
        .partition(|call| survives(snapshot, &court.terms, call));
    if let Some(first) = bare.first() {
        let mut search = Search::at(bare.iter().map(|call| call.place()));
        if let Some((place, why)) = bare.iter().find_map(|call| doubt(snapshot, court, call)) {
            search = search.open(place, why);
        } else if !safe.is_empty() && !bare.iter().any(|call| stands_among(call, &safe)) {
            search = search.open(
                first.place(),
                "whether it or the call that is caught is made could not be followed",
            );
        }
        return Answer::absent(
            "a judge's call of the model fails unhandled: its exception leaves the node",
            search,
        );
    }
    if !safe.is_empty() {
        let rationale =
            "a failure of a judge's call of the model is caught, and the node goes on or says what failed";
        return Answer::present(rationale).at_all(safe.iter().map(|call| call.place()));
    }
    let judges = court.judges.iter().map(|judge| judge.place());
    match unknown_asking(court) {
        Some(place) => Answer::unobserved("what a judge asks there is not known").at(place),
        None => Answer::present("the judges ask no model: there is no answer to lose").at_all(judges),
    }
}

/// Whether a call stands in a file in which another is caught: then it is no other way of asking that may never be taken.
fn stands_among(call: &ModelCall<'_>, safe: &[&ModelCall<'_>]) -> bool {
    safe.iter().any(|other| other.event.path == call.event.path)
}

/// What may catch a failure of a call and was not followed.
fn doubt(snapshot: &Subject, court: &Court, call: &ModelCall<'_>) -> Option<(Place, &'static str)> {
    let code = snapshot.code();
    let mut functions = vec![];
    for level in call.event.levels() {
        match level {
            ScopeKind::Wrapper(wrapper) if retry::is_strange(&court.terms, *wrapper) => {
                return Some((
                    call.place(),
                    "what the wrapper around it does when it fails is not known",
                ));
            }
            ScopeKind::Wrapper(wrapper) if gives_up(&court.terms, *wrapper) => {
                return Some((call.place(), "what comes after the last attempt was not followed"));
            }
            ScopeKind::Function { name, .. } => functions.push(name.as_str()),
            _ => {}
        }
    }
    let named = |scope: &&python::scopes::Scope<'_>| {
        scope
            .function
            .is_some_and(|function| functions.contains(&function.name.as_str()))
    };
    for scope in code.scopes.iter().filter(|scope| scope.is_reached).filter(named) {
        let mut found = None;
        scope.statements(&mut |stmt| {
            if let StmtKind::With { items, .. } = &stmt.kind
                && items.iter().any(|(context, _)| catches(context))
            {
                found.get_or_insert(stmt.span.first);
            }
        });
        let keeps = scope
            .calls
            .iter()
            .find(|call| has_true(call, "return_exceptions"));
        if let Some(line) = found.or(keeps.map(|call| call.span.first)) {
            return Some((
                Place::line(scope.path, line),
                "what becomes of an error there was not followed",
            ));
        }
    }
    let raw = code
        .scopes
        .iter()
        .filter(|scope| scope.is_reached)
        .find_map(|scope| {
            let call = scope.calls.iter().find(|call| has_true(call, "include_raw"))?;
            Some(Place::line(scope.path, call.span.first))
        });
    raw.map(|place| (place, "an answer that cannot be parsed is not raised there"))
}

/// Whether what tries again has a function that takes over after the last attempt.
fn gives_up(terms: &Terms, wrapper: Term) -> bool {
    reachable(terms, [wrapper]).into_iter().any(|term| {
        let Node::Call(_, arguments) = terms.node(term) else {
            return false;
        };
        let mut keywords = arguments.iter().filter_map(|(keyword, _)| keyword.as_deref());
        keywords.any(|keyword| matches!(keyword, "retry_error_callback" | "on_giveup" | "raise_on_giveup"))
    })
}

/// `with suppress(…)`, `with anything_of_the_repository():` that is named after errors.
fn catches(context: &Expr) -> bool {
    let ExprKind::Call { callee, .. } = &context.kind else {
        return false;
    };
    let words = names::words(walk::last_name(callee).unwrap_or_default());
    words.iter().any(|word| {
        ["suppress", "catch", "error", "guard", "safe", "handl", "fallback"]
            .iter()
            .any(|known| word.starts_with(known))
    })
}

fn has_true(call: &Expr, keyword: &str) -> bool {
    match &call.kind {
        ExprKind::Call { args, .. } => args
            .iter()
            .any(|arg| arg.name.as_deref() == Some(keyword) && is_true(&arg.value)),
        _ => false,
    }
}

fn survives(snapshot: &Subject, terms: &Terms, call: &ModelCall<'_>) -> bool {
    is_caught(snapshot, terms, call) || falls_back(terms, call.event.term, &mut BTreeMap::new())
}

/// Whether a handler ends the failure. One that goes on to the next round of a loop only puts it off where the last
/// round, or what follows the loop, raises. And so does one after which the answer is read that never came.
fn is_caught(snapshot: &Subject, terms: &Terms, call: &ModelCall<'_>) -> bool {
    let (mut goes_on, mut may_raise) = (false, false);
    let event = call.event;
    let raises_soon = || lost::read_all_the_same(snapshot.code(), &event.path, event.span).is_some();
    let mut is_own = true;
    for level in event.levels() {
        match level {
            ScopeKind::Try(ends) => {
                let has = |wanted: &[HandlerEnd]| ends.iter().any(|end| wanted.contains(end));
                let leaves = has(&[HandlerEnd::Returns, HandlerEnd::RaisesOwn]);
                let puts_off = has(&[HandlerEnd::GoesOn, HandlerEnd::GoesOnOrRaises]) || leaves;
                if is_own && puts_off && raises_soon() {
                    continue;
                }
                if leaves {
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
            ScopeKind::Function { .. } => is_own = false,
            _ => {}
        }
    }
    goes_on || may_raise
}

/// Whether another model takes over: on both ways of a decision, for one that is only taken by some setting is no net.
/// `known` are the terms that were looked at, so that what is shared is gone through once.
fn falls_back(terms: &Terms, term: Term, known: &mut BTreeMap<Term, bool>) -> bool {
    if let Some(known) = known.get(&term) {
        return *known;
    }
    known.insert(term, false);
    if known.len() > FALLS_MAX {
        return false;
    }
    let falls = match terms.node(term) {
        Node::Gate(_, then, other, _) => falls_back(terms, *then, known) && falls_back(terms, *other, known),
        node => {
            has_fallbacks(terms, term) || parts(node).into_iter().any(|part| falls_back(terms, part, known))
        }
    };
    known.insert(term, falls);
    falls
}

fn has_fallbacks(terms: &Terms, term: Term) -> bool {
    matches!(terms.node(term), Node::Call(callee, _) if matches!(terms.node(*callee), Node::Attribute(_, method) if method == "with_fallbacks"))
}
