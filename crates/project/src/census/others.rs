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
    let is_own = |path: &String| {
        part::sort(path, roots).0 == Part::Product
            && !part::is_hidden(path)
            && !licences::is_below(foreign, path)
    };
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

/// How comments are written in languages that are not read: endings of files, beginnings of lines, and what opens and closes a block.
const COMMENTS: [(&str, &[&str], (&str, &str)); 9] = [
    (
        "swift kt kts cs dart scala groovy m mm zig sol cu ino hx vue svelte astro jsp jspx cshtml",
        &["//"],
        ("/*", "*/"),
    ),
    ("php", &["//", "# "], ("/*", "*/")),
    ("fs ml mli", &["//"], ("(*", "*)")),
    (
        "sh bash zsh fish ksh bats ex exs pl pm t tcl test r R jl nim cr nix tf robot feature ipynb",
        &["#"],
        ("", ""),
    ),
    ("ps1", &["#"], ("<#", "#>")),
    ("hs elm purs", &["--"], ("{-", "-}")),
    ("lua", &["--"], ("--[[", "]]")),
    ("clj cljc cljs el lisp scm rkt asm", &[";"], ("", "")),
    ("erl hrl", &["%"], ("", "")),
];

/// Lines of a text that are neither blank nor part of a comment, by what its file's name says of the language.
pub fn code_lines(path: &str, text: &str) -> u64 {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let row = COMMENTS
        .iter()
        .find(|(endings, ..)| endings.split(' ').any(|known| known == ending));
    let (starts, (open, close)) = row.map_or((&[][..], ("", "")), |(_, starts, block)| (*starts, *block));
    let mut is_inside = false;
    let is_code = |line: &&str| {
        let opened = line.strip_prefix(open).filter(|_| !open.is_empty());
        match opened {
            _ if is_inside => is_inside = !line.contains(close),
            Some(rest) => is_inside = !rest.contains(close),
            None => return !line.is_empty() && !starts.iter().any(|start| line.starts_with(start)),
        }
        false
    };
    text.lines().map(str::trim).filter(is_code).count() as u64
}

fn lines(path: &str, text: &str) -> u64 {
    if !path.ends_with(".ipynb") {
        return code_lines(path, text);
    }
    let notebook = json::read(text).ok();
    let cells = notebook
        .as_ref()
        .map_or(&[][..], |root| root.items_at(&["cells"]));
    let is_code = |cell: &&Node| cell.text_at(&["cell_type"]) == Some("code");
    let sources = cells.iter().filter(is_code).filter_map(|cell| cell.get("source"));
    sources
        .flat_map(Node::texts)
        .map(|(text, _)| code_lines(path, text))
        .sum()
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
