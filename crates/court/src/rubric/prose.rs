//! Numbers that stand in prose, where they can be read in one way only.

use super::meaning::{Limit, Spread};
use super::words::sentences;
use crate::input::number;
use crate::score::{Fraction, Score, ZERO};
use crate::text::has_word;

/// How far behind `cap` its number may stand, in words: "cap the total score of that criterion at 3".
const CAP_REACH: usize = 10;

/// How far behind `variance` its comparison may stand, in words: "variance across the three judges exceeds".
const SPREAD_REACH: usize = 8;

/// How far before a verb its negation may stand, in words: "never under any circumstances cap".
const NEGATION_REACH: usize = 4;

/// Words for how far judges are apart.
const DISTANCES: &str = "variance variances spread gap differ difference disagree disagrees disagreement";

/// What prose says of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said<T> {
    /// It does not speak of it.
    Nothing,
    /// It says one thing.
    Plainly(T),
    /// It speaks of it, but not in a way that could be acted on.
    Unclearly,
}

impl<T> Said<T> {
    /// What it says, where it says one thing.
    pub(super) fn plainly(self) -> Option<T> {
        match self {
            Self::Plainly(value) => Some(value),
            Self::Nothing | Self::Unclearly => None,
        }
    }
}

/// A text that can be asked what it says.
pub(super) struct Prose {
    sentences: Vec<Vec<String>>,
}

impl Prose {
    pub(super) fn of(text: &str) -> Self {
        Self {
            sentences: sentences(text),
        }
    }

    /// Whether any word starts with one of the stems.
    pub(super) fn mentions(&self, stems: &[&str]) -> bool {
        let mut words = self.sentences.iter().flatten();
        words.any(|word| stems.iter().any(|stem| word.starts_with(stem)))
    }

    /// Whether the words stand one after the other in some sentence.
    pub(super) fn has_phrase(&self, phrase: &[&str]) -> bool {
        let mut sentences = self.sentences.iter();
        sentences.any(|words| words.windows(phrase.len()).any(|window| window == phrase))
    }

    /// Whether this very word stands anywhere.
    pub(super) fn mentions_word(&self, word: &str) -> bool {
        self.sentences.iter().flatten().any(|other| other == word)
    }

    /// Whether the words of the other text stand here one after the other.
    pub(super) fn has_sentence_of(&self, other: &Self) -> bool {
        let words: Vec<&str> = other.sentences.iter().flatten().map(String::as_str).collect();
        !words.is_empty() && self.has_phrase(&words)
    }

    /// The words right before each occurrence of one of the stems, nearest first, up to a comma; what stands in
    /// parentheses is passed over.
    pub(super) fn words_before<'a>(&'a self, stems: &'a [&str]) -> impl Iterator<Item = Vec<&'a str>> {
        let occurrences = self.sentences.iter().flat_map(move |words| {
            let is_stem = |at: &usize| stems.iter().any(|stem| words[*at].starts_with(stem));
            (0..words.len()).filter(is_stem).map(move |at| &words[..at])
        });
        occurrences.map(run_before)
    }

    /// Whether some sentence starts with a word of this stem.
    pub(super) fn opens_with(&self, stem: &str) -> bool {
        let mut openings = self.sentences.iter().filter_map(|words| words.first());
        openings.any(|word| word.starts_with(stem))
    }

    /// How high the score is capped: "cap the score at 3", "cannot exceed 3", "capped at 40% of max".
    pub(super) fn cap(&self) -> Said<Limit> {
        one(self.sentences.iter().flat_map(|words| caps(words)))
    }

    /// The distance between judges that is spoken of: "variance > 2", "a spread of at least 3".
    pub(super) fn spread(&self) -> Said<Spread> {
        one(self.sentences.iter().flat_map(|words| spreads(words)))
    }
}

fn run_before(before: &[String]) -> Vec<&str> {
    let mut run = Vec::new();
    let mut depth = 0_usize;
    for word in before.iter().rev() {
        match (word.as_str(), depth) {
            (")", _) => depth += 1,
            ("(" | ",", 0) => break,
            ("(", _) => depth -= 1,
            (word, 0) => run.push(word),
            _ => {}
        }
    }
    run
}

