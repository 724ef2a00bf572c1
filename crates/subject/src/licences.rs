//! Folders and long files that others wrote: they bring a licence of their own, with another holder than that of the repository.

use crate::Snapshot;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Longest licence that is read, in bytes; the longest in use has 35 thousand.
const BYTES_MAX: usize = 64 << 10;
/// What a file says of its holder stands within so many bytes of its beginning.
const HEAD_BYTES_MAX: usize = 8 << 10;
/// A library that is kept in one file is at least so long. What a stranger gave to a project is shorter.
const LIBRARY_LINES_MIN: usize = 1_000;
/// Shortest word of a holder's name that tells one from another.
const WORD_CHARS_MIN: usize = 3;

/// The line that names who holds the rights, up to the name.
static HOLDER: LazyLock<Regex> = LazyLock::new(|| {
    let line = r"(?im)^\W{0,8}(?:copyright|©)\s{0,3}(?P<mark>(?:\(c\)|©)?[\s\d,–-]{0,80})(?:present\b)?[,\s]{0,3}(?P<name>[^\n]{3,120})$";
    Regex::new(line).expect("it is fixed and tested")
});
/// Manifests: a folder with one is a package of the repository, and has a licence because it is published by itself.
const MANIFESTS: [&str; 9] = [
    "Cargo.toml",
    "package.json",
    "pyproject.toml",
    "setup.py",
    "go.mod",
    "pom.xml",
    "build.gradle",
    "composer.json",
    "Gemfile",
];

/// The folders below the root that have a licence of somebody whom no licence at the root names, and long files that begin with
/// one. None where the root has no licence that names anybody: then nothing tells whose the rest is.
pub fn of_others(snapshot: &Snapshot) -> BTreeSet<String> {
    let licences = snapshot.files.keys().filter(|path| is_licence(path));
    let (inner, root): (Vec<&String>, Vec<&String>) = licences.partition(|path| path.contains('/'));
    let own: BTreeSet<String> = root.iter().flat_map(|path| holders(snapshot, path)).collect();
    if own.is_empty() {
        return BTreeSet::new();
    }
    let is_foreign = |path: &&String| {
        let names = holders(snapshot, path);
        !names.is_empty() && names.is_disjoint(&own) && !has_manifest(snapshot, folder(path))
    };
    let foreign = inner.into_iter().filter(is_foreign);
    let folders = foreign.map(|path| folder(path).to_owned());
    folders.chain(libraries(snapshot, &own)).collect()
}

/// Long files whose first lines name other holders. Where most long files do, the project itself names people that way.
fn libraries(snapshot: &Snapshot, own: &BTreeSet<String>) -> Vec<String> {
    let texts = snapshot.files.keys().filter(|path| !is_licence(path));
    let texts = texts.filter_map(|path| Some((path, snapshot.text(path)?)));
    let long = texts.filter(|(_, text)| text.len() > LIBRARY_LINES_MIN && is_long(text));
    let signed: Vec<(&String, BTreeSet<String>)> = long
        .map(|(path, text)| (path, named(&text[..text.floor_char_boundary(HEAD_BYTES_MAX)])))
        .filter(|(_, names)| !names.is_empty())
        .collect();
    let is_foreign = |(_, names): &&(&String, BTreeSet<String>)| names.is_disjoint(own);
    let foreign: Vec<String> = signed
        .iter()
        .filter(is_foreign)
        .map(|(path, _)| (*path).clone())
        .collect();
    if foreign.len() * 2 > signed.len() {
        Vec::new()
    } else {
        foreign
    }
}

fn is_long(text: &str) -> bool {
    text.lines().nth(LIBRARY_LINES_MIN - 1).is_some()
}

/// Whether a path is one of these, or lies in one of them.
pub fn is_below(others: &BTreeSet<String>, path: &str) -> bool {
    let mut above = path.match_indices('/').map(|(at, _)| &path[..at]);
    !others.is_empty() && (others.contains(path) || above.any(|folder| others.contains(folder)))
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// `LICENSE`, `COPYING.txt`, `fmt.license.rst`.
fn is_licence(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
    let is_text = matches!(ending, "" | "txt" | "md" | "rst");
    let whole = if is_text { stem } else { &name };
    ["license", "licence", "copying"].iter().any(|word| {
        whole
            .strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
            || whole.strip_suffix(word).is_some_and(|rest| rest.ends_with('.'))
    })
}

fn has_manifest(snapshot: &Snapshot, folder: &str) -> bool {
    MANIFESTS
        .iter()
        .any(|name| snapshot.files.contains_key(&format!("{folder}/{name}")))
}

fn holders(snapshot: &Snapshot, path: &str) -> BTreeSet<String> {
    let text = snapshot.text(path).filter(|text| text.len() <= BYTES_MAX);
    named(text.unwrap_or_default())
}

/// The words of the names of those who hold the rights.
fn named(text: &str) -> BTreeSet<String> {
    let found = HOLDER.captures_iter(text);
    // A line that begins with the word alone is out of the middle of a sentence.
    let signed = found.filter(|found| !found["mark"].trim().is_empty());
    let names: Vec<String> = signed.map(|found| found["name"].to_lowercase()).collect();
    names
        .iter()
        .flat_map(|name| name.split(|c: char| !c.is_alphanumeric()))
        .filter(|word| word.chars().count() >= WORD_CHARS_MIN && !NO_NAMES.contains(word))
        .map(str::to_owned)
        .collect()
}

/// Words beside names that name nobody, and the holder of the texts of the licences of GNU.
static NO_NAMES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let words = "all and author authors com contributors copyright foundation free fsf holder inc llc name of org owner reserved \
                 rights software the year yyyy";
    words.split_whitespace().collect()
});

#[cfg(test)]
mod tests;
