//! What was handed in with the subject, as judges that are models read of it: passages, and what they never name.

use super::Investigation;
use documents::document::passages::{Passages, Row};
use documents::document::{Document, Page};
use panel::retrieval::{PASSAGE_CHARS_MAX, PASSAGES_MAX, Passage, Shelf};
use serde_json::Value;
use subject::secrets::mask;

/// The reports and the graphs of a case.
#[derive(Default)]
pub(super) struct HandedIn {
    pub(super) shelf: Shelf,
    /// The nodes of the graphs that the program runs.
    pub(super) nodes: Vec<String>,
    /// The parts of a large repository, what it is made of and where running it begins, a line each.
    pub(super) map: Vec<String>,
}

impl HandedIn {
    pub(super) fn of(found: &Investigation) -> Self {
        let read = found.documents.iter().flat_map(passages);
        let is_whole = |document: &Document| document.gap().is_none() && !document.is_scan();
        let said = found
            .documents
            .iter()
            .all(is_whole)
            .then(|| said(&found.documents));
        Self {
            shelf: Shelf::of(read.take(PASSAGES_MAX).collect(), said.as_deref()),
            nodes: nodes(&found.topology),
            map: found.seized.parts.iter().chain(&found.map).cloned().collect(),
        }
    }
}

fn said(documents: &[Document]) -> String {
    let pages = documents.iter().flat_map(Document::pages);
    let texts: Vec<String> = pages.map(Page::text).collect();
    texts.join("\n")
}

fn passages(document: &Document) -> Vec<Passage> {
    let rows = Passages::of(document).rows;
    let mut found = Vec::new();
    let mut first = 0;
    while first < rows.len() {
        let end = end(&rows, first);
        let written = rows[first..end]
            .iter()
            .rev()
            .find(|row| !row.text.trim().is_empty());
        let (last, page) = (written.unwrap_or(&rows[first]).line, rows[first].page);
        let texts = rows[first..end].iter().map(|row| row.text.trim());
        let text = texts
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        if !rows[first].heading && !text.is_empty() {
            let heading = rows[first].section.map_or("", |at| rows[at].text.as_str());
            found.push(Passage {
                place: document.place(page, rows[first].line, last),
                section: mask(heading.trim_start_matches(['#', ' '])).into_owned(),
                text: mask(&text).chars().take(PASSAGE_CHARS_MAX).collect(),
            });
        }
        first = end;
    }
    found
}

/// Where the passage ends that begins at a row: before the next paragraph or page, or where it is as long as one may be.
fn end(rows: &[Row], first: usize) -> usize {
    let mut chars = rows[first].text.chars().count();
    let mut next = first + 1;
    while let Some(row) = rows.get(next) {
        chars += row.text.chars().count() + 1;
        if row.begins || row.heading || row.page != rows[first].page || chars > PASSAGE_CHARS_MAX {
            break;
        }
        next += 1;
    }
    next
}

fn nodes(topology: &[Value]) -> Vec<String> {
    let live = topology
        .iter()
        .filter(|graph| graph["live"].as_bool() == Some(true));
    let names = live.flat_map(|graph| graph["nodes"].as_array().into_iter().flatten());
    names.filter_map(Value::as_str).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
