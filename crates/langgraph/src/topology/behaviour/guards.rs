//! Guards that leak: a router says no, and an edge beside it starts the work all the same.

use super::super::{Edge, End, RouteSource};
use super::words::{answer, list, router, tick};
use super::{Finding, Study, Weight};
use crate::topology::roles::Role;
use std::collections::BTreeSet;

/// Most edges beside one router that are looked at.
const BESIDE_MAX: usize = 24;

pub(super) fn find(study: &Study<'_>, found: &mut Vec<Finding>) {
    for at in 0..study.graph.routers.len() {
        found.extend(of_router(study, at));
    }
}

fn of_router(study: &Study<'_>, at: usize) -> Option<Finding> {
    let answers = &study.options[at].answers;
    let beside = beside(study, at);
    if answers.len() < 2 || beside.is_empty() {
        return None;
    }
    let leaks = (0..answers.len()).filter_map(|refusal| leak(study, at, refusal, &beside));
    let leak = leaks.min_by_key(|leak| {
        let onward = study.onward(leak.refusal).len();
        (onward, std::cmp::Reverse(leak.started.len() + leak.through.len()))
    })?;
    Some(finding(study, at, &leak))
}

/// A refusal that does not hold.
struct Leak<'s, 'a> {
    refusal: &'s BTreeSet<End>,
    edges: Vec<&'a Edge>,
    /// What the edges start.
    started: BTreeSet<&'a End>,
    /// Guarded nodes that run after that.
    through: BTreeSet<End>,
}

fn leak<'s, 'a>(
    study: &'s Study<'a>,
    at: usize,
    refusal: usize,
    beside: &[&'a Edge],
) -> Option<Leak<'s, 'a>> {
    let answers = &study.options[at].answers;
    let guarded = guarded(study, answers, &answers[refusal]);
    let reached = reached(study, at, refusal);
    let through: BTreeSet<End> = guarded.intersection(&reached).cloned().collect();
    let edges = beside
        .iter()
        .filter(|edge| leaks(study, edge, &guarded, &through))
        .copied();
    let edges: Vec<&Edge> = edges.collect();
    let started: BTreeSet<&End> = edges.iter().map(|edge| &edge.to).collect();
    let onward = study.onward(started.iter().copied());
    let through = through
        .into_iter()
        .filter(|end| onward.contains(end) && !started.contains(end))
        .collect();
    (!edges.is_empty()).then_some(Leak {
        refusal: &answers[refusal],
        through,
        edges,
        started,
    })
}

/// The nodes that run whenever a router gives an answer.
fn reached(study: &Study<'_>, at: usize, answer: usize) -> BTreeSet<End> {
    let is_given = |run: &&super::Run<'_>| {
        let mut decisions = run.decisions.iter();
        decisions.any(|decision| decision.router == at && decision.answer == answer)
    };
    let runs = study.runs.iter().filter(is_given).filter(|_| study.has_all_runs);
    let nodes = runs.map(|run| {
        let names = run.steps.iter().flat_map(|step| step.keys());
        names
            .map(|name| End::Node((*name).to_owned()))
            .collect::<BTreeSet<End>>()
    });
    nodes.reduce(|all, nodes| &all & &nodes).unwrap_or_default()
}

fn finding(study: &Study<'_>, at: usize, leak: &Leak<'_, '_>) -> Finding {
    let guard = &study.graph.routers[at];
    let (run, edges) = match leak.started.len() {
        1 => ("runs", "an edge"),
        _ => ("run", "edges"),
    };
    let mut text = format!(
        "when {} answers {}, {} still {run} after {}, by {edges} beside the conditional edge",
        router(guard),
        answer(leak.refusal),
        list(leak.started.iter().copied()),
        tick(&guard.from),
    );
    if !leak.through.is_empty() {
        let verb = if leak.through.len() == 1 { "does" } else { "do" };
        text.push_str(&format!(", and so {verb} {}", list(leak.through.iter())));
    }
    let places = leak.edges.iter().map(|edge| edge.place.clone());
    let ways = leak
        .started
        .iter()
        .map(|to| format!("{} → {}", tick(&guard.from), tick(to)));
    Finding::new("graph.leaky_guard", Weight::Wrong, text)
        .at([guard.place.clone()].into_iter().chain(places))
        .shown_by(ways.collect::<Vec<_>>())
        .innocent_if("meant so where the router only decides on additional work")
}

/// The edges that a run takes from there whatever this router says.
fn beside<'a>(study: &Study<'a>, at: usize) -> Vec<&'a Edge> {
    let routers = &study.graph.routers;
    let from = &routers[at].from;
    let is_always = |edge: &Edge| {
        let always = |(number, options): (usize, &super::Options)| {
            let is_other = number != at && routers[number].from == *from;
            is_other
                && routers[number].source != RouteSource::Command
                && options.is_whole
                && matches!(options.answers.as_slice(), [only] if only.len() == 1 && only.contains(&edge.to))
        };
        !edge.conditional || study.options.iter().enumerate().any(always)
    };
    let edges = study.graph.edges_from(from);
    let certain = edges.filter(|edge| !edge.optional && edge.barrier.is_none() && edge.to != End::Finish);
    certain
        .filter(|edge| !study.is_back(from, &edge.to) && is_always(edge))
        .take(BESIDE_MAX)
        .collect()
}

/// What other answers lead to and this one does not.
fn guarded(study: &Study<'_>, answers: &[BTreeSet<End>], refusal: &BTreeSet<End>) -> BTreeSet<End> {
    let others = answers.iter().filter(|answer| *answer != refusal).flatten();
    let mut guarded = study.onward(others);
    for end in study.onward(refusal) {
        guarded.remove(&end);
    }
    guarded.remove(&End::Finish);
    guarded
}

/// Whether an edge starts guarded work, leads to guarded work that runs, or starts work of the same role beside it.
fn leaks(study: &Study<'_>, edge: &Edge, guarded: &BTreeSet<End>, through: &BTreeSet<End>) -> bool {
    let is_colleague = |end: &End| {
        let role = study.roles.at(end);
        matches!(role, Role::Judge | Role::Detective) && role == study.roles.at(&edge.to)
    };
    let onward = study.onward([&edge.to]);
    guarded.contains(&edge.to)
        || onward.iter().any(|end| through.contains(end))
        || guarded.iter().any(is_colleague)
}
