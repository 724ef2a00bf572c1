//! Whether failure takes another way than success: by the routers, given states in which something is missing.

use super::graph::edges;
use super::{Case, Fact, said_of};
use crate::scenario::REPLAY;
use crate::seen::{Routed, Seen};
use std::collections::BTreeSet;
use wordlist::array;

/// How the library calls the end.
const END: &str = "__end__";
/// What a router really got.
const REAL: &str = "real";

/// Scenarios in which something really fails.
const FAILURES: [&str; 7] =
    array("clone_refused clone_hangs no_report nothing_there malformed nothing model_down");

pub(super) fn facts(case: &Case<'_>) -> Option<Fact> {
    const ID: &str = "graph.error_route";
    if case.run.graph?.branches.is_empty() {
        return Some(case.fact(ID, false, "no edge is conditional"));
    }
    let routers = &case.other(REPLAY)?.replayed.routers;
    let real = |one: &Routed<'_>| {
        let same = |other: &&Routed<'_>| {
            other.variant == REAL && (other.source, other.router) == (one.source, one.router)
        };
        routers.iter().find(same).and_then(|other| other.to)
    };
    let others = routers.iter().filter(|one| one.variant != REAL);
    let ways = others.filter_map(|one| {
        let (to, before) = (one.to?, real(one)?);
        let way = to
            .iter()
            .find(|to| !before.contains(to) && is_ahead(case, one.source, to))?;
        Some((one, way))
    });
    let (mut proved, mut open) = (None, false);
    for (one, way) in ways {
        let acts = one.gives.contains(way) || !comes_back(case, way);
        let acts = acts && is_elsewhere(case, one.source, way, real(one).unwrap_or_default());
        match acts && !has_judge_beside(case, one.source) {
            true => proved = proved.or(Some((one, way))),
            false => open = true,
        }
    }
    if let Some((one, way)) = proved {
        let why = format!(
            "{} leads from {} to {way} where something is missing; {}",
            one.router,
            one.source,
            live(case, one.source, way)
        );
        return Some(said_of(REPLAY, ID, true, why));
    }
    // A way that changes nothing that could be seen may be one.
    if open {
        return None;
    }
    let is_tried = routers.iter().any(|one| one.variant != REAL && one.to.is_some());
    is_tried.then(|| {
        said_of(
            REPLAY,
            ID,
            false,
            "no router goes another way where something is missing",
        )
        .unproved()
    })
}

/// Whether a way that is wired was taken when something really failed.
fn live(case: &Case<'_>, source: &str, way: &str) -> String {
    let tried: Vec<_> = FAILURES
        .iter()
        .filter_map(|name| Some((*name, case.other(name)?)))
        .filter(|(_, seen)| !seen.runs.is_empty())
        .collect();
    let is_taken = |seen: &&Seen<'_>| {
        let mut routes = seen.runs.iter().flat_map(|run| &run.routes);
        routes.any(|(from, _, to)| *from == source && to.iter().any(|one| one == way))
    };
    let taken: Vec<&str> = tried
        .iter()
        .filter(|(_, seen)| is_taken(seen))
        .map(|(name, _)| *name)
        .collect();
    match (taken.is_empty(), tried.len()) {
        (false, _) => format!("it is taken in {}", taken.join(", ")),
        (true, 0) => "no failure was tried".to_owned(),
        (true, count) => format!("wired only, for none of {count} failures took it"),
    }
}

/// Whether a node that only runs where something is missing leads to the judges all the same.
fn comes_back(case: &Case<'_>, node: &str) -> bool {
    let Some(graph) = case.run.graph else { return true };
    let (judges, edges) = (case.judges(), edges(case, graph));
    let met = subject::follow([node], |one, more| {
        let next = edges.iter().filter(|(from, _)| from == one);
        more.extend(next.map(|(_, to)| to.as_str()));
    });
    !met.is_disjoint(&judges)
}

/// Whether a way leads elsewhere, although plain edges leave the same node: these are taken in any case.
fn is_elsewhere(case: &Case<'_>, source: &str, way: &str, before: &[String]) -> bool {
    let edges = case.run.graph.iter().flat_map(|graph| &graph.edges);
    let plain: BTreeSet<&str> = edges
        .filter(|(from, _)| from == source)
        .map(|(_, to)| to.as_str())
        .collect();
    let is_new = way != END && !plain.contains(way);
    plain.is_empty() || is_new || before.iter().any(|to| !plain.contains(to.as_str()))
}

/// Whether a judge follows a router in any case.
fn has_judge_beside(case: &Case<'_>, source: &str) -> bool {
    let judges = case.judges();
    let graph = case.run.graph.iter();
    let mut edges = graph.flat_map(|graph| &graph.edges);
    edges.any(|(from, to)| from == source && judges.contains(to.as_str()))
}

/// Whether a way leads on, and not back to what ran before.
fn is_ahead(case: &Case<'_>, source: &str, to: &str) -> bool {
    let times = case.run.times();
    let first = |node: &str| times.get(node).and_then(|steps| steps.first().copied());
    match (to == END, first(to), first(source)) {
        (true, ..) | (_, None, _) => true,
        (_, Some(to), Some(source)) => to > source,
        (_, Some(_), None) => true,
    }
}
