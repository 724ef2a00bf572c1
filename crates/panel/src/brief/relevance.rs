//! Which exhibits a judge sees: those that the dimension demands first, then those that speak its words.

use super::Matter;
use court::evidence::{Exhibit, ExhibitId, Finding};
use court::rubric::Dimension;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Letters that a word must have in order to say something.
const WORD_MIN: usize = 4;
/// Words that stand in every text about software, and so tell no exhibit from another.
const COMMON: &[&str] = &[
    "that",
    "this",
    "with",
    "from",
    "must",
    "have",
    "than",
    "then",
    "they",
    "them",
    "there",
    "when",
    "what",
    "which",
    "where",
    "does",
    "each",
    "only",
    "into",
    "same",
    "such",
    "more",
    "most",
    "other",
    "code",
    "file",
    "files",
    "look",
    "check",
    "whether",
    "repository",
    "subject",
    "present",
    "absent",
    "good",
    "answer",
    "should",
    "would",
    "could",
    "will",
    "used",
    "uses",
    "using",
    "like",
    "also",
    "some",
    "every",
    "because",
];

/// The exhibits that have to do with the dimension, the most telling first.
pub(super) fn ranked<'a>(matter: &Matter<'a>) -> Vec<(ExhibitId, &'a Exhibit)> {
    let demanded = demanded(matter);
    let wanted = words(&asking(matter.dimension));
    let all: Vec<(ExhibitId, &Exhibit, BTreeSet<String>)> = matter
        .evidence
        .iter()
        .map(|(id, exhibit)| (id, exhibit, words(&speaking(exhibit))))
        .collect();
    let spread = spread(&wanted, &all);
    let mut ranked: Vec<_> = all
        .iter()
        .filter_map(|(id, exhibit, spoken)| {
            let likeness = spoken
                .intersection(&wanted)
                .map(|word| weight(&spread, word))
                .sum();
            rank(exhibit, &demanded, likeness).map(|rank| (rank, *id, *exhibit))
        })
        .collect();
    ranked.sort_by_key(|(rank, id, _)| (*rank, *id));
    ranked.into_iter().map(|(_, id, exhibit)| (id, exhibit)).collect()
}

/// Smaller comes first: demanded findings, findings that speak the dimension's words, then further places.
fn rank(exhibit: &Exhibit, demanded: &BTreeMap<&str, usize>, likeness: u64) -> Option<(u8, u64)> {
    let place = demanded.get(exhibit.probe.as_str()).map(|place| *place as u64);
    let is_finding = exhibit.rank == 0;
    match (place, is_finding) {
        (Some(place), true) => Some((0, place)),
        _ if exhibit.finding == Finding::NotApplicable => None,
        (Some(place), false) => Some((1, u64::from(exhibit.rank) * 1_000 + place)),
        (None, _) if likeness == 0 => None,
        (None, true) => Some((2, u64::MAX - likeness)),
        (None, false) => Some((3, u64::MAX - likeness)),
    }
}

/// The demanded probes, each with its place: the essential and heavy ones first.
fn demanded<'a>(matter: &Matter<'a>) -> BTreeMap<&'a str, usize> {
    let mut standings: Vec<_> = matter.standings.iter().collect();
    standings.sort_by_key(|standing| Reverse((standing.demand.is_essential, standing.demand.weight)));
    let probes = standings.iter().map(|standing| standing.demand.probe.as_str());
    probes.enumerate().map(|(place, probe)| (probe, place)).collect()
}

/// In how many exhibits each wanted word stands.
fn spread(
    wanted: &BTreeSet<String>,
    all: &[(ExhibitId, &Exhibit, BTreeSet<String>)],
) -> BTreeMap<String, u64> {
    let count = |word: &String| all.iter().filter(|(_, _, spoken)| spoken.contains(word)).count() as u64;
    wanted.iter().map(|word| (word.clone(), count(word))).collect()
}

/// A word weighs more the fewer exhibits speak it.
fn weight(spread: &BTreeMap<String, u64>, word: &str) -> u64 {
    1_000 / (1 + spread.get(word).copied().unwrap_or_default())
}

fn asking(dimension: &Dimension) -> String {
    let texts = [
        Some(&dimension.name),
        dimension.instruction.as_ref(),
        dimension.description.as_ref(),
        dimension.success.as_ref(),
        dimension.failure.as_ref(),
        dimension.shared_logic.as_ref(),
    ];
    let levels = dimension.levels.iter().map(|level| &level.description);
    let all: Vec<&str> = texts
        .into_iter()
        .flatten()
        .chain(dimension.logic.values())
        .chain(levels)
        .map(String::as_str)
        .collect();
    all.join(" ")
}

fn speaking(exhibit: &Exhibit) -> String {
    let excerpt = exhibit
        .excerpt
        .as_ref()
        .map_or("", |excerpt| excerpt.text.as_str());
    format!(
        "{} {} {} {excerpt}",
        exhibit.probe, exhibit.goal, exhibit.rationale
    )
}

/// The telling words of a text, in lower case, plurals as singulars.
fn words(text: &str) -> BTreeSet<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .map(|word| word.to_lowercase())
        .map(|word| word.strip_suffix('s').map(str::to_owned).unwrap_or(word))
        .filter(|word| word.chars().count() >= WORD_MIN && !COMMON.contains(&word.as_str()))
        .collect()
}
