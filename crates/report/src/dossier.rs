//! Everything that the reports of a case are made from; plain values, no paths of this machine.

mod acceptance;
mod experiment;

pub use acceptance::Acceptance;
pub use experiment::{ExperimentNote, FigureNote, RanNote, ScenarioNote, StepNote, SurpriseNote, VisitNote};

use court::evidence::{Evidence, Place};
use court::justice::Matter;
use court::law::Law;
use court::opinion::Persona;
use court::overruling::overruled;
use court::protocol::Standing;
use court::quality::{Collapse, JudgeQuality};
use court::remedy::{Remedy, remedies};
use court::retrial::Matters;
use court::rubric::Rubric;
use court::rules::{CaseFacts, RuleSet};
use court::verdict::{Overruling, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A decided case.
pub struct Dossier {
    /// Short id of the case in the journal.
    pub case: String,
    /// What was audited.
    pub subject: SubjectNote,
    /// Full id of the audited commit.
    pub commit: String,
    /// What is known of its history.
    pub history: HistoryNote,
    /// What it was judged by.
    pub rubric: Rubric,
    /// The rules that settled it.
    pub rules: Arc<RuleSet>,
    /// Who judged.
    pub panel: PanelNote,
    /// All that was seen, with its places.
    pub evidence: Evidence,
    /// One for each dimension of the rubric, in its order.
    pub pleas: Vec<Plea>,
    /// The outcome.
    pub verdict: Verdict,
    /// What was looked at, and what was not.
    pub coverage: Coverage,
    /// The graphs that the code builds, as the contract has them.
    pub topology: Vec<Value>,
    /// What its documents say of it, held against the facts.
    pub claims: Vec<Claim>,
    /// What happened when its program ran, where the user asked for that.
    pub experiment: Option<ExperimentNote>,
    /// What whoever audits has decided to live with.
    pub accepted: Vec<Acceptance>,
}

impl Dossier {
    /// The same with what people said in place of what the court did.
    #[must_use]
    pub fn overruled(mut self, words: &[Overruling]) -> Self {
        let pairs = self.rubric.dimensions.iter().zip(&self.pleas);
        let standings = pairs.map(|(dimension, plea)| (dimension, plea.standings.as_slice()));
        let facts = CaseFacts::of(&self.evidence, standings);
        self.verdict = overruled(&self.verdict, &self.rules, &facts, &self.rubric, words);
        self
    }

    /// The same with what whoever audits has decided to live with.
    #[must_use]
    pub fn accepting(mut self, accepted: &[Acceptance]) -> Self {
        let newest = self.newest();
        self.accepted = accepted.iter().cloned().map(|one| one.on(newest)).collect();
        self
    }

    /// When the newest of its commits was made, in seconds since 1970; `None` where that is not known.
    #[must_use]
    pub fn newest(&self) -> Option<i64> {
        self.history.timeline.iter().map(|tick| tick.at).max()
    }
}

/// How a dimension was understood, and what stands open.
pub struct Plea {
    /// How its demands were found out; `None` where the panel sees none.
    pub understood: Option<String>,
    /// Its demands held against the evidence.
    pub standings: Vec<Standing>,
    /// What to do about those that stand open.
    pub remedies: Vec<Remedy>,
}

impl Plea {
    /// What stands open in a matter that was understood so.
    #[must_use]
    pub fn of(matter: &Matter<'_>, understood: Option<String>) -> Self {
        Self {
            understood,
            standings: matter.standings.to_vec(),
            remedies: remedies(matter),
        }
    }

    /// Those of all dimensions of a rubric, each with its law, what it is ruled from, and how it was understood.
    #[must_use]
    pub fn all(
        rubric: &Rubric,
        laws: &[Law],
        matters: &[Matters],
        understood: &[Option<String>],
    ) -> Vec<Self> {
        let dimensions = rubric.dimensions.iter().zip(laws);
        let entries = dimensions.zip(matters.iter().zip(understood));
        let plea = |((dimension, law), (of, understood)): ((_, _), (&Matters, &Option<String>))| {
            let standings = &of.standings;
            let matter = Matter {
                dimension,
                law,
                standings,
            };
            Self::of(&matter, understood.clone())
        };
        entries.map(plea).collect()
    }
}

/// What the subject is called, and where readers can look it up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubjectNote {
    /// `owner/name`, or the name of a directory.
    pub name: String,
    /// The name as a file name.
    pub slug: String,
    /// Address of the repository, where it came from a forge.
    pub url: Option<String>,
    /// Where a local clone says that it came from. Links lead there; nothing else follows from it.
    // Records from before it was kept go on without.
    pub origin: Option<String>,
}

