//! Where in a text the source of a diagram stands.

use super::graph::Graph;
use super::{Diagram, Kind};
use documents::document::Document;
use documents::document::passages::Passages;
use std::ops::Range;

/// A diagram and the rows of its source.
pub(super) struct Block {
    pub(super) rows: Range<usize>,
    pub(super) diagram: Diagram,
}

/// The diagram of some rows.
pub(super) fn diagram(
    document: &Document,
    passages: &Passages,
    kind: Kind,
    rows: &Range<usize>,
    graph: Graph,
) -> Diagram {
    let rows = &passages.rows[rows.clone()];
    let (first, last) = (&rows[0], &rows[rows.len() - 1]);
    let end = if last.page == first.page {
        last.line
    } else {
        first.line
    };
    let place = document.place(first.page, first.line, end);
    let lines: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
    Diagram::read(place, first.page, kind, graph, lines.join("\n"))
}
