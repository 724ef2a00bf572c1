//! Folders drawn with branches: every entry has the path of the branches above it.

use super::tree::Tree;
use super::written::has_ending;
use crate::claim::mood::{Signs, signs};
use documents::document::passages::Passages;
use std::ops::Range;
use wordlist::array;

/// Rows without a branch that a drawing may hold: remarks that ran over, page breaks.
const STRAY_ROWS_MAX: usize = 4;
/// Entries from which on branches are a drawing.
const ENTRIES_MIN: usize = 3;
/// Endings of source, which no run leaves behind.
const SOURCES: [&str; 27] = array(
    "py pyi js jsx mjs cjs ts tsx rs go java kt rb c h cpp sh css php vue svelte cs swift kts mts hpp cc",
);

/// One drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    /// The rows it takes up.
    pub(super) rows: Range<usize>,
    pub(super) root: Option<String>,
    pub(super) branches: Vec<Branch>,
    /// Whether everything drawn is said to exist.
    pub(super) real: bool,
}

/// A row of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    pub(super) row: usize,
    /// How far it is indented.
    pub(super) column: usize,
    /// Whether its sign says that nothing follows it in its folder.
    pub(super) is_last: bool,
    pub(super) names: Vec<String>,
    /// In lower case.
    pub(super) remark: String,
}

/// One file or folder of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The row it stands in.
    pub(super) row: usize,
    /// Its path from the root of the repository; folders end in `/`.
    pub(super) path: String,
    /// Whether nothing is drawn below it.
    pub(super) leaf: bool,
    /// Whether the drawing says beyond doubt that it is there.
    pub(super) certain: bool,
}

/// Every drawing of folders in a document.
#[must_use]
pub(super) fn trees(passages: &Passages) -> Vec<Drawing> {
    let mut drawings = Vec::new();
    let mut row = 0;
    while row < passages.rows.len() {
        let (end, drawing) = drawing_at(passages, row);
        drawings.extend(drawing);
        row = end;
    }
    drawings
}

/// What is drawn from a row on, if it is folders, and the row after it.
fn drawing_at(passages: &Passages, first: usize) -> (usize, Option<Drawing>) {
    let Some(top) = branch(passages, first) else {
        return (first + 1, None);
    };
    let mut branches = vec![top];
    let mut last = first;
    for row in first + 1..passages.rows.len() {
        if let Some(branch) = branch(passages, row) {
            branches.push(branch);
            last = row;
        } else if row - last > STRAY_ROWS_MAX || root_at(passages, row).is_some() {
            break;
        }
    }
    let files = branches
        .iter()
        .flat_map(|branch| &branch.names)
        .filter(|name| is_file_or_folder(name))
        .count();
    if branches.len() < ENTRIES_MIN || files * 2 < branches.len() {
        return (last + 1, None);
    }
    let root = first.checked_sub(1).and_then(|row| root_at(passages, row));
    // What stands above the heading is about something else.
    let begin = passages.rows[first].section.unwrap_or_default();
    let above = passages
        .text(begin.max(first.saturating_sub(5))..first)
        .to_lowercase();
    let heading = passages.heading_of(first).unwrap_or_default().to_lowercase();
    let is_elsewhere = root
        .as_deref()
        .is_some_and(|root| root.starts_with(['~', '/', '$', '%']));
    let real = !is_elsewhere && !is_no_promise(&above) && !is_conditional(&above) && !is_no_promise(&heading);
    let drawing = Drawing {
        rows: first..last + 1,
        root,
        branches,
        real,
    };
    (last + 1, Some(drawing))
}

/// Whether words in lower case make what follows a plan, an example or the result of a run.
pub(super) fn is_no_promise(words: &str) -> bool {
    signs(words).has(Signs::PLAN | Signs::SAMPLE | Signs::DRAFT)
}

/// The folder that a row names alone, but for a remark: what is drawn below it lies in it.
fn root_at(passages: &Passages, row: usize) -> Option<String> {
    let (name, _) = split_remark(passages.rows[row].text.trim());
    let name = name.trim();
    (name.len() > 1 && name.ends_with('/') && !name.contains(' ')).then(|| name.to_owned())
}

pub(super) fn is_file_or_folder(name: &str) -> bool {
    name.ends_with('/') || has_ending(name) || name.starts_with('.')
}

/// A row such as `│   ├── state.py   # remark`.
fn branch(passages: &Passages, row: usize) -> Option<Branch> {
    let text = Some(&passages.rows[row])
        .filter(|row| !row.quoted)
        .map(|row| &row.text)?;
    // Most rows are no branch, which their first sign tells.
    if !text
        .trim_start_matches([' ', '│', '|', '┃'])
        .starts_with(['├', '└', '╰', '-', '`', '+', '─'])
    {
        return None;
    }
    let marks = ["├", "└", "|--", "│──", "`--", "+--", "╰"];
    let at = marks.iter().filter_map(|mark| text.find(mark)).min()?;
    let before = &text[..at];
    if !before.chars().all(|c| matches!(c, ' ' | '│' | '|' | '┃')) {
        return None;
    }
    let rest = text[at..].trim_start_matches(['├', '└', '╰', '│', '|', '`', '+', '─', '-', '━', ' ']);
    let (names, remark) = split_remark(rest);
    Some(Branch {
        row,
        column: before.chars().count(),
        is_last: text[at..].starts_with(['└', '╰']),
        names: names
            .split(", ")
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty())
            .collect(),
        remark: remark.to_lowercase(),
    })
}

