//! `graph.nodes`: the nodes of the live graph.

use super::{no, of_parts, with_notes};
use court::evidence::Finding;
use langgraph::topology::Graph;
use probes_core::{Answer, Probe, Subject};
use serde_json::Value;

/// The names of the nodes, in the order in which they are added.
pub(super) const PROBE: Probe = Probe::of_code(
    "graph.nodes",
    "The nodes of the graph that the program runs",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    of_parts(snapshot, Vec::<Value>::new(), |graph| {
        with_notes(nodes(graph), graph)
    })
}

fn nodes(graph: &Graph) -> Answer {
    if graph.nodes.is_empty() {
        return no(graph, "the graph has no nodes").valued(Vec::<Value>::new());
    }
    let mut rationale = format!("the graph has {} nodes", graph.nodes.len());
    let optional = graph.nodes.values().filter(|node| node.optional).count();
    if optional > 0 {
        rationale.push_str(&format!(
            ", {optional} of them only under a condition known at run time"
        ));
    }
    let mut answer =
        Answer::value(Finding::Present, graph.order.clone(), rationale).at(graph.defined_at.clone());
    for name in &graph.order {
        let place = graph.nodes[name].place.clone();
        if answer.proofs.iter().all(|proof| proof.place != place) {
            answer = answer.at_noting(place, format!("the node {name} is added here"));
        }
    }
    answer
}
