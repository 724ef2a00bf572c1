//! A layout as SVG.

use super::layout::{Edge, Layout, Node};
use crate::text::english::{count, shorten_middle};
use crate::text::html::Seen;
use maud::{Markup, html};

/// Sizes in the units of the drawing.
const NODE_WIDTH: usize = 168;
const NODE_HEIGHT: usize = 40;
const GAP: usize = 24;
const ROW_HEIGHT: usize = 92;
/// Room for the names of the supersteps at the left.
const LEFT: usize = 96;
/// Room for edges that lead back at the right.
const RIGHT: usize = 70;
const TOP: usize = 14;
/// Room between the boxes of two rows.
const BETWEEN: usize = ROW_HEIGHT - NODE_HEIGHT;
/// How far from the boxes that they pass edges run, those that lead on and those that lead back.
const AHEAD_APART: usize = 16;
const BACK_APART: usize = 34;
/// Most characters of a name that fit its box.
const NAME_MAX: usize = 21;
/// Most numbers of findings at one node; the list has all of them.
const BADGES_MAX: usize = 4;

pub(super) fn draw(layout: &Layout<'_>, number: usize) -> Markup {
    let widest = layout.rows.iter().max().copied().unwrap_or(1).max(1);
    let inner = widest * (NODE_WIDTH + GAP);
    let (width, height) = (LEFT + inner + RIGHT, TOP * 2 + layout.rows.len() * ROW_HEIGHT);
    let sheet = Sheet { layout, inner, width };
    html! {
        svg .topology viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) role="img" aria-labelledby={ "graph-" (number) "-title" } {
            title id={ "graph-" (number) "-title" } {
                (count(layout.nodes.len(), "node", "nodes")) " in " (count(layout.supersteps, "superstep", "supersteps"))
            }
            defs {
                @for kind in ["ahead", "back"] {
                    marker id={ "arrow-" (kind) "-" (number) } .(kind) viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto" {
                        path d="M0 0L8 4L0 8z" {}
                    }
                }
            }
            (sheet.bands())
            @for edge in &layout.edges { (sheet.edge(edge, number)) }
            @for node in &layout.nodes { (sheet.node(node, number)) }
        }
    }
}

struct Sheet<'a> {
    layout: &'a Layout<'a>,
    inner: usize,
    width: usize,
}

