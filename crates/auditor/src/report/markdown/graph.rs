//! The graph that the code builds, and the diagram of the reports against it.

use super::{Desk, mermaid, section};
use crate::report::escape::{code, fence, inline};
use crate::report::words::{count, sentence, shorten};
use court::evidence::Exhibit;
use serde_json::Value;

/// Most findings on one graph.
const FINDINGS_MAX: usize = 12;
/// Most supersteps told of.
const STEPS_MAX: usize = 20;
/// Most graphs told of; a repository with more is a collection of examples.
const GRAPHS_MAX: usize = 6;
/// Most characters of a finding, a rationale or a name.
const TEXT_MAX: usize = 240;

/// `None` where the code builds no graph and no diagram was looked for.
pub(super) fn write(desk: &Desk<'_>) -> Option<String> {
    let mut blocks: Vec<String> = Vec::new();
    let compared = comparison(desk);
    if !compared.is_empty() {
        blocks.push(compared.join("\n"));
    }
    let graphs = &desk.dossier.topology;
    blocks.extend(graphs.iter().take(GRAPHS_MAX).map(|graph| described(desk, graph)));
    if graphs.len() > GRAPHS_MAX {
        blocks.push(format!("{} more in `report.json`.", graphs.len() - GRAPHS_MAX));
    }
    let live = graphs.iter().find(|graph| is_live(graph));
    blocks.extend(live.and_then(mermaid::draw).map(|text| fence("mermaid", &text)));
    (!blocks.is_empty()).then(|| section("Diagram and code", &[blocks.join("\n\n")]))
}

/// What the diagram shows, then what the code does about the same.
fn comparison(desk: &Desk<'_>) -> Vec<String> {
    let is_diagram = |exhibit: &Exhibit| exhibit.probe.starts_with("docs.diagram");
    let is_parallel =
        |exhibit: &Exhibit| exhibit.probe.starts_with("graph.") && exhibit.probe.contains("_fan_");
    let told = |title: &'static str, keep: &dyn Fn(&Exhibit) -> bool| -> Vec<String> {
        let matching = desk
            .dossier
            .evidence
            .iter()
            .filter(|(_, e)| e.rank == 0 && keep(e));
        matching
            .map(|(id, exhibit)| {
                let place = exhibit.place.as_ref();
                let place = place.map_or_else(String::new, |place| format!(" {}", desk.links.place(place)));
                let finding = exhibit.finding.word().replace('_', " ");
                let probe = code(&exhibit.probe);
                let why = inline(&sentence(&shorten(&exhibit.rationale, TEXT_MAX)));
                format!("- {title}: {probe} is {finding} ({id}{place}). {why}")
            })
            .collect()
    };
    let diagram = told("Diagram", &is_diagram);
    if diagram.is_empty() {
        return Vec::new();
    }
    [diagram, told("Code", &is_parallel)].concat()
}

fn is_live(graph: &Value) -> bool {
    graph["live"].as_bool() == Some(true)
}

fn described(desk: &Desk<'_>, graph: &Value) -> String {
    let nodes = graph["nodes"].as_array().map_or(0, Vec::len);
    let edges = graph["edges"].as_array();
    let conditional = edges.map_or(0, |edges| {
        edges.iter().filter(|e| e[2] == Value::Bool(true)).count()
    });
    let defined = graph["defined_at"].as_str();
    let at = defined.map_or_else(String::new, |at| format!(" at {}", desk.links.written(at)));
    let life = if is_live(graph) {
        "the program runs it"
    } else {
        "nothing that the program starts reaches it"
    };
    let framework = graph["framework"].as_str().unwrap_or("unknown framework");
    let mut lines = vec![format!(
        "Graph ({}){at}: {}, {}, {conditional} of them conditional; {life}.",
        inline(framework),
        count(nodes, "node", "nodes"),
        count(edges.map_or(0, Vec::len), "edge", "edges"),
    )];
    lines.extend(supersteps(graph));
    let findings = findings(graph);
    if !findings.is_empty() {
        lines.push(String::new());
        lines.extend(findings);
    }
    lines.join("\n")
}

/// Which nodes run together, where the graph is told so.
fn supersteps(graph: &Value) -> Option<String> {
    let steps = graph["supersteps"].as_array().filter(|steps| !steps.is_empty())?;
    let names = |step: &Value| -> Option<String> {
        let nodes: Vec<&str> = step.as_array()?.iter().filter_map(Value::as_str).collect();
        Some(inline(&shorten(&nodes.join(", "), TEXT_MAX)))
    };
    let named: Vec<String> = steps.iter().take(STEPS_MAX).map(names).collect::<Option<_>>()?;
    let more = if steps.len() > STEPS_MAX { " → …" } else { "" };
    Some(format!("Step by step: {}{more}.", named.join(" → ")))
}

fn findings(graph: &Value) -> Vec<String> {
    let findings = graph["findings"].as_array().map_or(&[][..], Vec::as_slice);
    let mut lines: Vec<String> = findings
        .iter()
        .take(FINDINGS_MAX)
        .map(|finding| {
            let text = finding
                .as_str()
                .map_or_else(|| finding.to_string(), str::to_owned);
            format!("- {}", inline(&sentence(&shorten(&text, TEXT_MAX))))
        })
        .collect();
    if findings.len() > FINDINGS_MAX {
        lines.push(format!(
            "- {} more in `report.json`",
            findings.len() - FINDINGS_MAX
        ));
    }
    lines
}
