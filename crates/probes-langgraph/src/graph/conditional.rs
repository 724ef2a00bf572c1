//! `graph.conditional`: a run may take one way or another.

use super::{no, of_parts};
use langgraph::topology::{Graph, RouteSource};
use probes_core::{Answer, Probe};

pub(super) const PROBE: Probe = Probe::of_code(
    "graph.conditional",
    "At least one edge of the graph is conditional, or a node returns Command(goto=…)",
    |snapshot| of_parts(snapshot, false, conditional),
);

fn conditional(graph: &Graph) -> Answer {
    if graph.routers.is_empty() {
        return no(graph, "no edge of the graph is conditional");
    }
    let count = graph.routers.len();
    let places = match count {
        1 => "one place".to_owned(),
        count => format!("{count} places"),
    };
    let mut answer = Answer::present(format!(
        "the graph has {places} where a run may take different ways"
    ));
    for router in &graph.routers {
        let who = match router.source {
            RouteSource::Command => "the node itself",
            _ => router
                .function
                .as_ref()
                .map_or("a router", |function| function.name.as_str()),
        };
        let note = match router.targets.len() {
            1 => format!("{who} decides after {}, but there is only one way", router.from),
            ways => format!("{who} decides after {} between {ways} ways", router.from),
        };
        answer = answer.at_noting(router.place.clone(), note);
    }
    answer
}
