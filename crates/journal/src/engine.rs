//! The journal as its users see it: open it, open a case, list cases, look things up.

mod case;
mod lanes;
mod run;
mod task;

pub use case::CaseHandle;

use crate::event::{Event, IllegalEvent, JobRef, Progress};
use crate::fault::Fault;
use crate::input::TooDeep;
use crate::job::{Failure, Job, Retry};
use crate::limits::Limits;
use crate::lock::Holds;
use crate::shared::SharedLedger;
use crate::store::{Store, StoreError, tables};
use lanes::Lanes;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha256::Digest;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use task::{Memory, Task};

/// Why a case cannot go on.
#[derive(Clone, Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The job has no key.
    #[error(transparent)]
    Input(#[from] TooDeep),
    /// The job has no output.
    #[error("{label}: {failure}")]
    Job {
        /// The job's label.
        label: String,
        /// The last failure.
        failure: Failure,
        /// How often it ran.
        attempts: u32,
    },
    /// Somebody else, perhaps another process, works on the case.
    #[error("case {case} is being worked on{}", by(*holder))]
    Held {
        /// The case.
        case: CaseId,
        /// The number of the process, where it says so.
        holder: Option<u32>,
    },
    /// The case was closed, or was to be closed while jobs run.
    #[error(transparent)]
    Illegal(#[from] IllegalEvent),
}

fn by(holder: Option<u32>) -> String {
    holder.map_or_else(
        || " elsewhere".to_owned(),
        |holder| format!(" by process {holder}"),
    )
}

/// What a case is found by: the first 16 hexadecimal digits of the digest of its input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CaseId(String);

/// One case in the list of cases.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseRecord {
    /// What it is found by.
    pub id: CaseId,
    /// The digest of its input.
    pub input: Digest,
    /// What people call it.
    pub name: String,
    /// Where it stands.
    pub state: CaseState,
    /// What it was last closed with.
    pub summary: Option<Value>,
}

/// Where a case stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseState {
    /// A process works on it.
    Running,
    /// It was closed.
    Decided,
    /// It was neither closed nor does anybody work on it: opening it again resumes it.
    Interrupted,
}

/// A durable memory of jobs. Cloning it is cheap; all clones share one file and one writer.
#[derive(Clone, Debug)]
pub struct Journal {
    store: Store,
    holds: Arc<Holds>,
    lanes: Lanes,
    retry: Retry,
    ledger: Option<SharedLedger>,
}

