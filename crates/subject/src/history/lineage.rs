//! Which commits wrote the files that stand at the audited commit.
//!
//! From the ids of contents: which commits touched a file since it came to be, across renames. One that got another name and was
//! changed at the same time is known by its old contents, where they are at hand. Whose a line is needs them too; see
//! [`survival`](super::survival).

use super::{Change, Commit, History};
use std::collections::BTreeMap;

/// How much of the larger of two contents is the same where one file became the other, in percent: what git asks for.
const ALIKE_PERCENT: u64 = 50;
/// Most files that were taken away that one is compared with, and most comparisons of a history.
const CANDIDATES_MAX: usize = 8;
const COMPARISONS_MAX: usize = 2_000;
/// Largest content that is compared, in bytes.
const COMPARED_BYTES_MAX: usize = 1 << 20;

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
    /// Old contents by their ids; without them each file that came may be the likeliest of those that went.
    versions: Option<&'a BTreeMap<String, Vec<u8>>>,
    compared: usize,
}

impl<'a> Lineage<'a> {
    /// Follows every file through the history.
    pub fn of(history: &'a History) -> Self {
        Self::with(history, Some(&history.versions))
    }

    /// The same before any content is at hand: which are worth fetching is asked of it.
    pub(super) fn before_contents(history: &'a History) -> Self {
        Self::with(history, None)
    }

    fn with(history: &'a History, versions: Option<&'a BTreeMap<String, Vec<u8>>>) -> Self {
        let mut lineage = Self {
            versions,
            ..Self::default()
        };
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
        let mut new_ones = Vec::new();
        for change in &commit.changes {
            let Some(new) = &change.new else { continue };
            if change.old.is_some() || EMPTY.contains(&new.as_str()) {
                self.write(at, change, new, None);
            } else if let Some(moved) = gone.take(change, new) {
                self.write(at, change, new, Some(moved));
            } else {
                new_ones.push((change, new));
            }
        }
        // What is surely another file by now is not taken for one of these.
        for (change, new) in new_ones {
            let moved = self.changed(change, new, &mut gone);
            self.write(at, change, new, moved);
        }
    }

    /// The file that was taken away and is most like one that came, and enough so.
    fn changed(&mut self, change: &Change, new: &str, gone: &mut Gone<'a>) -> Option<Moved<'a>> {
        let candidates = gone.of_ending(&change.path);
        let Some(versions) = self.versions else {
            return gone.files.get_mut(*candidates.first()?)?.take();
        };
        let ours = versions.get(new)?;
        let mut best: Option<(u64, usize)> = None;
        for at in candidates {
            let theirs = gone.files[at].as_ref().and_then(|moved| versions.get(moved.old?));
            let Some(theirs) = theirs.filter(|_| self.compared < COMPARISONS_MAX) else {
                continue;
            };
            self.compared += 1;
            let alike = alike(ours, theirs);
            if alike >= ALIKE_PERCENT && best.is_none_or(|(most, _)| alike > most) {
                best = Some((alike, at));
            }
        }
        gone.files.get_mut(best?.1)?.take()
    }

    fn write(&mut self, at: usize, change: &'a Change, new: &'a str, moved: Option<Moved<'a>>) {
        let mut old = change.old.as_deref();
        if let Some(moved) = moved {
            old = moved.old;
            self.writes.insert(&change.path, moved.writes);
            if old == Some(new) {
                return;
            }
        }
        // A path that is added twice was added on two branches: both keep what they wrote.
        let writes = self.writes.entry(&change.path).or_default();
        if !EMPTY.contains(&new) {
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

/// The files that a commit takes away. Where one with the same content, of the same place but for its ending, or of the same
/// name comes back at another path, it was moved. Of several of one name it is the one from the most alike folders.
#[derive(Default)]
struct Gone<'a> {
    files: Vec<Option<Moved<'a>>>,
    by_content: BTreeMap<&'a str, usize>,
    by_place: BTreeMap<&'a str, Vec<usize>>,
    by_name: BTreeMap<&'a str, Vec<(usize, &'a str)>>,
    by_ending: BTreeMap<&'a str, Vec<(usize, &'a str)>>,
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
        if let Some(ending) = ending(&change.path) {
            self.by_ending.entry(ending).or_default().push((at, &change.path));
        }
    }

    /// Those of the same ending that are still left, the likeliest first: of the longest common beginning.
    fn of_ending(&self, path: &str) -> Vec<usize> {
        let all = ending(path).and_then(|ending| self.by_ending.get(ending));
        let left = all
            .into_iter()
            .flatten()
            .filter(|(at, _)| self.files[*at].is_some());
        let mut left: Vec<(usize, usize)> = left.map(|(at, other)| (begun(path, other), *at)).collect();
        left.sort_by_key(|(begun, at)| (std::cmp::Reverse(*begun), *at));
        left.into_iter().take(CANDIDATES_MAX).map(|(_, at)| at).collect()
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

fn ending(path: &str) -> Option<&str> {
    Some(name(path).rsplit_once('.')?.1)
}

/// How many bytes two paths begin with alike.
fn begun(one: &str, other: &str) -> usize {
    one.bytes()
        .zip(other.bytes())
        .take_while(|(one, other)| one == other)
        .count()
}

/// How much of the larger of two contents stands in both, line by line, in percent.
fn alike(one: &[u8], other: &[u8]) -> u64 {
    if one.len().max(other.len()) > COMPARED_BYTES_MAX {
        return 0;
    }
    let lines = |bytes: &'_ [u8]| -> u64 { bytes.split(|byte| *byte == b'\n').map(weight).sum() };
    let mut counted: BTreeMap<&[u8], u64> = BTreeMap::new();
    for line in other.split(|byte| *byte == b'\n') {
        *counted.entry(line.trim_ascii()).or_default() += 1;
    }
    let mut common = 0;
    for line in one.split(|byte| *byte == b'\n') {
        if let Some(left) = counted.get_mut(line.trim_ascii()).filter(|left| **left > 0) {
            *left -= 1;
            common += weight(line);
        }
    }
    (common * 100)
        .checked_div(lines(one).max(lines(other)))
        .unwrap_or(0)
}

fn weight(line: &[u8]) -> u64 {
    u64::try_from(line.trim_ascii().len()).unwrap_or(u64::MAX)
}
