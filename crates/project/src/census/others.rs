//! Code in languages that are not read: how much there is, so that nobody takes it for looked at.

use super::{Census, Other};
use std::collections::{BTreeMap, BTreeSet};
use subject::data::{Node, json};
use subject::{Part, Snapshot, licences, part};
use syntax::unread_language;

/// From this share of the program's lines on a language is told: below are scripts beside it.
const SHARE: u64 = 10;

/// The program's files in other languages, summed up.
pub(super) fn of(
    snapshot: &Snapshot,
    roots: &BTreeSet<String>,
    foreign: &BTreeSet<String>,
) -> BTreeMap<&'static str, Other> {
    let is_own =
        |path: &String| part::sort(path, roots).0 == Part::Product && !licences::is_below(foreign, path);
    let mut others: BTreeMap<&'static str, Other> = BTreeMap::new();
    for (path, file) in &snapshot.files {
        let Some(name) = unread_language(path) else {
            continue;
        };
        let Some(text) = file.text().filter(|_| is_own(path)) else {
            continue;
        };
        let lines = lines(path, text);
        let other = others.entry(name).or_default();
        other.lines += lines;
        if lines > other.largest || other.path.is_empty() {
            (other.largest, other.path) = (lines, path.clone());
        }
    }
    others
}

fn lines(path: &str, text: &str) -> u64 {
    let full = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count() as u64;
    if !path.ends_with(".ipynb") {
        return full(text);
    }
    let notebook = json::read(text).ok();
    let cells = notebook
        .as_ref()
        .map_or(&[][..], |root| root.items_at(&["cells"]));
    let is_code = |cell: &&Node| cell.text_at(&["cell_type"]) == Some("code");
    let sources = cells.iter().filter(is_code).filter_map(|cell| cell.get("source"));
    sources.flat_map(Node::texts).map(|(text, _)| full(text)).sum()
}

impl Census {
    /// The languages that are not read and that a tenth of the program or more is written in, the largest first.
    pub fn unread_languages(&self) -> Vec<(&'static str, &Other)> {
        let read: u64 = self.languages().iter().map(|(_, lines)| lines).sum();
        let all = read + self.others.values().map(|other| other.lines).sum::<u64>();
        let is_told = |other: &Other| other.lines > 0 && other.lines * SHARE >= all;
        let told = self.others.iter().filter(|(_, other)| is_told(other));
        let mut told: Vec<_> = told.map(|(name, other)| (*name, other)).collect();
        told.sort_by_key(|(name, other)| (std::cmp::Reverse(other.lines), *name));
        told
    }
}

#[cfg(test)]
mod tests;
