//! An audit by this program itself, started again. What kills one, or takes too long or too much memory, is the end of that
//! one alone, and what it used is given back.

use crate::Refusal;
use crate::program::Program;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// How the program is told how many jobs of one audit work at the same time.
const JOBS: &str = "--jobs";

/// One audit that is to be done here.
#[derive(Debug)]
pub struct Task<'a> {
    /// What the program is told, but where to write to and where its journal is.
    pub arguments: &'a [OsString],
    /// Where its paths are meant from, if not from here.
    pub place: Option<&'a Path>,
    /// Where to write to.
    pub out: &'a Path,
    /// The directory of the journal.
    pub data: &'a Path,
    /// Jobs of it at the same time.
    pub jobs: usize,
    /// How long it may take.
    pub limit: Duration,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The exit code; nothing where it did not end by itself.
    pub code: Option<u8>,
    /// The error that it ended with, or why it did not end.
    pub said: String,
}

/// What the program is told. What the user says of jobs counts; a flag cannot stand twice.
fn words(task: &Task<'_>) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["audit".into(), "--out".into(), task.out.into()];
    let is_jobs = |word: &OsString| word == JOBS || word.to_string_lossy().starts_with(&format!("{JOBS}="));
    if !task.arguments.iter().any(is_jobs) {
        words.extend([JOBS.into(), task.jobs.to_string().into()]);
    }
    words.extend_from_slice(task.arguments);
    words
}

/// Does the audit. It dies when it is waited for no longer.
///
/// # Errors
/// When this program cannot be started again.
pub async fn audit(task: &Task<'_>) -> Result<Ended, Refusal> {
    let end = Instant::now() + task.limit;
    let program = Program::with_data(Some(task.data)).at(task.place);
    let Ok(ended) = timeout_at(end, program.run_when_free(&words(task), end)).await else {
        let said = format!("it took longer than {} s (--time-limit)", task.limit.as_secs());
        return Ok(Ended { code: None, said });
    };
    let ended = ended?;
    let said = ended.refusal().0.lines().next().unwrap_or_default().to_owned();
    Ok(Ended {
        code: ended.code,
        said,
    })
}

#[cfg(test)]
mod tests;
