//! The graphs of the subject in the form of `report.json`.

use langgraph::topology::behaviour::{self, Finding};
use langgraph::topology::supersteps::Supersteps;
use langgraph::topology::{Edge, Framework, Graph};
use probes::Subject;
use serde_json::{Value, json};

/// All graphs that the code builds, live ones first.
pub(crate) fn all(snapshot: &Subject) -> Vec<Value> {
    let graphs = snapshot.graphs().iter();
    graphs.map(|found| graph(snapshot, found)).collect()
}

fn graph(snapshot: &Subject, graph: &Graph) -> Value {
    let framework = match graph.framework {
        Framework::LangGraph => "langgraph",
        Framework::Own { .. } => "own",
    };
    let behaviour = behaviour::findings(snapshot.program(), graph);
    let optional = graph.order.iter().filter(|name| graph.nodes[*name].optional);
    json!({
        "framework": framework,
        "defined_at": graph.defined_at.to_string(),
        "live": graph.live,
        "why_live": graph.why_live,
        "nodes": graph.order,
        "optional": optional.collect::<Vec<_>>(),
        "edges": graph.edges.iter().map(edge).collect::<Vec<_>>(),
        "supersteps": Supersteps::of(graph).steps,
        "findings": sentences(graph, &behaviour),
        "behaviour": behaviour.iter().map(detail).collect::<Vec<_>>(),
    })
}

fn edge(edge: &Edge) -> Value {
    json!([edge.from.to_string(), edge.to.to_string(), edge.conditional])
}

/// A finding with what shows it.
fn detail(finding: &Finding) -> Value {
    json!({
        "kind": finding.kind,
        "weight": finding.weight.word(),
        "text": finding.text,
        "innocent": finding.innocent,
        "places": finding.places.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "counter_example": finding.counter_example,
    })
}

/// What a reader should know of the graph, a sentence each.
fn sentences(graph: &Graph, behaviour: &[Finding]) -> Vec<String> {
    let own = match &graph.framework {
        Framework::Own { class } => Some(format!(
            "its class is the repository's own ({class}), not LangGraph's; it is not evaluated"
        )),
        Framework::LangGraph => None,
    };
    let told = behaviour.iter().map(|finding| match finding.places.first() {
        Some(place) => format!("{} ({place})", finding.text),
        None => finding.text.clone(),
    });
    let unresolved = graph
        .notes
        .iter()
        .map(|note| format!("{} ({})", note.what, note.place));
    own.into_iter().chain(told).chain(unresolved).collect()
}
