//! The paths of a repository, to look up what a report may mean.

use documents::picture::misread::folded;
use std::collections::{BTreeMap, BTreeSet};
use subject::Snapshot;
use subject::glob::{self, GlobSet};
use wordlist::Words;

/// From this likeness on, a file may be the one that was meant; 1 is the same path.
const LIKENESS_MIN: f64 = 0.6;

/// Most patterns of the ignore files that are heeded.
const PATTERNS_MAX: usize = 500;
/// Folders that tools make and nobody commits.
static MADE: Words = Words::new(|| wordlist::words(include_str!("../../../words/tree_made.txt")));
/// What a build makes, by its ending, and what it is made from: who names the one has the other.
const BUILT: [(&str, &[&str]); 5] = [
    ("js", &["ts", "tsx", "mts", "jsx"]),
    ("mjs", &["mts", "ts"]),
    ("cjs", &["cts", "ts"]),
    ("jsx", &["tsx"]),
    ("html", &["md", "mdx", "rst", "adoc", "txt", "markdown"]),
];

/// The paths of a repository, ready to be looked up.
#[derive(Debug, Default)]
pub struct Tree {
    files: BTreeSet<String>,
    folders: BTreeSet<String>,
    by_name: BTreeMap<String, Vec<String>>,
    /// Every path in lower case: some file systems know no other.
    folded: BTreeSet<String>,
    /// What git leaves out: files of these names or below these folders come to be where the program is run.
    left_out: Vec<String>,
    /// The same as patterns of paths, and those of them that are of names anywhere.
    left_out_paths: GlobSet,
    left_out_names: GlobSet,
}

impl Tree {
    /// The tree of a snapshot, with the files that were not read.
    #[must_use]
    pub fn of(snapshot: &Snapshot) -> Self {
        let left_out = left_out(snapshot);
        let patterns = || left_out.iter().map(String::as_str);
        let mut tree = Self {
            left_out_paths: glob::lenient(patterns()),
            left_out_names: glob::lenient(patterns().filter(|pattern| !pattern.contains('/'))),
            left_out,
            ..Self::default()
        };
        let skipped = snapshot.skipped.iter().map(|skipped| &skipped.path);
        for path in snapshot.files.keys().chain(skipped) {
            tree.files.insert(path.clone());
            tree.folded.insert(path.to_lowercase());
            tree.by_name
                .entry(name_of(path).to_owned())
                .or_default()
                .push(path.clone());
            tree.folders
                .extend(path.match_indices('/').map(|(at, _)| path[..at].to_owned()));
        }
        tree
    }

    /// Whether the repository itself says that this path is left out of it: a build or a run makes it.
    #[must_use]
    pub fn is_left_out(&self, path: &str) -> bool {
        let is_made = path.split('/').any(|segment| MADE.contains(&segment));
        if is_made || self.is_emptied(path) {
            return true;
        }
        let folders = path.match_indices('/').map(|(at, _)| &path[..at]);
        let wholes = || folders.clone().chain([path.trim_end_matches('/')]);
        let fits =
            |whole: &str| self.left_out_paths.is_match(whole) || self.left_out_names.is_match(name_of(whole));
        wholes().any(fits)
    }

    /// Whether patterns leave out what comes into a folder: it is where the program was run.
    fn is_emptied(&self, path: &str) -> bool {
        let inside = |pattern: &String| pattern.strip_prefix(path).is_some_and(|rest| !rest.is_empty());
        path.ends_with('/') && self.left_out.iter().any(inside)
    }

    /// Whether the same file is here in other letters, or is what a build makes this one from.
    pub(super) fn has_source_of(&self, path: &str) -> bool {
        let lower = path.to_lowercase();
        let inner = lower.split_once('/').map_or(lower.as_str(), |(_, rest)| rest);
        let made = |path: &str| {
            let (stem, ending) = path.rsplit_once('.')?;
            let (_, from) = BUILT.iter().find(|(built, _)| *built == ending)?;
            let is_here = |ending: &&str| self.folded.contains(&format!("{stem}.{ending}"));
            Some(from.iter().any(is_here))
        };
        [lower.as_str(), inner]
            .iter()
            .any(|path| self.folded.contains(*path) || made(path).unwrap_or(false))
    }

    /// The path in the tree that `path` means: itself, what is left without the repository's own name in
    /// front, or the one file that ends so. Folders end in `/`.
    #[must_use]
    pub fn resolve(&self, path: &str) -> Option<String> {
        let bare = path.trim_end_matches('/');
        let without_root = bare.split_once('/').map(|(_, rest)| rest);
        [Some(bare), without_root]
            .into_iter()
            .flatten()
            .find_map(|path| self.exact(path))
            .or_else(|| self.ending(path))
    }

