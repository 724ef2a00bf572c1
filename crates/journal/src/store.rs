//! One thread that owns the SQLite file, and a cheap handle to ask it.
//!
//! Requests that wait together share one transaction and so one wait for the disk. An answer is given only
//! after its transaction is committed, so whoever has an answer may rely on it, for as long as it [`Outlasts`].

mod open;
pub(crate) mod tables;

use crate::fault::{Fate, Fault, Faults};
use crate::limits::GROUP;
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// Why the journal's file cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is something else; it was not touched.
    #[error("`{}` is not a journal: {why}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// How that was seen.
        why: &'static str,
    },
    /// The file was written by a later version of this program; it was not touched.
    #[error("the journal `{}` has format {found}, this program knows formats up to {known}: use a newer program or another journal", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The format of the file.
        found: u32,
        /// The latest format this program knows.
        known: u32,
    },
    /// The file is damaged.
    #[error("the journal is damaged ({0})")]
    Damaged(String),
    /// The directory or the file cannot be created or read.
    #[error("the journal `{}` cannot be opened", path.display())]
    Unreachable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: Arc<std::io::Error>,
    },
    /// What stands beside the journal is not what the journal put there; it was not touched.
    #[error("`{}` belongs to no journal: {why}", path.display())]
    Suspect {
        /// The file or directory.
        path: PathBuf,
        /// How that was seen.
        why: &'static str,
    },
    /// The payload is larger than [`Limits::PAYLOAD_BYTES`](crate::Limits::PAYLOAD_BYTES).
    #[error("a payload of {0} bytes is more than the journal keeps")]
    TooLarge(usize),
    /// The writer has ended; only a [`Fault`] or a bug brings this about.
    #[error("the journal has stopped")]
    Stopped,
    /// The ledger that journals have in common cannot be used.
    #[error("the shared ledger: {0}")]
    Ledger(String),
    /// The database reports another error, such as a full disk.
    #[error("the journal's database: {0}")]
    Database(#[source] Arc<rusqlite::Error>),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error;
        let is_damage = match &error {
            // Nothing else than a changed byte makes another kind of value out of one that was written, or takes a
            // table from a question that is always the same.
            Error::Utf8Error(..)
            | Error::SqlInputError { .. }
            | Error::InvalidColumnType(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::FromSqlConversionFailure(..) => true,
            error => matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
            ),
        };
        match is_damage {
            true => Self::Damaged(error.to_string()),
            false => Self::Database(Arc::new(error)),
        }
    }
}

/// What a request does once it is its turn: whether it is to be kept, and the answer to give when the
/// transaction has ended.
type Work = Box<dyn FnOnce(Result<&Connection, StoreError>) -> (bool, Answer) + Send>;
type Answer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

struct Request {
    outlasts: Outlasts,
    work: Work,
}

/// What a request is still good for. The disk is waited for only where more than the process may end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outlasts {
    /// It writes nothing.
    Nothing,
    /// It stands when this process is killed; when the power fails, the newest of its kind may be gone together.
    Process,
    /// It stands when the power fails, and so does everything before it.
    Power,
}

impl Outlasts {
    fn is_write(self) -> bool {
        self != Self::Nothing
    }

    /// How SQLite is to wait for the disk; only the log is written until it is full, so it is whole either way.
    const fn synchronous(self) -> &'static str {
        match self {
            Self::Power => "FULL",
            Self::Process | Self::Nothing => "NORMAL",
        }
    }
}

/// A handle to the thread that owns the file. Cloning it is cheap; the last clone waits for pending writes.
#[derive(Clone, Debug)]
pub(crate) struct Store(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    requests: Option<Sender<Request>>,
    thread: Option<JoinHandle<()>>,
    connection: Arc<Mutex<Connection>>,
    faults: Arc<Mutex<Faults>>,
}

