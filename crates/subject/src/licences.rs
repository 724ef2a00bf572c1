//! Folders and long files that others wrote: they bring a licence of their own, with another holder than that of the repository.

use crate::Snapshot;
use crate::part::is_code;
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
/// one. No folder where the root has no licence that names anybody: then nothing tells whose the rest is. Of long files the history tells it too.
pub fn of_others(snapshot: &Snapshot) -> BTreeSet<String> {
    let licences = snapshot.files.keys().filter(|path| is_licence(path));
    let (inner, root): (Vec<&String>, Vec<&String>) = licences.partition(|path| path.contains('/'));
    let own: BTreeSet<String> = root.iter().flat_map(|path| holders(snapshot, path)).collect();
    let libraries = libraries(snapshot, &own);
    if own.is_empty() {
        return libraries.into_iter().collect();
    }
    let is_foreign = |path: &&String| {
        let names = holders(snapshot, path);
        !names.is_empty() && names.is_disjoint(&own) && !has_manifest(snapshot, folder(path))
    };
    let foreign = inner.into_iter().filter(is_foreign);
    let folders = foreign.map(|path| folder(path).to_owned());
    folders.chain(libraries).collect()
}

/// Long files whose first lines name holders who neither hold the project nor ever worked on it. Where shorter files name such people too, the
/// project itself names people that way.
fn libraries(snapshot: &Snapshot, own: &BTreeSet<String>) -> Vec<String> {
    let commits = &snapshot.history.commits;
    let authors = commits.iter().flat_map(|commit| words(&commit.author));
    let own: BTreeSet<String> = authors.chain(own.iter().cloned()).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let texts = || {
        let texts = snapshot.files.keys().filter(|path| !is_licence(path));
        texts.filter_map(|path| Some((path, snapshot.text(path)?)))
    };
    let is_foreign = |(_, text): &(&String, &str)| {
        let names = named(&text[..text.floor_char_boundary(HEAD_BYTES_MAX)]);
        !names.is_empty() && names.is_disjoint(&own)
    };
    let long = texts().filter(|(_, text)| text.len() > LIBRARY_LINES_MIN && is_long(text));
    let foreign: Vec<String> = long.filter(is_foreign).map(|(path, _)| path.clone()).collect();
    let mut short = texts().filter(|(_, text)| !is_long(text)).filter(is_foreign);
    if foreign.is_empty() || short.nth(foreign.len() - 1).is_some() {
        return Vec::new();
    }
    // Where nothing else is code, it is the program all the same.
    let is_rest = |(path, _): (&String, &str)| is_code(path) && !foreign.contains(path);
    if texts().any(is_rest) { foreign } else { Vec::new() }
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
/// Whether a file of this name is a licence.
pub fn is_licence(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
    let is_text = matches!(ending, "" | "txt" | "md" | "rst");
    let whole = if is_text { stem } else { &name };
    ["license", "licence", "copying", "unlicense"].iter().any(|word| {
        whole
            .strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
            || whole
                .strip_suffix(word)
                .is_some_and(|rest| rest.ends_with(['.', '-', '_']))
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
    signed.flat_map(|found| words(&found["name"])).collect()
}

/// The words of a name, in small letters.
fn words(name: &str) -> Vec<String> {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric());
    let told = words.filter(|word| word.chars().count() >= WORD_CHARS_MIN && !NO_NAMES.contains(word));
    told.map(str::to_owned).collect()
}

/// Words beside names that name nobody, and the holder of the texts of the licences of GNU.
static NO_NAMES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let words = "all and author authors com contributors copyright foundation free fsf holder inc llc name of org owner reserved \
                 rights software the year yyyy";
    words.split_whitespace().collect()
});

#[cfg(test)]
mod tests;
