//! What answers tell; the description of the API is made from these.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A case as the docket shows it
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CaseTold {
    pub(super) id: String,
    pub(super) name: String,
    #[schemars(extend("enum" = ["waiting", "running", "decided", "failed", "interrupted", "cancelled", null]))]
    pub(super) state: Option<&'static str>,
    /// Why it failed
    pub(super) said: Option<String>,
    /// How many are audited before it
    pub(super) position: Option<usize>,
    pub(super) score: Option<String>,
    pub(super) out_of: Option<String>,
    pub(super) complete: Option<bool>,
    pub(super) rubric: Option<String>,
    pub(super) commit: String,
    /// The case that an appeal contests
    pub(super) appeal_of: Option<String>,
}

/// A case and its stages
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CaseWithStages {
    #[serde(flatten)]
    pub(super) case: CaseTold,
    pub(super) stages: BTreeMap<String, StageTold>,
}

/// How many jobs of a stage there are, and what came of them
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct StageTold {
    pub(super) done: usize,
    pub(super) of: usize,
    pub(super) failed: usize,
}

/// The docket
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CasesTold {
    pub(super) cases: Vec<CaseTold>,
    /// How many there are, also those that are not listed here
    pub(super) count: usize,
}

/// A class and how far it has come
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CohortTold {
    pub(super) id: String,
    pub(super) name: String,
    #[schemars(extend("enum" = ["waiting", "running", "decided", "failed", "cancelled"]))]
    pub(super) state: &'static str,
    pub(super) submissions: usize,
    pub(super) done: usize,
    /// Why it failed
    pub(super) said: Option<String>,
}

/// The classes
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CohortsTold {
    pub(super) cohorts: Vec<CohortTold>,
}

/// The built-in rubrics
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RubricsTold {
    pub(super) rubrics: Vec<&'static str>,
}

/// The built-in sets of rules
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RulesTold {
    pub(super) rules: Vec<RuleSetTold>,
}

/// A set of rules and what it is
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RuleSetTold {
    pub(super) name: String,
    pub(super) what: String,
}

/// The panels that may be asked for
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PanelsTold {
    pub(super) panels: Vec<String>,
}

/// The scores under other rules, another rubric or other votes
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct WhatIfTold {
    pub(super) overall: MovedTold,
    pub(super) dimensions: Vec<DimensionMoved>,
    /// The same in words
    pub(super) told: String,
}

/// A score before and after
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct MovedTold {
    #[schemars(with = "Option<f64>")]
    pub(super) before: Value,
    #[schemars(with = "Option<f64>")]
    pub(super) after: Value,
}

/// A dimension before and after
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DimensionMoved {
    #[schemars(with = "String")]
    pub(super) dimension: Value,
    #[schemars(with = "String")]
    pub(super) name: Value,
    #[serde(flatten)]
    pub(super) score: MovedTold,
    /// The rules that spoke, in their order
    #[schemars(with = "Vec<RuleStepTold>")]
    pub(super) rules: Value,
}

/// What a rule did
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RuleStepTold {
    rule: String,
    before: Option<f64>,
    after: Option<f64>,
    why: String,
}

/// What was said against the court, in words
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OverrideTold {
    pub(super) told: String,
}

/// What came of an appeal
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AppealTold {
    /// The case that it is now
    pub(super) id: String,
    pub(super) told: String,
}

/// Why a request is not answered (RFC 9457)
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ProblemTold {
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) title: &'static str,
    pub(super) status: u16,
    pub(super) detail: String,
}
