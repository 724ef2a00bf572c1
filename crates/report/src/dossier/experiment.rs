//! What happened when the subject's own program ran, as far as reports tell of it; plain values.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An experiment. Every text of it may be a stranger's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExperimentNote {
    /// Version of the Python that it ran with.
    pub python: String,
    /// How long it took.
    pub milliseconds: u64,
    /// The walls it ran within.
    pub walls: Vec<String>,
    /// Why it was ended, where it did not end by itself.
    pub cut: Option<String>,
    /// Digest of the events that all this follows from; the journal has them.
    pub events: String,
    /// What it was put through.
    pub scenarios: Vec<ScenarioNote>,
    /// What nobody would expect of a program that works, the worst first.
    pub surprises: Vec<SurpriseNote>,
    /// What it amounts to: calls and their price, what reached judges, which rules fired, what it did.
    #[serde(default)]
    pub figures: Vec<FigureNote>,
    /// What follows for the facts that reading asks about too.
    pub facts: Vec<RanNote>,
}

/// One scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioNote {
    /// Its name.
    pub name: String,
    /// What it is, in words.
    pub says: String,
    /// Whether a graph ran to its end.
    pub has_ended: bool,
    /// How it ended, in words.
    pub outcome: String,
    /// Calls of models.
    pub calls: u64,
    /// What ran, step by step, in the longest run.
    pub steps: Vec<StepNote>,
}

/// What ran at the same time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepNote {
    /// Its number, as the graph library counts.
    pub step: u64,
    /// The nodes.
    pub nodes: Vec<VisitNote>,
}

/// A node that ran.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisitNote {
    /// Its name.
    pub node: String,
    /// How long it took.
    pub milliseconds: u64,
    /// Keys that it gave, with what they held.
    pub gave: Vec<String>,
    /// Keys that it gave and that the state lacks: what they held is gone.
    pub lost: Vec<String>,
    /// What it raised.
    pub error: Option<String>,
}

/// Something that nobody would expect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurpriseNote {
    /// What, in plain words.
    pub text: String,
    /// Where in the subject, as `path:line`.
    pub place: Option<String>,
    /// The scenarios it was seen in.
    pub scenarios: Vec<String>,
}

/// Something that it amounts to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureNote {
    /// What it is about.
    pub id: String,
    /// The same for programs.
    pub value: Value,
    /// In a line.
    pub text: String,
    /// `experiment:` and the scenario that showed it, or `experiment:all`.
    pub source: String,
}

/// A fact that follows, beside what reading says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RanNote {
    /// The probe that asks the same.
    pub probe: String,
    /// The scenario that showed it.
    pub scenario: String,
    /// What was seen.
    pub value: String,
    /// How that follows.
    pub why: String,
    /// Where running showed it, as `path:line`.
    #[serde(default)]
    pub at: Option<String>,
    /// What reading came to.
    pub reading: String,
    /// Where reading saw that, as `path:line`.
    #[serde(default)]
    pub read_at: Option<String>,
    /// `agrees`, `decides` (reading could not say), `overrules`, or `differs` (reading stands).
    pub outcome: String,
}
