//! What kept an experiment from being made.

use std::fmt;

/// Why there is no experiment. It says nothing about the subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub what: String,
    pub hint: String,
}

impl Problem {
    pub(crate) fn new(what: impl fmt::Display, hint: impl fmt::Display) -> Self {
        Self {
            what: what.to_string(),
            hint: hint.to_string(),
        }
    }
}

impl From<custody::cell::Refusal> for Problem {
    fn from(refusal: custody::cell::Refusal) -> Self {
        Self::new(
            format!(
                "the experiment is refused, for a wall cannot be had: {}",
                refusal.why
            ),
            refusal.hint,
        )
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}; {}", self.what, self.hint)
    }
}
