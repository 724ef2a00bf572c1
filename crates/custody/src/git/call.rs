//! A call of git: what it is told, what it may use, and what came of it.

use super::messages::{classify, decisive_line};
use crate::address::Transport;
use crate::error::{Cause, CustodyError};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Default)]
pub(crate) struct Call {
    /// What may be contacted; nothing where `None`.
    pub(crate) transport: Option<Transport>,
    /// A directory with a `.gitconfig` of ours, where the other side of a local fetch needs settings.
    pub(crate) home: Option<PathBuf>,
    /// Further variables.
    pub(crate) environment: Vec<(&'static str, OsString)>,
    /// Further settings, as `key=value`.
    pub(crate) settings: Vec<String>,
    pub(crate) arguments: Vec<OsString>,
    /// What it reads from its standard input.
    pub(crate) input: Vec<u8>,
    /// Longest time it may take.
    pub(crate) wall: Duration,
    /// Most bytes it may write; it is stopped there.
    pub(crate) output_max: u64,
    /// Most memory that it may write to, in bytes, where that is less than what any call may.
    pub(crate) data: Option<u64>,
    /// A directory of packs, and the most bytes it may hold.
    pub(crate) disk: Option<(PathBuf, u64)>,
    /// What it may read besides the programs of the system.
    pub(crate) reads: Vec<PathBuf>,
    /// What it may read and change.
    pub(crate) writes: Vec<PathBuf>,
    /// Whether its output begins with a line on its sandbox.
    pub(super) reports_sandbox: bool,
}

/// What a call wrote.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// Its standard output.
    pub(crate) stdout: Vec<u8>,
    /// Whether it was stopped at its output limit; then `stdout` ends anywhere.
    pub(crate) truncated: bool,
}

/// Why a call came to nothing.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It could not be started.
    Start(std::io::Error),
    /// It took longer than allowed.
    TimedOut(Duration),
    /// It filled the disk beyond this many bytes.
    TooLarge(u64),
    /// It ended badly, with these messages.
    Refused(String),
}

impl Call {
    /// A call that contacts nothing.
    pub(crate) fn reading<S: AsRef<OsStr>>(
        arguments: impl IntoIterator<Item = S>,
        wall: Duration,
        output_max: u64,
    ) -> Self {
        Self {
            arguments: arguments.into_iter().map(|a| a.as_ref().to_owned()).collect(),
            wall,
            output_max,
            ..Self::default()
        }
    }

    /// The same call on this repository, which must be one of ours.
    pub(crate) fn on(mut self, repository: &Path) -> Self {
        self.environment
            .push(("GIT_DIR", repository.as_os_str().to_owned()));
        self.reads.push(repository.to_owned());
        // Ours borrows only while a damaged subject is copied.
        let borrowed = std::fs::read_to_string(repository.join("objects/info/alternates"));
        let borrowed = borrowed.unwrap_or_default();
        self.reads.extend(borrowed.lines().map(PathBuf::from));
        self
    }

    /// The same call with this standard input.
    pub(crate) fn fed(mut self, input: Vec<u8>) -> Self {
        self.input = input;
        self
    }
}

impl Failure {
    /// As an error about `what`.
    pub(crate) fn error(&self, what: &str) -> CustodyError {
        match self {
            Self::Start(error) => CustodyError::new(
                Cause::GitMissing,
                what,
                format!("git could not be started: {error}"),
            ),
            Self::TimedOut(wall) => CustodyError::new(
                Cause::TimedOut,
                what,
                format!("it took longer than {} seconds", wall.as_secs()),
            ),
            Self::TooLarge(bytes) => CustodyError::new(
                Cause::TooLarge,
                what,
                format!("it is larger than {} MiB", bytes >> 20),
            ),
            Self::Refused(stderr) => CustodyError::new(classify(stderr), what, decisive_line(stderr)),
        }
    }

    /// Whether it needed more memory than it was allowed.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        matches!(self, Self::Refused(stderr) if stderr.to_lowercase().contains("out of memory"))
    }
}
