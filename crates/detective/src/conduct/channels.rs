//! Where a subject can speak: files, their names, commits, branches and tags, reports, and what is hidden in them.

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
mod wide;

pub use documents::{in_documents, in_packed};
pub use files::may_speak;

use super::{Attempt, attempts, attempts_in_strings, hidden_attempts};
use crate::parallel;
use crate::snapshot::{File, Snapshot};
use court::evidence::Place;
use std::collections::BTreeSet;

/// Most attempts listed of one snapshot.
const SIGHTINGS_MAX: usize = 200;

/// An attempt, and where it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// Where.
    pub place: Place,
    /// In what it stands, to follow "in".
    pub channel: &'static str,
    /// It.
    pub attempt: Attempt,
}

impl Sighting {
    /// Whether what it says can be read at its place as it stands there.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        matches!(self.place, Place::Lines { .. }) && self.channel != files::WIDE
    }
}

/// What was heard of a subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The attempts, as far as they are listed.
    pub sightings: Vec<Sighting>,
    /// How many attempts there are beyond those.
    pub left_out: usize,
    /// The texts with more passages that may be attempts than were looked at, by name.
    pub unheard: BTreeSet<String>,
}

impl Heard {
    fn of(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::default();
        for mut part in parts {
            all.sightings.append(&mut part.sightings);
            all.unheard.append(&mut part.unheard);
        }
        all.left_out = all.sightings.len().saturating_sub(SIGHTINGS_MAX);
        all.sightings.truncate(SIGHTINGS_MAX);
        all
    }

    /// With what was heard elsewhere.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let left_out = self.left_out + other.left_out;
        let mut all = Self::of([self, other]);
        all.left_out += left_out;
        all
    }

    /// The first `max` attempts of one text.
    fn in_text(name: &str, text: &str, max: usize, sighting: impl Fn(Attempt) -> Sighting) -> Self {
        Self::of_found(name, attempts(text), max, sighting)
    }

    /// The first attempt of a text that is kept from readers.
    fn in_hidden_text(name: &str, text: &str, sighting: impl Fn(Attempt) -> Sighting) -> Self {
        Self::of_found(name, hidden_attempts(text), 1, sighting)
    }

    /// The first `max` attempts of strings that were taken out of data.
    fn in_strings(name: &str, text: &str, max: usize, sighting: impl Fn(Attempt) -> Sighting) -> Self {
        Self::of_found(name, attempts_in_strings(text), max, sighting)
    }

    fn of_found(
        name: &str,
        (found, has_more): (Vec<Attempt>, bool),
        max: usize,
        sighting: impl Fn(Attempt) -> Sighting,
    ) -> Self {
        Self {
            sightings: found.into_iter().take(max).map(sighting).collect(),
            left_out: 0,
            unheard: has_more.then(|| name.to_owned()).into_iter().collect(),
        }
    }
}

/// The attempts in a repository: in its files, their names, its commits, branches and tags.
#[must_use]
pub fn in_repository(snapshot: &Snapshot) -> Heard {
    let files: Vec<(&String, &File)> = snapshot.files.iter().chain(&snapshot.aside).collect();
    let in_files = parallel::map(&files, |(path, file)| files::in_file(path, file));
    let in_names = names::of_files(snapshot);
    let in_commits = snapshot.history.commits.iter().map(commits::in_commit);
    let in_refs = refs::in_refs(snapshot);
    Heard::of(
        in_files
            .into_iter()
            .chain(in_names)
            .chain(in_commits)
            .chain(in_refs),
    )
}

fn sighting(place: Place, channel: &'static str, attempt: Attempt) -> Sighting {
    Sighting {
        place,
        channel,
        attempt,
    }
}
