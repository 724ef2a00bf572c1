//! Which commits wrote the files that stand at the audited commit.
//!
//! From the ids of contents alone: which commits touched a file since it came to be, across renames. Whose a
//! line is needs the old contents too; see [`survival`](super::survival).

use super::{Change, Commit, History};
use std::collections::BTreeMap;

/// Ids of the empty file: whoever adds it wrote nothing.
pub const EMPTY: [&str; 2] = [
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
];

/// A commit that wrote a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write<'a> {
    /// Its place in the history, from 0.
    pub commit: usize,
    /// Whether the file had no content before.
    pub created: bool,
    /// Id of the content before, where there was any.
    pub old: Option<&'a str>,
    /// Id of the content after.
    pub new: &'a str,
}

/// The writers of each path, oldest first.
#[derive(Debug, Default)]
pub struct Lineage<'a> {
    writes: BTreeMap<&'a str, Vec<Write<'a>>>,
}

impl<'a> Lineage<'a> {
    /// Follows every file through the history.
    pub fn of(history: &'a History) -> Self {
        let mut lineage = Self::default();
        for (at, commit) in history.commits.iter().enumerate() {
            lineage.follow(at, commit);
        }
        lineage
    }

    /// The commits that wrote this path, oldest first; none where only merges did.
    pub fn writes(&self, path: &str) -> &[Write<'a>] {
        self.writes.get(path).map_or(&[], Vec::as_slice)
    }

    /// Every path that was not taken away again, with its writers.
    pub fn standing(&self) -> impl Iterator<Item = (&'a str, &[Write<'a>])> {
        self.writes
            .iter()
            .map(|(path, writes)| (*path, writes.as_slice()))
    }

    fn follow(&mut self, at: usize, commit: &'a Commit) {
        let mut gone = Gone::default();
        for change in commit.changes.iter().filter(|change| change.new.is_none()) {
            gone.add(
                change,
                self.writes.remove(change.path.as_str()).unwrap_or_default(),
            );
        }
        for change in &commit.changes {
            if let Some(new) = &change.new {
                self.write(at, change, new, &mut gone);
            }
        }
    }

    fn write(&mut self, at: usize, change: &'a Change, new: &'a str, gone: &mut Gone<'a>) {
        let empty = EMPTY.contains(&new);
        let mut old = change.old.as_deref();
        if old.is_none() {
            let moved = if empty { None } else { gone.take(change, new) };
            let same = moved.as_ref().is_some_and(|moved| moved.old == Some(new));
            if let Some(moved) = moved {
                old = moved.old;
                self.writes.insert(&change.path, moved.writes);
            }
            if same {
                return;
            }
        }
        // A path that is added twice was added on two branches: both keep what they wrote.
        let writes = self.writes.entry(&change.path).or_default();
        if !empty {
            let old = old.filter(|old| !EMPTY.contains(old));
            writes.push(Write {
                commit: at,
                created: old.is_none(),
                old,
                new,
            });
        }
    }
}

/// The files that a commit takes away: where one with the same content, of the same place but for its ending, or of the same
/// name comes back at another path, it was moved. Of several of one name it is the one from the most alike folders.
#[derive(Default)]
struct Gone<'a> {
    files: Vec<Option<Moved<'a>>>,
    by_content: BTreeMap<&'a str, usize>,
    by_place: BTreeMap<&'a str, Vec<usize>>,
    by_name: BTreeMap<&'a str, Vec<(usize, &'a str)>>,
}

struct Moved<'a> {
    writes: Vec<Write<'a>>,
    old: Option<&'a str>,
}

impl<'a> Gone<'a> {
    fn add(&mut self, change: &'a Change, writes: Vec<Write<'a>>) {
        let (at, old) = (self.files.len(), change.old.as_deref());
        self.files.push(Some(Moved { writes, old }));
        if let Some(old) = old {
            self.by_content.insert(old, at);
        }
        self.by_place.entry(place(&change.path)).or_default().push(at);
        let named = self.by_name.entry(name(&change.path)).or_default();
        named.push((at, &change.path));
    }

    fn take(&mut self, change: &Change, new: &str) -> Option<Moved<'a>> {
        let by_content = self.by_content.get(new).copied();
        let by_place = || match self.by_place.get(place(&change.path))?[..] {
            [only] => Some(only),
            _ => None,
        };
        let found = by_content
            .or_else(by_place)
            .or_else(|| self.namesake(&change.path));
        self.files.get_mut(found?)?.take()
    }

    /// The one file of the same name, or of several the one whose last folders are most like those of `path`.
    fn namesake(&self, path: &str) -> Option<usize> {
        let all = self.by_name.get(name(path))?;
        let rank = |other: &str| shared(path, other);
        let best = all.iter().map(|(_, other)| rank(other)).max()?;
        let mut found = all.iter().filter(|(_, other)| rank(other) == best);
        match (found.next(), found.next()) {
            (Some((at, _)), None) if all.len() == 1 || best > 1 => Some(*at),
            _ => None,
        }
    }
}

/// How many parts two paths share from their ends.
fn shared(one: &str, other: &str) -> usize {
    let pairs = one.rsplit('/').zip(other.rsplit('/'));
    pairs.take_while(|(one, other)| one == other).count()
}

/// A path without the ending of its file.
fn place(path: &str) -> &str {
    let at = path.rfind('.').filter(|at| !path[*at..].contains('/'));
    at.map_or(path, |at| &path[..at])
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
