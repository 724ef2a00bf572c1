//! What a subject says to whoever judges it, in every place where it can speak: files, their names, commits, branches and
//! tags, reports, and what is hidden in them.
//!
//! It is read as data wherever it stands, so it changes nothing; that it was said is a fact that people want to know. What
//! counts as said to a judge is known to `injection`.

mod commits;
mod documents;
mod files;
mod names;
mod packages;
mod pictures;
mod refs;
mod strings;
#[cfg(test)]
mod tests;

pub use documents::{in_documents, in_packed};

use court::evidence::Place;
use injection::Passage;
use probes_core::Subject;
use std::collections::BTreeSet;
use subject::memory::{Kind, Memory};
use subject::{File, parallel};

/// Most passages listed of one snapshot.
const PASSAGES_MAX: usize = 200;
/// Most passages kept of one text; one proves as much as a hundred.
const PER_TEXT_MAX: usize = 5;

/// A passage, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Where.
    pub place: Place,
    /// In what it stands, to follow "in".
    pub channel: &'static str,
    /// It.
    pub passage: Passage,
}

impl Placed {
    /// Whether what it says can be read at its place as it stands there.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        matches!(self.place, Place::Lines { .. })
            && self.channel != files::WIDE
            && self.passage.disguise.is_none()
    }
}

/// What was found in a subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// The passages, as far as they are listed.
    pub passages: Vec<Placed>,
    /// How many passages there are beyond those.
    pub left_out: usize,
    /// The texts of which more may be said than was looked at, by name.
    pub unread: BTreeSet<String>,
}

impl Scan {
    fn of(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::default();
        for mut part in parts {
            all.passages.append(&mut part.passages);
            all.unread.append(&mut part.unread);
            all.left_out += part.left_out;
        }
        all.left_out += all.passages.len().saturating_sub(PASSAGES_MAX);
        all.passages.truncate(PASSAGES_MAX);
        all
    }

    /// A text of which not everything was looked at.
    fn cut(name: &str) -> Self {
        Self {
            unread: [name.to_owned()].into(),
            ..Self::default()
        }
    }

    /// With what was found elsewhere.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::of([self, other])
    }
}

/// The first `max` passages of one text.
fn in_text(text: &str, max: usize, placed: impl Fn(Passage) -> Placed) -> Scan {
    let passages = injection::passages(text).into_iter().take(max).map(placed);
    Scan {
        passages: passages.collect(),
        ..Scan::default()
    }
}

/// The passages in a repository: in its files, their names, its commits, branches and tags.
#[must_use]
pub fn in_repository(snapshot: &Subject) -> Scan {
    let files: Vec<(&String, &File)> = snapshot.files.iter().chain(&snapshot.aside).collect();
    let in_files = parallel::map(&files, |(path, file)| in_file(path, file, &snapshot.memory));
    let in_commits = snapshot.history.commits.iter().map(commits::in_commit);
    let texts = in_files
        .into_iter()
        .chain(names::of_files(snapshot))
        .chain(in_commits);
    Scan::of(texts.chain(refs::in_refs(snapshot)))
}

/// The passages in a file. Most files have none, and of them that is remembered.
fn in_file(path: &str, file: &File, memory: &Memory) -> Scan {
    if memory.recall(Kind::Silence, path, "") == Some(()) {
        return Scan::default();
    }
    let scan = files::in_file(path, file);
    if scan == Scan::default() {
        memory.learn(Kind::Silence, path, "", &());
    }
    scan
}

fn placed(place: Place, channel: &'static str, passage: Passage) -> Placed {
    Placed {
        place,
        channel,
        passage,
    }
}
