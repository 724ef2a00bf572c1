//! The paths of a repository, to look up what a report may mean.

use crate::census::glob;
use crate::snapshot::Snapshot;
use std::collections::{BTreeMap, BTreeSet};

/// From this likeness on, a file may be the one that was meant; 1 is the same path.
const LIKENESS_MIN: f64 = 0.6;

/// Most patterns of the ignore file that are heeded.
const PATTERNS_MAX: usize = 500;

/// The paths of a repository, ready to be looked up.
#[derive(Debug, Default)]
pub struct Tree {
    files: BTreeSet<String>,
    folders: BTreeSet<String>,
    by_name: BTreeMap<String, Vec<String>>,
    /// What git leaves out: files of these names or below these folders come to be where the program is run.
    left_out: Vec<String>,
}

impl Tree {
    /// The tree of a snapshot, with the files that were not read.
    #[must_use]
    pub fn of(snapshot: &Snapshot) -> Self {
        let mut tree = Self {
            left_out: left_out(snapshot),
            ..Self::default()
        };
        let skipped = snapshot.skipped.iter().map(|skipped| &skipped.path);
        for path in snapshot.files.keys().chain(skipped) {
            tree.files.insert(path.clone());
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
        let folders = path.match_indices('/').map(|(at, _)| &path[..at]);
        let wholes = || folders.clone().chain([path.trim_end_matches('/')]);
        let fits = |pattern: &String, whole: &str| {
            let name = name_of(whole);
            glob::matches(pattern, whole) || !pattern.contains('/') && glob::matches(pattern, name)
        };
        wholes().any(|whole| self.left_out.iter().any(|pattern| fits(pattern, whole)))
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

/// The patterns of the ignore file at the root; what a later line takes back is left out of them.
fn left_out(snapshot: &Snapshot) -> Vec<String> {
    let text = snapshot.text(".gitignore").unwrap_or_default();
    let lines = || {
        text.lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
    };
    let back: BTreeSet<&str> = lines().filter_map(|line| line.strip_prefix('!')).collect();
    let patterns = lines().filter(|line| !line.starts_with('!') && !back.contains(line) && *line != "*");
    patterns
        .take(PATTERNS_MAX)
        .map(|line| line.trim_matches('/').to_owned())
        .filter(|pattern| !pattern.is_empty())
        .collect()
}

/// The last segment of a path.
#[must_use]
pub fn name_of(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = "//- src/state.py\n//- src/nodes/judges.py\n//- README.md\n";

    #[test]
    fn the_file_that_was_meant_has_the_same_name_or_nearly_the_same_path() {
        let tree = Tree::of(&Snapshot::from_fixture(TREE));
        assert_eq!(
            tree.nearest("src/judges.py").as_deref(),
            Some("src/nodes/judges.py")
        );
        assert_eq!(tree.nearest("src/stat.py").as_deref(), Some("src/state.py"));
        assert_eq!(tree.nearest("docs/handbook/chapter.rst"), None);
    }
}
