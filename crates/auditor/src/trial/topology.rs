//! The graphs of the subject in the form of `report.json`.

use detective::snapshot::Snapshot;
use detective::topology::supersteps::Supersteps;
use detective::topology::{self, Edge, End, Framework, Graph};
use serde_json::{Value, json};

/// All graphs that the code builds, live ones first.
pub(super) fn all(snapshot: &Snapshot) -> Vec<Value> {
    topology::graphs(snapshot).iter().map(graph).collect()
}

fn graph(graph: &Graph) -> Value {
    let run = Supersteps::of(graph);
    let framework = match graph.framework {
        Framework::LangGraph => "langgraph",
        Framework::Own { .. } => "own",
    };
    json!({
        "framework": framework,
        "defined_at": graph.defined_at.to_string(),
        "live": graph.live,
        "why_live": graph.why_live,
        "nodes": graph.order,
        "edges": graph.edges.iter().map(edge).collect::<Vec<_>>(),
        "supersteps": run.steps,
        "findings": findings(graph, &run),
    })
}

fn edge(edge: &Edge) -> Value {
    json!([edge.from.to_string(), edge.to.to_string(), edge.conditional])
}

/// What a reader should know of the graph, a sentence each.
fn findings(graph: &Graph, run: &Supersteps) -> Vec<String> {
    let mut findings = Vec::new();
    if let Framework::Own { class } = &graph.framework {
        findings.push(format!(
            "its class is the repository's own ({class}), not LangGraph's; it is not evaluated"
        ));
    }
    for (node, times) in run.runs.iter().filter(|(_, times)| **times > 1) {
        findings.push(format!("`{node}` runs {times} times in one run: ways of unequal length lead to it, and nothing waits for all of them"));
    }
    for (from, to) in &run.back {
        findings.push(format!("`{from}` leads back to `{to}`"));
    }
    let reached = graph.reachable(&End::Start);
    let nodes = || graph.order.iter().map(|name| (name, End::Node(name.clone())));
    for (name, _) in nodes().filter(|(_, end)| !reached.contains(end)) {
        findings.push(format!("no way leads from START to `{name}`"));
    }
    for (name, _) in
        nodes().filter(|(_, end)| reached.contains(end) && graph.edges_from(end).next().is_none())
    {
        findings.push(format!("`{name}` has no edge out: a run ends there without END"));
    }
    findings.extend(
        graph
            .notes
            .iter()
            .map(|note| format!("{} ({})", note.what, note.place)),
    );
    findings
}
