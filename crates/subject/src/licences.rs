//! Folders whose code others wrote: they bring a licence of their own, with another holder than that of the repository.

use crate::Snapshot;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Longest licence that is read, in bytes; the longest in use has 35 thousand.
const BYTES_MAX: usize = 64 << 10;
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

/// The folders below the root that have a licence of somebody whom no licence at the root names. None where the root has no
/// licence that names anybody: then nothing tells whose the rest is.
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
    foreign.map(|path| folder(path).to_owned()).collect()
}

/// Whether a path lies in one of these folders.
pub fn is_below(folders: &BTreeSet<String>, path: &str) -> bool {
    !folders.is_empty()
        && path
            .match_indices('/')
            .any(|(at, _)| folders.contains(&path[..at]))
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

/// The words of the names of those who hold the rights.
fn holders(snapshot: &Snapshot, path: &str) -> BTreeSet<String> {
    let text = snapshot.text(path).filter(|text| text.len() <= BYTES_MAX);
    let found = HOLDER.captures_iter(text.unwrap_or_default());
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