    pub(super) fn exact(&self, path: &str) -> Option<String> {
        if self.files.contains(path) {
            return Some(path.to_owned());
        }
        self.folders.contains(path).then(|| format!("{path}/"))
    }

    /// Whether the path itself is here, with or without the repository's own name in front.
    pub(super) fn is_here(&self, path: &str) -> bool {
        let bare = path.trim_end_matches('/');
        let inner = bare.split_once('/').map(|(_, rest)| rest);
        [Some(bare), inner]
            .into_iter()
            .flatten()
            .any(|path| self.exact(path).is_some())
    }

    fn ending(&self, path: &str) -> Option<String> {
        let tail = format!("/{path}");
        let named = self.named(name_of(path));
        if path.ends_with('/') {
            let folders = self.folders.iter().map(|folder| format!("{folder}/"));
            return folders
                .filter(|folder| folder.ends_with(&tail))
                .min_by_key(String::len);
        }
        named.iter().find(|file| file.ends_with(&tail)).cloned()
    }

    /// Every file and folder, by what a reader of pictures may take it for; folders end in no slash.
    pub(super) fn confusable(&self) -> BTreeMap<String, Vec<String>> {
        let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let folders = self.folders.iter();
        for path in folders.chain(&self.files) {
            all.entry(folded(path)).or_default().push(path.clone());
        }
        all
    }

    pub(super) fn named(&self, name: &str) -> &[String] {
        self.by_name.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether the folder in which a path begins is here, with or without the repository's own name in front.
    pub(super) fn is_anchored(&self, path: &str) -> bool {
        let mut folders = path.split('/');
        folders.next_back();
        folders.take(2).any(|folder| self.folders.contains(folder))
    }

    pub(super) fn has_folder(&self, path: &str) -> bool {
        self.folders.contains(path)
    }

    /// The file that was most likely meant: one of the same name, else one spelled much alike.
    #[must_use]
    pub fn nearest(&self, path: &str) -> Option<String> {
        let likeness = |file: &&String| strsim::normalized_damerau_levenshtein(file, path);
        let best = |files: Vec<&String>| {
            files
                .into_iter()
                .max_by(|a, b| likeness(a).total_cmp(&likeness(b)).then_with(|| b.cmp(a)))
                .cloned()
        };
        let same_name = best(self.named(name_of(path)).iter().collect());
        same_name.or_else(|| {
            best(
                self.files
                    .iter()
                    .filter(|file| likeness(file) >= LIKENESS_MIN)
                    .collect(),
            )
        })
    }
}

/// The patterns of the ignore files, and the folders that other repositories are put into.
fn left_out(snapshot: &Snapshot) -> Vec<String> {
    let is_ignore = |path: &&String| name_of(path) == ".gitignore";
    let files = snapshot.files.keys().filter(is_ignore);
    files
        .flat_map(|path| ignored(path, snapshot.text(path).unwrap_or_default()))
        .chain(modules(snapshot.text(".gitmodules").unwrap_or_default()))
        .take(PATTERNS_MAX)
        .collect()
}

/// The patterns of one ignore file, seen from the root; what a later line takes back is left out of them.
fn ignored(path: &str, text: &str) -> Vec<String> {
    let lines = || {
        text.lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
    };
    let back: BTreeSet<&str> = lines().filter_map(|line| line.strip_prefix('!')).collect();
    let folder = path.strip_suffix(".gitignore").unwrap_or_default();
    let from_root = |line: &str| match folder {
        "" => line.trim_matches('/').to_owned(),
        _ if line.trim_end_matches('/').contains('/') => format!("{folder}{}", line.trim_matches('/')),
        _ => format!("{folder}**/{}", line.trim_matches('/')),
    };
    let patterns = lines().filter(|line| !line.starts_with('!') && !back.contains(line));
    patterns
        .filter(|line| !folder.is_empty() || *line != "*")
        .map(from_root)
        .filter(|pattern| !pattern.is_empty())
        .collect()
}

/// `path = vendor/parser` of a `.gitmodules`.
fn modules(text: &str) -> impl Iterator<Item = String> {
    let values = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("path")?.trim_start().strip_prefix('='));
    values
        .map(|path| path.trim().trim_matches('/').to_owned())
        .filter(|path| !path.is_empty())
}

/// The last segment of a path.
#[must_use]
pub fn name_of(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests;
