//! What went wrong, told once: a kind for machines, a sentence for people, hints for what to do.

use court::visible::on_one_line;
use std::fmt;
use std::process::ExitCode;

/// The exit code where another process works on the same case.
pub(crate) use fleet::program::HELD;

/// Why a command ended without its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorKind {
    /// The auditor failed; says nothing about the subject.
    Auditor,
    /// The journal is damaged; it is to be set aside once nobody has it open.
    DamagedJournal,
    /// Wrong usage, a bad rubric or a bad setting.
    Usage,
    /// There is nothing to audit: refused, not found, no access, empty, damaged.
    NothingToAudit,
    /// Another process works on the same case.
    Held,
    /// A signal asked for the end; the code is the one that shells give it.
    Stopped(u8),
}

impl ErrorKind {
    fn code(self) -> u8 {
        match self {
            Self::Auditor | Self::DamagedJournal => 1,
            Self::Usage => 2,
            Self::NothingToAudit => 3,
            Self::Held => HELD,
            Self::Stopped(code) => code,
        }
    }
}

/// A command's failure.
#[derive(Debug)]
pub(crate) struct CommandError {
    pub(crate) kind: ErrorKind,
    pub(crate) what: String,
    pub(crate) hints: Vec<String>,
}

impl CommandError {
    pub(crate) fn new(kind: ErrorKind, what: impl fmt::Display) -> Self {
        Self {
            kind,
            what: what.to_string(),
            hints: Vec::new(),
        }
    }

    pub(crate) fn auditor(what: impl fmt::Display) -> Self {
        Self::new(ErrorKind::Auditor, what)
    }

    pub(crate) fn usage(what: impl fmt::Display) -> Self {
        Self::new(ErrorKind::Usage, what)
    }

    /// A mistake in a file, at a line and column (`3:1`) or at a named part (`$.dimensions[0]`).
    pub(crate) fn in_file(file: &str, at: &str, problem: &str, fix: Option<&str>) -> Self {
        let is_line = at.starts_with(|c: char| c.is_ascii_digit());
        let separator = if is_line { ":" } else { ": " };
        Self::usage(format!("{file}{separator}{at}: {problem}")).hints(fix)
    }

    pub(crate) fn hint(mut self, hint: impl fmt::Display) -> Self {
        let hint = hint.to_string();
        if !hint.is_empty() {
            self.hints.push(hint);
        }
        self
    }

    /// The same with further hints.
    pub(crate) fn hints(self, hints: impl IntoIterator<Item: fmt::Display>) -> Self {
        hints.into_iter().fold(self, Self::hint)
    }

    /// Whether a signal asked for the end.
    pub(crate) fn is_stopped(&self) -> bool {
        matches!(self.kind, ErrorKind::Stopped(_))
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.kind.code())
    }
}

impl From<cases::Error> for CommandError {
    fn from(error: cases::Error) -> Self {
        match error {
            cases::Error::Journal(what) => Self::auditor(what),
            cases::Error::Asked { what, hint } => Self::usage(what).hint(hint),
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "auditor: {}", on_one_line(&self.what))?;
        self.hints
            .iter()
            .try_for_each(|hint| write!(out, "\n  hint: {}", on_one_line(hint)))
    }
}
