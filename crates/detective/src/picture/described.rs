//! What somebody who sees says of a picture, as an exhibit: told, never observed.

use super::Candidate;
use crate::derived::Subject;
use crate::diagram::compare::compare;
use crate::diagram::graph::Graph;
use crate::diagram::roles::Bench;
use crate::diagram::{Diagram, Kind};
use crate::probes::docs::difference;
use court::evidence::{Confidence, Detective, Exhibit, Finding, Source};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Under which name descriptions stand among exhibits. No demand has it, and none is weighed by what is told. It comes
/// after every probe, so that no other exhibit has another number with descriptions than without.
pub const PROBE: &str = "docs.diagram_told";
const GOAL: &str =
    "What the pictures of the documents show, such as a diagram of the graph and its parallel branches.";

/// How a picture shows its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Branches side by side.
    Parallel,
    /// One after the other.
    Serial,
    /// Both.
    Mixed,
    /// It shows no steps, or that cannot be seen.
    Unclear,
}

impl Order {
    /// The word in answers and reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Parallel => "parallel",
            Self::Serial => "serial",
            Self::Mixed => "mixed",
            Self::Unclear => "unclear",
        }
    }
}

/// An arrow of a picture, between what is written on its boxes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Arrow {
    /// Where it begins.
    pub from: String,
    /// Where it points.
    pub to: String,
    /// What is written beside it.
    pub label: String,
}

/// What a picture shows, as it was told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Described {
    /// Whether it is a diagram of how a program flows.
    pub is_flow: bool,
    /// Its title or caption; empty where it has none.
    pub title: String,
    /// What it shows, in a sentence.
    pub summary: String,
    /// What is written on its boxes.
    pub nodes: Vec<String>,
    /// Its arrows.
    pub edges: Vec<Arrow>,
    /// How it shows its steps.
    pub order: Order,
    /// How sure the one who told it is, in percent.
    pub confidence: u8,
}

impl Described {
    fn graph(&self) -> Graph {
        let mut graph = Graph::default();
        let ends = self.edges.iter().flat_map(|edge| [&edge.from, &edge.to]);
        let names: BTreeSet<&String> = self.nodes.iter().chain(ends).collect();
        for name in names {
            graph.add_node(name, None);
        }
        for edge in &self.edges {
            graph.add_edge(&edge.from, &edge.to, &edge.label);
        }
        graph
    }
}

/// The exhibit of one picture, the `number`th of its subject, as `model` described it.
#[must_use]
pub fn exhibit(
    number: u16,
    candidate: &Candidate,
    described: &Described,
    model: &str,
    snapshot: &Subject,
) -> Exhibit {
    let told = against(candidate, described, snapshot);
    let what = if described.is_flow {
        format!(
            "a diagram of a flow with {} nodes and {} arrows, {}",
            described.nodes.len(),
            described.edges.len(),
            described.order.word()
        )
    } else {
        "no diagram of a flow".to_owned()
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
fn against(candidate: &Candidate, described: &Described, snapshot: &Subject) -> Option<String> {
    let built = snapshot.live_graph().filter(|_| described.is_flow)?;
    let graph = described.graph();
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
    Some(difference(&comparison))
}

fn value(candidate: &Candidate, described: &Described, against: Option<&str>) -> Value {
    let graph = described.graph();
    json!({
        "where": candidate.place.to_string(),
        "is_flow": described.is_flow,
        "title": described.title,
        "summary": described.summary,
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
