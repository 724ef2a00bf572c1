//! What requests may ask; the description of the API is made from these.

use schemars::JsonSchema;
use serde::Deserialize;

/// A case that is to be audited.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CaseAsked {
    /// The repository: an https URL or owner/name (GitHub); a directory only where the operator allows it
    pub(super) subject: String,
    /// Branch, tag or commit; without it HEAD
    #[serde(default)]
    pub(super) rev: Option<String>,
    /// The name of a built-in rubric; without it the one that fits the subject
    #[serde(default)]
    pub(super) rubric: Option<String>,
    /// A rubric of one's own, in place of a built-in one
    #[serde(default)]
    pub(super) rubric_file: Option<Upload>,
    /// The name of a built-in set of rules
    #[serde(default)]
    pub(super) rules: Option<String>,
    /// A panel that the operator allows; without it `statutes`
    #[serde(default)]
    pub(super) panel: Option<String>,
    /// A report that belongs to the work
    #[serde(default)]
    pub(super) report: Option<Upload>,
    /// Take the report that lies in the repository
    #[serde(default)]
    pub(super) find_report: bool,
}

/// A file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Upload {
    /// Its name, with the ending that says what it is
    pub(super) name: String,
    /// Its bytes in base64
    pub(super) base64: String,
}

/// What a person says against the court.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OverrideAsked {
    /// The id of the dimension
    pub(super) dimension: String,
    /// The score; without it the court's own stands again
    #[serde(default)]
    pub(super) score: Option<String>,
    /// Why
    pub(super) why: String,
    /// Who says so; where a proxy names the user, that one
    #[serde(default)]
    pub(super) by: Option<String>,
}

/// Another ruling on the same evidence.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WhatIfAsked {
    /// The name of a built-in set of rules
    #[serde(default)]
    pub(super) rules: Option<String>,
    /// The text of a rule set of one's own (TOML)
    #[serde(default)]
    pub(super) rules_text: Option<String>,
    /// The name of a built-in rubric
    #[serde(default)]
    pub(super) rubric: Option<String>,
    /// Votes as they were not cast
    #[serde(default)]
    pub(super) votes: Vec<VoteAsked>,
}

/// Another vote of a judge.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct VoteAsked {
    /// The id of the dimension
    pub(super) dimension: String,
    /// Prosecutor, Defense or TechLead
    pub(super) judge: String,
    /// The score
    pub(super) score: String,
}

/// A point of a case that somebody contests.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AppealAsked {
    /// The id of the dimension
    pub(super) dimension: String,
    /// What was overlooked or misread: `path:line`, or the number of an exhibit
    pub(super) point: String,
    /// Why
    pub(super) why: String,
}

/// A class that is to be audited.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CohortAsked {
    /// What the class is called
    pub(super) name: String,
    /// Its list: a CSV with a column `repository`, or one address a line
    pub(super) list: Upload,
    /// The name of a built-in rubric; without it the one that fits each subject
    #[serde(default)]
    pub(super) rubric: Option<String>,
    /// The name of a built-in set of rules
    #[serde(default)]
    pub(super) rules: Option<String>,
}

/// Who comes in with a browser.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SessionAsked {
    /// The token
    pub(super) token: String,
}
