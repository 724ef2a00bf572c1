//! Decisions that decide nothing: one target for every answer, answers that are never given, detours that change
//! nothing.

use super::super::{End, RouteSource, Router};
use super::words::{list, router, tick, way};
use super::{Finding, Study, Weight};
use python::ast::{ExprKind, StmtKind};
use python::program::FunctionRef;
use python::walk;
use std::collections::BTreeSet;

/// Most nodes of one detour.
const DETOUR_MAX: usize = 8;

pub(super) fn find(study: &Study<'_>, found: &mut Vec<Finding>) {
    for (at, router) in study.graph.routers.iter().enumerate() {
        // Where a node goes is its own affair, also when it always goes the same way.
        if router.source == RouteSource::Command || !router.sends.is_empty() || study.is_optional(router) {
            continue;
        }
        let single = single_target(study, router);
        let is_single = single.is_some();
        found.extend(single);
        if !is_single {
            found.extend(never_given(study, at));
            found.extend(rejoins(study, router));
        }
    }
}

fn single_target(study: &Study<'_>, route: &Router) -> Option<Finding> {
    let only = route.targets.first().filter(|_| route.targets.len() == 1)?;
    let labels: Vec<&str> = study
        .graph
        .edges_from(&route.from)
        .filter(|edge| edge.place == route.place)
        .filter_map(|edge| edge.label.as_deref())
        .collect();
    let is_bounded = !route.is_open || route.source != RouteSource::Returns;
    if !is_bounded || may_answer_nothing(study, route) {
        return None;
    }
    let text = format!(
        "the conditional edge after {} decides nothing: whatever {} answers, it leads to {}",
        tick(&route.from),
        router(route),
        tick(&only)
    );
    let function = route.function.as_ref();
    let defined =
        function.map(|function| court::evidence::Place::lines(&function.path, function.first, function.last));
    let shown = labels.first().map(|_| way([&route.from, only]));
    Some(
        Finding::new("graph.decorative", Weight::Risk, text)
            .at([route.place.clone()].into_iter().chain(defined))
            .shown_by(shown)
            .innocent_if("harmless, but no more than a plain edge: it handles no case"),
    )
}

/// Whether the router may also stop a run or send tasks past its map: then one target is a decision.
fn may_answer_nothing(study: &Study<'_>, route: &Router) -> bool {
    let Some(function) = study.function(route.function.as_ref()) else {
        return true;
    };
    study.with_callees(function).iter().any(gives_none_or_tasks)
}

fn gives_none_or_tasks(function: &FunctionRef<'_>) -> bool {
    let body = &function.function.body;
    let mut found = !super::answers::leaves(body);
    walk::scope(body, &mut |stmt| {
        found |= match &stmt.kind {
            StmtKind::Return(value) => value.as_ref().is_none_or(|value| {
                matches!(&value.kind, ExprKind::None)
                    || matches!(&value.kind, ExprKind::List(items) | ExprKind::Tuple(items) if items.is_empty())
            }),
            _ => false,
        };
    });
    walk::expressions(body, &mut |expr| {
        if let ExprKind::Call { callee, .. } = &expr.kind {
            let name = walk::dotted(callee).unwrap_or_default();
            found |= matches!(name.rsplit('.').next(), Some("Send" | "Command"));
        }
    });
    found
}

/// Targets of a map that no `return` leads to.
fn never_given(study: &Study<'_>, at: usize) -> Option<Finding> {
    let route = &study.graph.routers[at];
    if route.is_open || route.answers.is_empty() {
        return None;
    }
    let given: BTreeSet<&End> = route.answers.iter().flatten().collect();
    let missing: Vec<&End> = route.targets.iter().filter(|end| !given.contains(*end)).collect();
    if missing.is_empty() {
        return None;
    }
    let mut text = format!(
        "{} never answers what leads to {}: it can only lead to {}",
        router(route),
        list(missing.iter().copied()),
        list(given)
    );
    let lost: Vec<&End> = missing
        .into_iter()
        .filter(|end| is_only_way(study, route, end))
        .collect();
    if !lost.is_empty() {
        let verb = if lost.len() == 1 { "runs" } else { "run" };
        text.push_str(&format!(", so {} never {verb}", list(lost)));
    }
    let function = route.function.as_ref();
    let defined =
        function.map(|function| court::evidence::Place::lines(&function.path, function.first, function.last));
    Some(
        Finding::new("graph.answer_never_given", Weight::Risk, text)
            .at([route.place.clone()].into_iter().chain(defined))
            .innocent_if("harmless if the target is kept for later"),
    )
}

fn is_only_way(study: &Study<'_>, route: &Router, end: &End) -> bool {
    let other = study
        .graph
        .edges_to(end)
        .any(|edge| edge.from != route.from || !edge.conditional);
    let other_routers = study
        .graph
        .routers
        .iter()
        .filter(|other| other.from == route.from);
    end.node().is_some() && !other && other_routers.filter(|other| other.targets.contains(end)).count() == 1
}

/// Targets that differ only by nodes which change nothing on the way to the same node.
fn rejoins(study: &Study<'_>, route: &Router) -> Option<Finding> {
    let goals: BTreeSet<End> = route.targets.iter().map(|end| beyond(study, end).0).collect();
    let goal = goals
        .first()
        .filter(|_| goals.len() == 1 && route.targets.len() > 1)?;
    let passed: BTreeSet<String> = route
        .targets
        .iter()
        .flat_map(|end| beyond(study, end).1)
        .collect();
    if passed.is_empty() || may_answer_nothing(study, route) || route.targets.contains(&route.from) {
        return None;
    }
    let text = format!(
        "all answers of {} come to {}: they differ only by {}, which gives nothing to the state",
        router(route),
        tick(&goal),
        list(passed.iter())
    );
    let ways = route.targets.iter().map(|end| {
        let (goal, passed) = beyond(study, end);
        let passed = passed.into_iter().map(End::Node);
        way([route.from.clone()].into_iter().chain(passed).chain([goal]))
    });
    let nodes = passed
        .iter()
        .filter_map(|name| Some(study.graph.nodes.get(name)?.place.clone()));
    Some(
        Finding::new("graph.rejoins", Weight::Risk, text)
            .at([route.place.clone()].into_iter().chain(nodes))
            .shown_by(ways.collect::<Vec<_>>())
            .innocent_if("harmless; the detour may write a log"),
    )
}

/// Where one comes to from an end through nodes that change nothing and have one plain way on, and those nodes.
fn beyond(study: &Study<'_>, end: &End) -> (End, Vec<String>) {
    let (mut at, mut passed) = (end.clone(), Vec::new());
    while let Some(name) = at.node().filter(|_| passed.len() < DETOUR_MAX) {
        let ways: Vec<_> = study.graph.edges_from(&at).collect();
        let [only] = ways.as_slice() else { break };
        let is_plain = !only.conditional && !only.optional && only.barrier.is_none();
        if !is_plain || !study.roles.idle.contains(name) {
            break;
        }
        passed.push(name.to_owned());
        at = only.to.clone();
    }
    (at, passed)
}
