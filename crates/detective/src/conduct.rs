//! Attempts of a subject to address whoever judges it: to have instructions ignored, scores dictated, findings
//! kept quiet.
//!
//! They are read as data wherever they stand, so they change nothing; that they were made is a fact that people
//! want to know. The grammar is about what is demanded and of whom, not about single words: a program that guards
//! against such texts, or that tells judges of its own what to do, is not accused.

mod channels;
mod closely;
mod context;
mod disguise;
mod phrases;
mod plain;
mod speech;
#[cfg(test)]
mod tests;

pub use channels::{Heard, Sighting, in_documents, in_packed, in_repository, may_speak};

use closely::Doubt;
use phrases::Form;
use plain::Plain;
use std::ops::Range;

/// Most attempts kept of one text; one proves as much as a hundred.
const PER_TEXT_MAX: usize = 5;
/// Most attempts taken out of one text.
const ALL_MAX: usize = 200;
/// Most passages of one text that are listened to closely: the weightiest.
const DOUBTS_MAX: usize = 100;
/// The same of a passage that was decoded.
const DOUBTS_OF_A_PASSAGE_MAX: usize = 3;
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

/// What a text says at first hearing.
#[derive(Default)]
struct Found {
    /// The attempts in known words.
    told: Vec<Attempt>,
    /// What may be others.
    doubts: Vec<Doubt>,
    /// How many doubts there are beyond those.
    passed_over: usize,
    /// Whether there are more passages than were looked at.
    has_more: bool,
}

impl Found {
    /// The attempts of one text, told and meant, in the order of lines, each line once.
    fn settled(self, max: usize) -> Vec<Attempt> {
        let doubts: Vec<&Doubt> = self.doubts.iter().collect();
        let is_meant = closely::meant(&doubts);
        let meant = self.doubts.into_iter().zip(is_meant);
        let meant = meant
            .filter(|(_, is_meant)| *is_meant)
            .map(|(doubt, _)| doubt.attempt);
        let mut all = self.told;
        all.extend(meant);
        apart(&mut all, |attempt| attempt);
        all.truncate(max);
        all
    }
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
    heard(text, Ear::Open, ALL_MAX).settled(ALL_MAX)
}

/// What a text says, in the order of lines, with at most `max` attempts in known words.
fn heard(text: &str, ear: Ear, max: usize) -> Found {
    let plain = Plain::of(text);
    let mut found = of_plain(&plain, None, ear, (max, DOUBTS_MAX));
    let (passages, has_more) = disguise::passages(text, &plain);
    found.has_more |= has_more;
    for (line, disguise, decoded) in passages {
        // What a test is called may tell what must not come of it.
        let ear = match disguise {
            disguise::OF_A_TEST => Ear::Strict,
            _ => ear,
        };
        let most = (1, DOUBTS_OF_A_PASSAGE_MAX);
        let inner = of_plain(&Plain::of(&decoded), Some(disguise), ear, most);
        found.has_more |= inner.has_more;
        found.passed_over += inner.passed_over;
        let here = |attempt: Attempt| Attempt {
            line,
            last: line,
            ..attempt
        };
        found.told.extend(inner.told.into_iter().map(here));
        found.doubts.extend(inner.doubts.into_iter().map(|doubt| Doubt {
            attempt: here(doubt.attempt),
            ..doubt
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

/// What a text in plain letters says, with at most so many attempts and doubts.
fn of_plain(
    plain: &Plain,
    disguise: Option<&'static str>,
    ear: Ear,
    (told_max, doubts_max): (usize, usize),
) -> Found {
    let disguise = disguise.or(plain.disguise);
    let (mut told, has_more) = in_known_words(plain, disguise, told_max);
    let (doubts, passed_over) = if ear == Ear::Strict {
        told.retain(|attempt| attempt.aim != Aim::Disclosure);
        Default::default()
    } else {
        in_other_words(plain, disguise, ear, doubts_max)
    };
    Found {
        told,
        doubts,
        passed_over,
        has_more,
    }
}

/// The weightiest sentences that may speak to whoever judges, by all their words, and how many others there are.
fn in_other_words(
    plain: &Plain,
    disguise: Option<&'static str>,
    ear: Ear,
    max: usize,
) -> (Vec<Doubt>, usize) {
    let text = &plain.text;
    let is_about_a_court = context::is_about_a_court(text);
    let heavy = speech::heavy(text, closely::LIGHTEST).filter(|(at, _)| {
        context::is_said(at, text)
            && !(is_about_a_court && is_code(&text[at.clone()]))
            && !context::is_reported(at, text)
    });
    let (heavy, passed_over) = closely::weightiest(heavy.collect(), max);
    let doubts = heavy.into_iter().map(|(at, weight)| {
        let mut least = if ear == Ear::Hidden {
            closely::HIDDEN
        } else {
            closely::OPEN
        };
        if ear == Ear::Open && is_about_a_court {
            least += closely::IN_A_COURT;
        }
        if ear == Ear::Open && context::is_of_a_prompt(&at, text) {
            least += closely::IN_A_PROMPT;
        }
        doubt(plain, &at, disguise, weight, least)
    });
    (doubts.collect(), passed_over)
}

fn doubt(plain: &Plain, at: &Range<usize>, disguise: Option<&'static str>, weight: f64, least: f64) -> Doubt {
    let said = &plain.text[at.clone()];
    let least = if speech::is_english(said) {
        least
    } else {
        least + closely::ABROAD
    };
    let attempt = Attempt {
        line: plain.line(at.start),
        last: plain.line(at.end.saturating_sub(1)),
        aim: speech::aim(said),
        quote: said.trim().chars().take(QUOTE_CHARS_MAX).collect(),
        disguise,
    };
    Doubt {
        attempt,
        said: speech::voiced(said),
        weight,
        least,
    }
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
    weight.is_some_and(|weight| weight >= enough)
        && context::is_said(&candidate.at, text)
        && !context::is_of_a_prompt(&candidate.at, text)
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
