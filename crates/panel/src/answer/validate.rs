//! An answer held against its brief: what is cited was shown, what is quoted stands there, the score can be given.

use super::{Answer, Citation, clipped};
use crate::brief::Brief;
use crate::likeness;
use court::evidence::ExhibitId;
use court::score::{Scale, Score};
use std::collections::BTreeSet;

/// Words that an argument has at least.
const ARGUMENT_WORDS: usize = 5;
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
    #[must_use]
    pub fn is_invention(&self) -> bool {
        matches!(self, Self::Invented(_) | Self::Misquoted { .. })
    }
}

/// Everything that is wrong with the answer; nothing where it can be used.
#[must_use]
pub fn validate(answer: &Answer, brief: &Brief, scale: &Scale) -> Vec<Fault> {
    let mut faults = Vec::new();
    if !is_on(scale, answer.score) {
        faults.push(Fault::OffScale(answer.score));
    }
    faults.extend(argument(&answer.argument, brief));
    if answer.evidence.is_empty() && !brief.exhibits.is_empty() {
        faults.push(Fault::NothingCited);
    }
    faults.extend(
        answer
            .evidence
            .iter()
            .filter_map(|citation| cited(citation, brief)),
    );
    faults.extend(mentioned(answer, brief));
    faults
}

fn is_on(scale: &Scale, score: Score) -> bool {
    match &scale.allowed {
        Some(allowed) => allowed.contains(&score),
        None => score.0.is_integer() && (scale.min..=scale.max).contains(&score),
    }
}

fn argument(text: &str, brief: &Brief) -> Option<Fault> {
    let words = text.split_whitespace().count();
    if words < ARGUMENT_WORDS {
        return Some(Fault::NoArgument);
    }
    let is_copy = words >= COPY_WORDS && likeness::contained_percent(text, &brief.question()) >= COPY_PERCENT;
    is_copy.then_some(Fault::Copied)
}

fn cited(citation: &Citation, brief: &Brief) -> Option<Fault> {
    let shown = citation
        .exhibit
        .parse::<ExhibitId>()
        .ok()
        .and_then(|id| brief.exhibits.get(&id));
    let Some(shown) = shown else {
        return Some(Fault::Invented(clipped(&citation.exhibit)));
    };
    let quote = citation.quote.trim();
    (!shown.contains(quote)).then(|| Fault::Misquoted {
        exhibit: citation.exhibit.clone(),
        quote: clipped(quote),
    })
}

/// Exhibits that the argument names and the judge was not shown.
fn mentioned(answer: &Answer, brief: &Brief) -> Vec<Fault> {
    let points = answer.charges.iter().chain(&answer.mitigations);
    let named: BTreeSet<ExhibitId> = std::iter::once(&answer.argument)
        .chain(points)
        .flat_map(|text| names(text))
        .collect();
    // A word such as a linter's code may stand in the matter itself.
    let is_known =
        |id: &&ExhibitId| brief.exhibits.contains_key(*id) || brief.matter.contains(&format!("{id}"));
    let unseen = named.iter().filter(|id| !is_known(id));
    unseen.map(|id| Fault::Invented(id.to_string())).collect()
}

/// `E` and digits, standing alone.
fn names(text: &str) -> BTreeSet<ExhibitId> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| word.len() <= 6)
        .filter_map(|word| word.parse().ok())
        .collect()
}
