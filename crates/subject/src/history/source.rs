//! The program text of a snapshot: what somebody wrote, without what was copied, generated or locked.

use super::foreign;
use crate::{Snapshot, licences};
use std::collections::BTreeMap;
use wordlist::array;

/// Endings of program text besides Python.
const CODE: [&str; 34] = array(
    "c cc clj cpp cs dart erl ex exs go h hpp hs java jl js jsx kt lua m mjs ml php pl r rb rs scala sh \
     swift ts tsx vue zig",
);

/// Which files are the program text of a repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Python, where it is more than a helper: at least a tenth.
    Python,
    /// Program text in any language.
    Any,
}

impl Kind {
    /// The kind of a repository of these paths.
    pub fn of<'a>(paths: impl Iterator<Item = &'a str>) -> Self {
        let own = paths.filter(|path| Self::Any.holds(path) && foreign::by_path(path).is_none());
        let (python, other): (Vec<&str>, Vec<&str>) = own.partition(|path| ending(path) == "py");
        // A script beside a program in another language does not make it a Python program.
        if !python.is_empty() && python.len().saturating_mul(9) >= other.len() {
            Self::Python
        } else {
            Self::Any
        }
    }

    /// Whether a file of this path is of the kind.
    pub fn holds(self, path: &str) -> bool {
        match self {
            Self::Python => ending(path) == "py",
            Self::Any => ending(path) == "py" || CODE.contains(&ending(path)),
        }
    }
}

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
    /// The program text of the snapshot, in whatever language: who brought half of a program says nothing of the other half.
    pub fn of(snapshot: &'a Snapshot) -> Self {
        let others = licences::of_others(snapshot);
        let mut source = Self::default();
        for path in snapshot.files.keys().filter(|path| Kind::Any.holds(path)) {
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
        if let Some(why) = foreign::by_path(path).or_else(|| foreign::by_text(text)) {
            *self.left_out.entry(why).or_default() += 1;
            return;
        }
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count() as u64;
        self.lines.insert(path, lines);
        self.total += lines;
    }
}

fn ending(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}
