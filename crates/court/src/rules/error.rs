//! What is wrong with a rule file, and how to mend it.

use crate::rubric::nearest;
use std::fmt;

/// Why a rule file was refused. Names no file: the caller knows where the text came from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct RulesError {
    /// `line:column` where the text could not be read, else a path such as `rules[2].when`.
    pub at: String,
    /// What is wrong there.
    pub problem: String,
    /// The nearest fix.
    pub fix: Option<String>,
}

impl RulesError {
    pub(crate) fn new(at: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            at: at.into(),
            problem: problem.into(),
            fix: None,
        }
    }

    pub(crate) fn with_fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }

    /// Offers the known name that comes nearest, else all of them.
    pub(crate) fn with_known<'a>(self, name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Self {
        let fix = nearest(name, known.clone()).map_or_else(
            || format!("known are: {}", known.into_iter().collect::<Vec<_>>().join(", ")),
            |name| format!("did you mean `{name}`?"),
        );
        self.with_fix(fix)
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.at, self.problem)?;
        match &self.fix {
            Some(fix) => write!(out, "; {fix}"),
            None => Ok(()),
        }
    }
}
