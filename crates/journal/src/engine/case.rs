//! One case that is being worked on: performing jobs, watching them, closing.

use super::task::{Memory, Task};
use super::{CaseId, Journal, JournalError, run};
use crate::event::{Event, IllegalEvent, Progress, Status, Step};
use crate::job::{Failure, Job};
use crate::limits::Limits;
use crate::lock::{Hold, Taken};
use crate::store::tables::{self, Stored};
use crate::store::{StoreError, lock};
use serde_json::Value;
use sha256::Digest;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::broadcast;

/// A case that is open. Cloning it is cheap; the case is held until the last clone is dropped.
#[derive(Clone, Debug)]
pub struct CaseHandle(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    id: CaseId,
    journal: Journal,
    progress: Mutex<Progress>,
    watchers: broadcast::Sender<Event>,
    forgetful: AtomicBool,
    // Last, so that the case is free only when nothing above can write any more.
    _hold: Hold,
}

/// Sees to it that a job whose caller stops waiting does not look as if it still ran.
struct Watch<'a> {
    case: &'a CaseHandle,
    task: &'a Task,
    ended: bool,
}

impl CaseHandle {
    pub(super) async fn open(journal: Journal, input: &Digest, name: &str) -> Result<Self, JournalError> {
        let id = CaseId::of(input);
        let hold = match journal.holds.take(id.as_str()).await? {
            Taken::Here(hold) => hold,
            Taken::By(holder) => return Err(JournalError::Held { case: id, holder }),
        };
        let entry = (id.to_string(), input.clone(), name.to_owned());
        let open = move |connection: &_| tables::open_case(connection, &entry.0, &entry.1, &entry.2);
        journal.store.keep(open).await?;
        let progress = Mutex::new(Progress::of([&Event::Opened {
            name: name.to_owned(),
        }]));
        let watchers = broadcast::channel(Limits::EVENTS_WATCHED).0;
        let forgetful = AtomicBool::new(false);
        Ok(Self(Arc::new(Inner {
            id,
            journal,
            progress,
            watchers,
            forgetful,
            _hold: hold,
        })))
    }

    /// What the case is found by.
    pub fn id(&self) -> &CaseId {
        &self.0.id
    }

    /// Where the jobs of this run stand.
    pub fn progress(&self) -> Progress {
        lock(&self.0.progress).clone()
    }

    /// The events from now on. A watcher that falls more than [`Limits::EVENTS_WATCHED`] behind misses some
    /// and can catch up with [`progress`](Self::progress).
    pub fn watch(&self) -> broadcast::Receiver<Event> {
        self.0.watchers.subscribe()
    }

    /// The output of `job`: remembered, or made now and remembered. Many may be performed at once; the same
    /// one asked for twice at the same time runs once.
    ///
    /// # Errors
    /// [`JournalError::Job`] when the job has no output; otherwise the case cannot go on.
    pub async fn perform<J: Job>(&self, job: &J, tools: &J::Tools) -> Result<J::Output, JournalError> {
        let task = Task::of(job, &self.0.id)?;
        let place = self.0.journal.lanes.enter(task.slot());
        let mut before = place.lane.lock().await;
        if let Some((_, error)) = before.as_ref().filter(|(case, _)| *case == self.0.id) {
            return Err(error.clone());
        }
        let memory = self.recall::<J>(&task).await?;
        if let Memory::Output(output) = memory {
            self.note(&task, Step::Reused)?;
            return Ok(output);
        }
        let made = self
            .make(&task, job, tools, matches!(memory, Memory::Unusable))
            .await;
        *before = made
            .as_ref()
            .err()
            .map(|error| (self.0.id.clone(), error.clone()));
        made
    }

    /// Forgets what is remembered of this case, and uses nothing in this run that was made before it: every
    /// job runs once more. What other cases remember is replaced as the jobs finish.
    ///
    /// # Errors
    /// When jobs run or the case is closed; otherwise when the file cannot be used.
    pub async fn forget(&self) -> Result<(), JournalError> {
        self.allow(&Event::Forgotten)?;
        let id = self.0.id.to_string();
        self.0
            .journal
            .store
            .write(move |connection| tables::forget(connection, &id))
            .await?;
        self.0.forgetful.store(true, Ordering::Relaxed);
        Ok(self.tell(Event::Forgotten)?)
    }

    /// The bytes that were [kept](Self::keep_memory) of a subject, where they are whole and not to be forgotten.
    pub async fn memory(&self, subject: &Digest) -> Option<Vec<u8>> {
        if self.0.forgetful.load(Ordering::Relaxed) {
            return None;
        }
        let subject = subject.clone();
        let memory = move |connection: &_| tables::memories::recall(connection, &subject);
        self.0.journal.store.read(memory).await.ok().flatten()
    }

    /// Keeps bytes about a subject some time soon, for cases to come: in place of those before, and only until
    /// [`Limits::MEMORIES`] others were kept. Nothing may depend on them.
    pub fn keep_memory(&self, subject: &Digest, bytes: Vec<u8>) {
        if bytes.len() <= Limits::PAYLOAD_BYTES {
            let subject = subject.clone();
            let keep = move |connection: &_| tables::memories::keep(connection, &subject, &bytes);
            self.0.journal.store.note(keep);
        }
    }