/// A remark begins after two spaces, or after a mark that names do not have.
pub(super) fn split_remark(text: &str) -> (&str, &str) {
    let marks = ["  ", " #", " ←", " —", " –", " (", " - ", " //", " <", " :", " →"];
    let at = marks
        .iter()
        .filter_map(|mark| text.find(mark))
        .min()
        .unwrap_or(text.len());
    (&text[..at], &text[at..])
}

fn is_plain(name: &str) -> bool {
    name.chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@'))
}

/// Whether a sentence above says when, if or for what something is to be so: `When a new version is needed:`.
fn is_conditional(above: &str) -> bool {
    let starts = [
        "when ",
        "if ",
        "to add ",
        "to create ",
        "for a new ",
        "for each new ",
    ];
    above
        .lines()
        .any(|line| starts.iter().any(|start| line.trim_start().starts_with(start)))
}

impl Branch {
    /// Whether its remark makes it, and what is in it, a plan, an example or the result of a run.
    fn is_made(&self) -> bool {
        let is_source = self.names.iter().any(|name| {
            let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
            SOURCES.contains(&ending)
        });
        is_no_promise(&self.remark) || !is_source && signs(&self.remark).has(Signs::RESIDUE)
    }
}

impl Drawing {
    /// Whether the drawing shows this repository rather than one that somebody else is to have: half of its files
    /// are here, or more.
    #[must_use]
    pub(super) fn is_of(&self, tree: &Tree) -> bool {
        let entries = self.entries(tree);
        let files = || entries.iter().filter(|entry| entry.leaf && entry.certain);
        let here = files().filter(|entry| tree.is_here(&entry.path)).count();
        here * 2 >= files().count()
    }

    /// Its entries. The root that is drawn is a folder of the repository, or else the repository itself.
    #[must_use]
    pub(super) fn entries(&self, tree: &Tree) -> Vec<Entry> {
        let root = self.root.as_deref().map(|root| root.trim_end_matches('/'));
        let root = root
            .filter(|root| tree.has_folder(root))
            .map(|root| format!("{root}/"))
            .unwrap_or_default();
        let mut above: Vec<(usize, String, bool)> = Vec::new();
        let mut entries = Vec::new();
        for (index, branch) in self.branches.iter().enumerate() {
            while above.last().is_some_and(|(column, ..)| *column >= branch.column) {
                above.pop();
            }
            let (folder, is_made) = above.last().map_or_else(
                || (root.clone(), false),
                |(_, folder, is_made)| (folder.clone(), *is_made),
            );
            let leaf = self
                .branches
                .get(index + 1)
                .is_none_or(|next| next.column <= branch.column);
            for name in &branch.names {
                let path = format!("{folder}{name}");
                let certain = !is_made && self.is_certain(branch, name);
                entries.push(Entry {
                    row: branch.row,
                    path: path.clone(),
                    leaf,
                    certain,
                });
                if !leaf {
                    let folder = format!("{}/", path.trim_end_matches('/'));
                    // `[module]/` stands for any of them.
                    let is_unsure = is_made || branch.is_made() || !is_plain(name);
                    above.push((branch.column, folder, is_unsure));
                }
            }
        }
        entries
    }

    fn is_certain(&self, branch: &Branch, name: &str) -> bool {
        self.real
            && self.is_even()
            && is_plain(name)
            && !name.contains("..")
            && is_file_or_folder(name)
            && !branch.is_made()
    }

    /// Whether all levels are indented by the same step; otherwise spaces were lost and levels are guesses.
    fn is_even(&self) -> bool {
        let base = self
            .branches
            .iter()
            .map(|branch| branch.column)
            .min()
            .unwrap_or(0);
        let steps = || {
            self.branches
                .iter()
                .map(|branch| branch.column - base)
                .filter(|step| *step > 0)
        };
        let step = steps().min().unwrap_or(1);
        let level = |branch: &Branch| (branch.column - base) / step;
        // What follows the last of a folder on its own level lost the spaces before it.
        let jumps = self.branches.windows(2).any(|pair| {
            let (above, below) = (level(&pair[0]), level(&pair[1]));
            below > above + 1 || below == above && pair[0].is_last
        });
        steps().all(|other| other % step == 0) && !jumps
    }
}

/// The rows of a document that draw folders.
pub fn folders(passages: &Passages) -> Vec<Range<usize>> {
    trees(passages).into_iter().map(|drawing| drawing.rows).collect()
}

#[cfg(test)]
mod tests;
