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
mod speech;
#[cfg(test)]
mod tests;

pub use channels::{Heard, Sighting, in_documents, in_packed, in_repository, may_speak};

use phrases::Form;
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

/// How much is taken for an attempt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ear {
    /// What is told by known words, or weighed by all words.
    Open,
    /// The same of what is kept from readers, which is believed less.
    Hidden,
    /// What is told by known words alone and asks for no secrets: for what stands without the words that say what it is,
    /// such as lines of programs and of records within data.
    Strict,
}

/// The first attempts in a text, in the order of lines, each line once, and whether it has more passages than were
/// looked at.
fn attempts(text: &str) -> (Vec<Attempt>, bool) {
    up_to(PER_TEXT_MAX, text, Ear::Open)
}

/// The same in a text that is kept from readers.
fn hidden_attempts(text: &str) -> (Vec<Attempt>, bool) {
    up_to(PER_TEXT_MAX, text, Ear::Hidden)
}

/// The same of strings that were taken out of data.
fn attempts_in_strings(text: &str) -> (Vec<Attempt>, bool) {
    up_to(PER_TEXT_MAX, text, Ear::Strict)
}

/// Every attempt in a short text out of which they are to be taken, in the order of lines, each line once.
#[must_use]
pub fn all(text: &str) -> Vec<Attempt> {
    up_to(ALL_MAX, text, Ear::Open).0
}

fn up_to(max: usize, text: &str, ear: Ear) -> (Vec<Attempt>, bool) {
    let plain = Plain::of(text);
    let (mut found, mut has_more) = of_plain(&plain, None, ear, max);
    let (passages, has_more_passages) = disguise::passages(text, &plain);
    has_more |= has_more_passages;
    for (line, disguise, decoded) in passages {
        // What a test is called may tell what must not come of it.
        let ear = match disguise {
            disguise::OF_A_TEST => Ear::Strict,
            _ => ear,
        };
        let (inner, has_more_inside) = of_plain(&Plain::of(&decoded), Some(disguise), ear, 1);
        has_more |= has_more_inside;
        found.extend(inner.into_iter().map(|attempt| Attempt {
            line,
            last: line,
            ..attempt
        }));
    }
    found.sort_by_key(|attempt| (attempt.line, attempt.disguise.is_some(), attempt.aim));
    found.dedup_by_key(|attempt| attempt.line);
    found.truncate(max);
    (found, has_more)
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

fn of_plain(plain: &Plain, disguise: Option<&'static str>, ear: Ear, max: usize) -> (Vec<Attempt>, bool) {
    let disguise = disguise.or(plain.disguise);
    let (mut found, has_more) = in_known_words(plain, disguise, max);
    match ear {
        Ear::Open => found.extend(in_other_words(plain, disguise, 0.0).take(max)),
        Ear::Hidden => found.extend(in_other_words(plain, disguise, speech::HIDDEN).take(max)),
        Ear::Strict => found.retain(|attempt| attempt.aim != Aim::Disclosure),
    }
    found.sort_by_key(|attempt| attempt.line);
    found.dedup_by_key(|attempt| attempt.line);
    // Of two that overlap, the one that is told closer.
    let lines: Vec<u32> = found.iter().map(|attempt| attempt.line).collect();
    found.retain(|attempt| {
        !lines
            .iter()
            .any(|line| (attempt.line + 1..=attempt.last).contains(line))
    });
    found.truncate(max);
    (found, has_more)
}

/// The sentences that speak to whoever judges by all their words.
fn in_other_words<'p>(
    plain: &'p Plain,
    disguise: Option<&'static str>,
    least: f64,
) -> impl Iterator<Item = Attempt> + 'p {
    speech::sentences(&plain.text).filter_map(move |at| {
        let said = &plain.text[at.clone()];
        let weighs = speech::weight(said).is_some_and(|weight| weight > least);
        if !weighs
            || is_code(said)
            || !context::is_said(&at, &plain.text)
            || context::is_reported(&at, &plain.text)
        {
            return None;
        }
        let aim = speech::aim(said);
        // Files that explain settings tell everybody where keys belong.
        let is_meant = aim != Aim::Disclosure || context::is_addressed(said);
        is_meant.then(|| Attempt {
            line: plain.line(at.start),
            last: plain.line(at.end.saturating_sub(1)),
            aim,
            quote: said.trim().chars().take(QUOTE_CHARS_MAX).collect(),
            disguise,
        })
    })
}

/// Whether what a pattern found is meant: by the words around, and by how much its sentence speaks to whoever judges.
fn is_attempt(candidate: &phrases::Candidate, text: &str) -> bool {
    if is_code(&text[candidate.at.clone()]) {
        return false;
    }
    let is_meant = context::is_meant(candidate, text);
    let sentence = context::sentence(text, &candidate.at);
    if candidate.aim == Aim::Disclosure && calls(sentence) >= CALLS_MIN {
        return false;
    }
    if candidate.form != Form::Partial {
        return is_meant;
    }
    let weight = speech::weight(sentence);
    if is_meant {
        let is_weighed = matches!(
            candidate.aim,
            Aim::Score | Aim::Silence | Aim::Acquittal | Aim::Authority | Aim::Pressure
        );
        return !is_weighed || weight.is_none_or(|weight| weight >= speech::HONEST);
    }
    let enough = match candidate.aim {
        Aim::Override if context::is_about_judging(&candidate.at, text) => speech::LIKELY,
        Aim::Score => speech::NEARLY,
        _ => return false,
    };
    weight.is_some_and(|weight| weight >= enough) && context::is_said(&candidate.at, text)
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
