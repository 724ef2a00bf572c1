//! What is wrong with a file, and how to mend it.

use crate::text::{clipped, nearest, one_line};
use std::fmt;

/// Why a rubric or a rule file was refused. Names no file but one beside it: the caller knows where the text came from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct InputError {
    /// `line:column` where the text could not be read, else a path such as `$.dimensions[3].id` or `rules[2].when`.
    pub at: String,
    /// What is wrong there.
    pub problem: String,
    /// The nearest fix.
    pub fix: Option<String>,
    /// The file beside the one that was given, where it is about one.
    pub file: Option<String>,
}

impl InputError {
    pub(crate) fn new(at: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            at: at.into(),
            problem: problem.into(),
            fix: None,
            file: None,
        }
    }

    /// The same of a file beside the one that was given; the innermost file counts.
    pub(crate) fn in_file(mut self, file: &str) -> Self {
        self.file = self.file.or_else(|| Some(clipped(file)));
        self
    }

    pub(crate) fn with_fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }

    /// Offers the known name that comes nearest, else another fix.
    pub(crate) fn with_nearest<'a>(
        self,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
        otherwise: impl FnOnce() -> String,
    ) -> Self {
        let near = nearest(name, known).map(|name| format!("did you mean `{}`?", clipped(name)));
        self.with_fix(near.unwrap_or_else(otherwise))
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(out, "{}: ", one_line(file))?;
        }
        write!(out, "{}: {}", one_line(&self.at), one_line(&self.problem))?;
        match &self.fix {
            Some(fix) => write!(out, "; {}", one_line(fix)),
            None => Ok(()),
        }
    }
}
