//! Where files and folders lie: what resolvers of all languages ask of the tree.

use super::FileId;
use crate::census::{Census, Kind, Project};
pub(super) use crate::manifest::join;
use ::syntax::facts::Facts;
use python::program::Program;
use std::collections::{BTreeMap, BTreeSet};
use subject::Snapshot;

/// The tree as resolvers see it.
pub(super) struct Atlas<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) census: &'a Census,
    pub(super) program: &'a Program,
    /// The source files, sorted; their places are their ids.
    pub(super) paths: Vec<&'a str>,
    ids: BTreeMap<&'a str, FileId>,
    /// Every folder that holds a file, whatever file.
    pub(super) folders: BTreeSet<&'a str>,
}

impl<'a> Atlas<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, census: &'a Census, program: &'a Program) -> Self {
        let paths: Vec<&str> = census.files.keys().map(String::as_str).collect();
        let ids = paths.iter().copied().zip(0..).collect();
        let mut folders = BTreeSet::new();
        for path in snapshot.files.keys() {
            folders.extend(path.match_indices('/').map(|(at, _)| &path[..at]));
        }
        Self {
            snapshot,
            census,
            program,
            paths,
            ids,
            folders,
        }
    }

    pub(super) fn id(&self, path: &str) -> Option<FileId> {
        self.ids.get(path).copied()
    }

    pub(super) fn facts(&self, id: FileId) -> Option<&'a Facts> {
        let path = self.paths.get(id as usize)?;
        self.census.files.get(*path).map(|file| &file.facts)
    }

    /// All source files with their ids.
    pub(super) fn files(&self) -> impl Iterator<Item = (FileId, &'a str)> {
        (0..).zip(self.paths.iter().copied())
    }

    /// Whether the tree has a file, source or not.
    pub(super) fn has(&self, path: &str) -> bool {
        self.snapshot.files.contains_key(path)
    }

    /// The projects of a kind.
    pub(super) fn projects(&self, kind: Kind) -> impl Iterator<Item = &'a Project> {
        self.census.projects.iter().filter(move |one| one.kind == kind)
    }

    /// The innermost project of a kind around a path.
    pub(super) fn project(&self, kind: Kind, path: &str) -> Option<&'a Project> {
        self.projects(kind)
            .filter(|one| one.contains(path))
            .max_by_key(|one| one.root.len())
    }
}

/// The folders around a path, the innermost first, the root last.
pub(super) fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    let mut next = path.rsplit_once('/').map(|(folder, _)| folder).or(Some(""));
    std::iter::from_fn(move || {
        let now = next?;
        next = match now {
            "" => None,
            _ => Some(now.rsplit_once('/').map_or("", |(folder, _)| folder)),
        };
        Some(now)
    })
}

/// A file name without its ending.
pub(super) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split_once('.').map_or(name, |(stem, _)| stem)
}
