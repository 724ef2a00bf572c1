//! Why something asked of decided cases has no answer.

use std::fmt;

/// What went wrong, by whose mistake.
#[derive(Debug)]
pub enum Error {
    /// The journal failed, or holds what cannot be read.
    Journal(String),
    /// What was asked for is not there, or not decided.
    Asked {
        /// The mistake.
        what: String,
        /// What to do.
        hint: &'static str,
    },
}

impl Error {
    pub(crate) fn journal(cause: impl fmt::Display) -> Self {
        Self::Journal(cause.to_string())
    }

    pub(crate) fn asked(what: String, hint: &'static str) -> Self {
        Self::Asked { what, hint }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(what) => out.write_str(what),
            Self::Asked { what, hint } => write!(out, "{what}; {hint}"),
        }
    }
}

impl std::error::Error for Error {}
