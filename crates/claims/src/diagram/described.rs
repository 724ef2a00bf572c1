//! What somebody who sees says of a picture, as an exhibit: told, never observed.

use super::candidate::Candidate;
use super::compare::compare;
use super::graph::Graph;
use super::roles::Bench;
use super::{Diagram, Kind};
use court::evidence::{Confidence, Detective, Exhibit, Finding, Source};
use documents::picture::described::{Arrow, Described, Drawing};
use langgraph::topology;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Under which name descriptions stand among exhibits. No demand has it, and none is weighed by what is told. It comes
/// after every probe, so that no other exhibit has another number with descriptions than without.
pub const PROBE: &str = "docs.diagram_told";
const GOAL: &str =
    "What the pictures of the documents show, such as a diagram of the graph and its parallel branches.";

fn graph(described: &Described) -> Graph {
    let mut graph = Graph::default();
    let ends = described.edges.iter().flat_map(|edge| [&edge.from, &edge.to]);
    let names: BTreeSet<&String> = described.nodes.iter().chain(ends).collect();
    for name in names {
        graph.add_node(name, None);
    }
    for edge in &described.edges {
        graph.add_edge(&edge.from, &edge.to);
    }
    graph
}

/// The exhibit of one picture, the `number`th of its subject, as `model` described it, held against the graph that the
/// code runs.
#[must_use]
pub fn exhibit(
    number: u16,
    candidate: &Candidate,
    described: &Described,
    model: &str,
    built: Option<&topology::Graph>,
) -> Exhibit {
    let told = against(candidate, described, built);
    let what = if described.kind != Drawing::None {
        format!(
            "{} with {} nodes and {} arrows, {}",
            described.kind.name(),
            described.nodes.len(),
            described.edges.len(),
            described.order.word()
        )
    } else {
        described.kind.name().to_owned()
    };
    let about = &candidate.about;
    let rationale = format!(
        "{about}: the model {model} describes {what}: {}; a description and not an observation, which overrules \
         nothing that was observed",
        described.summary.trim_end_matches('.')
    );
    let rationale = match &told {
        Some(told) => format!("{rationale}. Held against the code, as described: {told}"),
        None => rationale,
    };
    Exhibit {
        finding: Finding::Present,
        value: Some(value(candidate, described, told.as_deref())),
        rationale,
        confidence: Confidence::percent(described.confidence),
        ..blank(number, candidate, model)
    }
}

/// The exhibit of a picture that nobody described, for this cause.
#[must_use]
pub fn unseen(number: u16, candidate: &Candidate, cause: &str, model: &str) -> Exhibit {
    let cause = cause.to_owned();
    Exhibit {
        finding: Finding::Unobserved { cause },
        rationale: format!("{} was not described", candidate.about),
        ..blank(number, candidate, model)
    }
}

fn blank(number: u16, candidate: &Candidate, model: &str) -> Exhibit {
    Exhibit {
        probe: PROBE.to_owned(),
        rank: number,
        detective: Detective::VisionInspector,
        goal: GOAL.to_owned(),
        finding: Finding::NotApplicable,
        value: None,
        place: Some(candidate.place.clone()),
        excerpt: None,
        rationale: String::new(),
        confidence: Confidence::percent(0),
        source: Source::Described {
            model: model.to_owned(),
        },
    }
}

/// The described drawing against the graph of the code, in a sentence; nothing where it draws another thing.
fn against(candidate: &Candidate, described: &Described, built: Option<&topology::Graph>) -> Option<String> {
    let built = built.filter(|_| described.is_flow())?;
    let graph = graph(described);
    let diagram = Diagram {
        place: candidate.place.clone(),
        page: 1,
        kind: Kind::Raster,
        detectives_parallel: Some(graph.branches(Bench::Detectives)),
        judges_parallel: Some(graph.branches(Bench::Judges)),
        graph,
        text: String::new(),
        about: candidate.about.clone(),
        lettering: None,
    };
    let mut comparison = compare(&diagram, built)?;
    // What is not told of may be drawn all the same.
    comparison.forget_missing();
    Some(comparison.in_words())
}

fn value(candidate: &Candidate, described: &Described, against: Option<&str>) -> Value {
    let graph = graph(described);
    json!({
        "where": candidate.place.to_string(),
        "classification": described.kind.word(),
        "is_parallel": described.is_parallel(),
        "title": described.title,
        "description": described.summary,
        "nodes": described.nodes,
        "edges": described.edges.iter().map(edge).collect::<Vec<_>>(),
        "order": described.order.word(),
        "detectives_parallel": graph.branches(Bench::Detectives),
        "judges_parallel": graph.branches(Bench::Judges),
        "against_code": against,
    })
}

fn edge(edge: &Arrow) -> Value {
    if edge.label.is_empty() {
        json!([edge.from, edge.to])
    } else {
        json!([edge.from, edge.to, edge.label])
    }
}

#[cfg(test)]
mod tests;
