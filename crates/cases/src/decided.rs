//! What is kept of a decided case, so that it can be ruled on again, explained, compared and contested offline.

use crate::error::Error;
use court::evidence::{Evidence, Exhibit};
use court::law::Law;
use court::retrial::{self, Matters};
use court::rubric::Rubric;
use court::rules::{self, RuleSet};
use court::verdict::{Overruling, Verdict};
use journal::{CaseRecord, CaseState, Digest, Journal};
use report::dossier::{Claim, Coverage, Dossier, ExperimentNote, HistoryNote, PanelNote, Plea, SubjectNote};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// Name and version of the form; a record of another form is not read.
const FORM: &str = "auditor.case/1";

/// Most cases that are named where several may be meant.
const NAMED_MAX: usize = 5;

/// A decided case, whole.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DecidedCase {
    form: String,
    pub case: String,
    pub subject: SubjectNote,
    pub commit: String,
    /// What was given, for looking again.
    #[serde(flatten)]
    pub origin: Origin,
    history: HistoryNote,
    pub rubric: Rubric,
    rules_file: String,
    rules_text: String,
    pub panel: PanelNote,
    exhibits: Vec<Exhibit>,
    pub matters: Vec<Matters>,
    understood: Vec<Option<String>>,
    pub verdict: Verdict,
    pub coverage: Coverage,
    topology: Vec<Value>,
    pub claims: Vec<Claim>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    experiment: Option<ExperimentNote>,
    /// Points that were observed again on appeal, in order.
    #[serde(default)]
    pub appeals: Vec<Appeal>,
}

/// What a case was made from.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Origin {
    /// Where the subject was.
    pub address: Option<String>,
    /// The reports that came with it.
    #[serde(default)]
    pub given: Vec<Given>,
    /// How many pixels of pictures words were looked for in.
    pub looked_at: Option<u64>,
}

/// A report that came with a subject.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    pub name: String,
    /// Where it lay; nothing where it was found in the subject.
    pub path: Option<String>,
    pub sha256: Digest,
}

/// One appeal and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appeal {
    /// The case that was appealed.
    pub of: String,
    pub dimension: String,
    pub point: String,
    pub why: String,
    /// What changed, in sentences.
    pub outcome: Vec<String>,
}

impl DecidedCase {
    pub fn of(dossier: &Dossier, origin: Origin) -> Self {
        let rulings = dossier.verdict.rulings.iter();
        let dimensions = dossier.rubric.dimensions.iter().zip(&dossier.pleas);
        let matters = dimensions.zip(rulings).map(|((dimension, plea), ruling)| {
            let kind = dimension.reading().map(|reading| reading.kind);
            Matters::of(kind.unwrap_or_default(), plea.standings.clone(), ruling)
        });
        Self {
            form: FORM.to_owned(),
            case: dossier.case.clone(),
            subject: dossier.subject.clone(),
            commit: dossier.commit.clone(),
            origin,
            history: dossier.history.clone(),
            rubric: dossier.rubric.clone(),
            rules_file: dossier.rules.file_name(),
            rules_text: dossier.rules.text().to_owned(),
            panel: dossier.panel.clone(),
            exhibits: dossier
                .evidence
                .iter()
                .map(|(_, exhibit)| exhibit.clone())
                .collect(),
            matters: matters.collect(),
            understood: dossier.pleas.iter().map(|plea| plea.understood.clone()).collect(),
            verdict: dossier.verdict.clone(),
            coverage: dossier.coverage.clone(),
            topology: dossier.topology.clone(),
            claims: dossier.claims.clone(),
            experiment: dossier.experiment.clone(),
            appeals: Vec::new(),
        }
    }

    /// What was judged by which yardstick: the same for every case of this commit and these reports under this rubric, however
    /// the rubric was chosen and whoever judged.
    pub fn matter(&self) -> String {
        let mut parts = vec![
            self.subject.name.as_str(),
            &self.commit,
            self.rubric.sha256.as_str(),
        ];
        let mut reports: Vec<&str> = self
            .origin
            .given
            .iter()
            .map(|report| report.sha256.as_str())
            .collect();
        reports.sort_unstable();
        parts.extend(reports);
        Digest::of(parts.join("\n").as_bytes()).to_string()
    }

    /// When the newest of its commits was made, in seconds since 1970; `None` where that is not known.
    pub fn newest(&self) -> Option<i64> {
        self.history.timeline.iter().map(|tick| tick.at).max()
    }

