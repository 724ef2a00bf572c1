//! The yardstick: a rubric, parsed once and valid ever after.

use crate::opinion::Persona;
use crate::protocol::Reading;
use crate::protocol::own::Own;
use crate::score::{Fraction, Scale, Score};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha256::Digest;
use std::collections::BTreeMap;
use std::fmt;

mod artifact;
mod builtin;
mod coverage;
mod demands;
mod describe;
mod dimension;
mod fields;
mod fixtures;
mod globs;
mod ids;
mod includes;
mod levels;
mod meaning;
mod metadata;
mod parse;
mod positions;
mod probes;
mod proposal;
mod prose;
mod protocols;
mod reading;
mod scale;
mod synthesis;
mod terms;
#[cfg(test)]
mod tests;
mod weight;
mod words;

pub use crate::input::tree::TEXT_LIMIT;
pub use builtin::{BUILT_IN, SCHEMA, built_in, nearest_built_in};
pub use coverage::not_covered;
pub use describe::{describe, problems};
pub use fixtures::{Expected, Fixture, expectations_of, fixtures};
pub use includes::Includes;
pub use meaning::{Limit, Meaning, Spread};
pub use parse::{parse, parse_with};
pub use proposal::propose;
pub use terms::{terms, terms_of};

/// The id of a dimension, as the rubric spells it; never empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DimensionId(pub String);

impl fmt::Display for DimensionId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// A rubric of whatever shape, with its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rubric {
    /// Its name, or the name of the file it came from.
    pub name: String,
    /// As written; says nothing about the shape.
    pub version: Option<String>,
    /// What it says it grades.
    pub target: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// Digest of the text it was parsed from and, where it has some, of the protocols and rules beside it.
    pub sha256: Digest,
    /// The shapes it was recognised as, for example `patterns`, `levels + patterns`, `anchors`.
    pub shape: String,
    /// In the order of the file, ids unique.
    pub dimensions: Vec<Dimension>,
    /// The probes that it defines itself, in the order of the file, ids unique.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub probes: Vec<Own>,
    /// The rules for synthesis as the rubric words them, in the order of the file, settings last.
    pub synthesis: Vec<SynthesisRule>,
    /// What scores mean in every dimension, where the rubric says so; best first.
    pub guide: Vec<Level>,
    /// What was understood beyond the plain keys, one sentence each, for its author to check.
    pub understood: Vec<String>,
    /// What was kept but has no meaning to the court, as JSON paths.
    pub ignored: Vec<String>,
    /// Keys outside the dimensions that the court has no meaning for; shown to judges as they are.
    pub extra: BTreeMap<String, Value>,
}

/// One line of the yardstick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dimension {
    /// Unique in the rubric.
    pub id: DimensionId,
    /// For people; the id where the rubric gives none.
    pub name: String,
    /// What it looks at.
    pub artifact: Artifact,
    /// Which protocol of the detectives the rubric asks for by name.
    pub protocol: Option<String>,
    /// What the rubric itself, or a protocol that came with it, demands of the probes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demanded: Option<Reading>,
    /// What the detectives are told.
    pub instruction: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// What full marks look like.
    pub success: Option<String>,
    /// What the lowest mark looks like.
    pub failure: Option<String>,
    /// What a persona is told, where the rubric speaks to it.
    pub logic: BTreeMap<Persona, String>,
    /// What all judges are told, where the rubric gives one text for all.
    pub shared_logic: Option<String>,
    /// Named levels, best first.
    pub levels: Vec<Level>,
    /// The level that takes the dimension out of the total.
    pub excluding_level: Option<String>,
    /// The scores it can have; the excluding level is not one of them.
    pub scale: Scale,
    /// Its share of the overall score, relative to the others: a whole number, 1 where the rubric says nothing.
    pub weight: Fraction,
    /// Whether the rubric names it as critical.
    pub is_critical: bool,
    /// Rules for synthesis that the rubric gives for this dimension alone.
    pub synthesis: Vec<SynthesisRule>,
    /// Keys that decide nothing; shown to judges as they are.
    pub extra: BTreeMap<String, Value>,
}

/// A named level of a dimension.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Level {
    /// As the rubric names it.
    pub id: String,
    /// For people.
    pub name: String,
    /// The score it stands for.
    pub score: Score,
    /// What it looks like.
    pub description: String,
}

/// What a dimension looks at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Artifact {
    /// The repository.
    Repository,
    /// The report.
    Report,
    /// The diagrams of the report.
    Diagrams,
    /// Something no detective can look at; the rubric's word for it.
    External(String),
}

/// A rule for synthesis in the rubric's own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SynthesisRule {
    /// Its key.
    pub key: String,
    /// Its text, or its value as JSON.
    pub text: String,
    /// What the court understood it to mean, where that is unambiguous; for people.
    pub understood: Option<String>,
    /// The same for the law; empty where the rule is only shown to the judges.
    pub meaning: Vec<Meaning>,
}
