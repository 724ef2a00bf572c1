//! Everything that the reports of a case are made from; plain values, no paths of this machine.

use court::evidence::Evidence;
use court::opinion::Persona;
use court::protocol::Standing;
use court::remedy::Remedy;
use court::rubric::Rubric;
use court::rules::RuleSet;
use court::verdict::Verdict;
use panel::chat::Usage;
use panel::price::Money;
use panel::quality::{Collapse, JudgeQuality};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A decided case.
pub(crate) struct Dossier {
    /// Short id of the case in the journal.
    pub(crate) case: String,
    pub(crate) subject: SubjectNote,
    /// Full id of the audited commit.
    pub(crate) commit: String,
    pub(crate) history: HistoryNote,
    pub(crate) rubric: Rubric,
    /// The rules that settled it.
    pub(crate) rules: Arc<RuleSet>,
    pub(crate) panel: PanelNote,
    pub(crate) evidence: Evidence,
    /// One for each dimension of the rubric, in its order.
    pub(crate) pleas: Vec<Plea>,
    pub(crate) verdict: Verdict,
    pub(crate) coverage: Coverage,
    /// The graphs that the code builds, as the contract has them.
    pub(crate) topology: Vec<Value>,
    pub(crate) claims: Vec<Claim>,
}

/// How a dimension was understood, and what stands open.
pub(crate) struct Plea {
    /// How its demands were found out; `None` where the panel sees none.
    pub(crate) understood: Option<String>,
    pub(crate) standings: Vec<Standing>,
    pub(crate) remedies: Vec<Remedy>,
}

/// What the subject is called, and where readers can look it up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SubjectNote {
    /// `owner/name`, or the name of a directory.
    pub(crate) name: String,
    /// The name as a file name.
    pub(crate) slug: String,
    /// Address of the repository, where it came from a forge.
    pub(crate) url: Option<String>,
}

/// What is known of the history.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HistoryNote {
    pub(crate) commits: usize,
    pub(crate) complete: bool,
    pub(crate) note: Option<String>,
    /// The commits by time, thinned where there are many.
    // Cases that were begun before it was kept go on without.
    #[serde(default)]
    pub(crate) timeline: Vec<Tick>,
}

/// One commit on the line of time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tick {
    /// Full id.
    pub(crate) id: String,
    /// When it was written, in seconds since 1970.
    pub(crate) at: i64,
    /// The first line of its message, cut.
    pub(crate) subject: String,
    /// How many files it changed.
    pub(crate) files: usize,
}

/// Who judged.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PanelNote {
    pub(crate) name: String,
    /// What a reader has to know of it, in one sentence.
    pub(crate) what: String,
    /// What is known of models, where models judged.
    pub(crate) models: Option<ModelsNote>,
    /// What is known of the model that described pictures, where one did.
    #[serde(default)]
    pub(crate) vision: Option<VisionNote>,
}

/// What the descriptions of pictures rest on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct VisionNote {
    /// `provider:model`, with the models it falls back on.
    pub(crate) model: String,
    /// Pictures that may be diagrams.
    pub(crate) pictures: usize,
    /// Further ones that nobody was asked about.
    pub(crate) beyond: usize,
    /// Of the pictures, those that were described.
    pub(crate) described: usize,
    /// Answers that were paid for, the refused ones included.
    pub(crate) calls: u64,
    pub(crate) answers_refused: usize,
    pub(crate) usage: Usage,
    /// Nothing where the price of a model is not known.
    pub(crate) cost: Option<Money>,
    /// Whether pictures were left out because the money did not reach.
    pub(crate) is_budget_spent: bool,
    /// Why pictures were not described, each cause once.
    pub(crate) causes: Vec<String>,
    /// What the answers are found by in the ledger.
    pub(crate) recordings: Vec<String>,
}

/// What the opinions of a panel of models rest on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ModelsNote {
    pub(crate) judges: Vec<JudgeNote>,
    /// Answers that were paid for, the refused ones included.
    pub(crate) calls: u64,
    pub(crate) usage: Usage,
    /// Nothing where the price of a model is not known.
    pub(crate) cost: Option<Money>,
    pub(crate) quality: BTreeMap<Persona, JudgeQuality>,
    pub(crate) collapse: Collapse,
    /// Whether dimensions were left out because the money did not reach.
    pub(crate) is_budget_spent: bool,
    /// Digests of the briefs, by `dimension/round/judge`.
    pub(crate) briefs: BTreeMap<String, String>,
    /// What the answers are found by in the ledger.
    pub(crate) recordings: Vec<String>,
}

/// A judge that is a model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct JudgeNote {
    pub(crate) persona: Persona,
    /// `provider:model`, with the models it falls back on.
    pub(crate) model: String,
    pub(crate) temperature: f64,
}

/// What was looked at, and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Coverage {
    pub(crate) files_read: usize,
    pub(crate) files_skipped: Vec<Skip>,
    /// Files that look as if they were to steer the auditor; nothing of the subject is obeyed.
    // Reports and cases from before it was told go on without.
    #[serde(default)]
    pub(crate) not_obeyed: Vec<String>,
    pub(crate) reports: Vec<ReportNote>,
    /// What is in the working copy of a local subject and was not audited.
    pub(crate) uncommitted: Option<String>,
    /// What the processes were held in by that read the subject.
    // Reports and cases from before it was told go on without.
    #[serde(default)]
    pub(crate) containment: Vec<WallsNote>,
}

/// What held a process in that read bytes of the subject.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct WallsNote {
    /// What it read.
    pub(crate) what: String,
    /// The walls that stood; none where it could not say.
    pub(crate) in_force: Vec<String>,
    /// The walls that this system would not put up, with its reasons.
    pub(crate) missing: Vec<String>,
    /// What was lost because a process died of it, with what it died of.
    #[serde(default)]
    pub(crate) lost: Vec<String>,
}

/// A file that was not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Skip {
    pub(crate) path: String,
    pub(crate) why: String,
}

/// A report of the subject.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReportNote {
    pub(crate) name: String,
    pub(crate) pages: usize,
    pub(crate) images: usize,
    /// Why it could not be read, or not wholly.
    pub(crate) cause: Option<String>,
    /// What in it would act when it is opened or touched, each kind once; nothing of it was run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) active: Vec<String>,
}

/// A checkable statement of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Claim {
    pub(crate) text: String,
    pub(crate) place: String,
    /// `path`, `symbol`, `topology`, `capability`, `number` or `command`.
    pub(crate) kind: String,
    /// `supported`, `contradicted`, `unsupported` or `uncheckable`.
    pub(crate) state: String,
    /// Numbers of the exhibits on either side.
    pub(crate) exhibits: Vec<String>,
    /// What comes nearest to it in the subject, where it is a near miss.
    #[serde(default)]
    pub(crate) near: Option<String>,
    /// Whether the document that says so was not handed in but lies in the subject.
    #[serde(default)]
    pub(crate) lies_in_subject: bool,
}