    /// The bytes that are kept.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("structs with text keys are JSON")
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let record: Self = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if record.form == FORM {
            Ok(record)
        } else {
            Err(format!("it has the form `{}`", record.form))
        }
    }

    pub fn evidence(&self) -> Evidence {
        self.exhibits.iter().cloned().collect()
    }

    pub fn with_evidence(&self, evidence: &Evidence) -> Self {
        let exhibits = evidence.iter().map(|(_, exhibit)| exhibit.clone()).collect();
        Self {
            exhibits,
            ..self.clone()
        }
    }

    /// The rules that settled it.
    pub fn rules(&self) -> Result<Arc<RuleSet>, Error> {
        rules::parse(&self.rules_text, &self.rules_file)
            .map(Arc::new)
            .map_err(|error| Error::journal(format!("the stored rules of the case: {error}")))
    }

    /// Whether opinions follow from the findings alone.
    pub fn is_by_statute(&self) -> bool {
        self.panel.name == court::statutes::NAME
    }

    /// The verdict under these rules.
    pub fn retry(&self, rules: &Arc<RuleSet>) -> Verdict {
        let evidence = self.evidence();
        retrial::retry(
            &self.rubric,
            rules,
            &evidence,
            &self.matters,
            self.is_by_statute(),
        )
    }

    /// The verdict with what people said in place of what the court did.
    pub fn overruled(&self, words: &[Overruling]) -> Result<Verdict, Error> {
        let rules = self.rules()?;
        let dossier = self.dossier(&rules, self.verdict.clone());
        Ok(dossier.overruled(words).verdict)
    }

    /// The same evidence under another rubric: dimensions of the same id keep their opinions, the statutes panel
    /// hears the others, and what only a model could judge is left incomplete.
    pub fn under_rubric(&self, rubric: &Rubric) -> Self {
        let evidence = self.evidence();
        let has_report = !self.coverage.reports.is_empty();
        let cast = |dimension| super::rule_again::matters_under(self, dimension, &evidence, has_report);
        let (matters, understood) = rubric.dimensions.iter().map(cast).unzip();
        Self {
            rubric: rubric.clone(),
            matters,
            understood,
            ..self.clone()
        }
    }

    /// Everything that reports are made from, as the audit had it.
    pub fn dossier(&self, rules: &Arc<RuleSet>, verdict: Verdict) -> Dossier {
        let evidence = self.evidence();
        let laws = self.laws(rules);
        Dossier {
            case: self.case.clone(),
            subject: self.subject.clone(),
            commit: self.commit.clone(),
            history: self.history.clone(),
            rubric: self.rubric.clone(),
            rules: Arc::clone(rules),
            panel: self.panel.clone(),
            pleas: Plea::all(&self.rubric, &laws, &self.matters, &self.understood),
            evidence,
            verdict,
            coverage: self.coverage.clone(),
            topology: self.topology.clone(),
            claims: self.claims.clone(),
            experiment: self.experiment.clone(),
            accepted: Vec::new(),
        }
    }

    /// The law of each dimension.
    pub fn laws(&self, rules: &Arc<RuleSet>) -> Vec<Law> {
        retrial::laws(&self.rubric, rules, &self.evidence(), &self.matters)
    }
}

/// The case with this id, or the beginning of it; else the only one whose subject is called so.
pub async fn row(journal: &Journal, wanted: &str) -> Result<CaseRecord, Error> {
    let mut cases = journal.cases().await.map_err(Error::journal)?;
    cases.retain(|record| !super::overrides::is_word(record));
    let has_id = |record: &CaseRecord| record.id.to_string().starts_with(wanted);
    let is_called = |record: &CaseRecord| record.name == wanted && digest(record).is_some();
    let what = match cases.iter().any(has_id) {
        true => {
            cases.retain(has_id);
            "several cases have an id that starts with"
        }
        false => {
            cases.retain(is_called);
            "several cases are of the subject"
        }
    };
    let what = match cases.as_slice() {
        [record] => return Ok(record.clone()),
        [] => format!("no case has the id or the subject `{wanted}`"),
        several => format!("{what} `{wanted}`: {}", named(several)),
    };
    Err(Error::asked(what, "`auditor cases` lists them"))
}

/// The first of several cases, by which one of them can be named.
fn named(cases: &[CaseRecord]) -> String {
    let rubric = |case: &CaseRecord| Some(case.summary.as_ref()?.get("rubric")?.as_str()?.to_owned());
    let shown = cases.iter().take(NAMED_MAX).map(|case| match rubric(case) {
        Some(rubric) => format!("{} ({rubric})", case.id),
        None => case.id.to_string(),
    });
    let more = cases.len().saturating_sub(NAMED_MAX);
    let more = (more > 0).then(|| format!("{more} more"));
    shown.chain(more).collect::<Vec<_>>().join(", ")
}

/// Where what is kept of the case lies.
fn digest(case: &CaseRecord) -> Option<Digest> {
    let text = case.summary.as_ref()?.get("record")?.as_str()?;
    Digest::try_from(text.to_owned()).ok()
}

/// What is kept of the case; `None` where it was decided before records were kept, or is not decided.
pub async fn stored(journal: &Journal, case: &CaseRecord) -> Result<Option<DecidedCase>, Error> {
    let Some(digest) = digest(case) else {
        return Ok(None);
    };
    let Some(bytes) = journal.blob(&digest).await.map_err(Error::journal)? else {
        return Ok(None);
    };
    DecidedCase::from_bytes(&bytes)
        .map(Some)
        .map_err(|error| Error::journal(format!("the record of case {}: {error}", case.id)))
}

/// The record of the case with this id.
pub async fn find(journal: &Journal, id: &str) -> Result<DecidedCase, Error> {
    let case = row(journal, id).await?;
    if let Some(record) = stored(journal, &case).await? {
        return Ok(record);
    }
    let why = if case.state == CaseState::Decided {
        "was decided before records were kept"
    } else {
        "is not decided"
    };
    Err(Error::asked(
        format!("case {} {why}", case.id),
        "audit the subject again; what is remembered is not done twice",
    ))
}
