//! What a report says of a dimension: its passages, ranked by how much they speak of some words (BM25), and whether it
//! names a thing at all.
//!
//! All numbers are whole, so that the order is the same on every machine.

use court::evidence::Place;
use court::text::folded_name;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Most passages that are ranked; a book has about as many.
pub const PASSAGES_MAX: usize = 20_000;
/// Longest passage, in characters; longer paragraphs are several.
pub const PASSAGE_CHARS_MAX: usize = 1_200;
/// A passage of fewer words says nothing by itself.
const WORDS_MIN: usize = 4;
/// So many terms in one section stand together.
const TOGETHER: usize = 2;
/// Words that every text has.
const COMMON: &str = "a an and are as at be been but by can do does each every for from has have how if in into is it its \
must no not of on only or should so such that the their this to was we what when which with you";
/// Logarithms are counted in so many parts, as a power of two.
const LOG_PARTS: u32 = 8;
/// Digits behind the point of what logarithms are taken of, as a power of two.
const RATIO_PARTS: u32 = 20;

/// A passage of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Where it stands.
    pub place: Place,
    /// The heading above it; empty where there is none.
    pub section: String,
    /// What it says, on one line; never hidden text.
    pub text: String,
}

/// The passages of the reports of a case, ready to be asked for.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    passages: Vec<Passage>,
    /// How often each passage has each word, and how many words it has.
    counts: Vec<(BTreeMap<String, u64>, u64)>,
    /// In how many passages each word is.
    spread: BTreeMap<String, u64>,
    /// The words of each section.
    sections: BTreeMap<String, BTreeSet<String>>,
    said: Option<Said>,
}

/// All that stands in the reports.
#[derive(Clone, Debug)]
struct Said {
    words: BTreeSet<String>,
    /// Its letters and digits in one row, for names that are written in one.
    letters: String,
}

impl Shelf {
    /// Takes passages in. `said` is the whole text of the reports, nothing where not all of it is known.
    pub fn of(passages: Vec<Passage>, said: Option<&str>) -> Self {
        let mut shelf = Self {
            said: said.map(|text| Said {
                words: words(text).into_iter().collect(),
                letters: folded_name(text),
            }),
            ..Self::default()
        };
        for passage in passages.into_iter().take(PASSAGES_MAX) {
            shelf.take(passage);
        }
        shelf
    }

    fn take(&mut self, passage: Passage) {
        let all = words(&format!("{} {}", passage.section, passage.text));
        let section = self.sections.entry(passage.section.clone()).or_default();
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for word in &all {
            section.insert(word.clone());
            *counts.entry(word.clone()).or_default() += 1;
        }
        for word in counts.keys() {
            *self.spread.entry(word.clone()).or_default() += 1;
        }
        self.counts.push((counts, all.len() as u64));
        self.passages.push(passage);
    }

    /// How many passages there are.
    pub fn count(&self) -> usize {
        self.passages.len()
    }

    /// The passages that speak of these words, the best first: those of sections in which several of the `terms` stand
    /// together before all others.
    pub fn ranked(&self, asked: &str, terms: &[&str]) -> Vec<&Passage> {
        let asked: BTreeSet<String> = words(asked).into_iter().collect();
        let terms: Vec<Vec<String>> = terms.iter().map(|term| words(term)).collect();
        let together: BTreeMap<&str, bool> = self
            .sections
            .iter()
            .map(|(section, spoken)| (section.as_str(), stand_together(&terms, spoken)))
            .collect();
        let mean = self.mean();
        let scored = self.passages.iter().zip(&self.counts).enumerate();
        let mut found: Vec<_> = scored
            .map(|(at, (passage, counts))| (passage, self.score(&asked, counts, mean), at))
            .filter(|(passage, score, _)| {
                *score > 0 && passage.text.split_whitespace().nth(WORDS_MIN - 1).is_some()
            })
            .collect();
        found.sort_by_key(|(passage, score, at)| {
            let is_together = together.get(passage.section.as_str()) == Some(&true);
            (Reverse(is_together), Reverse(*score), *at)
        });
        found.into_iter().map(|(passage, ..)| passage).collect()
    }

    /// Whether the text of the reports names this nowhere: one of its words stands nowhere, and neither does the whole as
    /// one word. Unknown where not all of the reports could be read, and of what has no word.
    pub fn never_names(&self, name: &str) -> Option<bool> {
        let (said, all) = (self.said.as_ref()?, words(name));
        let is_missed = || all.iter().any(|word| !said.words.contains(word));
        (!all.is_empty()).then(|| is_missed() && !said.letters.contains(&folded_name(name)))
    }

    /// Words of a passage, in the mean.
    fn mean(&self) -> u64 {
        let sum: u64 = self.counts.iter().map(|(_, length)| length).sum();
        (sum / (self.counts.len() as u64).max(1)).max(1)
    }

    /// BM25 with its usual numbers, 1.2 and 0.75.
    fn score(
        &self,
        asked: &BTreeSet<String>,
        (counts, length): &(BTreeMap<String, u64>, u64),
        mean: u64,
    ) -> u64 {
        let spoken = asked.iter().filter_map(|word| Some((word, counts.get(word)?)));
        spoken
            .map(|(word, count)| {
                self.rarity(word) * count * 22 * mean / (10 * count * mean + 3 * mean + 9 * length)
            })
            .sum()
    }

    /// The logarithm of how rare a word is.
    fn rarity(&self, word: &str) -> u64 {
        let all = self.counts.len() as u64 + 1;
        let with = self.spread.get(word).copied().unwrap_or_default() + 1;
        // One more, so that a word that all passages have still counts for something.
        log2((all << RATIO_PARTS) / with + (1 << RATIO_PARTS))
    }
}

/// The logarithm to the base of two of a number with `RATIO_PARTS` digits behind the point, straight between powers.
fn log2(ratio: u64) -> u64 {
    let whole = ratio.max(1 << RATIO_PARTS).ilog2();
    let rest = ((ratio.max(1 << RATIO_PARTS) - (1 << whole)) << LOG_PARTS) >> whole;
    (u64::from(whole - RATIO_PARTS) << LOG_PARTS) + rest
}

fn stand_together(terms: &[Vec<String>], spoken: &BTreeSet<String>) -> bool {
    let is_there = |term: &&Vec<String>| !term.is_empty() && term.iter().all(|word| spoken.contains(word));
    terms.iter().filter(is_there).count() >= TOGETHER
}

/// Words as they are compared: in small letters, names taken apart, without endings of number and tense.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut open, mut before) = (Vec::new(), String::new(), ' ');
    for letter in text.chars() {
        if !letter.is_alphanumeric() || letter.is_uppercase() && before.is_lowercase() {
            words.push(std::mem::take(&mut open));
        }
        if letter.is_alphanumeric() {
            open.extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.push(open);
    words.retain(|word| word.len() > 1 && !COMMON.split(' ').any(|common| common == word));
    words.iter().map(|word| stem(word).to_owned()).collect()
}

/// `judges` is `judg`, `routing` is `rout`.
fn stem(word: &str) -> &str {
    let is_stem = |stem: &&str| stem.chars().count() >= 4;
    let mut endings = ["ing", "ies", "es", "ed", "s"].iter();
    let stem = endings
        .find_map(|ending| word.strip_suffix(ending).filter(is_stem))
        .unwrap_or(word);
    stem.strip_suffix('e').filter(is_stem).unwrap_or(stem)
}

#[cfg(test)]
mod tests;
