//! Attempts of a subject to address whoever judges it: to have instructions ignored, scores dictated, findings
//! kept quiet.
//!
//! They are read as data wherever they stand, so they change nothing; that they were made is a fact that people
//! want to know. The grammar is about what is demanded and of whom, not about single words: a program that guards
//! against such texts, or that tells judges of its own what to do, is not accused.

mod channels;
mod context;
mod disguise;
mod phrases;
mod plain;
#[cfg(test)]
mod tests;

pub use channels::{Heard, Sighting, in_documents, in_packed, in_repository};

use plain::Plain;

/// Most attempts kept of one text; one proves as much as a hundred.
const PER_TEXT_MAX: usize = 5;
/// Most attempts taken out of one text.
const ALL_MAX: usize = 200;
/// Most characters quoted of an attempt.
const QUOTE_CHARS_MAX: usize = 240;

/// What an attempt wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aim {
    /// That instructions or the rubric are set aside.
    Override,
    /// That a score is given.
    Score,
    /// That something is kept quiet or not held against it.
    Silence,
    /// That something is taken as met without being looked at.
    Acquittal,
    /// That the judge is somebody else, or in another mode.
    Persona,
    /// That secrets or instructions are told.
    Disclosure,
    /// That words of the subject are taken for those of the court or the model's operator.
    Forgery,
    /// That an authority has decided already.
    Authority,
    /// That the judge is afraid, bribed or sorry.
    Pressure,
}

impl Aim {
    /// In words, to follow "asks whoever judges".
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Override => "to set instructions aside",
            Self::Score => "for a score",
            Self::Silence => "to keep quiet about something",
            Self::Acquittal => "to take something as met",
            Self::Persona => "to be somebody else",
            Self::Disclosure => "for secrets or instructions",
            Self::Forgery => "to take its words for those of the court",
            Self::Authority => "to follow an authority that has decided",
            Self::Pressure => "to give way to pressure",
        }
    }
}

/// One attempt in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Line of the text where it begins, from 1.
    pub line: u32,
    /// Line where it ends.
    pub last: u32,
    /// What it wants.
    pub aim: Aim,
    /// What it says, as it was understood: in small letters, decoded.
    pub quote: String,
    /// How it was disguised, where it was.
    pub disguise: Option<&'static str>,
}

/// Where a text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ear {
    /// Where it says itself what it is.
    Open,
    /// Without the words that say what it is, such as lines of programs and of records within data: what asks for secrets is
    /// not told of it.
    Strict,
}

/// What a text says.
#[derive(Default)]
struct Found {
    /// The attempts.
    told: Vec<Attempt>,
    /// Whether there are more passages than were looked at.
    has_more: bool,
}

/// Puts attempts of one text in the order of lines, leaves of each line one, and of two that overlap the one that is told
/// closer.
fn apart<T>(all: &mut Vec<T>, attempt: impl Fn(&T) -> &Attempt) {
    all.sort_by_key(|one| (attempt(one).line, attempt(one).disguise.is_some()));
    all.dedup_by_key(|one| attempt(one).line);
    let lines: Vec<u32> = all.iter().map(|one| attempt(one).line).collect();
    all.retain(|one| {
        let one = attempt(one);
        let behind = lines.partition_point(|line| *line <= one.line);
        lines.get(behind).is_none_or(|next| *next > one.last)
    });
}

/// Every attempt in a short text out of which they are to be taken, in the order of lines, each line once.
#[must_use]
pub fn all(text: &str) -> Vec<Attempt> {
    let mut all = heard(text, Ear::Open, ALL_MAX).told;
    apart(&mut all, |attempt| attempt);
    all.truncate(ALL_MAX);
    all
}

/// What a text says, with at most `max` attempts of it and one of each passage that is decoded.
fn heard(text: &str, ear: Ear, max: usize) -> Found {
    let plain = Plain::of(text);
    let mut found = of_plain(&plain, None, ear, max);
    let (passages, has_more) = disguise::passages(text, &plain);
    found.has_more |= has_more;
    for (line, disguise, decoded) in passages {
        // What a test is called may tell what must not come of it.
        let ear = match disguise {
            disguise::OF_A_TEST => Ear::Strict,
            _ => ear,
        };
        let inner = of_plain(&Plain::of(&decoded), Some(disguise), ear, 1);
        found.has_more |= inner.has_more;
        found.told.extend(inner.told.into_iter().map(|attempt| Attempt {
            line,
            last: line,
            ..attempt
        }));
    }
    found
}

/// So many keys make a sentence a piece of data, such as an opinion that a judge of the subject's own gave.
const KEYS_MIN: usize = 2;
/// So many calls make it one of a program.
const CALLS_MIN: usize = 2;

/// Whether the words stand in an expression: `f->size, sizeof(Instruction)` speaks to nobody.
fn is_code(words: &str) -> bool {
    ["->", "=>", "::", "sizeof(", "();"]
        .iter()
        .any(|mark| words.contains(mark))
        || words.matches("\":").count() >= KEYS_MIN
        || calls(words) >= CALLS_MIN
}

/// How often something is called as a function.
fn calls(words: &str) -> usize {
    let pairs = words.as_bytes().windows(2);
    pairs
        .filter(|pair| pair[0].is_ascii_alphanumeric() && pair[1] == b'(')
        .count()
}

/// What a text in plain letters says, with at most so many attempts.
fn of_plain(plain: &Plain, disguise: Option<&'static str>, ear: Ear, max: usize) -> Found {
    let (mut told, has_more) = in_known_words(plain, disguise.or(plain.disguise), max);
    if ear == Ear::Strict {
        told.retain(|attempt| attempt.aim != Aim::Disclosure);
    }
    Found { told, has_more }
}

/// Whether what a pattern found is meant, by the words around.
fn is_attempt(candidate: &phrases::Candidate, text: &str) -> bool {
    let asks_of_code =
        || candidate.aim == Aim::Disclosure && calls(context::sentence(text, &candidate.at)) >= CALLS_MIN;
    !is_code(&text[candidate.at.clone()]) && context::is_meant(candidate, text) && !asks_of_code()
}

/// What patterns find, and the words around do not excuse.
fn in_known_words(plain: &Plain, disguise: Option<&'static str>, max: usize) -> (Vec<Attempt>, bool) {
    let mut found = Vec::new();
    let (candidates, has_more) = phrases::find(&plain.text);
    for candidate in candidates {
        let at = &candidate.at;
        if found.len() >= max {
            break;
        }
        let line = plain.line(at.start);
        let is_new = found.last().is_none_or(|last: &Attempt| last.line != line);
        if is_new && is_attempt(&candidate, &plain.text) {
            let said = context::sentence(&plain.text, at).trim();
            found.push(Attempt {
                line,
                last: plain.line(at.end.saturating_sub(1)),
                aim: candidate.aim,
                quote: said.chars().take(QUOTE_CHARS_MAX).collect(),
                disguise,
            });
        }
    }
    (found, has_more)
}
