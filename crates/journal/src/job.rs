//! What a job is, what its failures are, and the key it is remembered by.

use crate::input::{self, TooDeep};
use crate::limits::Limits;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha256::Digest;
use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

/// One step of a case, as a value: what is to be done, with which input, and how.
///
/// The serialized form of `self` is the input. Two jobs with the same name, version and input are the same
/// job. What must not tell jobs apart (a label, a handle) is left out with `#[serde(skip)]` or lives in
/// [`Tools`](Job::Tools).
pub trait Job: Serialize + Send + Sync {
    /// What kind of job this is; never changed once results are stored.
    const NAME: &'static str;

    /// Raised whenever the same input may give another output: everything remembered before is then run again.
    const VERSION: u32 = 1;

    /// For whom a result is remembered.
    const SCOPE: Scope = Scope::World;

    /// What the job yields. It must survive being written as JSON and read back.
    type Output: Serialize + DeserializeOwned + Send;

    /// What the job needs in order to run and that is no part of its identity: clients, caches, snapshots.
    type Tools: Send + Sync + ?Sized;

    /// Where the job stands in the tree of the case, such as `opine/prosecutor/graph_orchestration`. The part
    /// before the first `/` is the stage. A job of which there is one in a case stands under its name.
    fn label(&self) -> String {
        Self::NAME.to_owned()
    }

    /// Does the work. May run again after a crash, and after a [`Failure::Transient`].
    fn run(&self, tools: &Self::Tools) -> impl Future<Output = Result<Self::Output, Failure>> + Send;
}

/// For whom a result is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Within one case: the world may have moved when another case asks (a branch was fetched).
    Case,
    /// Across all cases of the journal: the output follows from the input alone.
    World,
}

/// Why a job has no output. Failures are reported and never remembered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Failure {
    /// The world was in the way (a connection, a rate limit): trying again may help.
    #[error("{0}")]
    Transient(String),
    /// Trying again would fail in the same way.
    #[error("{0}")]
    Final(String),
}

impl Failure {
    /// What happened, for people.
    pub fn message(&self) -> &str {
        match self {
            Self::Transient(message) | Self::Final(message) => message,
        }
    }

    /// The failure with a message short enough to be stored.
    pub(crate) fn bounded(self) -> Self {
        let bound = |message: String| message.chars().take(Limits::MESSAGE_CHARS).collect();
        match self {
            Self::Transient(message) => Self::Transient(bound(message)),
            Self::Final(message) => Self::Final(bound(message)),
        }
    }
}

/// What a job is remembered by: the digest of its name, its version and its input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Key(Digest);

impl Key {
    /// The key of `job`.
    ///
    /// # Errors
    /// When the input is not JSON or nested too deep.
    pub fn of<J: Job>(job: &J) -> Result<Self, TooDeep> {
        input::digest(&(J::NAME, J::VERSION, job)).map(Self)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// How often and how soon a job that failed transiently is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// Runs in all, the first one included.
    pub attempts: NonZeroU32,
    /// The pause after the first failure; it doubles after each further one. Zero means no pause at all.
    pub first_pause: Duration,
    /// No pause is longer than this.
    pub longest_pause: Duration,
}

impl Retry {
    /// `attempts` runs without pauses.
    pub const fn at_once(attempts: NonZeroU32) -> Self {
        Self {
            attempts,
            first_pause: Duration::ZERO,
            longest_pause: Duration::ZERO,
        }
    }

    /// The pause after the `failures`-th failure, or `None` when that was the last attempt.
    pub fn pause(&self, failures: u32) -> Option<Duration> {
        let doublings = failures.saturating_sub(1).min(31);
        let pause = self.first_pause.saturating_mul(1 << doublings);
        (failures < self.attempts.get()).then(|| pause.min(self.longest_pause))
    }
}

impl Default for Retry {
    /// Four runs with pauses of 1, 2 and 4 seconds: outlasts a dropped connection, not an outage.
    fn default() -> Self {
        Self {
            attempts: NonZeroU32::MIN.saturating_add(3),
            first_pause: Duration::from_secs(1),
            longest_pause: Duration::from_secs(30),
        }
    }
}

#[cfg(test)]
mod tests;