impl Store {
    /// Opens or creates the file at `path`.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        Self::start(Arc::new(Mutex::new(open::file(path)?)), None)
    }

    /// A database that lives as long as its handles.
    pub(crate) fn memory(fault: Option<Fault>) -> Result<Self, StoreError> {
        Self::start(Arc::new(Mutex::new(open::memory()?)), fault)
    }

    /// A new writer on the same database, as a new process would find it after this one has ended.
    pub(crate) fn restart(&self, fault: Option<Fault>) -> Result<Self, StoreError> {
        Self::start(Arc::clone(&self.0.connection), fault)
    }

    fn start(connection: Arc<Mutex<Connection>>, fault: Option<Fault>) -> Result<Self, StoreError> {
        let (requests, queue) = channel();
        let faults = Arc::new(Mutex::new(Faults::new(fault)));
        let (owned, struck) = (Arc::clone(&connection), Arc::clone(&faults));
        let thread = std::thread::Builder::new()
            .name("journal".into())
            .spawn(move || serve(&queue, &owned, &struck))
            .map_err(|source| StoreError::Unreachable {
                path: "journal".into(),
                source: Arc::new(source),
            })?;
        Ok(Self(Arc::new(Inner {
            requests: Some(requests),
            thread: Some(thread),
            connection,
            faults,
        })))
    }

    /// Durable writes so far.
    pub(crate) fn writes(&self) -> u64 {
        lock(&self.0.faults).writes()
    }

    /// Reads; sees every write that was answered.
    pub(crate) async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.ask(Outlasts::Nothing, work)
            .await
            .unwrap_or(Err(StoreError::Stopped))
    }

    /// Writes, all or nothing, what can be worked out again; the answer comes when no death of this process can
    /// take it back.
    pub(crate) async fn keep<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.ask(Outlasts::Process, work)
            .await
            .unwrap_or(Err(StoreError::Stopped))
    }

    /// Writes, all or nothing; the answer comes when the disk has it.
    pub(crate) async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.ask(Outlasts::Power, work)
            .await
            .unwrap_or(Err(StoreError::Stopped))
    }

    /// Writes some time soon. For what is nice to know but need not survive.
    pub(crate) fn note<F>(&self, work: F)
    where
        F: FnOnce(&Connection) -> Result<(), StoreError> + Send + 'static,
    {
        drop(self.ask(Outlasts::Process, work));
    }

    fn ask<T, F>(&self, outlasts: Outlasts, work: F) -> oneshot::Receiver<Result<T, StoreError>>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let (answer, receiver) = oneshot::channel();
        let work: Work = Box::new(move |connection| {
            let result = connection.and_then(work);
            let keep = result.is_ok();
            let reply: Answer = Box::new(move |committed| drop(answer.send(committed.and(result))));
            (keep, reply)
        });
        if let Some(requests) = &self.0.requests {
            // A send fails only when the thread is gone; the receiver then hears that the sender is.
            drop(requests.send(Request { outlasts, work }));
        }
        receiver
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn serve(queue: &Receiver<Request>, connection: &Mutex<Connection>, faults: &Mutex<Faults>) {
    while let Ok(first) = queue.recv() {
        let group: Vec<_> = std::iter::once(first)
            .chain(queue.try_iter().take(GROUP - 1))
            .collect();
        let fated = decide(group, &mut lock(faults));
        for (answer, outcome) in carry_out(&mut lock(connection), fated) {
            answer(outcome);
        }
    }
}

fn decide(group: Vec<Request>, faults: &mut Faults) -> Vec<(Fate, Request)> {
    group
        .into_iter()
        .map(|request| (faults.fate(request.outlasts.is_write()), request))
        .collect()
}

/// Runs a group in one transaction and says what each is to be told.
fn carry_out(
    connection: &mut Connection,
    group: Vec<(Fate, Request)>,
) -> Vec<(Answer, Result<(), StoreError>)> {
    let heeded = group.iter().filter(|(fate, _)| *fate != Fate::Refused);
    let outlasts = heeded.map(|(_, request)| request.outlasts).max();
    let mut transaction = match begin(connection, outlasts.unwrap_or(Outlasts::Nothing)) {
        Ok(transaction) => transaction,
        Err(error) => return refuse(group, &StoreError::from(error)),
    };
    let answers: Vec<_> = group
        .into_iter()
        .map(|(fate, request)| (fate, run(&mut transaction, fate, request)))
        .collect();
    let committed = transaction.commit().map_err(StoreError::from);
    answers
        .into_iter()
        .map(|(fate, answer)| {
            (
                answer,
                if fate == Fate::Done {
                    committed.clone()
                } else {
                    Err(StoreError::Stopped)
                },
            )
        })
        .collect()
}

fn begin(connection: &mut Connection, outlasts: Outlasts) -> rusqlite::Result<Transaction<'_>> {
    if !outlasts.is_write() {
        // Readers take no write lock, which another process may be holding.
        return connection.transaction_with_behavior(TransactionBehavior::Deferred);
    }
    connection.pragma_update(None, "synchronous", outlasts.synchronous())?;
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}

/// Runs one request in a savepoint, so that one that fails leaves nothing behind and harms no other.
fn run(transaction: &mut Transaction<'_>, fate: Fate, request: Request) -> Answer {
    if fate == Fate::Refused {
        return (request.work)(Err(StoreError::Stopped)).1;
    }
    let savepoint = match transaction.savepoint() {
        Ok(savepoint) => savepoint,
        Err(error) => return (request.work)(Err(error.into())).1,
    };
    let (keep, answer) = (request.work)(Ok(&savepoint));
    match if keep {
        savepoint.commit()
    } else {
        savepoint.finish()
    } {
        Ok(()) => answer,
        // A full disk takes the whole transaction back, and the savepoint with it; the cause is what its work says.
        Err(_) if !keep => Box::new(move |_committed| answer(Ok(()))),
        Err(error) => Box::new(move |_committed| answer(Err(error.into()))),
    }
}

fn refuse(group: Vec<(Fate, Request)>, error: &StoreError) -> Vec<(Answer, Result<(), StoreError>)> {
    let refused = |(_, request): (Fate, Request)| ((request.work)(Err(error.clone())).1, Err(error.clone()));
    group.into_iter().map(refused).collect()
}

/// The lock, also after a panic elsewhere: all data behind these locks is whole between two statements.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
