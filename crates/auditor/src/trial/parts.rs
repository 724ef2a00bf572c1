//! The parts of a large repository, for judges who cannot read all of it: its folders with their files, and what changes most.

use std::collections::BTreeMap;
use subject::Snapshot;
use subject::secrets::mask;

/// Files from which on a repository is large: those of a smaller one are seen by their exhibits.
const FILES_MIN: usize = 200;
/// Most parts that are named; folders are taken together until there are no more.
const PARTS_MAX: usize = 40;
/// Deepest folder that is a part of its own.
const DEPTH_MAX: usize = 3;
/// Files that change most which are named.
const HOT_SHOWN: usize = 5;

/// One line for each part, then one for what changes most; nothing of a small repository.
pub(super) fn of(snapshot: &Snapshot) -> Vec<String> {
    if snapshot.files.len() < FILES_MIN {
        return Vec::new();
    }
    let paths: Vec<&str> = snapshot.files.keys().map(String::as_str).collect();
    let depths = (1..=DEPTH_MAX).rev().map(|depth| folders(&paths, depth));
    let fitting = depths.into_iter().find(|parts| parts.len() <= PARTS_MAX);
    let parts = fitting.unwrap_or_else(|| folders(&paths, 1));
    let line = |(folder, files): (&&str, &Vec<&str>)| {
        let first = files.first().copied().unwrap_or_default();
        format!(
            "{} ({} files, such as {})",
            mask(folder),
            files.len(),
            mask(first)
        )
    };
    parts.iter().map(line).chain(hot(snapshot)).collect()
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
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for change in snapshot.history.commits.iter().flat_map(|commit| &commit.changes) {
        if snapshot.files.contains_key(&change.path) {
            *counts.entry(&change.path).or_default() += 1;
        }
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(path, count)| (std::cmp::Reverse(*count), *path));
    let named = counts.iter().take(HOT_SHOWN);
    let named: Vec<String> = named
        .map(|(path, count)| format!("{} ({count} commits)", mask(path)))
        .collect();
    (!named.is_empty()).then(|| format!("changed most: {}", named.join(", ")))
}

#[cfg(test)]
mod tests;
