//! Where a subject can speak: files, their names, commits, reports, and what is hidden in them.

use super::{Attempt, PER_TEXT_MAX, attempts};
use crate::document::Document;
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

/// The attempts in a repository: in its files, their names and its commits.
#[must_use]
pub fn in_repository(snapshot: &Snapshot) -> Vec<Sighting> {
    let files: Vec<(&String, &File)> = snapshot.files.iter().collect();
    let in_files = parallel::map(&files, |(path, file)| in_file(path, file));
    let mut found: Vec<Sighting> = in_files.into_iter().flatten().collect();
    let skipped = snapshot.skipped.iter();
    let names = snapshot
        .files
        .keys()
        .map(|path| (path, path))
        .chain(skipped.clone().map(|file| (&file.path, &file.path)));
    found.extend(names.flat_map(|(path, name)| in_name(path, name)));
    // The target of a link that is not followed stands in why; what is left out by the thousand has one reason.
    let mut reasons = BTreeSet::new();
    let reasons = skipped.filter(|file| reasons.insert(&file.why));
    found.extend(reasons.flat_map(|file| in_name(&file.path, &file.why)));
    found.extend(snapshot.history.commits.iter().flat_map(in_commit));
    found.truncate(SIGHTINGS_MAX);
    found
}

fn in_file(path: &str, file: &File) -> Vec<Sighting> {
    let (channel, text) = match file.text() {
        Some(text) => ("a file", text.to_owned()),
        None => ("data", runs(&file.bytes)),
    };
    let found = attempts(&text).into_iter();
    let place = |line| Place::line(path, line);
    let sightings = found.map(|attempt| Sighting {
        place: place(if channel == "a file" { attempt.line } else { 1 }),
        channel,
        attempt,
    });
    sightings.collect()
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
fn in_name(path: &str, name: &str) -> Vec<Sighting> {
    let found = attempts(&spaced(name)).into_iter().take(1);
    let sightings = found.map(|attempt| Sighting {
        place: Place::line(path, 1),
        channel: "a name",
        attempt,
    });
    sightings.collect()
}

/// A name as it is meant to be read: every folder begins a sentence.
fn spaced(name: &str) -> String {
    name.replace(['_', '-', '.', '+'], " ").replace('/', ". ")
}

fn in_commit(commit: &crate::history::Commit) -> Vec<Sighting> {
    let text = [
        commit.subject.as_str(),
        &commit.body,
        &commit.author,
        &commit.committer,
    ]
    .join("\n");
    let found = attempts(&text).into_iter().take(1);
    let sightings = found.map(|attempt| Sighting {
        place: Place::Commit(commit.id.clone()),
        channel: "a commit",
        attempt,
    });
    sightings.collect()
}

/// The attempts in the reports: on their pages, and in what they hide.
#[must_use]
pub fn in_documents(snapshot: &Snapshot) -> Vec<Sighting> {
    let mut found: Vec<Sighting> = snapshot.documents.iter().flat_map(in_document).collect();
    found.truncate(SIGHTINGS_MAX);
    found
}

fn in_document(document: &Document) -> Vec<Sighting> {
    let mut found = Vec::new();
    for page in document.pages() {
        let lines: Vec<&str> = page.lines.iter().map(|line| line.text.as_str()).collect();
        let said = attempts(&lines.join("\n")).into_iter();
        found.extend(said.map(|attempt| {
            let line = attempt.line as usize - 1;
            sighting(document.place(page.number, line, line), "the text", attempt)
        }));
        let hidden = page.hidden.iter().flat_map(|hidden| {
            let said = attempts(&hidden.text).into_iter().take(1);
            said.map(|attempt| {
                let place = document.place(page.number, hidden.line, hidden.line);
                sighting(place, "hidden text", attempt)
            })
        });
        found.extend(hidden.take(PER_TEXT_MAX));
    }
    found.extend(
        attempts(&spaced(&document.name))
            .into_iter()
            .take(1)
            .map(|attempt| sighting(document.place(1, 0, 0), "a name", attempt)),
    );
    found
}

fn sighting(place: Place, channel: &'static str, attempt: Attempt) -> Sighting {
    Sighting {
        place,
        channel,
        attempt,
    }
}
