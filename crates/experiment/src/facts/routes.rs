//! Whether failure takes another way than success: by the routers, given states in which something is missing.

use super::graph::edges;
use super::{Case, Fact, fakes, said_of};
use crate::scenario::REPLAY;
use crate::seen::{Routed, Seen, Visit};
use std::collections::BTreeSet;
use wordlist::array;

/// How the library calls the end.
const END: &str = "__end__";
/// What a router really got.
const REAL: &str = "real";
/// What stands before the key where one of those that it looks into was changed alone.
const KEY: &str = "key:";

/// Scenarios in which something really fails.
const FAILURES: [&str; 7] =
    array("clone_refused clone_hangs no_report nothing_there malformed nothing model_down");

pub(super) fn facts(case: &Case<'_>) -> Option<Fact> {
    const ID: &str = "graph.error_route";
    if case.run.graph?.branches.is_empty() {
        return Some(case.fact(ID, false, "no edge is conditional"));
    }
    let routers = &case.other(REPLAY)?.replayed.routers;
    let way = |one| way(case, one, routers);
    let is_missing = |one: &&Routed<'_>| one.variant != REAL && !one.variant.starts_with(KEY);
    let ways = routers
        .iter()
        .filter(is_missing)
        .filter_map(|one| Some((one, way(one)?)));
    let (mut proved, mut open) = (None, false);
    for (one, way) in ways {
        let acts = one.gives.contains(way) || !comes_back(case, way);
        let acts = acts && is_elsewhere(case, one.source, way, real(one, routers).unwrap_or_default());
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
    if !routers.iter().any(|one| is_missing(&one) && one.to.is_some()) {
        return None;
    }
    let why = "no router goes another way where something is missing";
    let fact = said_of(REPLAY, ID, false, why);
    // Whatever a router looks into was taken from it by itself, and it went the same way.
    let is_same = |one: &Routed<'_>| {
        let key = one.variant.strip_prefix(KEY);
        self::way(case, one, routers).is_none() || key.is_some_and(|key| is_of_judges(case, key))
    };
    let is_known = |one: &Routed<'_>| {
        let mut keys = one.reads.into_iter().flatten();
        one.to.is_some() && one.reads.is_some() && keys.all(|key| !may_hold_failure(case, key))
    };
    let is_whole = routers.iter().all(|one| is_known(one) && is_same(one));
    let has_all = is_asked(case, routers);
    let sources = routers.iter().filter_map(|one| case.run.place_of(one.source));
    let graph = case.run.graph.and_then(|graph| graph.line.as_deref());
    let is_faked = sources
        .chain(graph)
        .any(|place| fakes::lie_at(case.base.1, place));
    Some(if is_whole && has_all && !is_faked {
        fact
    } else {
        fact.unproved()
    })
}

/// Whether a key holds something that was gathered before the judges: nobody knows how a failure would stand in it.
fn may_hold_failure(case: &Case<'_>, key: &str) -> bool {
    const PLAIN: [&str; 3] = array("int float bool");
    let Some((first, _)) = case.hearing() else {
        return true;
    };
    let gave = |visit: &Visit<'_>| {
        let mut gave = visit.gave.iter();
        gave.any(|(name, what)| *name == key && !PLAIN.contains(&what.as_str()))
    };
    let mut early = case.visits().filter(|(step, _)| *step < first);
    early.any(|(_, visit)| gave(visit))
}

/// Whether what stands under a key last came from judges or behind them, and is not called a failure.
fn is_of_judges(case: &Case<'_>, key: &str) -> bool {
    const FAILURE: [&str; 5] = array("error fail abort exception missing");
    let is_failure = FAILURE.iter().any(|word| key.to_lowercase().contains(word));
    let gives = |visit: &Visit<'_>| visit.gave.iter().any(|(name, _)| *name == key);
    let steps = case.visits().filter(|(_, visit)| gives(visit));
    let last = steps.map(|(step, _)| step).max();
    let first = case.hearing().map(|(first, _)| first);
    !is_failure && first.zip(last).is_some_and(|(first, last)| last >= first)
}

/// Where the same router led with what it really got.
fn real<'a>(one: &Routed<'_>, routers: &[Routed<'a>]) -> Option<&'a [String]> {
    let same = |other: &&Routed<'_>| {
        other.variant == REAL && (other.source, other.router) == (one.source, one.router)
    };
    routers.iter().find(same).and_then(|other| other.to)
}

/// A way ahead that it did not really take.
fn way<'a>(case: &Case<'_>, one: &Routed<'a>, routers: &[Routed<'a>]) -> Option<&'a String> {
    let (to, before) = (one.to?, real(one, routers)?);
    to.iter()
        .find(|to| !before.contains(to) && is_ahead(case, one.source, to))
}

/// Whether every router of the graph was asked again.
fn is_asked(case: &Case<'_>, routers: &[Routed<'_>]) -> bool {
    let branches = case.run.graph.iter().flat_map(|graph| &graph.branches);
    branches.into_iter().all(|branch| {
        let mut asked = routers.iter();
        asked.any(|one| (one.source, one.router) == (branch.source.as_str(), branch.router.as_str()))
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

#[cfg(test)]
mod tests;
