//! What git prints of a history, whole or cut off anywhere, names and messages of tags, and what the detectives make of it.
#![no_main]

use auditor_fuzz::question;
use probes::{Subject, families::fields::Field};
use libfuzzer_sys::fuzz_target;
use subject::Snapshot;
use subject::history::{
    self, BODY_CHARS_MAX, CO_AUTHORS_MAX, Commit, TEXT_CHARS_MAX,
    refs::{self, Refs},
};

/// How many names of branches are made of an input.
const NAMES: usize = 20;

fn is_bounded(commit: &Commit) -> bool {
    let texts = [
        &commit.id,
        &commit.author,
        &commit.email,
        &commit.committer,
        &commit.subject,
    ];
    texts.iter().all(|text| text.chars().count() <= TEXT_CHARS_MAX)
        && commit.body.chars().count() <= BODY_CHARS_MAX
        && commit.co_authors.len() <= CO_AUTHORS_MAX
}

/// The same bytes as names of branches and as a tag.
fn refs(bytes: &[u8]) -> Refs {
    let text = String::from_utf8_lossy(bytes);
    let name = |line: &str| format!("refs/heads/{line}");
    let message = refs::message(bytes).unwrap_or_else(|| text.to_string());
    Refs {
        names: text.lines().take(NAMES).map(name).collect(),
        tags: [("refs/tags/v1".to_owned(), message)].into(),
        ..Refs::default()
    }
}

fuzz_target!(|bytes: &[u8]| {
    let cut = bytes.len() % 2 == 1;
    let history = history::parse(bytes, cut);
    assert!(history.commits.iter().all(is_bounded));
    assert_eq!(history.incomplete.is_some(), cut, "what was cut is told");
    if history.commits.is_empty() {
        return;
    }
    let snapshot = Snapshot {
        history,
        refs: refs(bytes),
        ..Snapshot::default()
    };
    question(&Subject::from(snapshot), &Field::ALL);
});
