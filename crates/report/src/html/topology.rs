//! The graphs that the code builds, drawn by superstep, with what is found of them on the drawing.

mod drawing;
mod layout;

use super::Desk;
use super::text::prose;
use crate::words::{count, sentence, shorten};
use layout::Layout;
use maud::{Markup, html};
use serde_json::Value;

/// Most graphs drawn; a repository with more is a collection of examples.
const GRAPHS_MAX: usize = 6;
/// Most findings on one graph.
const FINDINGS_MAX: usize = 20;
/// Most characters of a finding, of a way through the graph, of a step.
const TEXT_MAX: usize = 800;
/// Most places of one finding, and most ways that show it.
const PLACES_MAX: usize = 4;
/// Most steps told.
const STEPS_MAX: usize = 30;

/// `None` where the code builds no graph.
pub(super) fn write(desk: &Desk<'_>) -> Option<Markup> {
    let graphs = &desk.dossier.topology;
    (!graphs.is_empty()).then(|| html! {
        @for (index, graph) in graphs.iter().take(GRAPHS_MAX).enumerate() { (described(desk, index + 1, graph)) }
        @if graphs.len() > GRAPHS_MAX { p { (graphs.len() - GRAPHS_MAX) " more in " code { "report.json" } "." } }
    })
}

fn described(desk: &Desk<'_>, number: usize, graph: &Value) -> Markup {
    let is_live = graph["live"].as_bool() == Some(true);
    let layout = Layout::of(graph);
    html! {
        div .graph id={ "graph-" (number) } {
            p {
                strong { "Graph " (number) } " (" (prose(graph["framework"].as_str().unwrap_or("unknown framework"))) ")"
                @if let Some(at) = graph["defined_at"].as_str() { " at " (desk.links.written_in_html(at)) }
                ": " (count(names(&graph["nodes"]).len(), "node", "nodes")) ", " (count(layout.edges.len(), "edge", "edges")) "; "
                @if is_live { "the program runs it." } @else { strong .bad { "nothing that the program starts reaches it." } }
            }
            @if layout.is_drawable() {
                figure .drawing {
                    div .scroll tabindex="0" role="region" aria-label={ "Drawing of graph " (number) } { (drawing::draw(&layout, number)) }
                    figcaption .note { "Each band is a superstep: what stands in it runs at the same time. Broken lines are conditional, red ones lead back. Numbers are findings." }
                }
            } @else { p .note { "It is too large to be drawn." } }
            (steps(graph))
            (findings(desk, number, graph))
        }
    }
}

/// The drawing in words.
fn steps(graph: &Value) -> Markup {
    let steps = texts_of(&graph["supersteps"]);
    html! {
        @if !steps.is_empty() {
            details {
                summary { "Step by step" }
                ol { @for step in steps.iter().take(STEPS_MAX) { li { (prose(&shorten(step, TEXT_MAX))) } } }
                @if steps.len() > STEPS_MAX { p { "…" } }
            }
        }
    }
}

fn texts_of(steps: &Value) -> Vec<String> {
    let list = steps.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().map(|step| names(step).join(", ")).collect()
}

fn names(list: &Value) -> Vec<&str> {
    let items = list.as_array().map_or(&[][..], Vec::as_slice);
    items.iter().filter_map(Value::as_str).collect()
}

/// What follows from the graph with the lines that show it, then what could not be resolved.
fn findings(desk: &Desk<'_>, number: usize, graph: &Value) -> Markup {
    let list = |key: &str| graph[key].as_array().map_or(&[][..], Vec::as_slice);
    let (behaviour, sentences) = (list("behaviour"), list("findings"));
    html! {
        @if !behaviour.is_empty() {
            ol .findings {
                @for (index, finding) in behaviour.iter().take(FINDINGS_MAX).enumerate() {
                    li id={ "graph-" (number) "-finding-" (index + 1) } { (proven(desk, finding)) }
                }
            }
        }
        // The sentences tell the same findings in the same order, then the rest.
        @let rest = sentences.iter().skip(behaviour.len()).filter_map(Value::as_str).take(FINDINGS_MAX);
        ul { @for text in rest { li { (prose(&sentence(&shorten(text, TEXT_MAX)))) } } }
    }
}

fn proven(desk: &Desk<'_>, finding: &Value) -> Markup {
    let text = finding["text"].as_str().unwrap_or_default();
    let is_wrong = finding["weight"].as_str() == Some("wrong");
    html! {
        @if is_wrong { strong .bad { "Wrong: " } }
        (prose(&sentence(&shorten(text, TEXT_MAX))))
        @for place in names(&finding["places"]).into_iter().take(PLACES_MAX) { " " (desk.links.written_in_html(place)) }
        @if let Some(innocent) = finding["innocent"].as_str().filter(|text| !text.is_empty()) {
            span .note { " " (prose(&sentence(&shorten(innocent, TEXT_MAX)))) }
        }
        @let ways = names(&finding["counter_example"]);
        @if !ways.is_empty() {
            ul { @for way in ways.into_iter().take(PLACES_MAX) { li { (prose(&shorten(way, TEXT_MAX))) } } }
        }
    }
}
