//! Where in a text something is drawn with characters.

use super::layout::{self, ARROWS};
use super::roles::{Bench, role};
use super::{DIAGRAMS_MAX, Diagram, Kind, grid, source};
use crate::claim::path::drawn::folders;
use documents::document::Document;
use documents::document::passages::{Passages, Row};
use std::collections::BTreeSet;
use std::ops::Range;

/// Rows without a line that a drawing may hold.
const STRAY_ROWS_MAX: usize = 2;
/// Rows with lines that make a drawing.
const DRAWN_ROWS_MIN: usize = 3;
/// Words of a row with an arrow that is drawn, not told.
const ARROW_WORDS_MAX: usize = 6;
/// Words of a row beside a drawing that still belongs to it.
const RIM_WORDS_MAX: usize = 12;
/// Nodes from which on lines without known roles are a diagram.
const NODES_MIN: usize = 4;
/// Signs that are made for drawing.
const FRAME_LINES: [char; 21] = [
    '┌', '┐', '└', '┘', '├', '┤', '┬', '┴', '┼', '─', '━', '│', '┃', '╭', '╮', '╰', '╯', '╔', '╗', '║', '═',
];
/// Most rows of one drawing.
const ROWS_MAX: usize = 400;

/// Every drawing in a document that is neither Mermaid nor a tree of folders.
pub(super) fn diagrams(document: &Document, passages: &Passages, covered: &[Range<usize>]) -> Vec<Diagram> {
    let mut drawn: Vec<bool> = passages.rows.iter().map(|row| is_drawn(&row.text)).collect();
    for rows in folders(passages).iter().chain(covered) {
        drawn[rows.clone()].fill(false);
    }
    let extents = extents(&drawn).into_iter().take(DIAGRAMS_MAX);
    extents
        .filter_map(|rows| diagram(document, passages, rows))
        .collect()
}

/// Runs of drawn rows with few others between them.
fn extents(drawn: &[bool]) -> Vec<Range<usize>> {
    let mut extents: Vec<Range<usize>> = Vec::new();
    for row in (0..drawn.len()).filter(|row| drawn[*row]) {
        match extents.last_mut() {
            Some(last) if row - last.end <= STRAY_ROWS_MAX && last.len() < ROWS_MAX => last.end = row + 1,
            _ => extents.push(row..row + 1),
        }
    }
    extents.retain(|rows| drawn[rows.clone()].iter().filter(|drawn| **drawn).count() >= DRAWN_ROWS_MIN);
    extents
}

/// Whether a row holds a line, or an arrow between few words.
fn is_drawn(text: &str) -> bool {
    let text = text.trim();
    if is_table_row(text) {
        return false;
    }
    let is_ascii = text.is_ascii();
    let lines = has_lines(text) || !is_ascii && text.contains(['▼', '▲', '↓', '↑', '⬇']);
    if is_ascii && !text.contains('>') {
        return lines;
    }
    let leads = ARROWS.iter().any(|arrow| text.starts_with(arrow));
    let between = ARROWS
        .iter()
        .any(|arrow| text.contains(arrow) && !text.ends_with(arrow));
    let arrow = leads || between && text.split_whitespace().count() <= ARROW_WORDS_MAX;
    lines || arrow
}

/// Whether a row has a line or the side of a box, or is nothing but arrows and lines.
pub(super) fn has_lines(text: &str) -> bool {
    let is_line = |c: char| "|/\\v^+- ▼▲↓↑⬇".contains(c);
    let text = text.trim();
    let is_bare = text.chars().all(is_line) && text.contains(['|', '/', '\\', 'v', '▼', '▲', '↓', '↑', '⬇']);
    text.contains(FRAME_LINES) || text.contains("+--") || text.contains("--+") || is_bare
}

/// Whether a row is one of a table in Markdown: cells with words, or the line under their heads.
fn is_table_row(text: &str) -> bool {
    let is_framed = text.starts_with('|') && text.ends_with('|') && text.len() > 1;
    let is_rule = || text.contains("--") && text.chars().all(|c| "|-: ".contains(c));
    is_framed && (text.contains(char::is_alphanumeric) && !text.contains("-->") || is_rule())
}

fn diagram(document: &Document, passages: &Passages, rows: Range<usize>) -> Option<Diagram> {
    // Words may stand right above the first line and below the last.
    let rows = with_rim(&passages.rows, rows);
    let lines: Vec<&str> = passages.rows[rows.clone()]
        .iter()
        .map(|row| row.text.as_str())
        .collect();
    let graph = grid::trace(&lines);
    let shows = |bench| layout::side_by_side(&lines, bench);
    let mut diagram = source::diagram(document, passages, Kind::Characters, &rows, graph);
    // Where it names two of a bench and shows them neither side by side nor one after the other, its lines were not followed.
    let also = |traced: Option<bool>, bench| match traced == Some(true) || shows(bench) {
        true => Some(true),
        false if is_open(&diagram, bench) => None,
        false => Some(false),
    };
    let (detectives, judges) = (
        also(diagram.detectives_parallel, Bench::Detectives),
        also(diagram.judges_parallel, Bench::Judges),
    );
    diagram.detectives_parallel = detectives;
    diagram.judges_parallel = judges;
    is_diagram(&diagram).then_some(diagram)
}

/// Whether the words of a drawing name two of a bench, and no line that was followed leads from one of them to another.
fn is_open(diagram: &Diagram, bench: Bench) -> bool {
    let cells = diagram
        .text
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, ' ' | '_')));
    let named = cells.flat_map(|cell| cell.split("  ")).filter_map(role);
    let named: BTreeSet<String> = named
        .filter(|role| role.bench == bench)
        .map(|role| role.who)
        .collect();
    named.len() >= 2 && !diagram.graph.chains(bench)
}

/// Lines alone are no diagram: a frame around a title is not, two arrows in a sentence are not.
fn is_diagram(diagram: &Diagram) -> bool {
    let shows = diagram.detectives_parallel == Some(true) || diagram.judges_parallel == Some(true);
    let connected = diagram.graph.edges.len() + 1 >= NODES_MIN && diagram.text.contains(FRAME_LINES);
    let arrows = diagram
        .text
        .lines()
        .filter(|line| ARROWS.iter().any(|arrow| line.contains(arrow)))
        .count();
    shows || connected || arrows >= NODES_MIN
}

fn with_rim(rows: &[Row], inner: Range<usize>) -> Range<usize> {
    let labels = |row: &Row| {
        !row.heading
            && !row.text.trim().is_empty()
            && row.text.split_whitespace().count() <= RIM_WORDS_MAX
            && !row.text.trim_start().starts_with("```")
    };
    let first = inner
        .start
        .checked_sub(1)
        .filter(|row| labels(&rows[*row]))
        .unwrap_or(inner.start);
    let last = if rows.get(inner.end).is_some_and(labels) {
        inner.end + 1
    } else {
        inner.end
    };
    first..last
}

#[cfg(test)]
mod tests;
