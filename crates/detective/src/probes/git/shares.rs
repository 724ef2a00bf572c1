//! How many of the lines that stand now each commit may have brought.

use crate::history::History;
use crate::history::lineage::{Lineage, Write};
use crate::history::source::Source;
use std::collections::BTreeMap;

/// What creating a file weighs against a later change to it, when its lines are split over its writers.
/// Most lines of a file come with its creation; measured against line-by-line attribution, 3 errs least.
const CREATION_WEIGHT: u64 = 3;
/// Parts of a line, so that splitting needs no fractions.
const PARTS: u64 = 840;

/// The lines of one commit, in parts of [`PARTS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    /// Lines of files that no other commit wrote.
    pub(super) at_least: u64,
    /// Lines of all files that it wrote.
    pub(super) at_most: u64,
    /// Its part of the lines when each file's lines are split over its writers.
    pub(super) estimate: u64,
}

impl Share {
    /// In percent of all lines.
    pub(super) fn percent(parts: u64, lines: u64) -> u64 {
        (parts * 100) / (lines * PARTS).max(1)
    }
}

/// The share of each commit that wrote anything that still stands, by its place in the history.
pub(super) fn shares(history: &History, source: &Source<'_>) -> BTreeMap<usize, Share> {
    let lineage = Lineage::of(history);
    let mut shares = BTreeMap::new();
    for (path, lines) in &source.lines {
        split(lineage.writes(path), lines * PARTS, &mut shares);
    }
    shares
}

fn split(writes: &[Write], parts: u64, shares: &mut BTreeMap<usize, Share>) {
    let weight = |write: &Write| if write.created { CREATION_WEIGHT } else { 1 };
    let total: u64 = writes.iter().map(weight).sum();
    let mut of_file: BTreeMap<usize, u64> = BTreeMap::new();
    for write in writes {
        *of_file.entry(write.commit).or_default() += parts * weight(write) / total.max(1);
    }
    let alone = of_file.len() == 1;
    for (commit, part) in of_file {
        let share = shares.entry(commit).or_default();
        share.estimate += part;
        share.at_most += parts;
        share.at_least += if alone { parts } else { 0 };
    }
}
