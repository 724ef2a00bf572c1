//! Guards that leak: a router says no, and an edge beside it starts the work all the same.

use super::super::{Edge, End, RouteSource};
use super::words::{answer, list, router, tick};
use super::{Finding, Study, Weight};
use crate::topology::roles::Role;
use std::collections::BTreeSet;

pub(super) fn find(study: &Study<'_>, found: &mut Vec<Finding>) {
    for at in 0..study.graph.routers.len() {
        found.extend(of_router(study, at));
    }
}

fn of_router(study: &Study<'_>, at: usize) -> Option<Finding> {
    let guard = &study.graph.routers[at];
    let answers = &study.options[at].answers;
    let beside = beside(study, at);
    if answers.len() < 2 || beside.is_empty() {
        return None;
    }
    let leaks = answers.iter().filter_map(|refusal| {
        let guarded = guarded(study, answers, refusal);
        let leaking: Vec<&Edge> = beside
            .iter()
            .filter(|edge| leaks(study, edge, &guarded))
            .copied()
            .collect();
        (!leaking.is_empty()).then_some((refusal, guarded, leaking))
    });
    let (refusal, guarded, leaking) = leaks.min_by_key(|(refusal, guarded, _)| {
        (study.onward(*refusal).len(), std::cmp::Reverse(guarded.len()))
    })?;
    let started: BTreeSet<&End> = leaking.iter().map(|edge| &edge.to).collect();
    let reached = study.onward(started.iter().copied());
    let through: Vec<&End> = guarded
        .iter()
        .filter(|end| reached.contains(*end) && !started.contains(*end))
        .collect();
    let mut text = format!(
        "when {} answers {}, {} still {} after {}, by {} beside the conditional edge",
        router(guard),
        answer(refusal),
        list(started.iter().copied()),
        if started.len() == 1 { "runs" } else { "run" },
        tick(&guard.from),
        if leaking.len() == 1 {
            "a plain edge"
        } else {
            "plain edges"
        },
    );
    if !through.is_empty() {
        text.push_str(&format!(", and so does {}", list(through)));
    }
    let places = leaking.iter().map(|edge| edge.place.clone());
    let ways = started
        .iter()
        .map(|to| format!("{} → {}", tick(&guard.from), tick(&to)));
    Some(
        Finding::new("graph.leaky_guard", Weight::Wrong, text)
            .at([guard.place.clone()].into_iter().chain(places))
            .shown_by(ways.collect::<Vec<_>>())
            .innocent_if("meant so where the router only decides on additional work"),
    )
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

/// Whether an edge starts guarded work, or work of the same role beside it.
fn leaks(study: &Study<'_>, edge: &Edge, guarded: &BTreeSet<End>) -> bool {
    let is_colleague = |end: &End| {
        let role = study.roles.at(end);
        matches!(role, Role::Judge | Role::Detective) && role == study.roles.at(&edge.to)
    };
    let reached = study.onward([&edge.to]);
    reached.iter().any(|end| guarded.contains(end)) || guarded.iter().any(is_colleague)
}