/// What is known of the history.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryNote {
    /// How many commits could be read.
    pub commits: usize,
    /// Whether these are all there are.
    pub complete: bool,
    /// Why they are not, where there is something to say.
    pub note: Option<String>,
    /// The commits by time, thinned where there are many.
    // Cases that were begun before it was kept go on without.
    #[serde(default)]
    pub timeline: Vec<Tick>,
}

/// One commit on the line of time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    /// Full id.
    pub id: String,
    /// When it was written, in seconds since 1970.
    pub at: i64,
    /// The first line of its message, cut.
    pub subject: String,
    /// How many files it changed.
    pub files: usize,
}

/// Who judged.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PanelNote {
    /// Its name on the command line.
    pub name: String,
    /// What a reader has to know of it, in one sentence.
    pub what: String,
    /// How far it is known to agree with people, in one sentence; empty in cases from before it was told.
    #[serde(default)]
    pub calibration: String,
    /// What is known of models, where models judged.
    pub models: Option<ModelsNote>,
    /// What is known of the model that described pictures, where one did.
    pub vision: Option<VisionNote>,
}

/// What the descriptions of pictures rest on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisionNote {
    /// `provider:model`, with the models it falls back on.
    pub model: String,
    /// Pictures that may be diagrams.
    pub pictures: usize,
    /// Further ones that nobody was asked about.
    pub beyond: usize,
    /// Of the pictures, those that were described.
    pub described: usize,
    /// Answers that were paid for, the refused ones included.
    pub calls: u64,
    /// Of these, the refused ones.
    pub answers_refused: usize,
    /// The tokens of these answers.
    pub usage: Tokens,
    /// In billionths of a dollar; nothing where the price of a model is not known.
    pub cost: Option<u64>,
    /// Whether pictures were left out because the money did not reach.
    pub is_budget_spent: bool,
    /// Why pictures were not described, each cause once.
    pub causes: Vec<String>,
    /// What the answers are found by in the ledger.
    pub recordings: Vec<String>,
}

/// What the opinions of a panel of models rest on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ModelsNote {
    /// Who sat, in the order of the seats.
    pub judges: Vec<JudgeNote>,
    /// Answers that were paid for, the refused ones included.
    pub calls: u64,
    /// The tokens of these answers.
    pub usage: Tokens,
    /// In billionths of a dollar; nothing where the price of a model is not known.
    pub cost: Option<u64>,
    /// How well each did.
    pub quality: BTreeMap<Persona, JudgeQuality>,
    /// What a model said of the parts of a large repository; nothing of a small one.
    pub parts: Option<PartsNote>,
    /// Whether the three are still three.
    pub collapse: Collapse,
    /// Whether dimensions were left out because the money did not reach.
    pub is_budget_spent: bool,
    /// Digests of the briefs, by `dimension/round/judge`.
    pub briefs: BTreeMap<String, String>,
    /// What the answers are found by in the ledger.
    pub recordings: Vec<String>,
}

/// What a model said of the parts of a large repository before its judges were asked: told, and not observed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartsNote {
    /// How many parts there are.
    pub parts: usize,
    /// What was said of them.
    pub told: Vec<PartNote>,
    /// Why of some nothing was said, each cause once.
    pub causes: Vec<String>,
    /// Answers that were paid for, the refused ones included; they are not counted among those of the judges.
    pub calls: u64,
    /// The tokens of these answers.
    pub usage: Tokens,
    /// In billionths of a dollar; nothing where the price of a model is not known.
    pub cost: Option<u64>,
    /// What the answers are found by in the ledger.
    pub recordings: Vec<String>,
}

