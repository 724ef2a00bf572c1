//! The graphs that the code builds, drawn by superstep, with what is found of them on the drawing.

mod drawing;
mod layout;

use super::{Context, more};
use crate::line::in_html;
use crate::sections::graph::{Finding, GRAPHS_MAX, Graph};
use crate::text::english::{sentence, shorten};
use crate::text::html::prose;
use layout::Layout;
use maud::{Markup, html};
use std::collections::BTreeSet;

/// Most findings on one graph.
const FINDINGS_MAX: usize = 20;
/// Most characters of a finding, of a way through the graph, of a step.
const TEXT_MAX: usize = 800;
/// Most places of one finding, and most ways that show it.
const PLACES_MAX: usize = 4;
/// Most steps told.
const STEPS_MAX: usize = 30;

/// `None` where the code builds no graph.
pub(super) fn write(context: &Context<'_>) -> Option<Markup> {
    let graphs = &context.dossier.topology;
    let shown = graphs.iter().take(GRAPHS_MAX).map(Graph::of);
    (!graphs.is_empty()).then(|| {
        html! {
            @for (number, graph) in (1..).zip(shown) { (described(context, number, &graph)) }
            (more(graphs.len(), GRAPHS_MAX))
        }
    })
}

fn described(context: &Context<'_>, number: usize, graph: &Graph<'_>) -> Markup {
    let layout = Layout::of(graph);
    let mut said = BTreeSet::new();
    html! {
        div .graph id={ "graph-" (number) } {
            p { strong { "Graph " (number) } (in_html(&graph.described(), &context.links)) }
            @if layout.is_drawable() {
                figure .drawing {
                    div .scroll tabindex="0" role="region" aria-label={ "Drawing of graph " (number) } { (drawing::draw(&layout, number)) }
                    figcaption .note { "Each band is a superstep: what stands in it runs at the same time. Broken lines are conditional, red ones lead back. Numbers are findings." }
                }
            } @else { p .note { "It is too large to be drawn." } }
            (steps(graph))
            @if !graph.findings.is_empty() {
                ol .findings {
                    @for (index, finding) in graph.findings.iter().take(FINDINGS_MAX).enumerate() {
                        li id={ "graph-" (number) "-finding-" (index + 1) } { (proven(context, finding, &mut said)) }
                    }
                }
            }
            ul { @for text in graph.unresolved.iter().take(FINDINGS_MAX) { li { (shown(text)) } } }
        }
    }
}

/// The drawing in words.
fn steps(graph: &Graph<'_>) -> Markup {
    let steps = &graph.supersteps;
    html! {
        @if !steps.is_empty() {
            details {
                summary { "Step by step" }
                ol { @for step in steps.iter().take(STEPS_MAX) { li { (prose(&shorten(&step.join(", "), TEXT_MAX))) } } }
                @if steps.len() > STEPS_MAX { p { "…" } }
            }
        }
    }
}

fn shown(text: &str) -> Markup {
    prose(&sentence(&shorten(text, TEXT_MAX)))
}

fn proven<'a>(context: &Context<'_>, finding: &Finding<'a>, said: &mut BTreeSet<&'a str>) -> Markup {
    html! {
        @if finding.is_wrong { strong .bad { "Wrong: " } }
        (in_html(&finding.line(TEXT_MAX, PLACES_MAX, said), &context.links))
        @if !finding.innocent.is_empty() { span .note { " " (shown(finding.innocent)) } }
        @if !finding.ways.is_empty() {
            ul { @for way in finding.ways.iter().take(PLACES_MAX) { li { (prose(&shorten(way, TEXT_MAX))) } } }
        }
    }
}
