//! How many of the lines that stand now each commit brought.
//!
//! Where the old contents of a file are at hand its lines are traced; where they are not, they are split over
//! the commits that wrote the file.

use court::digest::Digest;
use std::collections::{BTreeMap, BTreeSet};
use subject::Snapshot;
use subject::history::lineage::{Lineage, Write};
use subject::history::source::Source;
use subject::history::survival::{Origins, trace};
use subject::memory::Kind;

/// What creating a file weighs against a later change to it, when its lines are split over its writers.
/// Most lines of a file come with its creation; measured against line-by-line attribution, 3 errs least.
const CREATION_WEIGHT: u64 = 3;
/// Parts of a line, so that splitting needs no fractions.
pub const PARTS: u64 = 840;

/// The lines of one commit, in parts of [`PARTS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Lines that are surely its own.
    pub at_least: u64,
    /// Those, and all lines of files that it wrote and that were not traced.
    pub at_most: u64,
    /// Those, and its part of the files that were not traced.
    pub estimate: u64,
}

impl Share {
    /// In percent of all lines.
    pub fn percent(parts: u64, lines: u64) -> u64 {
        (parts * 100) / (lines * PARTS).max(1)
    }
}

/// The lines that stand, by who brought them.
#[derive(Debug, Default)]
pub struct Shares {
    /// The share of each commit that brought anything, by its place in the history.
    pub commits: BTreeMap<usize, Share>,
    /// Of each file, what each of these commits brought, in parts of [`PARTS`].
    pub files: BTreeMap<String, BTreeMap<usize, u64>>,
    /// All lines.
    pub total: u64,
    /// How many files were left out, by the reason in one word.
    pub left_out: BTreeMap<&'static str, usize>,
    /// Lines in files that several commits wrote and whose old contents are not at hand.
    pub untraced: u64,
    /// Lines that no commit but merges wrote.
    pub merged: u64,
}

impl Shares {
    pub fn of(snapshot: &Snapshot) -> Self {
        let source = Source::of(snapshot);
        let lineage = Lineage::of(&snapshot.history);
        let mut shares = Self {
            total: source.total,
            left_out: source.left_out,
            ..Self::default()
        };
        for (path, lines) in &source.lines {
            shares.add(snapshot, path, *lines, lineage.writes(path));
        }
        shares
    }

    fn add(&mut self, snapshot: &Snapshot, path: &str, lines: u64, writes: &[Write<'_>]) {
        let writers: BTreeSet<usize> = writes.iter().map(|write| write.commit).collect();
        if writers.is_empty() {
            self.merged += lines;
        } else if writers.len() == 1 {
            self.split(path, writes, lines, true);
        } else if let Some(text) = snapshot.text(path)
            && let Some(origins) = origins(snapshot, path, text, writes)
        {
            for (commit, lines) in origins {
                self.credit(path, commit, lines);
            }
        } else {
            self.untraced += lines;
            self.split(path, writes, lines, false);
        }
    }

    fn credit(&mut self, path: &str, commit: Option<usize>, lines: u64) {
        let Some(commit) = commit else {
            self.merged += lines;
            return;
        };
        let share = self.commits.entry(commit).or_default();
        share.at_least += lines * PARTS;
        share.at_most += lines * PARTS;
        share.estimate += lines * PARTS;
        self.files
            .entry(path.to_owned())
            .or_default()
            .insert(commit, lines * PARTS);
    }

    fn split(&mut self, path: &str, writes: &[Write<'_>], lines: u64, alone: bool) {
        let weight = |write: &Write<'_>| if write.created { CREATION_WEIGHT } else { 1 };
        let (parts, total) = (lines * PARTS, writes.iter().map(weight).sum::<u64>().max(1));
        let mut of_file: BTreeMap<usize, u64> = BTreeMap::new();
        for write in writes {
            *of_file.entry(write.commit).or_default() += parts * weight(write) / total;
        }
        for (commit, part) in &of_file {
            let share = self.commits.entry(*commit).or_default();
            share.estimate += if alone { parts } else { *part };
            share.at_most += parts;
            share.at_least += if alone { parts } else { 0 };
        }
        self.files.insert(path.to_owned(), of_file);
    }
}

/// Which commits the lines of a file come from. Remembered where nothing is missing: then it follows from the file and its writes.
fn origins(snapshot: &Snapshot, path: &str, text: &str, writes: &[Write<'_>]) -> Option<Origins> {
    let (memory, versions) = (&snapshot.memory, &snapshot.history.versions);
    let trace = || trace(text, writes, versions);
    let mut ids = writes
        .iter()
        .flat_map(|write| [Some(write.new), write.old])
        .flatten();
    if !memory.is_kept() || !ids.all(|id| versions.contains_key(id)) {
        return trace();
    }
    let about = Digest::of(format!("{writes:?}").as_bytes());
    memory.recall_or(Kind::Origins, path, about.as_str(), trace)
}