impl Journal {
    /// Opens the journal at `path`, or creates it and the directories above.
    ///
    /// # Errors
    /// When the file is not a journal, of a newer format, damaged or out of reach; it is not touched then.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        Ok(Self::on(Store::open(path)?, Holds::beside(path)))
    }

    /// A journal that ends with its last clone.
    ///
    /// # Errors
    /// When the system gives no memory or no thread.
    pub fn memory() -> Result<Self, JournalError> {
        Ok(Self::on(Store::memory(None)?, Holds::default()))
    }

    /// A journal in memory that fails at one write; see [`Journal::reopen`] for what comes after.
    ///
    /// # Errors
    /// When the system gives no memory or no thread.
    pub fn failing(fault: Fault) -> Result<Self, JournalError> {
        Ok(Self::on(Store::memory(Some(fault))?, Holds::default()))
    }

    /// The journal as a new process would find it if this one ended now: only what was committed is there,
    /// nothing is held, no fault is pending.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn reopen(&self) -> Result<Self, JournalError> {
        Ok(Self {
            retry: self.retry,
            ledger: self.ledger.clone(),
            ..Self::on(self.store.restart(None)?, Holds::default())
        })
    }

    /// The same journal with another way of trying again. Pauses need a runtime with its timer enabled.
    #[must_use]
    pub fn retrying(self, retry: Retry) -> Self {
        Self { retry, ..self }
    }

    /// The same journal, whose paid calls are also those of all others with this ledger. Needs a runtime with all of its drivers.
    #[must_use]
    pub fn sharing(self, ledger: SharedLedger) -> Self {
        let ledger = Some(ledger);
        Self { ledger, ..self }
    }

    /// Durable writes so far: the points at which a [`Fault`] can strike.
    pub fn writes(&self) -> u64 {
        self.store.writes()
    }

    /// Opens the case with this input: a new one, or the same one again to resume or repeat it.
    ///
    /// # Errors
    /// [`JournalError::Held`] when somebody works on it; otherwise when the file cannot be used.
    pub async fn case(&self, input: &Digest, name: &str) -> Result<CaseHandle, JournalError> {
        CaseHandle::open(self.clone(), input, name).await
    }

    /// The latest [`Limits::CASES_LISTED`] cases, in the order in which they were first opened.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub async fn cases(&self) -> Result<Vec<CaseRecord>, JournalError> {
        let rows = self.store.read(tables::cases).await?;
        rows.into_iter().map(|row| self.case_record(row)).collect()
    }

    /// What the last run of the case came to, or is at; empty when the case is unknown.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub async fn progress(&self, case: &CaseId) -> Result<Progress, JournalError> {
        let id = case.0.clone();
        let events = self
            .store
            .read(move |connection| tables::events(connection, &id))
            .await?;
        Ok(Progress::of(&events))
    }

    /// The events of the case after the one with this number, of its last run where that is 0, oldest first, with their numbers.
    /// For following a case that another process works on.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub async fn events(&self, case: &CaseId, after: u64) -> Result<Vec<(u64, Event)>, JournalError> {
        let id = case.0.clone();
        let events = move |connection: &_| tables::events_after(connection, &id, after);
        Ok(self.store.read(events).await?)
    }

    /// What is remembered under the name and key of a job, whatever its version, without knowing what the job is.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub async fn output(&self, case: &CaseId, job: &JobRef) -> Result<Option<Value>, JournalError> {
        let (scope, name, key) = (case.0.clone(), job.name.clone(), job.key.to_string());
        let output = move |connection: &_| tables::output(connection, &scope, &name, &key);
        let text = self.store.read(output).await?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// What `case` would reuse as the output of `job`, without ever running it and without opening the case:
    /// for looking at a case afterwards.
    ///
    /// # Errors
    /// When the job has no key, or the file cannot be used.
    pub async fn remembered<J: Job>(
        &self,
        case: &CaseId,
        job: &J,
    ) -> Result<Option<J::Output>, JournalError> {
        Ok(match self.recall::<J>(&Task::of(job, case)?).await? {
            Memory::Output(output) => Some(output),
            Memory::Unusable | Memory::Nothing => None,
        })
    }

    /// Keeps `bytes` under their digest, once however often they are put.
    ///
    /// # Errors
    /// When there are more than [`Limits::PAYLOAD_BYTES`], or the file cannot be used.
    pub async fn put(&self, bytes: Vec<u8>) -> Result<Digest, JournalError> {
        if bytes.len() > Limits::PAYLOAD_BYTES {
            return Err(StoreError::TooLarge(bytes.len()).into());
        }
        let digest = Digest::of(&bytes);
        let name = digest.clone();
        self.store
            .write(move |connection| tables::put_blob(connection, &name, &bytes))
            .await?;
        Ok(digest)
    }

    /// The bytes with this digest, if they were [`put`](Journal::put).
    ///
    /// # Errors
    /// When the bytes are no longer those that were put, or the file cannot be used.
    pub async fn blob(&self, digest: &Digest) -> Result<Option<Vec<u8>>, JournalError> {
        let name = digest.clone();
        Ok(self
            .store
            .read(move |connection| tables::blob(connection, &name))
            .await?)
    }

    /// A stored output that no longer decodes is as good as none: the job runs again.
    async fn recall<J: Job>(&self, task: &Task) -> Result<Memory<J::Output>, JournalError> {
        let wanted = task.stored.clone();
        let text = self
            .store
            .read(move |connection| tables::recall(connection, &wanted))
            .await?;
        Ok(match text.map(|text| run::decode::<J>(&text)) {
            Some(Ok(output)) => Memory::Output(output),
            Some(Err(_)) => Memory::Unusable,
            None => Memory::Nothing,
        })
    }

    /// The file, for the other parts of the journal.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// The ledger that is not this journal's alone.
    pub(crate) fn ledger(&self) -> Option<&SharedLedger> {
        self.ledger.as_ref()
    }

    pub(crate) fn holds(&self) -> &Arc<Holds> {
        &self.holds
    }

    fn on(store: Store, holds: Holds) -> Self {
        Self {
            store,
            holds: Arc::new(holds),
            lanes: Lanes::default(),
            retry: Retry::default(),
            ledger: None,
        }
    }

    fn case_record(&self, row: tables::CaseRow) -> Result<CaseRecord, JournalError> {
        let damaged = |what: &'static str| StoreError::Damaged(what.to_owned());
        let state = match (self.holds.is_held(&row.id), row.decided) {
            (true, false) => CaseState::Running,
            (_, true) => CaseState::Decided,
            (false, false) => CaseState::Interrupted,
        };
        let id = CaseId::try_from(row.id).map_err(damaged)?;
        let input = Digest::try_from(row.input).map_err(damaged)?;
        Ok(CaseRecord {
            id,
            input,
            name: row.name,
            state,
            summary: row.summary,
        })
    }
}

impl CaseId {
    /// How many hexadecimal digits an id has.
    pub const DIGITS: usize = 16;

    /// The id of the case with this input.
    pub fn of(input: &Digest) -> Self {
        Self(input.as_str().chars().take(Self::DIGITS).collect())
    }

    /// The hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CaseId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl From<CaseId> for String {
    fn from(id: CaseId) -> Self {
        id.0
    }
}

impl FromStr for CaseId {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from(text.to_owned())
    }
}

impl TryFrom<String> for CaseId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_hexadecimal = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        (text.len() == Self::DIGITS && is_hexadecimal)
            .then_some(Self(text))
            .ok_or("a case has 16 lower-case hexadecimal digits")
    }
}
