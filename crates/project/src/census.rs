//! All source files of a tree in the languages that are read: what each is made of and what part it plays, and
//! the projects that they belong to.

mod attributes;
mod cfg_test;
mod flows;
mod gathering;
mod names;
mod others;
mod project;
mod queries;
mod shipped;

#[cfg(test)]
mod tests;

pub use cfg_test::attributes as rust_attributes;
pub use others::code_lines;
pub use project::{Kind, Project};
pub use project::{folder, is_inside};

use std::collections::BTreeMap;
use subject::Part;

/// Most bytes of source that are parsed in all. A snapshot holds less today; the limit is there for the day when it
/// holds more. The program itself comes first, so that what goes unread is the least telling.
pub const BYTES_MAX: usize = 256 << 20;
/// Most words and signs of source in all that is parsed; as many as a hundred megabytes of ordinary code have.
pub const TOKENS_MAX: usize = 24_000_000;

/// The source files of a tree, and its projects.
#[derive(Debug, Default)]
pub struct Census {
    /// Every source file in a language that is read, by path. What was not parsed says so in
    /// [`Facts::unread`](syntax::Facts::unread), or is set aside as [`Part::Vendored`] or [`Part::Generated`].
    pub files: BTreeMap<String, SourceFile>,
    /// Source files that the snapshot itself left out, with the reason.
    pub missing: BTreeMap<String, String>,
    /// The program's files in languages that are not read, by the language's name.
    pub others: BTreeMap<&'static str, Other>,
    /// The projects, by root and kind.
    pub projects: Vec<Project>,
    /// The limits that were hit in sorting files and projects, in words.
    pub limits: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// What it is made of. Of files that are set aside only the language and the lines are known.
    pub facts: syntax::Facts,
    /// What part it plays.
    pub part: Part,
    /// By which convention it is no product.
    pub why: Option<String>,
}

impl SourceFile {
    /// First and last lines of the tests, and of what only they use, that stand in the file; none inside of another.
    pub fn inner_tests(&self) -> impl Iterator<Item = (u32, u32)> {
        let functions = self.facts.functions.iter();
        let mut tests: Vec<(u32, u32)> = functions
            .filter(|function| function.role != syntax::facts::Role::Product)
            .map(|function| (function.first, function.last.max(function.first)))
            .collect();
        tests.sort_by_key(|(first, last)| (*first, std::cmp::Reverse(*last)));
        let mut end = 0;
        tests.into_iter().filter(move |(first, last)| {
            let is_outer = *first > end;
            end = end.max(*last);
            is_outer
        })
    }
}

/// Code of the program in a language that is not read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Other {
    /// Lines that are neither blank nor comments; of notebooks those of their code.
    pub lines: u64,
    /// The file with the most of them.
    pub path: String,
    /// How many it has.
    largest: u64,
}
