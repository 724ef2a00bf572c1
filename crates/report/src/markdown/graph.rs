//! The graph that the code builds, and the diagram of the reports against it.

use super::{Desk, mermaid, section};
use crate::escape::{code, fence, inline};
use crate::words::{count, sentence, shorten};
use court::evidence::{Exhibit, ExhibitId};
use serde_json::Value;

/// Most findings on one graph; `report.json` has all.
const FINDINGS_MAX: usize = 8;
/// Most places of one finding, and most ways that show it.
const PLACES_MAX: usize = 2;
const WAYS_MAX: usize = 2;
/// Most places at which a diagram is held against the code.
const PROOFS_MAX: usize = 6;
/// Most supersteps told of.
const STEPS_MAX: usize = 20;
/// Most graphs told of; a repository with more is a collection of examples.
const GRAPHS_MAX: usize = 6;
/// Most characters of a rationale or a name.
const TEXT_MAX: usize = 240;
/// Most characters of a finding or of a way through the graph.
const FINDING_MAX: usize = 480;

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
    (!blocks.is_empty()).then(|| section("Diagram against code", &[blocks.join("\n\n")]))
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
    let is_seen = |exhibit: &Exhibit| matches!(exhibit.finding.word(), "present" | "absent" | "contradicted");
    // The coverage tells what nobody could look at.
    let diagram = told("Diagram", &|exhibit| is_diagram(exhibit) && is_seen(exhibit));
    if diagram.is_empty() {
        return Vec::new();
    }
    [diagram, matched(desk), told("Code", &is_parallel)].concat()
}

/// How the boxes of the diagrams were matched with nodes, and where the code shows otherwise.
fn matched(desk: &Desk<'_>) -> Vec<String> {
    let exhibits = desk.dossier.evidence.of_probe("docs.diagram_against_code");
    let further = exhibits.filter(|(_, exhibit)| exhibit.rank > 0).take(PROOFS_MAX);
    let line = |(id, exhibit): (ExhibitId, &Exhibit)| {
        let place = exhibit.place.as_ref();
        let place = place.map_or_else(String::new, |place| format!(" {}", desk.links.place(place)));
        let note = inline(&sentence(&shorten(&exhibit.rationale, FINDING_MAX)));
        format!("  - {id}{place}: {note}")
    };
    further.map(line).collect()
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
    let findings = findings(desk, graph);
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

/// The weightiest first: what follows from the graph with the lines that show it, then what could not be resolved.
fn findings(desk: &Desk<'_>, graph: &Value) -> Vec<String> {
    let list = |key: &str| graph[key].as_array().map_or(&[][..], Vec::as_slice);
    let (behaviour, sentences) = (list("behaviour"), list("findings"));
    let mut lines: Vec<String> = behaviour
        .iter()
        .take(FINDINGS_MAX)
        .flat_map(|finding| proven(desk, finding))
        .collect();
    // The sentences tell the same findings in the same order, then the rest.
    let shown = behaviour.len().min(FINDINGS_MAX);
    let rest = sentences.iter().skip(behaviour.len());
    let rest = rest.take(FINDINGS_MAX - shown);
    let told = rest.map(|finding| {
        let text = finding
            .as_str()
            .map_or_else(|| finding.to_string(), str::to_owned);
        format!("- {}", inline(&sentence(&shorten(&text, FINDING_MAX))))
    });
    lines.extend(told);
    if sentences.len() > FINDINGS_MAX {
        lines.push(format!(
            "- {} more in `report.json`",
            sentences.len() - FINDINGS_MAX
        ));
    }
    lines
}

fn proven(desk: &Desk<'_>, finding: &Value) -> Vec<String> {
    let texts = |key: &str, most: usize| -> Vec<&str> {
        let items = finding[key].as_array().map_or(&[][..], Vec::as_slice);
        items.iter().filter_map(Value::as_str).take(most).collect()
    };
    let text = finding["text"].as_str().unwrap_or_default();
    let mut line = format!("- {}", inline(&sentence(&shorten(text, FINDING_MAX))));
    let places = texts("places", PLACES_MAX);
    let places: Vec<String> = places.iter().map(|place| desk.links.written(place)).collect();
    if !places.is_empty() {
        line.push_str(&format!(" ({})", places.join(", ")));
    }
    let is_wrong = finding["weight"].as_str() == Some("wrong");
    let ways = texts("counter_example", if is_wrong { WAYS_MAX } else { 0 });
    let ways = ways
        .iter()
        .map(|way| format!("  - {}", inline(&shorten(way, FINDING_MAX))));
    std::iter::once(line).chain(ways).collect()
}
