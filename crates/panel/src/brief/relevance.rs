//! Which exhibits a judge sees: those that the dimension demands first, then those that speak its words.

use super::Matter;
use court::evidence::{Exhibit, ExhibitId};
use court::rubric::Dimension;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use wordlist::Words;

/// Places of a finding that are shown, besides the finding itself.
const PLACES: usize = 8;
/// More probes than there are; keeps places of one number together.
const PROBES_MAX: usize = 10_000;
/// Telling words that a probe shares with a dimension in order to have to do with it, beside those that are
/// demanded. Where nothing is known to be demanded, one has to do.
const COMMON_BESIDE: usize = 2;
const COMMON_ALONE: usize = 1;
/// Probes that are alike, beside those that are demanded, and where nothing is known to be demanded.
const ALIKE_BESIDE: usize = 6;
const ALIKE_ALONE: usize = 24;
/// Letters that a word must have in order to say something.
const WORD_MIN: usize = 4;
/// Words that stand in every text about software, and so tell no exhibit from another.
static COMMON: Words = Words::new(|| wordlist::words(include_str!("../../words/relevance_common.txt")));

/// The exhibits that have to do with the dimension, the most telling first.
pub(super) fn ranked<'a>(matter: &Matter<'a>) -> Vec<(ExhibitId, &'a Exhibit)> {
    let demanded = demanded(matter);
    let alike = alike(matter, &demanded);
    let mut ranked: Vec<_> = matter
        .evidence
        .iter()
        .filter_map(|(id, exhibit)| Some((rank(exhibit, &demanded, &alike)?, id, exhibit)))
        .collect();
    ranked.sort_by_key(|(rank, id, _)| (*rank, *id));
    ranked.into_iter().map(|(_, id, exhibit)| (id, exhibit)).collect()
}

/// Smaller comes first: what is demanded, where it was seen, the rest of its family, what speaks the dimension's
/// words, and where that was seen.
fn rank(
    exhibit: &Exhibit,
    demanded: &BTreeMap<&str, usize>,
    alike: &BTreeMap<&str, usize>,
) -> Option<(u8, usize)> {
    let probe = exhibit.probe.as_str();
    let further = usize::from(exhibit.rank);
    if let Some(place) = demanded.get(probe) {
        return match further {
            0 => Some((0, *place)),
            _ => (further <= PLACES).then_some((1, further * PROBES_MAX + place)),
        };
    }
    if !exhibit.finding.is_observed() {
        return None;
    }
    let is_told = !exhibit.is_observed();
    let is_family = || demanded.keys().any(|known| family(known) == family(probe));
    match alike.get(probe) {
        // Each place of what is told is a thing of its own.
        _ if is_told && is_family() => Some((2, further)),
        _ if further == 0 && is_family() => Some((2, 0)),
        Some(place) if further == 0 => Some((3, *place)),
        Some(place) if demanded.is_empty() => {
            (further <= PLACES).then_some((4, further * PROBES_MAX + place))
        }
        _ => None,
    }
}

fn family(probe: &str) -> &str {
    probe.split('.').next().unwrap_or(probe)
}

/// The probes that speak the dimension's words without being demanded, each with its place, the nearest first.
fn alike<'a>(matter: &Matter<'a>, demanded: &BTreeMap<&str, usize>) -> BTreeMap<&'a str, usize> {
    let wanted = words(&asking(matter.dimension));
    let findings = matter.evidence.iter().map(|(_, exhibit)| exhibit);
    let spoken: Vec<(&str, BTreeSet<String>)> = findings
        .filter(|exhibit| exhibit.rank == 0 && !demanded.contains_key(exhibit.probe.as_str()))
        .map(|exhibit| (exhibit.probe.as_str(), words(&speaking(exhibit))))
        .collect();
    let spread = spread(&wanted, &spoken);
    // Where the demands are known, likeness only fills in what they may have missed.
    let (most, least) = if demanded.is_empty() {
        (ALIKE_ALONE, COMMON_ALONE)
    } else {
        (ALIKE_BESIDE, COMMON_BESIDE)
    };
    let mut near: Vec<(u64, &str)> = spoken
        .iter()
        .map(|(probe, words)| (words.intersection(&wanted).collect::<Vec<_>>(), *probe))
        .filter(|(common, _)| common.len() >= least)
        .map(|(common, probe)| (common.iter().map(|word| weight(&spread, word)).sum(), probe))
        .collect();
    near.sort_by_key(|(likeness, probe)| (Reverse(*likeness), *probe));
    let near = near.into_iter().take(most).enumerate();
    near.map(|(place, (_, probe))| (probe, place)).collect()
}

/// The demanded probes, each with its place: the essential and heavy ones first.
fn demanded<'a>(matter: &Matter<'a>) -> BTreeMap<&'a str, usize> {
    let mut standings: Vec<_> = matter.standings.iter().collect();
    standings.sort_by_key(|standing| Reverse((standing.demand.is_essential, standing.demand.weight)));
    let probes = standings.iter().map(|standing| standing.demand.probe.as_str());
    probes.enumerate().map(|(place, probe)| (probe, place)).collect()
}

/// For how many findings each wanted word is used.
fn spread(wanted: &BTreeSet<String>, all: &[(&str, BTreeSet<String>)]) -> BTreeMap<String, u64> {
    let count = |word: &String| all.iter().filter(|(_, spoken)| spoken.contains(word)).count() as u64;
    wanted.iter().map(|word| (word.clone(), count(word))).collect()
}

/// A word weighs more the fewer findings use it.
fn weight(spread: &BTreeMap<String, u64>, word: &str) -> u64 {
    1_000 / (1 + spread.get(word).copied().unwrap_or_default())
}

/// What a dimension asks, in one text.
pub(super) fn asking(dimension: &Dimension) -> String {
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

/// What a probe is about; not what it happened to quote, which says more of the subject than of the question.
fn speaking(exhibit: &Exhibit) -> String {
    format!("{} {}", exhibit.probe, exhibit.goal)
}

/// The telling words of a text, in lower case, plurals as singulars.
fn words(text: &str) -> BTreeSet<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .map(|word| word.to_lowercase())
        .map(|word| word.strip_suffix('s').map(str::to_owned).unwrap_or(word))
        .filter(|word| word.chars().count() >= WORD_MIN && !COMMON.contains(&word.as_str()))
        .collect()
}
