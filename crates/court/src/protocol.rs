//! What a dimension demands of the facts: which probes, with which answer, and how much each weighs.

use crate::score::Fraction;
use serde::{Deserialize, Serialize};

mod builtin;
mod form;
mod grading;
pub mod own;
mod remedy;
mod standing;

pub(crate) use builtin::{BUILT_IN, File, built_in, built_in_demand, protocols};
pub use builtin::{Protocol, weights};
pub use form::Form;
pub use remedy::Remedy;
pub use standing::{Standing, weigh};

/// What kind of dimension this is, for the rules that treat kinds differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// No rule singles it out.
    #[default]
    Plain,
    /// The Tech Lead's vote weighs most.
    Architecture,
    /// Confirmed flaws cap it.
    Security,
}

impl Kind {
    /// Every kind with its word.
    pub(crate) const WORDS: [(&'static str, Self); 3] = [
        ("plain", Self::Plain),
        ("architecture", Self::Architecture),
        ("security", Self::Security),
    ];
}

/// How a dimension was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// What it demands.
    pub demands: Vec<Demand>,
    /// What kind of dimension it is.
    pub kind: Kind,
    /// How that was found out, in one sentence for the rubric's author.
    pub because: String,
}

/// One demand on the facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Demand {
    /// The probe that answers it.
    pub probe: String,
    /// Which answer meets it.
    pub want: Want,
    /// Its weight relative to the protocol's other demands.
    pub weight: i64,
    /// Whether the dimension can be good without it.
    #[serde(default, rename = "essential")]
    pub is_essential: bool,
    /// Whether the contrary, observed at a place, is a confirmed security flaw.
    #[serde(default, rename = "violation")]
    pub is_violation: bool,
    /// Whether meeting it proves good work, and from when on; other demands are also met where nothing of the kind is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// Whether it is met where nothing bad is seen, or by words that often mean it: judges count it and do not praise it.
    #[serde(default, rename = "quiet", skip_serializing_if = "std::ops::Not::not")]
    pub is_quiet: bool,
    /// Whether it weighs nothing and limits the votes: nothing bad seen is no proof where nobody else has looked. It is charged to nobody.
    #[serde(default, rename = "limit", skip_serializing_if = "std::ops::Not::not")]
    pub is_limit: bool,
    /// The probe without whose good answer this demand cannot be met: while that stands open, the plan names that alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// What a judge says when it is met.
    pub met: String,
    /// What a judge says when it is not.
    pub unmet: String,
    /// What a judge says when it is met in part; without it that what is met is so only in part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partly: Option<String>,
    /// What to do about it.
    pub remedy: String,
    /// Phrases by which a dimension asks for it.
    #[serde(default)]
    pub(crate) asks: Vec<String>,
}

/// From when on a demand that is met proves something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// Fewest that must have been counted: nothing is wrong in ten lines of nearly any program.
    #[serde(default)]
    pub of: i64,
    /// In percent, the part of those that must be good.
    #[serde(default)]
    pub share: u8,
}

/// Which answer meets a demand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Want {
    /// The fact is this; of a number: that there is at least one.
    Holds(bool),
    /// The number is at least this.
    AtLeast(i64),
    /// Of so many, enough are good.
    Share(Span),
    /// Looking came to this, whatever the fact.
    Finding(Outcome),
    /// The number is at most this.
    AtMost(i64),
    /// The part of a whole is at least this, 0 to 1.
    ShareAtLeast(Fraction),
    /// The part of a whole is at most this, 0 to 1.
    ShareAtMost(Fraction),
    /// The answer meets it in part.
    Graded(Grading),
}

/// What looking can come to, where it came to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It is there.
    Present,
    /// It is not there.
    Absent,
    /// It is otherwise than somebody says.
    Contradicted,
}

impl Outcome {
    /// Every outcome with its word.
    pub(crate) const WORDS: [(&'static str, Self); 3] = [
        ("present", Self::Present),
        ("absent", Self::Absent),
        ("contradicted", Self::Contradicted),
    ];
}

/// Which part of the whole counts as nothing and which as everything, in percent; between them it counts in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// At or below this part nothing of the demand is met.
    pub none: u8,
    /// From this part on it is wholly met.
    pub full: u8,
    /// Fewer than so many are taken as so many, of which the missing are good: one of one bad says less than ten of ten.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub few: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// How an answer that is more than yes or no is graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grading {
    /// A map of terms to absent, mentioned or substantive: the mean over the terms.
    Terms,
    /// A list of claimed paths that do not exist: all or, with any missing, the share that exists.
    Paths,
    /// Counts of supported and contradicted statements: whole without a contradicted one, and each takes a third
    /// of what the others left, nothing is left where none is supported.
    Claims,
    /// A number: nothing at the one end, whole at the other, in proportion between them.
    Between {
        /// Meets nothing.
        none: i64,
        /// Meets it wholly.
        full: i64,
    },
}

impl Grading {
    /// Those that have a word alone.
    pub(crate) const WORDS: [(&'static str, Self); 3] = [
        ("terms", Self::Terms),
        ("paths", Self::Paths),
        ("claims", Self::Claims),
    ];
}

#[cfg(test)]
mod tests;
