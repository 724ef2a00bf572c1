//! What the jobs of a trial work with: the clone, the snapshot, the reports.

use super::memory;
use super::models::ModelPanel;
use super::parts;
use super::settings_in_subject;
use super::timeline;
use super::vision::VisionModel;
use crate::input::reports::ReportFile;
use crate::worker::ChildInvestigator;
use court::digest::Digest;
use custody::sandbox::SandboxStatus;
use custody::{Custody, CustodyError, Limits, SeizeOptions, Subject};
use documents::document::Document;
use experiment::run::Trace;
use experiment::witness::Witness;
use journal::{CaseHandle, Job, JournalError};
use panel::client::ModelClient;
use probes::families::fields::Field;
use report::dossier::{HistoryNote, Skip, WallsNote};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use subject::Snapshot;
use subject::secrets::mask;
use tokio::sync::{Mutex, OnceCell};

/// What is known once the subject is in custody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seized {
    pub(crate) commit: String,
    pub(crate) history: HistoryNote,
    /// How many old versions of source files are at hand to trace lines by.
    // Cases that were begun before it was counted go on without.
    #[serde(default)]
    pub(crate) old_versions: usize,
    pub(crate) files_read: usize,
    /// The parts of a large repository, a line each.
    // Cases that were begun before they were told go on without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) parts: Vec<String>,
    pub(crate) files_skipped: Vec<Skip>,
    /// Files that look as if they were to steer the auditor.
    // Cases that were begun before it was told go on without.
    #[serde(default)]
    pub(crate) not_obeyed: Vec<String>,
    /// What stands in names, tags and notes, which may change while the commit stays.
    // Cases that were begun before it was heard go on without.
    pub(crate) refs: Option<Digest>,
    pub(crate) uncommitted: Option<String>,
    /// What git holds against the objects of the subject.
    pub(crate) malformed: Option<String>,
    /// What held git in.
    // Cases that were begun before it was told go on without.
    pub(crate) walls: Option<SandboxStatus>,
}

/// Shared by all jobs of one trial.
pub(crate) struct Tools {
    pub(crate) case: CaseHandle,
    subject: Subject,
    /// The branch, tag or commit that was asked for.
    rev: Option<String>,
    /// Full id of the commit under audit.
    commit: String,
    /// Where the clone is held; removed when the case is decided.
    directory: PathBuf,
    reports: Vec<ReportFile>,
    /// Among how many pixels words of pictures are looked for.
    looked_at: u64,
    terms: Vec<String>,
    base: Mutex<Option<Snapshot>>,
    whole: OnceCell<Arc<probes::Subject>>,
    /// The child that looks at it, until all detectives are back.
    investigator: Mutex<Option<Arc<ChildInvestigator>>>,
    models: Option<ModelPanel>,
    /// Why the subject could not be had, where that is known.
    refusal: OnceCell<CustodyError>,
    vision_model: Option<VisionModel>,
    /// What the subject's own program is run with, where the user asked for that.
    experiment: Option<Witness>,
    /// What was seen then.
    trace: OnceCell<Arc<Trace>>,
}

impl Tools {
    pub(crate) fn new(
        case: CaseHandle,
        subject: Subject,
        rev: Option<String>,
        commit: String,
        directory: PathBuf,
        reports: Vec<ReportFile>,
        looked_at: u64,
    ) -> Self {
        let (base, whole) = (Mutex::new(None), OnceCell::new());
        Self {
            case,
            subject,
            rev,
            commit,
            directory,
            reports,
            looked_at,
            terms: Vec::new(),
            base,
            whole,
            investigator: Mutex::new(None),
            models: None,
            refusal: OnceCell::new(),
            vision_model: None,
            experiment: None,
            trace: OnceCell::new(),
        }
    }

    /// What a job of the trial comes to, done or remembered.
    pub(crate) async fn perform<J: Job<Tools = Self>>(&self, job: &J) -> Result<J::Output, JournalError> {
        self.case.perform(job, self).await
    }

    /// The same tools with what the subject's own program is run with.
    pub(crate) fn with_experiment(self, experiment: Option<Witness>) -> Self {
        Self { experiment, ..self }
    }

