//! The parts of a large repository, for judges who cannot read all of it: its folders with their files, and what changes most.

use crate::worker::FILES_MIN;
use panel::survey::Part;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use subject::Snapshot;
use subject::secrets::mask;

/// Most parts that are named; folders are taken together until there are no more.
const PARTS_MAX: usize = 40;
/// Deepest folder that is a part of its own.
const DEPTH_MAX: usize = 3;
/// Files that change most which are named.
const HOT_SHOWN: usize = 5;
/// Files of a part whose names are shown to a model, and of these the files whose beginning is.
const NAMES_SHOWN: usize = 60;
const HEADS_SHOWN: usize = 5;
/// Lines and characters of a beginning.
const LINES_SHOWN: usize = 25;
const CHARS_SHOWN: usize = 1_200;

/// One line for each part, then one for what changes most; nothing of a small repository.
pub(super) fn of(snapshot: &Snapshot) -> Vec<String> {
    let line = |(folder, files): (&&str, &Vec<&str>)| {
        let first = files.first().copied().unwrap_or_default();
        format!(
            "{} ({} files, such as {})",
            mask(folder),
            files.len(),
            mask(first)
        )
    };
    let parts = grouped(snapshot);
    let hot = (!parts.is_empty()).then(|| hot(snapshot)).flatten();
    parts.iter().map(line).chain(hot).collect()
}

/// The files of a large repository by part.
fn grouped(snapshot: &Snapshot) -> BTreeMap<&str, Vec<&str>> {
    if snapshot.files.len() < FILES_MIN {
        return BTreeMap::new();
    }
    let paths: Vec<&str> = snapshot.files.keys().map(String::as_str).collect();
    let mut depths = (1..=DEPTH_MAX).rev().map(|depth| folders(&paths, depth));
    let fitting = depths.find(|parts| parts.len() <= PARTS_MAX);
    fitting.unwrap_or_else(|| folders(&paths, 1))
}

/// What is shown of each part to a model that sums it up: the names of its files, and how those begin that say most of it. A
/// repository with more parts than can be named has the largest of them summed up.
pub(super) fn shown(snapshot: &Snapshot) -> Vec<Part> {
    let changes = changes(snapshot);
    let mut parts: Vec<(&str, Vec<&str>)> = grouped(snapshot).into_iter().collect();
    parts.sort_by_key(|(folder, files)| (Reverse(files.len()), *folder));
    parts.truncate(PARTS_MAX);
    parts.sort();
    let part = |(folder, files): &(&str, Vec<&str>)| part(folder, files, snapshot, &changes);
    parts.iter().map(part).collect()
}

fn part(folder: &str, files: &[&str], snapshot: &Snapshot, changes: &BTreeMap<&str, usize>) -> Part {
    let names: Vec<&str> = files.iter().copied().take(NAMES_SHOWN).collect();
    let mut part = Part {
        name: mask(folder).into_owned(),
        files: files.iter().map(|path| ((*path).to_owned(), 0)).collect(),
        text: format!("{} files: {}\n", files.len(), mask(&names.join(", "))),
    };
    let mut ranked = files.to_vec();
    let is_readme = |path: &str| {
        path.rsplit('/')
            .next()
            .is_some_and(|name| name.to_lowercase().starts_with("readme"))
    };
    ranked.sort_by_key(|path| {
        (
            !is_readme(path),
            Reverse(changes.get(path).copied().unwrap_or_default()),
            *path,
        )
    });
    let mut heads = 0;
    for path in ranked {
        let text = snapshot
            .files
            .get(path)
            .and_then(|file| std::str::from_utf8(&file.bytes).ok());
        let Some(text) = text.filter(|text| !text.trim().is_empty() && heads < HEADS_SHOWN) else {
            continue;
        };
        let head: String = text.chars().take(CHARS_SHOWN).collect();
        let lines: Vec<&str> = head.lines().take(LINES_SHOWN).collect();
        let _ = writeln!(part.text, "\nHow {} begins:", mask(path));
        for (number, line) in (1..).zip(&lines) {
            let _ = writeln!(part.text, "{number}: {}", mask(line));
        }
        part.files.insert(path.to_owned(), lines.len());
        heads += 1;
    }
    part
}

/// The files by their folder, at most so deep; those of the root are a part too.
fn folders<'a>(paths: &[&'a str], depth: usize) -> BTreeMap<&'a str, Vec<&'a str>> {
    let mut parts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for path in paths {
        let ends = path.match_indices('/').map(|(at, _)| at);
        let end = ends.take(depth).last();
        parts
            .entry(end.map_or(".", |end| &path[..end]))
            .or_default()
            .push(path);
    }
    parts
}

/// The files that most commits changed.
fn hot(snapshot: &Snapshot) -> Option<String> {
    let mut counts: Vec<(&str, usize)> = changes(snapshot).into_iter().collect();
    counts.sort_by_key(|(path, count)| (Reverse(*count), *path));
    let named = counts.iter().take(HOT_SHOWN);
    let named: Vec<String> = named
        .map(|(path, count)| format!("{} ({count} commits)", mask(path)))
        .collect();
    (!named.is_empty()).then(|| format!("changed most: {}", named.join(", ")))
}

/// How many commits changed each file that is still there.
fn changes(snapshot: &Snapshot) -> BTreeMap<&str, usize> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for change in snapshot.history.commits.iter().flat_map(|commit| &commit.changes) {
        if snapshot.files.contains_key(&change.path) {
            *counts.entry(&change.path).or_default() += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests;