/// What was said of one part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartNote {
    /// Its folder.
    pub part: String,
    /// What it is for.
    pub summary: String,
    /// Lines that show it, as `path:line`.
    pub places: Vec<String>,
    /// Who said so, as `provider:model`.
    pub model: String,
}

/// Tokens of calls, as providers count them; 0 where they do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    /// Read by the model, cached ones included.
    pub input: u64,
    /// Of these, read from the provider's cache.
    pub cached: u64,
    /// Written by the model, thoughts included.
    pub output: u64,
}

/// Billionths of a dollar as dollars.
#[must_use]
pub fn dollars(billionths: u64) -> f64 {
    billionths as f64 / 1e9
}

/// A judge that is a model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JudgeNote {
    /// The seat.
    pub persona: Persona,
    /// `provider:model`, with the models it falls back on.
    pub model: String,
    /// How freely it answers, from 0.
    pub temperature: f64,
}

/// What was looked at, and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Files of the subject that were read.
    pub files_read: usize,
    /// Files that were not.
    pub files_skipped: Vec<Skip>,
    /// Files that look as if they were to steer the auditor; nothing of the subject is obeyed.
    // Reports and cases from before it was told go on without.
    #[serde(default)]
    pub not_obeyed: Vec<String>,
    /// The documents of the subject.
    pub reports: Vec<ReportNote>,
    /// What is in the working copy of a local subject and was not audited.
    pub uncommitted: Option<String>,
    /// What the processes were held in by that read the subject.
    // Reports and cases from before it was told go on without.
    #[serde(default)]
    pub containment: Vec<WallsNote>,
}

/// What held a process in that read bytes of the subject.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct WallsNote {
    /// What it read.
    pub what: String,
    /// The walls that stood; none where it could not say.
    pub in_force: Vec<String>,
    /// The walls that this system would not put up, with its reasons.
    pub missing: Vec<String>,
    /// What was lost because a process died of it, with what it died of.
    #[serde(default)]
    pub lost: Vec<String>,
}

/// A file that was not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skip {
    /// Where it lies in the subject.
    pub path: String,
    /// Why it was not read.
    pub why: String,
}

/// A report of the subject.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportNote {
    /// Its name or its path.
    pub name: String,
    /// Its pages.
    pub pages: usize,
    /// Its pictures.
    pub images: usize,
    /// Why it could not be read, or not wholly.
    pub cause: Option<String>,
    /// What in it would act when it is opened or touched, each kind once; nothing of it was run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub active: Vec<String>,
}

/// A checkable statement of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// What it says.
    pub text: String,
    /// What the subject has instead, or why nobody could tell; nothing where it is borne out.
    pub because: Option<String>,
    /// Where that can be seen.
    pub shown_at: Option<Place>,
    /// Where it says so.
    pub place: String,
    /// `path`, `symbol`, `topology`, `capability`, `number` or `command`.
    pub kind: String,
    /// `supported`, `contradicted`, `unsupported` or `uncheckable`.
    pub state: String,
    /// Numbers of the exhibits on either side.
    pub exhibits: Vec<String>,
    /// What comes nearest to it in the subject, where it is a near miss.
    pub near: Option<String>,
    /// Whether the document that says so was not handed in but lies in the subject.
    #[serde(default)]
    pub lies_in_subject: bool,
}

impl Claim {
    /// What programs read: the words of the document and, behind a dash, what the subject has instead.
    #[must_use]
    pub fn whole(&self) -> String {
        format!("{}{}", self.text, self.answer())
    }

    /// The same from what programs read.
    #[must_use]
    pub fn said_by(mut self) -> Self {
        let answer = self.answer();
        let bare = self.text.strip_suffix(&answer).map(str::to_owned);
        self.text = bare.unwrap_or(self.text);
        self
    }

    fn answer(&self) -> String {
        let at = self.shown_at.as_ref().map(|place| format!(" ({place})"));
        let because = self.because.as_ref();
        because.map_or_else(String::new, |because| {
            format!(" — {because}{}", at.unwrap_or_default())
        })
    }
}
