//! Why a subject could not be taken into custody.

use court::visible::visible;
use std::fmt;

/// What stood in the way; callers branch on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// There is no repository there.
    NotFound,
    /// It is private, or there is none: most hosts do not tell which.
    NeedsAuthentication,
    /// The address or the repository is refused, for safety.
    BadAddress,
    /// The host did not answer, also not when asked again.
    HostUnreachable,
    /// The host sends whoever asks to another address.
    Moved,
    /// It has no commits.
    Empty,
    /// It has no such branch, tag or commit.
    NoSuchRevision,
    /// It is a directory of this machine whose objects or git directory cannot be read.
    Damaged,
    /// It is larger than the limits.
    TooLarge,
    /// It took longer than the limits.
    TimedOut,
    /// There is no usable git on this machine.
    GitMissing,
    /// Anything else; the message has git's own words.
    Other,
}

impl Cause {
    /// Whether another attempt may succeed.
    pub(crate) fn is_transient(self) -> bool {
        self == Self::HostUnreachable
    }
}

/// A subject that could not be taken into custody, or not be read from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustodyError {
    /// What stood in the way.
    pub cause: Cause,
    /// What was attempted, and where.
    pub what: String,
    /// What happened; printable, without credentials.
    pub detail: String,
    /// What to do.
    pub fix: String,
}

impl CustodyError {
    pub(crate) fn new(cause: Cause, what: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            cause,
            what: what.into(),
            detail: printable(&detail.into()),
            fix: fix(cause).to_owned(),
        }
    }

    /// The exit code of a command that ends with this error. It is 3 where there is nothing to audit, 1 where the
    /// auditor or its surroundings failed and another attempt may succeed.
    pub fn exit_code(&self) -> u8 {
        match self.cause {
            Cause::NotFound
            | Cause::NeedsAuthentication
            | Cause::BadAddress
            | Cause::Moved
            | Cause::Empty
            | Cause::NoSuchRevision
            | Cause::Damaged
            | Cause::TooLarge => 3,
            Cause::HostUnreachable | Cause::TimedOut | Cause::GitMissing | Cause::Other => 1,
        }
    }
}

impl fmt::Display for CustodyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}; {}", self.what, self.detail, self.fix)
    }
}

impl std::error::Error for CustodyError {}

fn fix(cause: Cause) -> &'static str {
    match cause {
        Cause::NotFound => "check the address",
        Cause::NeedsAuthentication => {
            "check the address; for a private repository set GITHUB_TOKEN, GITLAB_TOKEN or AUDITOR_TOKEN, write git@host:owner/name, or clone it and name the directory"
        }
        Cause::BadAddress => "clone it yourself, look at it, and name the directory of the clone",
        Cause::Moved => "if that is the repository you mean, name it by its new address",
        Cause::HostUnreachable => "check the host and the network, then try again",
        Cause::Empty => "commit something, or name a branch that has commits with --rev",
        Cause::NoSuchRevision => "give a branch, a tag or the full id of a commit that is there",
        Cause::Damaged => "see what `git fsck` says of it, and audit a copy that is whole",
        Cause::TooLarge => "audit a smaller repository, or a branch without the large files",
        Cause::TimedOut => "try again when the host is faster, or clone it yourself and name the directory",
        Cause::GitMissing => "install git 2.30 or newer and see that it is on PATH",
        Cause::Other => "try again; if it stays so, clone it yourself and name the directory",
    }
}

/// Most characters of git's own words in a message.
const DETAIL_CHARS_MAX: usize = 600;

/// Text from outside as one line fit for a terminal.
pub(crate) fn printable(text: &str) -> String {
    let line: String = text.trim().chars().take(DETAIL_CHARS_MAX).collect();
    visible(&line.replace('\n', " "))
}
