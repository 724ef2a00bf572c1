//! A job without its types, and what is remembered of it.

use super::lanes::Slot;
use super::{CaseId, JournalError};
use crate::event::{Event, JobRef, Step};
use crate::job::{Job, Key, Scope};
use crate::store::tables::Stored;

/// A job without its types: what is needed to find it, store it and speak of it.
pub(super) struct Task {
    pub(super) job: JobRef,
    pub(super) stored: Stored,
}

/// What is remembered of a task.
pub(super) enum Memory<T> {
    Output(T),
    /// Something that must not be used, and is to be replaced.
    Unusable,
    Nothing,
}

impl Task {
    pub(super) fn of<J: Job>(job: &J, case: &CaseId) -> Result<Self, JournalError> {
        let key = Key::of(job)?;
        let scope = match J::SCOPE {
            Scope::Case => case.to_string(),
            Scope::World => String::new(),
        };
        let stored = Stored {
            scope,
            key: key.to_string(),
            name: J::NAME,
            version: J::VERSION,
            output: String::new(),
        };
        Ok(Self {
            job: JobRef {
                label: job.label(),
                name: J::NAME.to_owned(),
                key,
            },
            stored,
        })
    }

    pub(super) fn slot(&self) -> Slot {
        (self.stored.scope.clone(), self.job.key.clone())
    }

    pub(super) fn event(&self, step: Step) -> Event {
        Event::Job {
            job: self.job.clone(),
            step,
        }
    }
}