    pub(crate) fn experiment(&self) -> Option<&Witness> {
        self.experiment.as_ref()
    }

    /// Keeps what was seen for whoever closes the case.
    pub(super) fn keep_trace(&self, trace: Arc<Trace>) {
        let _ = self.trace.set(trace);
    }

    /// What was seen when the program ran.
    pub(crate) fn trace(&self) -> Option<&Trace> {
        self.trace.get().map(AsRef::as_ref)
    }

    /// The same tools with judges that are models, and with one who sees.
    pub(crate) fn with_models(self, models: Option<ModelPanel>, vision_model: Option<VisionModel>) -> Self {
        Self {
            models,
            vision_model,
            ..self
        }
    }

    /// The one who describes pictures, where there is one.
    pub(crate) fn vision_model(&self) -> Option<&VisionModel> {
        self.vision_model.as_ref()
    }

    /// Where calls to models are made, where there are any.
    pub(crate) fn client(&self) -> Option<&ModelClient> {
        let models = self.models.as_ref().map(|models| &models.access.client);
        models
            .or(self
                .vision_model
                .as_ref()
                .map(|vision_model| &vision_model.access.client))
            .map(AsRef::as_ref)
    }

    /// The terms of the rubric, which may be found after the subject was.
    pub(crate) fn set_terms(&mut self, terms: &[String]) {
        terms.clone_into(&mut self.terms);
    }

    /// The report that was found once the subject was here.
    pub(crate) fn add_report(&mut self, report: ReportFile) {
        self.reports.push(report);
    }

    /// What is found in the subject as it was seized; seizes it where only the journal remembers the seizure.
    pub(crate) async fn of_seized<T>(
        &self,
        find: impl FnOnce(&Snapshot) -> Option<T>,
    ) -> Result<Option<T>, CustodyError> {
        if self.base.lock().await.is_none() {
            Box::pin(self.seize()).await?;
        }
        Ok(self.base.lock().await.as_ref().and_then(find))
    }

    /// What the subject is about; seizes it where only the journal remembers the seizure.
    pub(crate) async fn field(&self) -> Result<Field, CustodyError> {
        if self.base.lock().await.is_none() {
            self.seize().await?;
        }
        let base = self.base.lock().await;
        Ok(base.as_ref().map_or(Field::Engineering, Field::of_subject))
    }

    /// The judges, where they are models.
    pub(crate) fn models(&self) -> Option<&ModelPanel> {
        self.models.as_ref()
    }

    /// Why the subject could not be had, where that ended the trial.
    pub(crate) fn refusal(&self) -> Option<&CustodyError> {
        self.refusal.get()
    }

    /// Takes the subject into custody and reads it.
    pub(crate) async fn seize(&self) -> Result<Seized, CustodyError> {
        let seized = self.seized().await;
        if let Err(error) = &seized {
            // The first refusal is the one that counts.
            let _ = self.refusal.set(error.clone());
        }
        seized
    }

    async fn seized(&self) -> Result<Seized, CustodyError> {
        // Boxed: the futures of a fetch and of reading it are large, and every job of the trial would carry them.
        let custody = Box::pin(self.custody()).await?;
        let snapshot = Box::pin(custody.snapshot()).await?;
        let skipped = snapshot.skipped.iter().map(|skipped| skipped.path.as_str());
        let paths = snapshot.files.keys().map(String::as_str).chain(skipped);
        let seized = Seized {
            not_obeyed: settings_in_subject::not_obeyed(paths),
            commit: custody.commit().to_owned(),
            history: HistoryNote {
                commits: snapshot.history.commits.len(),
                complete: snapshot.history.incomplete.is_none(),
                note: snapshot.history.incomplete.clone(),
                timeline: timeline::of(&snapshot.history),
            },
            old_versions: snapshot.history.versions.len(),
            files_read: snapshot.files.len(),
            parts: parts::of(&snapshot),
            files_skipped: snapshot.skipped.iter().map(skip).collect(),
            refs: serde_json::to_vec(&snapshot.refs)
                .ok()
                .map(|refs| Digest::of(&refs)),
            uncommitted: custody.uncommitted().map(str::to_owned),
            malformed: custody.malformed().map(str::to_owned),
            walls: Some(custody.sandbox().await),
        };
        *self.base.lock().await = Some(snapshot);
        Ok(seized)
    }