    /// Decides the case. `summary` is given back by [`Journal::cases`].
    ///
    /// # Errors
    /// When jobs run or the case is closed already; otherwise when the file cannot be used.
    pub async fn close(&self, summary: &Value) -> Result<(), JournalError> {
        let closed = Event::Closed {
            summary: summary.clone(),
        };
        self.allow(&closed)?;
        let (id, stored) = (self.0.id.to_string(), summary.clone());
        self.0
            .journal
            .store
            .write(move |connection| tables::close(connection, &id, &stored))
            .await?;
        Ok(self.tell(closed)?)
    }

    async fn recall<J: Job>(&self, task: &Task) -> Result<Memory<J::Output>, JournalError> {
        let made_now = lock(&self.0.progress).status(&task.job.key) == Some(Status::Finished);
        if self.0.forgetful.load(Ordering::Relaxed) && !made_now {
            return Ok(Memory::Unusable);
        }
        self.0.journal.recall::<J>(task).await
    }

    async fn make<J: Job>(
        &self,
        task: &Task,
        job: &J,
        tools: &J::Tools,
        replace: bool,
    ) -> Result<J::Output, JournalError> {
        self.tell(task.event(Step::Started))?;
        let mut watch = Watch {
            case: self,
            task,
            ended: false,
        };
        self.append(task.event(Step::Started)).await?;
        let (attempts, outcome) = self.attempt(task, job, tools).await?;
        let ended = match outcome.and_then(|output| run::encode::<J>(&output)) {
            Ok((text, output)) => Ok(self.finish::<J>(task, text, replace).await?.unwrap_or(output)),
            Err(failure) => Err(self.fail(task, failure, attempts).await?),
        };
        watch.ended = true;
        ended
    }

    /// Runs the job until it does not fail transiently or the attempts are used up.
    async fn attempt<J: Job>(
        &self,
        task: &Task,
        job: &J,
        tools: &J::Tools,
    ) -> Result<(u32, Result<J::Output, Failure>), JournalError> {
        let mut attempts = 0;
        loop {
            attempts += 1;
            let failure = match run::contained(job, tools).await {
                Err(failure @ Failure::Transient(_)) => failure.bounded(),
                outcome => return Ok((attempts, outcome)),
            };
            let Some(pause) = self.0.journal.retry.pause(attempts) else {
                return Ok((attempts, Err(failure)));
            };
            self.note(
                task,
                Step::Retried {
                    message: failure.message().to_owned(),
                },
            )?;
            if !pause.is_zero() {
                tokio::time::sleep(pause).await;
            }
        }
    }

    /// Remembers an output. If another process was first, its output stands and is given back.
    async fn finish<J: Job>(
        &self,
        task: &Task,
        text: String,
        replace: bool,
    ) -> Result<Option<J::Output>, JournalError> {
        let (id, event) = (self.0.id.to_string(), task.event(Step::Finished));
        let result = Stored {
            output: text,
            ..task.stored.clone()
        };
        let work = move |connection: &_| {
            let standing = tables::remember(connection, &result, replace)?;
            tables::append(connection, &id, &event).map(|()| standing)
        };
        let standing = self.0.journal.store.keep(work).await?;
        self.tell(task.event(Step::Finished))?;
        Ok(standing.and_then(|text| run::decode::<J>(&text).ok()))
    }

    async fn fail(&self, task: &Task, failure: Failure, attempts: u32) -> Result<JournalError, JournalError> {
        let failure = failure.bounded();
        let event = task.event(Step::Failed {
            failure: failure.clone(),
        });
        self.append(event.clone()).await?;
        self.tell(event)?;
        Ok(JournalError::Job {
            label: task.job.label.clone(),
            failure,
            attempts,
        })
    }

    async fn append(&self, event: Event) -> Result<(), StoreError> {
        let id = self.0.id.to_string();
        self.0
            .journal
            .store
            .keep(move |connection| tables::append(connection, &id, &event))
            .await
    }

    /// Tells an event now and writes it some time soon.
    fn note(&self, task: &Task, step: Step) -> Result<(), IllegalEvent> {
        let event = task.event(step);
        self.tell(event.clone())?;
        let id = self.0.id.to_string();
        self.0
            .journal
            .store
            .note(move |connection| tables::append(connection, &id, &event));
        Ok(())
    }

    /// Adds an event to the progress and tells the watchers, in the same order.
    fn tell(&self, event: Event) -> Result<(), IllegalEvent> {
        let mut progress = lock(&self.0.progress);
        progress.add(&event)?;
        // Sending fails only when nobody watches.
        drop(self.0.watchers.send(event));
        Ok(())
    }

    fn allow(&self, event: &Event) -> Result<(), IllegalEvent> {
        self.progress().add(event)
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if !self.ended {
            drop(self.case.note(self.task, Step::Abandoned));
        }
    }
}
