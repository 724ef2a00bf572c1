use super::{gaps, readable, shown, with_gaps};
use crate::diagram::{Diagram, diagrams};
use crate::probe::{Answer, Probe};
use crate::snapshot::Snapshot;
use court::evidence::{Detective, Finding};

pub(super) const PROBE: Probe = Probe {
    id: "docs.diagram",
    detective: Detective::VisionInspector,
    goal: "The report shows an architecture diagram.",
    examine,
};

/// A picture nobody has looked at may show something else.
const SURE_OF_PICTURES: u8 = 70;
const SURE: u8 = 95;

fn examine(snapshot: &Snapshot) -> Answer {
    if let Err(cause) = readable(snapshot) {
        return Answer::unobserved(cause);
    }
    let diagrams = diagrams(snapshot);
    match gaps(snapshot) {
        Some(gaps) if diagrams.is_empty() => Answer::unobserved(gaps),
        _ => answer(snapshot, diagrams),
    }
}

fn answer(snapshot: &Snapshot, diagrams: &[Diagram]) -> Answer {
    let sure = if diagrams.iter().any(Diagram::is_read) {
        SURE
    } else {
        SURE_OF_PICTURES
    };
    let rationale = match diagrams.len() {
        0 => "neither figures nor drawn, written or Mermaid diagrams".to_owned(),
        1 => "one figure or diagram".to_owned(),
        many => format!("{many} figures and diagrams"),
    };
    let finding = Finding::of(!diagrams.is_empty());
    let answer = Answer::value(finding, !diagrams.is_empty(), with_gaps(rationale, snapshot)).sure(sure);
    let mut best: Vec<&Diagram> = diagrams.iter().collect();
    best.sort_by_key(|diagram| !diagram.is_read());
    best.into_iter()
        .fold(answer, |answer, diagram| shown(answer, diagram, note(diagram)))
}

fn note(diagram: &Diagram) -> String {
    let (nodes, edges) = (diagram.graph.nodes.len(), diagram.graph.edges.len());
    match (diagram.is_read(), edges) {
        (false, _) => format!("{}, which is not observed", diagram.about),
        (true, 0) => format!("a {} diagram of {nodes} nodes", diagram.kind.word()),
        (true, _) => format!(
            "a {} diagram of {nodes} nodes and {edges} edges",
            diagram.kind.word()
        ),
    }
}
