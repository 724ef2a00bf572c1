//! Graphviz and PlantUML: that a source is there is told, what it draws is not read.

use super::source::{self, Block};
use super::{Diagram, Kind};
use documents::document::Document;
use documents::document::passages::{Passages, Row};

/// Most rows of one source.
const ROWS_MAX: usize = 2_000;

/// Every source in one of these languages; one that is not closed is its first row.
pub(super) fn blocks(document: &Document, passages: &Passages) -> Vec<Block> {
    let (mut blocks, mut row) = (Vec::new(), 0);
    while row < passages.rows.len() {
        let last = passages.rows.len().min(row + ROWS_MAX);
        match source(&passages.rows[row..last]) {
            Some((about, length)) => {
                let rows = row..row + length;
                row = rows.end;
                let diagram = Diagram {
                    detectives_parallel: None,
                    judges_parallel: None,
                    about: about.to_owned(),
                    ..source::diagram(document, passages, Kind::Foreign, &rows, <_>::default())
                };
                blocks.push(Block { rows, diagram });
            }
            None => row += 1,
        }
    }
    blocks
}

/// What begins in the first of some rows, and how many it takes.
fn source(rows: &[Row]) -> Option<(&'static str, usize)> {
    let head = rows[0].text.trim();
    let until = |is_end: &dyn Fn(usize) -> bool| (1..=rows.len()).find(|end| is_end(*end)).unwrap_or(1);
    if head.starts_with("@startuml") {
        let is_end = |end: usize| rows[end - 1].text.trim().starts_with("@enduml");
        return Some(("a PlantUML source", until(&is_end)));
    }
    if !is_graph(head) {
        return None;
    }
    let mut depth = 0;
    let depths: Vec<usize> = rows.iter().map(|row| nested(&row.text, &mut depth)).collect();
    let is_end = |end: usize| depths[end - 1] == 0 && rows[..end].iter().any(|row| row.text.contains('{'));
    let length = until(&is_end);
    // A bracket after the word `graph` may open anything; what is drawn has edges.
    let is_drawn = |row: &Row| row.text.contains("->") || row.text.contains("--");
    rows[..length]
        .iter()
        .any(is_drawn)
        .then_some(("a Graphviz source", length))
}

/// How deep brackets are nested behind a text.
fn nested(text: &str, depth: &mut usize) -> usize {
    for mark in text.chars() {
        match mark {
            '{' => *depth += 1,
            '}' => *depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    *depth
}

/// `digraph x {` and `graph x {`; the bracket of `digraph` may stand on the next line.
fn is_graph(line: &str) -> bool {
    let line = line.strip_prefix("strict ").unwrap_or(line);
    if line == "digraph" {
        return true;
    }
    let rest = line
        .strip_prefix("digraph")
        .or_else(|| line.strip_prefix("graph"));
    rest.and_then(|rest| rest.split_once('{'))
        .is_some_and(|(name, _)| {
            let bare = name.trim();
            let is_quoted = bare.len() > 1 && bare.starts_with('"') && bare.ends_with('"');
            let is_word = bare.chars().all(|c| c.is_alphanumeric() || c == '_');
            is_quoted || is_word && (name.is_empty() || name.starts_with(' '))
        })
}

#[cfg(test)]
mod tests;
