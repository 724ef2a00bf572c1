//! Where a subject can speak: files, their names, commits, reports, and what is hidden in them.

mod documents;

pub use documents::in_documents;

use super::{Attempt, PER_TEXT_MAX, attempts, hidden_attempts};
use crate::parallel;
use crate::snapshot::{File, Snapshot};
use court::evidence::Place;
use std::collections::BTreeSet;

/// Most attempts listed of one snapshot.
const SIGHTINGS_MAX: usize = 200;
/// Fewest characters of text within other data that are looked at.
const RUN_CHARS_MIN: usize = 12;

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

    /// The first `max` attempts of one text.
    fn in_text(name: &str, text: &str, max: usize, sighting: impl Fn(Attempt) -> Sighting) -> Self {
        Self::of_found(name, attempts(text), max, sighting)
    }

    /// The first attempt of a text that is kept from readers.
    fn in_hidden_text(name: &str, text: &str, sighting: impl Fn(Attempt) -> Sighting) -> Self {
        Self::of_found(name, hidden_attempts(text), 1, sighting)
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

/// The attempts in a repository: in its files, their names and its commits.
#[must_use]
pub fn in_repository(snapshot: &Snapshot) -> Heard {
    let files: Vec<(&String, &File)> = snapshot.files.iter().collect();
    let in_files = parallel::map(&files, |(path, file)| in_file(path, file));
    let skipped = snapshot.skipped.iter();
    let names = snapshot
        .files
        .keys()
        .map(|path| (path, path))
        .chain(skipped.clone().map(|file| (&file.path, &file.path)));
    // The target of a link that is not followed stands in why; what is left out by the thousand has one reason.
    let mut reasons = BTreeSet::new();
    let reasons = skipped.filter(|file| reasons.insert(&file.why));
    let reasons = reasons.map(|file| (&file.path, &file.why));
    let in_names = names.chain(reasons).map(|(path, name)| in_name(path, name));
    let commits = snapshot.history.commits.iter().map(in_commit);
    Heard::of(in_files.into_iter().chain(in_names).chain(commits))
}

fn in_file(path: &str, file: &File) -> Heard {
    let (channel, text) = match file.text() {
        Some(text) => ("a file", text.to_owned()),
        None => ("data", runs(&file.bytes)),
    };
    let line = |attempt: &Attempt| if channel == "a file" { attempt.line } else { 1 };
    Heard::in_text(path, &text, PER_TEXT_MAX, |attempt| {
        sighting(Place::line(path, line(&attempt)), channel, attempt)
    })
}

/// The runs of text in data: UTF-16 where a mark says so, else ASCII.
fn runs(bytes: &[u8]) -> String {
    if let Some(text) = utf16(bytes) {
        return text;
    }
    let is_text = |byte: &u8| (b' '..=b'~').contains(byte);
    let runs = bytes
        .split(|byte| !is_text(byte))
        .filter(|run| run.len() >= RUN_CHARS_MIN);
    let runs: Vec<String> = runs
        .map(|run| String::from_utf8_lossy(run).into_owned())
        .collect();
    runs.join("\n")
}

fn utf16(bytes: &[u8]) -> Option<String> {
    let (mark, rest) = bytes.split_first_chunk::<2>()?;
    let unit = |pair: &[u8]| match mark {
        [0xff, 0xfe] => Some(u16::from_le_bytes([pair[0], pair[1]])),
        [0xfe, 0xff] => Some(u16::from_be_bytes([pair[0], pair[1]])),
        _ => None,
    };
    let units: Option<Vec<u16>> = rest.chunks_exact(2).map(unit).collect();
    units.map(|units| String::from_utf16_lossy(&units))
}

/// What a name says.
fn in_name(path: &str, name: &str) -> Heard {
    Heard::in_text(path, &spaced(name), 1, |attempt| {
        sighting(Place::line(path, 1), "a name", attempt)
    })
}

/// A name as it is meant to be read: every folder begins a sentence.
fn spaced(name: &str) -> String {
    name.replace(['_', '-', '.', '+'], " ").replace('/', ". ")
}

fn in_commit(commit: &crate::history::Commit) -> Heard {
    let text = [
        commit.subject.as_str(),
        &commit.body,
        &commit.author,
        &commit.committer,
    ]
    .join("\n");
    Heard::in_text(&commit.id, &text, 1, |attempt| {
        sighting(Place::Commit(commit.id.clone()), "a commit", attempt)
    })
}

fn sighting(place: Place, channel: &'static str, attempt: Attempt) -> Sighting {
    Sighting {
        place,
        channel,
        attempt,
    }
}
