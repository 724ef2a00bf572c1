//! What holds of every exhibit, whatever the subject is made of.

use court::evidence::{Exhibit, Finding, Place};
use documents::document::Document;
use probes::{Subject, ask, families::fields::Field};
use subject::history::refs::NOTES;

/// Puts every question of these fields to the snapshot, one after the other, and checks what is answered.
///
/// # Panics
/// When an answer is none: that is the finding.
pub fn question(snapshot: &Subject, fields: &[Field]) {
    for probe in fields.iter().flat_map(|field| field.probes()) {
        for exhibit in ask(probe, snapshot) {
            check(&exhibit, snapshot);
        }
    }
}

/// # Panics
/// When something does not hold of it: that is the finding.
pub fn check(exhibit: &Exhibit, snapshot: &Subject) {
    if let Finding::Unobserved { cause } = &exhibit.finding {
        assert!(!cause.is_empty(), "{exhibit:?}");
        assert!(!cause.contains("a bug in the auditor"), "{exhibit:?}");
    }
    assert!(!exhibit.rationale.is_empty(), "{exhibit:?}");
    if let Some(place) = &exhibit.place {
        assert!(exists(place, snapshot), "{exhibit:?}");
    }
}

/// Whether a reader who goes there finds something.
fn exists(place: &Place, snapshot: &Subject) -> bool {
    match place {
        Place::Lines { path, first, last } => are_lines(snapshot, path, *first, *last),
        Place::File(path) => snapshot.has_path(path),
        Place::Commit(id) => snapshot.history.commits.iter().any(|commit| commit.id == *id),
        Place::Ref(name) => {
            let refs = &snapshot.refs;
            name == NOTES || refs.names.contains(name) || refs.tags.contains_key(name)
        }
        Place::Page { document, page } => {
            let has = |one: &Document| one.pages().iter().any(|known| known.number == *page);
            documents(snapshot, document).any(has)
        }
        Place::Passage {
            document,
            first,
            last,
        } => {
            let has = |one: &Document| is_passage(one, *first, *last);
            documents(snapshot, document).any(has)
        }
    }
}

fn documents<'a>(snapshot: &'a Subject, name: &'a str) -> impl Iterator<Item = &'a Document> {
    let all = snapshot.documents.iter().chain(snapshot.found());
    all.filter(move |document| document.name == name)
}

/// The first line of a file is there even when the file is empty: it is where a reader looks.
fn are_lines(snapshot: &Subject, path: &str, first: u32, last: u32) -> bool {
    let has = |line| line == 1 || snapshot.lines(path, line, line).is_some();
    let is_text = snapshot.text(path).is_some();
    first >= 1 && first <= last && snapshot.has_path(path) && (!is_text || has(first) && has(last))
}

fn is_passage(document: &Document, first: u32, last: u32) -> bool {
    let lines = document.pages().first().map_or(0, |page| page.lines.len());
    let numbers = document.pages().first().map_or(&[][..], |page| &page.numbers);
    let most = numbers.iter().max().copied();
    let most = most.unwrap_or_else(|| u32::try_from(lines).unwrap_or(u32::MAX));
    first >= 1 && first <= last && last <= most.max(1)
}
