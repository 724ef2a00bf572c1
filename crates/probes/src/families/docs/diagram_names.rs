use crate::known::{Papers as _, Witness};
use aho_corasick::AhoCorasick;
use claims::diagram::{self, Diagram, Kind};
use court::evidence::{Finding, Place};
use documents::document::Document;
use probes_core::{Answer, Probe, Subject};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const PROBE: Probe = Probe::of_pictures(
    "docs.diagram_names",
    "The files and parts of the code that diagrams name are there.",
    examine,
);

/// Most names that are looked for.
const NAMES_MAX: usize = 400;
/// Names that a diagram of the code has at least; fewer may be words that only look like code.
const NAMES_MIN: usize = 2;
/// A box may stand for something outside of the repository.
const SURE: u8 = 70;

fn examine(snapshot: &Subject) -> Answer {
    let found = diagram::found(&Witness(snapshot));
    let mut named = named(snapshot.diagrams().iter().chain(&found));
    // A framework may be called as a file is: such a word is a file only where it lies in a folder, or is there.
    named.retain(|name, _| !name.ends_with(".js") || name.contains('/') || is_a_path(snapshot, name));
    if named.len() < NAMES_MIN {
        return Answer::not_applicable("no diagram that can be read names files or parts of the code");
    }
    let there = there(snapshot, &named);
    let missing: Vec<(&String, &Place)> = named.iter().filter(|(name, _)| !there.contains(*name)).collect();
    let (good, all) = (named.len() - missing.len(), named.len());
    let rationale = format!("{good} of {all} files and parts of the code that diagrams name are there");
    let answer = Answer::value(
        Finding::of(good > 0),
        json!({"good": good, "all": all}),
        rationale,
    )
    .sure(SURE);
    missing.into_iter().fold(answer, |answer, (name, place)| {
        let note = format!("`{name}` is drawn and stands nowhere in the code");
        answer.at_noting_quoting(place.clone(), note, name.clone())
    })
}

/// The names that look like code, with the first place of each.
fn named<'a>(diagrams: impl Iterator<Item = &'a Diagram>) -> BTreeMap<String, Place> {
    let mut named = BTreeMap::new();
    for diagram in diagrams.filter(|diagram| diagram.kind == Kind::Mermaid && !is_sequence(diagram)) {
        for name in diagram.graph.nodes.values().flat_map(|label| code_words(label)) {
            if named.len() < NAMES_MAX {
                named.entry(name).or_insert_with(|| diagram.place.clone());
            }
        }
    }
    named
}

/// Whether a diagram tells who sends what to whom. Those who take part may be users, their own code, or services elsewhere: that they
/// are drawn is no claim that the code has them.
fn is_sequence(diagram: &Diagram) -> bool {
    diagram.text.lines().any(|line| line.trim() == "sequenceDiagram")
}

/// The words of a label that are spelt as only code is: `parse_file`, `ReportWriter`, `src/main.rs`, `run()`.
fn code_words(label: &str) -> impl Iterator<Item = String> {
    let words = label.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '/' | '.' | '-')));
    let words = words.map(|word| word.trim_matches(['.', '/', '-']).to_owned());
    words.filter(|word| is_snake(word) || is_camel(word) || is_path(word))
}

fn is_snake(word: &str) -> bool {
    let is_plain = word
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    is_plain && word.trim_matches('_').contains('_')
}

/// Two humps and no acronym: `ReportWriter`, not `GitHub`, whose like are names of products more often.
fn is_camel(word: &str) -> bool {
    const LETTERS_MIN: usize = 9;
    let humps = word.bytes().filter(u8::is_ascii_uppercase).count();
    let starts = word.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase());
    word.len() >= LETTERS_MIN
        && starts
        && humps >= 2
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && word.bytes().filter(u8::is_ascii_lowercase).count() > 2 * humps
}

fn is_path(word: &str) -> bool {
    let ending = word.rsplit_once('.').map(|(_, ending)| ending);
    let is_source = ending.is_some_and(|ending| syntax::Language::of(&format!("a.{ending}"), "").is_some());
    is_source && !word.starts_with("www.")
}

/// Those of the names that stand anywhere in the repository outside of its documents, or are the end of a path.
fn there<'a>(snapshot: &Subject, named: &'a BTreeMap<String, Place>) -> BTreeSet<&'a String> {
    let names: Vec<&String> = named.keys().collect();
    let mut there: BTreeSet<&String> = names
        .iter()
        .copied()
        .filter(|name| is_a_path(snapshot, name))
        .collect();
    let Ok(search) = AhoCorasick::builder().ascii_case_insensitive(true).build(&names) else {
        return names.into_iter().collect();
    };
    let documents: BTreeSet<&str> = snapshot
        .found()
        .iter()
        .map(|document: &Document| document.name.as_str())
        .collect();
    let sources = snapshot
        .files
        .iter()
        .filter(|(path, _)| !documents.contains(path.as_str()) && !path.ends_with(".md"));
    for (_, file) in sources {
        there.extend(
            search
                .find_overlapping_iter(&file.bytes)
                .map(|found| names[found.pattern().as_usize()]),
        );
    }
    there
}

fn is_a_path(snapshot: &Subject, name: &str) -> bool {
    let ends = |path: &String| path == name || path.ends_with(&format!("/{name}"));
    snapshot.files.keys().any(ends) || snapshot.skipped.iter().any(|skipped| ends(&skipped.path))
}
