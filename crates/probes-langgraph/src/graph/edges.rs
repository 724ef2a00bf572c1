//! `graph.edges`: the edges of the live graph.

use super::{no, of_parts, with_notes};
use court::evidence::Finding;
use langgraph::topology::Graph;
use probes_core::{Answer, Probe, Subject};
use serde_json::{Value, json};

/// The edges as pairs; START and END by these names, one pair for each target of a conditional edge.
pub(super) const PROBE: Probe = Probe::of_code(
    "graph.edges",
    "The edges of the graph that the program runs, conditional ones and sent tasks included",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    of_parts(snapshot, Vec::<Value>::new(), |graph| {
        with_notes(edges(graph), graph)
    })
}

fn edges(graph: &Graph) -> Answer {
    let mut pairs: Vec<Value> = Vec::new();
    for edge in &graph.edges {
        let pair = json!([edge.from.to_string(), edge.to.to_string()]);
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    let conditional = graph.edges.iter().filter(|edge| edge.conditional).count();
    let mut rationale = format!(
        "the graph has {} edges, {conditional} of them conditional",
        pairs.len()
    );
    if !graph.alternative.is_empty() {
        let others: Vec<String> = graph
            .alternative
            .iter()
            .map(|(from, to)| format!("{from} to {to}"))
            .collect();
        rationale.push_str(&format!(
            "; with other arguments it has also {}",
            others.join(", ")
        ));
    }
    if pairs.is_empty() {
        return no(graph, "the graph has no edges").valued(pairs);
    }
    let mut answer = Answer::value(Finding::Present, pairs, rationale);
    for edge in &graph.edges {
        if answer.proofs.iter().all(|proof| proof.place != edge.place) {
            answer = answer.at_noting(edge.place.clone(), format!("from {} to {}", edge.from, edge.to));
        }
    }
    answer
}
