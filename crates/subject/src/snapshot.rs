//! The immutable, bounded view of a repository that the detectives read.

use crate::fixture;
use crate::history::History;
use crate::history::refs::Refs;
use crate::memory::Memory;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The audited commit and its history.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// Full id of the audited commit.
    pub commit: String,
    /// Every commit reachable from it.
    pub history: History,
    /// The files of its tree that were read, by path.
    pub files: BTreeMap<String, File>,
    /// The files of its tree that were not read.
    pub skipped: Vec<Skipped>,
    /// What the repository says beside its commits.
    pub refs: Refs,
    /// Files that were not read and in which somebody may speak all the same; each is among the skipped ones too.
    pub aside: BTreeMap<String, File>,
    /// What was derived from its files before.
    pub memory: Memory,
}

/// One file of the tree.
#[derive(Debug, Default)]
pub struct File {
    /// Its whole content.
    pub bytes: Vec<u8>,
}

impl File {
    /// The content as text, where it is UTF-8.
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }
}

/// How the reason begins where a directory was not entered: what is in it is not known at all.
pub const NOT_ENTERED: &str = "not entered: ";

/// A file that was left out, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    pub path: String,
    /// Why, in a few words.
    pub why: String,
}

impl Snapshot {
    /// The text of a file, where it was read and is UTF-8.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).and_then(File::text)
    }

    /// Whether the tree has this path, read or not.
    pub fn has_path(&self, path: &str) -> bool {
        self.files.contains_key(path) || self.skipped.iter().any(|skipped| skipped.path == path)
    }

    /// The directories that were not entered: what is not in the files may be there.
    pub fn unentered(&self) -> impl Iterator<Item = &Skipped> {
        let skipped = self.skipped.iter();
        skipped.filter(|skipped| skipped.why.starts_with(NOT_ENTERED))
    }

    /// Lines `first` to `last` of a file, 1-based and inclusive, without the last line break.
    pub fn lines(&self, path: &str, first: u32, last: u32) -> Option<String> {
        let text = self.text(path)?;
        let count = (last.max(first) - first + 1) as usize;
        let lines: Vec<&str> = text
            .lines()
            .skip(first.saturating_sub(1) as usize)
            .take(count)
            .collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// A snapshot for tests, from a text in which `//- path` starts a file, and `//- history` the commits (as
    /// [`History::from_fixture`] reads them). After that, `//- version:2:path` starts the content that the second commit
    /// gave to a file. `//- unread:path` names a file that was left out for the reason in its text.
    pub fn from_fixture(fixture: &str) -> Self {
        let mut snapshot = Self::fixture();
        for (head, body) in fixture::sections(fixture) {
            snapshot.add_fixture(&head, body);
        }
        snapshot
    }

    /// An empty snapshot of a commit, for [`Self::add_fixture`].
    pub fn fixture() -> Self {
        Self {
            commit: "0".repeat(40),
            ..Self::default()
        }
    }

    /// Adds one section of a fixture.
    pub fn add_fixture(&mut self, head: &str, body: String) {
        if let Some(name) = head.strip_prefix("version:") {
            // A version of no commit belongs to nothing.
            let _ = self.history.add_fixture_version(name, body);
        } else if let Some(path) = head.strip_prefix("unread:") {
            let (path, why) = (path.to_owned(), body.trim().to_owned());
            self.skipped.push(Skipped { path, why });
        } else if head == "history" {
            self.history = History::from_fixture(&body);
        } else {
            let bytes = body.into_bytes();
            self.files.insert(head.to_owned(), File { bytes });
        }
    }
}
