//! What agents may ask, and how: their schemas are made from these.

use schemars::JsonSchema;
use serde::Deserialize;

/// An audit.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AuditAsked {
    /// The repository: a directory, an https URL or owner/name (GitHub)
    pub(super) subject: String,
    /// Branch, tag or commit; without it HEAD. Uncommitted changes are told, not audited
    #[serde(default)]
    pub(super) rev: Option<String>,
    /// A report that belongs to the work: a PDF, Markdown, DOCX or text file of this machine
    #[serde(default)]
    pub(super) report: Option<String>,
    /// Take the report that lies in the repository
    #[serde(default)]
    pub(super) find_report: bool,
    /// A built-in rubric or a file; without it the one that fits the subject
    #[serde(default)]
    pub(super) rubric: Option<String>,
    /// A built-in set of rules or a file
    #[serde(default)]
    pub(super) rules: Option<String>,
    /// About how many tokens the answer may have, 2000 without it
    #[serde(default)]
    #[schemars(with = "u64")]
    pub(super) tokens: Option<u64>,
}

/// An inspection.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct InspectAsked {
    /// The repository: a directory, an https URL or owner/name (GitHub)
    pub(super) subject: String,
    /// Branch, tag or commit; without it HEAD
    #[serde(default)]
    pub(super) rev: Option<String>,
    /// Only probes whose id begins so, such as `git.` or `graph.`
    #[serde(default)]
    pub(super) probe: Option<String>,
    /// About how many tokens the answer may have, 2000 without it
    #[serde(default)]
    #[schemars(with = "u64")]
    pub(super) tokens: Option<u64>,
}

/// A case that was decided.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CaseAsked {
    /// The id of a case, as `audit` gives it
    pub(super) case: String,
    /// About how many tokens the answer may have, 2000 without it
    #[serde(default)]
    #[schemars(with = "u64")]
    pub(super) tokens: Option<u64>,
}

/// Why a score is what it is.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ExplainAsked {
    #[serde(flatten)]
    pub(super) case: CaseAsked,
    /// The id of a dimension or its beginning; without it all, which is long
    #[serde(default)]
    pub(super) dimension: Option<String>,
}

/// What was found.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EvidenceAsked {
    #[serde(flatten)]
    pub(super) case: CaseAsked,
    /// The id of a dimension or its beginning
    pub(super) dimension: String,
    /// Only probes whose id begins so
    #[serde(default)]
    pub(super) probe: Option<String>,
}

/// Another ruling.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct WhatIfAsked {
    #[serde(flatten)]
    pub(super) case: CaseAsked,
    /// A built-in set of rules or a file
    #[serde(default)]
    pub(super) rules: Option<String>,
    /// A built-in rubric or a file
    #[serde(default)]
    pub(super) rubric: Option<String>,
    /// Votes as they were not cast, each as `DIMENSION/JUDGE=SCORE`, such as `graph_orchestration/Defense=4`
    #[serde(default)]
    pub(super) votes: Vec<String>,
}

/// Whether a report is true.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct VerifyAsked {
    /// A `report.json` of this machine, or the id of a case
    pub(super) report: String,
    /// The repository, to look again at the commit of the report
    #[serde(default)]
    pub(super) subject: Option<String>,
    /// About how many tokens the answer may have, 2000 without it
    #[serde(default)]
    #[schemars(with = "u64")]
    pub(super) tokens: Option<u64>,
}

/// Rubrics.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RubricsAsked {
    /// The name of one, to read it; without it all are listed
    #[serde(default)]
    pub(super) name: Option<String>,
    /// About how many tokens the answer may have, 2000 without it
    #[serde(default)]
    #[schemars(with = "u64")]
    pub(super) tokens: Option<u64>,
}

/// Statements of documents.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ClaimsAsked {
    #[serde(flatten)]
    pub(super) case: CaseAsked,
    /// Only those that are `contradicted`, `supported`, `unsupported` or `uncheckable`
    #[serde(default)]
    pub(super) state: Option<String>,
}

/// A score that is to rise.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RaiseAsked {
    /// The id of a case, as `audit` gives it
    pub(super) case: String,
    /// The id of a dimension or its beginning
    pub(super) dimension: String,
}
