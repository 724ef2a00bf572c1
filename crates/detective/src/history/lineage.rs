//! Which commits wrote the files that stand at the audited commit.
//!
//! Only ids of contents are known, not the contents of old commits. So a line's commit is not known, but
//! which commits touched a file since it came to be is, across renames.

use super::{Change, Commit, History};
use std::collections::BTreeMap;

/// Ids of the empty file: whoever adds it wrote nothing.
const EMPTY: [&str; 2] = [
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
];

/// A commit that wrote a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write {
    /// Its place in the history, from 0.
    pub commit: usize,
    /// Whether the file had no content before.
    pub created: bool,
}

/// The writers of each path, oldest first.
#[derive(Debug, Default)]
pub struct Lineage {
    writes: BTreeMap<String, Vec<Write>>,
}

impl Lineage {
    /// Follows every file through the history.
    #[must_use]
    pub fn of(history: &History) -> Self {
        let mut lineage = Self::default();
        for (at, commit) in history.commits.iter().enumerate() {
            lineage.follow(at, commit);
        }
        lineage
    }

    /// The commits that wrote this path, oldest first; none where only merges did.
    #[must_use]
    pub fn writes(&self, path: &str) -> &[Write] {
        self.writes.get(path).map_or(&[], Vec::as_slice)
    }

    fn follow(&mut self, at: usize, commit: &Commit) {
        let mut gone = Gone::default();
        for change in commit.changes.iter().filter(|change| change.new.is_none()) {
            gone.add(change, self.writes.remove(&change.path).unwrap_or_default());
        }
        for change in &commit.changes {
            if let Some(new) = &change.new {
                self.write(at, change, new, &mut gone);
            }
        }
    }

    fn write(&mut self, at: usize, change: &Change, new: &str, gone: &mut Gone) {
        let empty = EMPTY.contains(&new);
        if change.old.is_none() {
            let moved = if empty { None } else { gone.take(change, new) };
            let same = moved.as_ref().is_some_and(|moved| moved.same_content);
            self.writes.insert(
                change.path.clone(),
                moved.map(|moved| moved.writes).unwrap_or_default(),
            );
            if same {
                return;
            }
        }
        if !empty {
            let writes = self.writes.entry(change.path.clone()).or_default();
            let created = writes.is_empty();
            writes.push(Write { commit: at, created });
        }
    }
}

/// The files that a commit takes away: where one with the same content, or the only one of the same name,
/// comes back at another path, it was moved.
#[derive(Default)]
struct Gone {
    files: Vec<Option<Vec<Write>>>,
    by_content: BTreeMap<String, usize>,
    by_name: BTreeMap<String, Vec<usize>>,
}

struct Moved {
    writes: Vec<Write>,
    same_content: bool,
}

impl Gone {
    fn add(&mut self, change: &Change, writes: Vec<Write>) {
        let at = self.files.len();
        self.files.push(Some(writes));
        if let Some(old) = &change.old {
            self.by_content.insert(old.clone(), at);
        }
        self.by_name
            .entry(name(&change.path).to_owned())
            .or_default()
            .push(at);
    }

    fn take(&mut self, change: &Change, new: &str) -> Option<Moved> {
        let by_content = self.by_content.get(new).copied();
        let by_name = || match self.by_name.get(name(&change.path))?[..] {
            [only] => Some(only),
            _ => None,
        };
        let at = by_content.or_else(by_name)?;
        let writes = self.files.get_mut(at)?.take()?;
        Some(Moved {
            writes,
            same_content: by_content.is_some(),
        })
    }
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
