//! The program text of a snapshot: what somebody wrote, without what was copied, generated or locked.

use super::foreign;
pub use crate::part::is_code;
use crate::part::{self, Part};
use crate::{Snapshot, licences};
use std::collections::BTreeMap;

/// Lines that are not blank, of each file of program text.
#[derive(Debug, Default)]
pub struct Source<'a> {
    /// By path.
    pub lines: BTreeMap<&'a str, u64>,
    /// Their sum.
    pub total: u64,
    /// How many files of program text were left out, by the reason in one word.
    pub left_out: BTreeMap<&'static str, usize>,
}

impl<'a> Source<'a> {
    /// The program text of the snapshot, in whatever language: who brought half of a program says nothing of the other half. What lies in
    /// folders of documentation is none, unless there is no other.
    pub fn of(snapshot: &'a Snapshot) -> Self {
        let others = licences::of_others(snapshot);
        let mut source = Self::default();
        let code = || snapshot.files.keys().filter(|path| is_code(path));
        let is_program = |path: &String| {
            matches!(part::by_path(path), Part::Product | Part::Example) && foreign::by_path(path).is_none()
        };
        let has_program = code().any(is_program);
        for path in code() {
            if has_program && part::by_path(path) == Part::Docs {
                *source.left_out.entry(foreign::DOCS).or_default() += 1;
                continue;
            }
            if licences::is_below(&others, path) {
                *source.left_out.entry(foreign::COPIED).or_default() += 1;
                continue;
            }
            if let Some(text) = snapshot.text(path) {
                source.add(path, text);
            }
        }
        source
    }

    fn add(&mut self, path: &'a str, text: &str) {
        let published = || foreign::is_published(path, text).then_some(foreign::COPIED);
        let why = foreign::by_path(path).or_else(|| foreign::by_text(text));
        if let Some(why) = why.or_else(published) {
            *self.left_out.entry(why).or_default() += 1;
            return;
        }
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count() as u64;
        self.lines.insert(path, lines);
        self.total += lines;
    }
}
