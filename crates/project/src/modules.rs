//! How the files of a tree hang together, in all languages that are read. Which file an import means, which files
//! import each other in a circle, where the program is started, and which files nothing comes to.
//!
//! Nothing is guessed: an import that no rule of its language settles is [`Target::Unresolved`], and a file is
//! called dead only where those rules leave no doubt.

mod atlas;
mod cycles;
mod entries;
mod go;
mod java;
mod linking;
mod mentions;
mod native;
mod python;
mod reach;
mod ruby;
mod rust;
mod script;
mod surface;
#[cfg(test)]
mod tests;

pub use cycles::{Cycle, Edge};

use ::syntax::facts::Via;
use std::collections::{BTreeMap, BTreeSet};

/// A file, by its place among [`Modules::paths`].
pub type FileId = u32;

/// The graph of modules.
#[derive(Debug, Default)]
pub struct Modules {
    /// The source files, sorted.
    pub paths: Vec<String>,
    /// What each of them brings in, in the same order.
    pub links: Vec<Vec<Link>>,
    /// Files of the program that import each other in a circle while they are loaded.
    pub cycles: Vec<Cycle>,
    /// How many files of the program are in languages in which a file runs while it is loaded.
    pub loaded: usize,
    /// Where the program is started or used from outside.
    pub entries: BTreeSet<FileId>,
    /// The files that a package of JavaScript gives to others or runs, by its manifest.
    pub offered: BTreeMap<String, BTreeSet<FileId>>,
    /// What is known of each file of the program.
    pub standing: BTreeMap<FileId, Standing>,
}

/// One import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its line; 0 for what the language brings in without a word.
    pub line: u32,
    /// What is written.
    pub what: String,
    /// How it is brought in.
    pub how: Via,
    /// What it means.
    pub target: Target,
}

/// What an import means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Files of the tree; none where it means something of the tree that is no source file.
    Files(Vec<FileId>),
    /// A package of others, by the name that its registry knows where that is decidable. A crate, an npm package, a
    /// Go module, the first part of a Python or Ruby module, a Java package, a header.
    External(String),
    /// The language itself.
    Standard,
    /// No rule settles it.
    Unresolved,
}

/// Whether the program comes to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is started, offered to others, or comes in by imports from there or from a test.
    Reached,
    /// Nothing comes to it.
    Dead,
    /// Nothing is seen to come to it, but something may, for this reason.
    Uncertain(String),
}

impl Modules {
    /// The path of a file.
    pub fn path(&self, id: FileId) -> &str {
        self.paths.get(id as usize).map_or("", String::as_str)
    }

    /// The id of a file.
    pub fn id(&self, path: &str) -> Option<FileId> {
        let at = self.paths.binary_search_by(|one| one.as_str().cmp(path)).ok()?;
        FileId::try_from(at).ok()
    }

    /// What a file brings in.
    pub fn links_of(&self, path: &str) -> &[Link] {
        let links = self.id(path).and_then(|id| self.links.get(id as usize));
        links.map_or(&[], Vec::as_slice)
    }

    /// Every import with the path of the file that has it.
    pub fn all_links(&self) -> impl Iterator<Item = (&str, &Link)> {
        let files = self.paths.iter().zip(&self.links);
        files.flat_map(|(path, links)| links.iter().map(move |link| (path.as_str(), link)))
    }

    /// Every import of a package of others: the file, the import, the package.
    pub fn externals(&self) -> impl Iterator<Item = (&str, &Link, &str)> {
        self.all_links().filter_map(|(path, link)| match &link.target {
            Target::External(name) => Some((path, link, name.as_str())),
            _ => None,
        })
    }
}
