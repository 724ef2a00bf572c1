//! An answer held against its brief: what is cited was shown, what is quoted stands there, the score can be given.

use super::cite::{named_in, names, standing, struck};
use super::{Answer, Citation, clipped};
use crate::brief::Brief;
use crate::likeness;
use court::evidence::ExhibitId;
use court::score::{Scale, Score};
use std::collections::BTreeSet;

/// Words that an argument has at least.
const ARGUMENT_WORDS: usize = 5;
/// Letters of other alphabets that say as much.
const ARGUMENT_LETTERS: usize = 12;
/// Words from which on an argument may be called a copy.
const COPY_WORDS: usize = 30;
/// From this share of its phrases on, in percent, an argument is a copy of its brief.
const COPY_PERCENT: u64 = 70;

/// Why an answer is refused, in the words in which the judge is told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The score is not one of the scale.
    #[error("the score {0} is not on the scale")]
    OffScale(Score),
    /// The argument says nothing.
    #[error("the argument is empty or says next to nothing")]
    NoArgument,
    /// The argument repeats the brief.
    #[error("the argument repeats the brief instead of arguing")]
    Copied,
    /// Nothing is cited although there are exhibits.
    #[error("no exhibit is cited")]
    NothingCited,
    /// An exhibit that the judge was not shown.
    #[error("\"{0}\" is not an exhibit you were shown")]
    Invented(String),
    /// Words that do not stand in the exhibit.
    #[error("the quote \"{quote}\" does not stand in {exhibit}, letter for letter")]
    Misquoted {
        /// The exhibit.
        exhibit: String,
        /// The words, shortened.
        quote: String,
    },
}

impl Fault {
    /// Whether the judge made evidence up.
    pub fn is_invention(&self) -> bool {
        matches!(self, Self::Invented(_) | Self::Misquoted { .. })
    }
}

/// An answer as far as its brief bears it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The answer, without what was left out of it.
    pub answer: Answer,
    /// Evidence that was made up and left out.
    pub left_out: Vec<Fault>,
}

/// Holds an answer against its brief. Evidence that was made up is left out as long as there is no more of it than of
/// evidence that stands; nothing else is changed.
///
/// # Errors
/// Everything that is wrong, where the answer cannot be used.
pub fn held(mut answer: Answer, brief: &Brief, scale: &Scale) -> Result<Held, Vec<Fault>> {
    let mut faults = Vec::new();
    if !is_on(scale, answer.score) {
        faults.push(Fault::OffScale(answer.score));
    }
    faults.extend(argument(&answer.argument, brief));
    if answer.evidence.is_empty() && !brief.exhibits.is_empty() {
        faults.push(Fault::NothingCited);
    }
    let mut left_out = Vec::new();
    let mut seen = BTreeSet::new();
    answer
        .evidence
        .retain_mut(|citation| match cited(citation, brief) {
            Ok(quote) => {
                citation.quote = quote;
                // What is cited twice counts once.
                seen.insert((citation.exhibit.clone(), citation.quote.clone()))
            }
            Err(fault) => {
                left_out.push(fault);
                false
            }
        });
    let unseen = mentioned(&answer, brief);
    let is_sound = |point: &String| names(point).is_disjoint(&unseen);
    answer.charges.retain(is_sound);
    answer.mitigations.retain(is_sound);
    answer.argument = struck(&answer.argument, &unseen);
    left_out.extend(unseen.iter().map(|id| Fault::Invented(id.to_string())));
    let mut told = BTreeSet::new();
    left_out.retain(|fault| told.insert(fault.to_string()));
    if faults.is_empty() && left_out.len() <= answer.evidence.len() {
        return Ok(Held { answer, left_out });
    }
    faults.extend(left_out);
    Err(faults)
}

fn is_on(scale: &Scale, score: Score) -> bool {
    match &scale.allowed {
        Some(allowed) => allowed.contains(&score),
        None => score.0.is_integer() && (scale.min..=scale.max).contains(&score),
    }
}

fn argument(text: &str, brief: &Brief) -> Option<Fault> {
    let words = text.split_whitespace().count();
    // Some languages have no blanks between words.
    let is_long = text
        .chars()
        .filter(|letter| letter.is_alphabetic() && !letter.is_ascii())
        .count()
        >= ARGUMENT_LETTERS;
    if words < ARGUMENT_WORDS && !is_long {
        return Some(Fault::NoArgument);
    }
    let is_copy = words >= COPY_WORDS && likeness::contained_percent(text, &brief.question()) >= COPY_PERCENT;
    is_copy.then_some(Fault::Copied)
}

/// The quote as it stands in its exhibit.
fn cited(citation: &Citation, brief: &Brief) -> Result<String, Fault> {
    let id: Option<ExhibitId> = citation.exhibit.parse().ok();
    let shown = id.and_then(|id| brief.exhibits.get(&id));
    let shown = shown.ok_or_else(|| Fault::Invented(clipped(&citation.exhibit)))?;
    standing(&citation.quote, shown).ok_or_else(|| Fault::Misquoted {
        exhibit: citation.exhibit.clone(),
        quote: clipped(citation.quote.trim()),
    })
}

/// Exhibits that the sentences name and the judge was not shown.
fn mentioned(answer: &Answer, brief: &Brief) -> BTreeSet<ExhibitId> {
    // A word such as a linter's code may stand in the matter itself.
    let is_known =
        |id: &ExhibitId| brief.exhibits.contains_key(id) || brief.matter.contains(&format!("{id}"));
    let named = named_in(answer);
    let ids = named.iter().filter_map(|citation| citation.exhibit.parse().ok());
    ids.filter(|id| !is_known(id)).collect()
}
