//! What is wrong with a rubric, and how to mend it.

use super::describe::one_line;
use std::fmt;

/// Longest piece of the rubric that a message repeats, in characters: a message is read on a terminal.
const QUOTE_LIMIT: usize = 80;

/// One slip is forgiven for each so many letters when a name is offered as what was meant, but always one.
const LETTERS_PER_SLIP: usize = 4;

/// Why a rubric was refused. Names no file: the caller knows where the text came from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct RubricError {
    /// `line:column` where the text could not be read, else a JSON path such as `$.dimensions[3].id`.
    pub at: String,
    /// What is wrong there.
    pub problem: String,
    /// The nearest fix.
    pub fix: Option<String>,
    /// The file beside the rubric that it is about, where it is about one.
    pub file: Option<String>,
}

impl RubricError {
    pub(super) fn new(at: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            at: at.into(),
            problem: problem.into(),
            fix: None,
            file: None,
        }
    }

    /// The same of a file beside the rubric; the innermost file counts.
    pub(super) fn in_file(mut self, file: &str) -> Self {
        self.file = self.file.or_else(|| Some(clipped(file)));
        self
    }

    pub(super) fn with_fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }
}

impl fmt::Display for RubricError {
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

/// The piece of the rubric that a message is about, cut to a readable length.
pub(super) fn clipped(text: &str) -> String {
    if text.chars().count() <= QUOTE_LIMIT {
        return text.to_owned();
    }
    let start: String = text.chars().take(QUOTE_LIMIT).collect();
    format!("{start}…")
}

/// The known name that a misspelt one most probably means.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The distance is quadratic in length; no name that is meant is longer than a message may repeat.
    let name = clipped(&name.to_lowercase());
    let slips = (name.chars().count() / LETTERS_PER_SLIP).max(1);
    known
        .into_iter()
        .map(|candidate| (strsim::osa_distance(&name, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= slips)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
