//! Whether failure takes another way than success: by the routers, given states in which something is missing.

use super::{Case, Fact, said_of};
use crate::scenario::REPLAY;
use crate::seen::Routed;

/// How the library calls the end.
const END: &str = "__end__";
/// What a router really got.
const REAL: &str = "real";

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
    let other = routers.iter().filter(|one| one.variant != REAL).find_map(|one| {
        let (to, before) = (one.to?, real(one)?);
        let way = to
            .iter()
            .find(|to| !before.contains(to) && is_ahead(case, one.source, to))?;
        Some((one, way))
    });
    if let Some((one, way)) = other {
        let why = format!(
            "{} leads from {} to {way} where something is missing",
            one.router, one.source
        );
        return Some(said_of(REPLAY, ID, true, why));
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