impl Sheet<'_> {
    fn bands(&self) -> Markup {
        html! {
            @for step in 1..=self.layout.supersteps.min(self.layout.rows.len().saturating_sub(1)) {
                @let top = TOP + step * ROW_HEIGHT;
                @if self.layout.rows[step] > 0 {
                    rect .band.odd[step % 2 == 1] x="0" y=(top) width=(self.width) height=(ROW_HEIGHT) {}
                    text .step x="8" y=(top + ROW_HEIGHT / 2 + 4) { "superstep " (step) }
                }
            }
        }
    }

    /// The middle of a node's upper side.
    fn head(&self, node: &Node<'_>) -> (usize, usize) {
        let in_row = self.layout.rows.get(node.row).copied().unwrap_or(1).max(1);
        let slot = self.inner / in_row;
        (
            LEFT + slot * node.column + slot / 2,
            TOP + node.row * ROW_HEIGHT + (ROW_HEIGHT - NODE_HEIGHT) / 2,
        )
    }

    fn edge(&self, edge: &Edge, number: usize) -> Markup {
        let (from, to) = (&self.layout.nodes[edge.from], &self.layout.nodes[edge.to]);
        let is_back = to.row <= from.row;
        let kind = if is_back { "back" } else { "ahead" };
        let path = if is_back {
            self.way_back(from, to)
        } else {
            self.way_ahead(from, to)
        };
        html! {
            path .edge.(kind).conditional[edge.is_conditional] d=(path) marker-end={ "url(#arrow-" (kind) "-" (number) ")" } {
                title { (Seen(from.name)) " → " (Seen(to.name)) @if edge.is_conditional { " (conditional)" } }
            }
        }
    }

    /// Straight down to the row above the target, then over to it; past boxes that stand in the way, beside them.
    fn way_ahead(&self, from: &Node<'_>, to: &Node<'_>) -> String {
        let ((x1, y1), (x2, y2)) = (self.head(from), self.head(to));
        let (start, end) = (y1 + NODE_HEIGHT, y2 - 1);
        let turn = y2 - BETWEEN;
        let bend = turn + BETWEEN / 2;
        let passed = || self.between(from.row, to.row);
        if passed().all(|x| x.abs_diff(x1) > NODE_WIDTH / 2) {
            return format!("M{x1} {start}V{turn}C{x1} {bend},{x2} {bend},{x2} {end}");
        }
        let aside = self.beside(passed(), AHEAD_APART);
        let (out, down) = (start + BETWEEN / 2, start + BETWEEN);
        format!(
            "M{x1} {start}C{x1} {out},{aside} {out},{aside} {down}V{turn}C{aside} {bend},{x2} {bend},{x2} {end}"
        )
    }

    /// The middles of the boxes that stand in the rows between two.
    fn between(&self, one: usize, other: usize) -> impl Iterator<Item = usize> {
        let (above, below) = (one.min(other), one.max(other));
        let nodes = self.layout.nodes.iter();
        nodes
            .filter(move |node| above < node.row && node.row < below)
            .map(|node| self.head(node).0)
    }

    /// To the right of all boxes with these middles, and within the drawing.
    fn beside(&self, middles: impl Iterator<Item = usize>, apart: usize) -> usize {
        let right = middles.max().unwrap_or(0) + NODE_WIDTH / 2;
        (right + apart).min(self.width - 4)
    }

    /// Out at the right side, round, and in at the right side.
    fn way_back(&self, from: &Node<'_>, to: &Node<'_>) -> String {
        let ((x1, y1), (x2, y2)) = (self.head(from), self.head(to));
        let half = NODE_WIDTH / 2;
        let (start, end) = (y1 + NODE_HEIGHT * 2 / 3, y2 + NODE_HEIGHT / 3);
        let (right, back) = (x1 + half, x2 + half + 1);
        if self.between(to.row, from.row).all(|x| x <= x1.max(x2)) {
            let out = (x1.max(x2) + half + 46).min(self.width - 4);
            return format!("M{right} {start}C{out} {start},{out} {end},{back} {end}");
        }
        let aside = self.beside(self.between(to.row, from.row), BACK_APART);
        let (up, down) = (start.saturating_sub(BETWEEN), end + BETWEEN);
        format!(
            "M{right} {start}C{aside} {start},{aside} {start},{aside} {up}V{down}C{aside} {end},{aside} {end},{back} {end}"
        )
    }

    fn node(&self, node: &Node<'_>, number: usize) -> Markup {
        let (x, y) = self.head(node);
        let is_bound = matches!(node.name, "START" | "END");
        html! {
            g .node.bound[is_bound].again[node.runs > 1].optional[node.is_optional] {
                title { (Seen(node.name)) @if node.is_optional { " (not always there)" } @if node.runs > 1 { " (runs in " (node.runs) " supersteps)" } }
                rect x=(x - NODE_WIDTH / 2) y=(y) width=(NODE_WIDTH) height=(NODE_HEIGHT) rx=(if is_bound { 20 } else { 6 }) {}
                text x=(x) y=(y + NODE_HEIGHT / 2 + 4) text-anchor="middle" { (Seen(&shorten_middle(node.name, NAME_MAX))) }
                @if node.runs > 1 { text .runs x=(x) y=(y + NODE_HEIGHT + 13) text-anchor="middle" { "runs " (node.runs) " times" } }
            }
            @for (place, finding) in node.findings.iter().take(BADGES_MAX).enumerate() { (badge(x + NODE_WIDTH / 2 - place * 20, y, *finding, number)) }
        }
    }
}

fn badge(x: usize, y: usize, finding: usize, number: usize) -> Markup {
    html! {
        a href={ "#graph-" (number) "-finding-" (finding) } aria-label={ "Finding " (finding) } {
            circle .badge cx=(x) cy=(y) r="9" {}
            text .badge x=(x) y=(y + 4) text-anchor="middle" { (finding) }
        }
    }
}