    async fn custody(&self) -> Result<Custody, CustodyError> {
        // A stopped case may have left its clone; one of a directory here may tell of what was uncommitted then.
        if self.subject.directory().is_none()
            && let Ok(custody) = Custody::reopen(&self.directory, &self.commit)
        {
            return Ok(custody);
        }
        let custody = self.clone_of(self.rev.as_deref()).await?;
        if custody.commit() == self.commit {
            return Ok(custody);
        }
        // The branch moved on since the case was filed; the case is about the commit.
        self.clone_of(Some(&self.commit)).await
    }

    async fn clone_of(&self, rev: Option<&str>) -> Result<Custody, CustodyError> {
        let options = SeizeOptions {
            rev,
            directory: &self.directory,
            limits: Limits::default(),
        };
        custody::seize(&self.subject, &options).await
    }

    /// The snapshot with the reports in it; seizes again where only the journal remembers the seizure.
    pub(crate) async fn snapshot(
        &self,
        documents: &[Document],
    ) -> Result<Arc<probes::Subject>, CustodyError> {
        let whole = self.whole.get_or_try_init(|| self.open(documents)).await?;
        Ok(Arc::clone(whole))
    }

    async fn open(&self, documents: &[Document]) -> Result<Arc<probes::Subject>, CustodyError> {
        if self.base.lock().await.is_none() {
            self.seize().await?;
        }
        let mut snapshot = self.base.lock().await.take().unwrap_or_default();
        snapshot.memory = memory::of(&snapshot, &self.subject, &self.case).await;
        let mut subject =
            probes::Subject::from(snapshot).with_reports(documents.to_vec(), self.terms.clone());
        subject.looked_at = self.looked_at;
        Ok(Arc::new(subject))
    }

    /// The snapshot where detectives are sent through it.
    pub(crate) async fn investigator(
        &self,
        documents: &[Document],
    ) -> Result<Arc<ChildInvestigator>, CustodyError> {
        let snapshot = self.snapshot(documents).await?;
        let mut investigator = self.investigator.lock().await;
        let open = investigator.get_or_insert_with(|| Arc::new(ChildInvestigator::of(snapshot)));
        Ok(Arc::clone(open))
    }

    /// Keeps what the child has derived of files.
    pub(crate) async fn keep_memory(&self) {
        let investigator = self.investigator.lock().await.clone();
        if let (Some(investigator), Some(snapshot)) = (investigator, self.whole.get()) {
            memory::keep(investigator.learnt(), snapshot, &self.subject, &self.case);
        }
    }

    /// Ends the child that looks at the snapshot: whoever comes after the detectives has no need of it.
    pub(crate) async fn end_investigator(&self) {
        *self.investigator.lock().await = None;
    }

    /// The bytes of a report, by their digest.
    pub(crate) fn report(&self, sha256: &Digest) -> Option<&ReportFile> {
        self.reports.iter().find(|report| report.sha256 == *sha256)
    }

    /// A report by the name that its document has, which is masked where it looks like a secret.
    pub(crate) fn report_named(&self, name: &str) -> Option<&ReportFile> {
        self.reports.iter().find(|report| mask(&report.name) == name)
    }

    /// Gives the clone back.
    pub(crate) fn release(&self) {
        // A clone that stays behind costs disk and nothing else; the next seizure clears the place.
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

fn skip(skipped: &subject::Skipped) -> Skip {
    Skip {
        path: mask(&skipped.path).into_owned(),
        why: mask(&skipped.why).into_owned(),
    }
}

/// What held the process in that read `what`.
pub(super) fn walls_note(containment: SandboxStatus, what: &str) -> WallsNote {
    WallsNote {
        what: what.to_owned(),
        in_force: containment.in_force,
        missing: containment.missing,
        lost: containment.lost,
    }
}
