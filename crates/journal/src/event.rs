//! What happens in a case, in which order it may happen, and what it adds up to.

use crate::job::{Failure, Key};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// One thing that happened in a case. Events are only ever appended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The case was opened, for the first time or again: a new run begins.
    Opened {
        /// What people call the case.
        name: String,
    },
    /// What was remembered is not to be used in this run.
    Forgotten,
    /// Something happened to one job.
    Job {
        /// Which job.
        job: JobRef,
        /// What happened to it.
        step: Step,
    },
    /// The case was decided.
    Closed {
        /// What the caller wants to be told of the case later; the journal does not look into it.
        summary: Value,
    },
}

/// One thing that happened to a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// It is about to run.
    Started,
    /// It failed transiently and is tried again.
    Retried {
        /// What was in the way.
        message: String,
    },
    /// It has an output, which is remembered.
    Finished,
    /// Its output was remembered from before.
    Reused,
    /// It has no output.
    Failed {
        /// Why.
        failure: Failure,
    },
    /// Its caller stopped waiting for it.
    Abandoned,
}

/// Which job an event is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JobRef {
    /// Where it stands in the tree of the case.
    pub label: String,
    /// The [`Job::NAME`](crate::Job::NAME).
    pub name: String,
    /// What it is remembered by.
    pub key: Key,
}

impl JobRef {
    /// The stage: the label up to its first `/`.
    pub fn stage(&self) -> &str {
        self.label.split('/').next().unwrap_or(&self.label)
    }
}

/// Where a job stands in the present run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It runs.
    Running,
    /// It ran in this run and has an output.
    Finished,
    /// Its output was there already.
    Reused,
    /// It has no output.
    Failed,
    /// Its caller stopped waiting for it.
    Abandoned,
}

/// An event that cannot follow those before it: a bug in whoever emits events, or a damaged journal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a case that is {state} cannot take the event `{event}`")]
pub struct IllegalEvent {
    state: String,
    event: String,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 5] = [
        Self::Running,
        Self::Finished,
        Self::Reused,
        Self::Failed,
        Self::Abandoned,
    ];

    /// The status of a job after `step`, given that before; `None` is a job not seen yet in this run.
    ///
    /// # Errors
    /// When `step` cannot follow `before`.
    pub fn next(before: Option<Self>, step: &Step) -> Result<Self, IllegalEvent> {
        use Status::{Abandoned, Failed, Finished, Reused, Running};
        match (before, step) {
            (None | Some(Failed | Abandoned), Step::Started) => Ok(Running),
            (None | Some(Reused | Failed | Abandoned), Step::Reused) => Ok(Reused),
            (Some(Finished), Step::Reused) => Ok(Finished),
            (Some(Running), Step::Retried { .. }) => Ok(Running),
            (Some(Running), Step::Finished) => Ok(Finished),
            (Some(Running), Step::Failed { .. }) => Ok(Failed),
            (Some(Running), Step::Abandoned) => Ok(Abandoned),
            (Some(Running | Finished | Reused), Step::Started)
            | (Some(Running), Step::Reused)
            | (
                None | Some(Finished | Reused | Failed | Abandoned),
                Step::Retried { .. } | Step::Finished | Step::Failed { .. } | Step::Abandoned,
            ) => Err(IllegalEvent {
                state: format!("{before:?}"),
                event: format!("{step:?}"),
            }),
        }
    }
}

/// A job and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobRecord {
    /// Which job.
    pub job: JobRef,
    /// Where it stands in the present run.
    pub status: Status,
}

/// How many jobs of one stage stand where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageCount {
    /// Jobs that run.
    pub running: usize,
    /// Jobs that ran in this run and have an output.
    pub finished: usize,
    /// Jobs whose output was there already.
    pub reused: usize,
    /// Jobs without an output.
    pub failed: usize,
    /// Jobs nobody waits for any more.
    pub abandoned: usize,
}

/// Whether the case is being worked on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Unopened,
    Open,
    Closed,
}

/// What the events of a run add up to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    phase: Phase,
    jobs: BTreeMap<Key, JobRecord>,
}

impl Progress {
    /// Adds up stored `events`, leaving out those that cannot follow the ones before. They are echoes of
    /// writes whose caller was gone when they reached the disk, and say nothing new.
    pub fn of<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        let mut progress = Self::default();
        for event in events {
            drop(progress.add(event));
        }
        progress
    }

    /// Adds one event.
    ///
    /// # Errors
    /// When it cannot follow those before it; nothing is changed then.
    pub fn add(&mut self, event: &Event) -> Result<(), IllegalEvent> {
        match (self.phase, event) {
            (_, Event::Opened { .. }) => {
                *self = Self {
                    phase: Phase::Open,
                    ..Self::default()
                }
            }
            (Phase::Open, Event::Forgotten) if !self.is_running() => self.jobs.clear(),
            (Phase::Open, Event::Job { job, step }) => self.advance(job, step)?,
            (Phase::Open, Event::Closed { .. }) if !self.is_running() => self.phase = Phase::Closed,
            (Phase::Open, Event::Forgotten | Event::Closed { .. })
            | (
                Phase::Unopened | Phase::Closed,
                Event::Forgotten | Event::Job { .. } | Event::Closed { .. },
            ) => return Err(self.refusal(event)),
        }
        Ok(())
    }

    /// Where the job stands, or `None` when it was not seen in this run.
    pub fn status(&self, key: &Key) -> Option<Status> {
        self.jobs.get(key).map(|record| record.status)
    }

    /// All jobs of the run in the order of their labels: the same order whichever ran first.
    pub fn jobs(&self) -> Vec<&JobRecord> {
        let mut records: Vec<_> = self.jobs.values().collect();
        records.sort_by_key(|record| &record.job);
        records
    }

    /// How many jobs of each stage stand where.
    pub fn stages(&self) -> BTreeMap<String, StageCount> {
        let mut stages: BTreeMap<String, StageCount> = BTreeMap::new();
        for record in self.jobs.values() {
            stages
                .entry(record.job.stage().to_owned())
                .or_default()
                .count(record.status);
        }
        stages
    }

    fn advance(&mut self, job: &JobRef, step: &Step) -> Result<(), IllegalEvent> {
        let status = Status::next(self.status(&job.key), step)?;
        let fresh = || JobRecord {
            job: job.clone(),
            status,
        };
        self.jobs.entry(job.key.clone()).or_insert_with(fresh).status = status;
        Ok(())
    }

    fn is_running(&self) -> bool {
        self.jobs.values().any(|record| record.status == Status::Running)
    }

    fn refusal(&self, event: &Event) -> IllegalEvent {
        let state = if self.is_running() {
            "running jobs".to_owned()
        } else {
            format!("{:?}", self.phase).to_lowercase()
        };
        IllegalEvent {
            state,
            event: event.kind().to_owned(),
        }
    }
}

impl StageCount {
    /// Jobs of the stage in all.
    pub fn total(&self) -> usize {
        self.running + self.finished + self.reused + self.failed + self.abandoned
    }

    fn count(&mut self, status: Status) {
        *match status {
            Status::Running => &mut self.running,
            Status::Finished => &mut self.finished,
            Status::Reused => &mut self.reused,
            Status::Failed => &mut self.failed,
            Status::Abandoned => &mut self.abandoned,
        } += 1;
    }
}

impl Event {
    fn kind(&self) -> &'static str {
        match self {
            Self::Opened { .. } => "opened",
            Self::Forgotten => "forgotten",
            Self::Job { .. } => "job",
            Self::Closed { .. } => "closed",
        }
    }
}

#[cfg(test)]
mod tests;
