//! How well judges did, as counts; nothing here changes a score.

use serde::{Deserialize, Serialize};

/// The counts of one judge.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JudgeQuality {
    /// Opinions given, all rounds.
    pub opinions: usize,
    /// Seats left empty, all rounds.
    pub recusals: usize,
    /// Opinions of a model that stands behind the first of its seat.
    #[serde(default)]
    pub fallbacks: usize,
    /// Answers that were refused and asked again.
    pub answers_refused: usize,
    /// Calls that failed and were tried again.
    pub calls_failed: u64,
    /// Exhibits and quotes that were made up, in all answers.
    pub invented_citations: u64,
    /// Repairs of form in answers that count.
    pub repairs: usize,
    /// Citations without a quote.
    pub unquoted_citations: usize,
    /// Opinions whose argument and score do not go together.
    pub contradictions: usize,
    /// How much higher than the other two this judge scores on average, in hundredths of the scale.
    pub leniency_percent: Option<i64>,
}

/// Whether the three are still three.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Collapse {
    /// Dimensions in which two judges wrote nearly the same, after they were asked for a reading of their own.
    pub alike: Vec<String>,
    /// How often a judge was asked for a reading of its own.
    pub reread: usize,
    /// Whether all had voted alike in every dimension and were reminded of who they are.
    #[serde(default)]
    pub reminded: bool,
    /// Whether all judges gave nearly the same score in every dimension, at last.
    pub no_spread_anywhere: bool,
    /// Dimensions in which the Prosecutor scored above the Defense.
    pub inverted: Vec<String>,
}

impl JudgeQuality {
    /// Both together; leniency is not a sum and stays.
    pub fn add(&mut self, other: &Self) {
        self.opinions += other.opinions;
        self.recusals += other.recusals;
        self.fallbacks += other.fallbacks;
        self.answers_refused += other.answers_refused;
        self.calls_failed += other.calls_failed;
        self.invented_citations += other.invented_citations;
        self.repairs += other.repairs;
        self.unquoted_citations += other.unquoted_citations;
        self.contradictions += other.contradictions;
    }
}