/// One reading of all mentions: they must agree.
fn one<T: PartialEq + Copy>(mut mentions: impl Iterator<Item = Option<T>>) -> Said<T> {
    match mentions.next() {
        None => Said::Nothing,
        Some(Some(first)) if mentions.all(|other| other == Some(first)) => Said::Plainly(first),
        Some(_) => Said::Unclearly,
    }
}

/// Every mention of a cap in a sentence, `None` where it could mean several things or nothing countable.
fn caps(words: &[String]) -> Vec<Option<Limit>> {
    let mention = |at: usize| match words[at].as_str() {
        "cap" | "caps" | "capped" | "capping" => Some(cap_behind(words, at)),
        "exceed" if is_forbidden(words, at) => Some(limit(words, at + 1)),
        _ => None,
    };
    (0..words.len()).filter_map(mention).collect()
}

fn cap_behind(words: &[String], cap: usize) -> Option<Limit> {
    if is_negated(words, cap) {
        return None;
    }
    let end = (cap + 1 + CAP_REACH).min(words.len());
    let at = (cap + 1..end).find(|at| is_one_of(words, *at, "at to"))?;
    limit(words, at + 1)
}

/// `cannot exceed`, `may not exceed`: a cap; but not "if the variance does not exceed".
fn is_forbidden(words: &[String], verb: usize) -> bool {
    let before = |distance: usize| verb.checked_sub(distance).map_or("", |at| words[at].as_str());
    let is_barred = before(1) == "not" && has_word("can may must shall should", before(2));
    is_barred || has_word("cannot can't", before(1))
}

/// A number that limits a score: `3`, `3 out of 5`, `40 % of max`.
fn limit(words: &[String], at: usize) -> Option<Limit> {
    let number = value(words, at)?;
    let five = Fraction::from_integer(5);
    let whole = match is_one_of(words, at + 1, "% percent") {
        true => Fraction::from_integer(100),
        false => whole_behind(words, at + 1).unwrap_or(five),
    };
    if whole == five {
        return Some(Limit::Score(Score(number)));
    }
    (whole >= number && whole > ZERO).then(|| Limit::ShareOfMax(number / whole))
}

/// The 10 of `out of 10`, `of 10` or `/ 10`.
fn whole_behind(words: &[String], at: usize) -> Option<Fraction> {
    let of = at + usize::from(is_one_of(words, at, "out"));
    value(words, of + 1).filter(|_| is_one_of(words, of, "of /"))
}

/// Every mention of a distance between judges in a sentence, `None` where it is not a plain one.
fn spreads(words: &[String]) -> Vec<Option<Spread>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(subject) = (from..words.len()).find(|at| is_one_of(words, *at, DISTANCES)) {
        let end = (subject + 1 + SPREAD_REACH).min(words.len());
        let next = (subject..end).find_map(|at| Some((at, comparison(words, at)?)));
        found.extend(next.map(|(at, spread)| spread.filter(|_| !is_negated(words, at))));
        from = next.map_or(subject, |(at, _)| at) + 1;
    }
    found
}

/// A comparison with a number that starts here: outer `None` where there is none, inner where it is a share.
fn comparison(words: &[String], at: usize) -> Option<Option<Spread>> {
    let (length, inclusive) = match words.get(at)?.as_str() {
        ">=" | "≥" => (1, true),
        ">" | "above" | "over" | "exceed" | "exceeds" | "exceeding" => (1, false),
        "at" if is_one_of(words, at + 1, "least") => (2, true),
        "more" | "greater" | "larger" | "higher" | "wider" if is_one_of(words, at + 1, "than") => (2, false),
        _ => return None,
    };
    let bound = value(words, at + length)?;
    let is_share = is_one_of(words, at + length + 1, "% percent");
    Some((!is_share).then_some(Spread { bound, inclusive }))
}

fn is_negated(words: &[String], at: usize) -> bool {
    let before = words[..at].iter().rev().take(NEGATION_REACH);
    let mut clause = before.take_while(|word| !matches!(word.as_str(), "(" | ")" | ","));
    clause.any(|word| has_word("not never no without cannot don't doesn't", word))
}

fn is_one_of(words: &[String], at: usize, choices: &str) -> bool {
    words.get(at).is_some_and(|word| has_word(choices, word))
}

/// A number in digits, or a small one in letters.
fn value(words: &[String], at: usize) -> Option<Fraction> {
    let word = words.get(at)?;
    let spelt = number::spelt(word).map(Fraction::from_integer);
    spelt.or_else(|| number::decimal(word))
}
