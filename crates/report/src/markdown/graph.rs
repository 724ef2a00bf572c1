//! The graph that the code builds, and the diagram of the reports against it.

use super::{Context, items, more, section};
use crate::line::{Line, Piece, in_markdown, ours, place, prose};
use crate::mermaid;
use crate::sections::graph::{Finding, GRAPHS_MAX, Graph};
use crate::text::english::{sentence, shorten};
use crate::text::markdown::{fence, inline};
use court::evidence::{Exhibit, ExhibitId};
use std::collections::BTreeSet;

/// Most findings on one graph, and most that are no fault; the page and `report.json` have all.
const FINDINGS_MAX: usize = 8;
const NOTES_MAX: usize = 2;
/// Most places of one finding, and most ways that show it.
const PLACES_MAX: usize = 2;
const WAYS_MAX: usize = 2;
/// Most places at which a diagram is held against the code.
const PROOFS_MAX: usize = 6;
/// Most supersteps told of.
const STEPS_MAX: usize = 20;
/// Most characters of a rationale or a name.
const TEXT_MAX: usize = 240;
/// Most characters of a finding or of a way through the graph.
const FINDING_MAX: usize = 480;

/// `None` where the code builds no graph and no diagram was looked for.
pub(super) fn write(context: &Context<'_>) -> Option<String> {
    let mut blocks: Vec<String> = Vec::new();
    let compared = comparison(context);
    if !compared.is_empty() {
        blocks.push(compared.join("\n"));
    }
    let graphs: Vec<Graph<'_>> = context.dossier.topology.iter().map(Graph::of).collect();
    let shown = graphs.iter().take(GRAPHS_MAX);
    blocks.extend(shown.map(|graph| described(context, graph)));
    blocks.extend(more(graphs.len(), GRAPHS_MAX).map(|more| format!("{more}.")));
    let live = graphs.iter().find(|graph| graph.is_live);
    blocks.extend(live.and_then(mermaid::draw).map(|text| fence("mermaid", &text)));
    (!blocks.is_empty()).then(|| section("Diagram against code", &[blocks.join("\n\n")]))
}

/// What the diagram shows, then what the code does about the same.
fn comparison(context: &Context<'_>) -> Vec<String> {
    let evidence = &context.dossier.evidence;
    let of = |title: &'static str, keep: &dyn Fn(&Exhibit) -> bool| {
        let first = evidence
            .iter()
            .filter(|(_, exhibit)| exhibit.rank == 0 && keep(exhibit));
        let lines: Vec<Line<'_>> = first.map(|(id, exhibit)| compared(title, id, exhibit)).collect();
        items(context, lines)
    };
    // The coverage tells what nobody could look at.
    let is_seen = |exhibit: &Exhibit| matches!(exhibit.finding.word(), "present" | "absent" | "contradicted");
    let diagram = of("Diagram", &|exhibit| {
        exhibit.probe.starts_with("docs.diagram") && is_seen(exhibit)
    });
    if diagram.is_empty() {
        return Vec::new();
    }
    let code = of("Code", &|exhibit| {
        exhibit.probe.starts_with("graph.") && exhibit.probe.contains("_fan_")
    });
    [diagram, matched(context), code].concat()
}

fn compared<'a>(title: &'static str, id: ExhibitId, exhibit: &'a Exhibit) -> Line<'a> {
    let said = exhibit.rationale.split("; ").next().unwrap_or_default();
    let said = shorten(said, FINDING_MAX);
    let mut line = vec![ours(title), ours(": "), prose(said), ours(" (")];
    line.push(Piece::Exhibit(id));
    line.extend(at(exhibit));
    line.push(ours(")."));
    line
}

/// A space and the place, where there is one.
fn at(exhibit: &Exhibit) -> Line<'_> {
    let at = exhibit.place.as_ref().map(|at| [ours(" "), place(at)]);
    at.into_iter().flatten().collect()
}

/// How the boxes of the diagrams were matched with nodes, and where the code shows otherwise.
fn matched(context: &Context<'_>) -> Vec<String> {
    let exhibits = context.dossier.evidence.of_probe("docs.diagram_against_code");
    let further = exhibits.filter(|(_, exhibit)| exhibit.rank > 0).take(PROOFS_MAX);
    let line = |(id, exhibit): (ExhibitId, &Exhibit)| {
        let place = in_markdown(&at(exhibit), &context.links);
        let note = inline(&sentence(&shorten(&exhibit.rationale, FINDING_MAX)));
        format!("  - {id}{place}: {note}")
    };
    further.map(line).collect()
}

fn described(context: &Context<'_>, graph: &Graph<'_>) -> String {
    let mut lines = vec![format!(
        "Graph{}",
        in_markdown(&graph.described(), &context.links)
    )];
    lines.extend(supersteps(graph));
    let findings = findings(context, graph);
    if !findings.is_empty() {
        lines.push(String::new());
        lines.extend(findings);
    }
    lines.join("\n")
}

/// Which nodes run together, where the graph is told so.
fn supersteps(graph: &Graph<'_>) -> Option<String> {
    let steps = graph.supersteps.iter().take(STEPS_MAX);
    let named: Vec<String> = steps
        .map(|step| inline(&shorten(&step.join(", "), TEXT_MAX)))
        .collect();
    let more = if graph.supersteps.len() > STEPS_MAX {
        " → …"
    } else {
        ""
    };
    (!named.is_empty()).then(|| format!("Step by step: {}{more}.", named.join(" → ")))
}

/// The weightiest first: what follows from the graph with the lines that show it, then what could not be resolved.
fn findings(context: &Context<'_>, graph: &Graph<'_>) -> Vec<String> {
    let (wrong, notes): (Vec<_>, Vec<_>) = graph.findings.iter().partition(|finding| finding.is_wrong);
    let proven = wrong
        .iter()
        .take(FINDINGS_MAX)
        .chain(notes.iter().take(NOTES_MAX));
    let mut said = BTreeSet::new();
    let mut lines: Vec<String> = proven
        .flat_map(|finding| proven_lines(context, finding, &mut said))
        .collect();
    let rest = graph.unresolved.iter().take(NOTES_MAX);
    lines.extend(rest.map(|text| format!("- {}", inline(&sentence(&shorten(text, FINDING_MAX))))));
    let all = [
        (wrong.len(), FINDINGS_MAX),
        (notes.len(), NOTES_MAX),
        (graph.unresolved.len(), NOTES_MAX),
    ];
    let left: usize = all.iter().map(|(all, max)| all.saturating_sub(*max)).sum();
    lines.extend(more(left, 0).map(|more| format!("- {more}")));
    lines
}

fn proven_lines<'a>(
    context: &Context<'_>,
    finding: &Finding<'a>,
    said: &mut BTreeSet<&'a str>,
) -> Vec<String> {
    let ways = finding.ways.iter().filter(|_| finding.is_wrong).take(WAYS_MAX);
    let ways = ways.map(|way| format!("  - {}", inline(&shorten(way, FINDING_MAX))));
    let mut evidence = context.dossier.evidence.iter();
    let line = match evidence
        .find(|(_, exhibit)| !finding.text.is_empty() && exhibit.rationale.contains(finding.text))
    {
        Some((id, exhibit)) => std::iter::once(Piece::Exhibit(id)).chain(at(exhibit)).collect(),
        None => finding.line(FINDING_MAX, PLACES_MAX, said),
    };
    items(context, [line]).into_iter().chain(ways).collect()
}
