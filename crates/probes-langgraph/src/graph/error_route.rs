//! `graph.error_route`: failure takes another way than success.

use super::{of_meaning, together};
use probes_core::{Answer, Probe, Subject};

pub(super) const PROBE: Probe = Probe::of_code(
    "graph.error_route",
    "A conditional edge leads failure or missing evidence another way than success, and the ways differ in effect",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    of_meaning(snapshot, |meaning| {
        let Some(route) = meaning.error_route() else {
            let rationale = if meaning.graph.routers.is_empty() {
                "no edge of the graph is conditional"
            } else {
                "the branches of its conditional edges do not differ in effect"
            };
            return Answer::absent(rationale, together(meaning.graph));
        };
        let rationale = format!(
            "after {} one branch leads to {}: {}",
            route.from, route.to, route.why
        );
        Answer::present(rationale).at(route.place).sure(85)
    })
}
