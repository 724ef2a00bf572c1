//! What a subject is put through: data, not code.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The one in which all works.
pub const PLAIN: &str = "plain";
/// The one in which the nodes after the judges run again and again.
pub const REPLAY: &str = "again_and_again";
/// The one in which what is cloned has flaws of security.
pub const FLAWED: &str = "flawed_code";
const FILE: &str = include_str!("../data/scenarios.toml");

/// One scenario, as the harness reads it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub name: String,
    /// What it is, in words.
    pub says: String,
    /// What is to be audited.
    pub url: String,
    pub seconds: u32,
    /// The scores that fake judges give, by persona.
    #[serde(default)]
    pub votes: BTreeMap<String, i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub git: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What every judge says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argument: Option<String>,
    /// Whether the nodes after the judges, and the routers, run again with other votes and evidence.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replay: bool,
    /// A score that is given whatever the schema allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
}

#[derive(Deserialize)]
struct File {
    scenario: Vec<Scenario>,
}

/// All of them, the plain one first. Empty where the file is broken, which a test forbids.
#[must_use]
pub fn all() -> Vec<Scenario> {
    toml::from_str::<File>(FILE)
        .map(|file| file.scenario)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
