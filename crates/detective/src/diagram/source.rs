//! Where in a text the source of a diagram stands.

use super::graph::Graph;
use super::{Diagram, Kind};
use crate::document::Document;
use crate::document::passages::Passages;
use std::ops::Range;

/// Most rows of one block.
const ROWS_MAX: usize = 2_000;

/// A diagram and the rows of its source.
pub(super) struct Block {
    pub(super) rows: Range<usize>,
    pub(super) diagram: Diagram,
}

/// Every block that begins with a `head` and `ends` with what its grammar says; one that never ends is none.
pub(super) fn blocks(
    document: &Document,
    passages: &Passages,
    kind: Kind,
    is_head: fn(&str) -> bool,
    ends: fn(&[&str]) -> bool,
    read: fn(&[&str]) -> Graph,
) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut row = 0;
    while row < passages.rows.len() {
        let last = passages.rows.len().min(row + ROWS_MAX);
        if !is_head(&passages.rows[row].text) {
            row += 1;
            continue;
        }
        let lines: Vec<&str> = passages.rows[row..last]
            .iter()
            .map(|row| row.text.as_str())
            .collect();
        let Some(end) = (1..=lines.len()).find(|end| ends(&lines[..*end])) else {
            row += 1;
            continue;
        };
        let rows = row..row + end;
        row = rows.end;
        let graph = read(&lines[..end]);
        if graph.nodes.len() > 1 {
            blocks.push(block(document, passages, kind, rows, graph));
        }
    }
    blocks
}

/// The diagram of some rows.
pub(super) fn block(
    document: &Document,
    passages: &Passages,
    kind: Kind,
    rows: Range<usize>,
    graph: Graph,
) -> Block {
    let (first, last) = (&passages.rows[rows.start], &passages.rows[rows.end - 1]);
    let end = if last.page == first.page {
        last.line
    } else {
        first.line
    };
    let place = document.place(first.page, first.line, end);
    let lines: Vec<&str> = passages.rows[rows.clone()]
        .iter()
        .map(|row| row.text.as_str())
        .collect();
    let diagram = Diagram::read(place, first.page, kind, graph, lines.join("\n"));
    Block { rows, diagram }
}
