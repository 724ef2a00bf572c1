//! `auditor cohort --check`: what is missing or cannot be reached, before anything runs.

use super::NOT_ALL;
use crate::error::CommandError;
use crate::output::terminal::print;
use cohort::{Entry, Listing};
use court::visible::visible;
use custody::{Limits, SeizeOptions, Subject};
use futures_util::stream::{self, StreamExt as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use tokio::time::timeout;

/// Longest wait for one host.
const WALL: Duration = Duration::from_secs(30);
/// How many hosts are asked at the same time for each job: they are waited for, not worked on.
const ASKED_PER_JOB: usize = 4;

/// Says of each submission where it stands, and ends with an exit code of its own where one is missing.
pub(super) async fn run(listing: &Listing, jobs: usize) -> Result<ExitCode, CommandError> {
    let room = custody::temporary::directory().map_err(CommandError::auditor)?;
    let entries = listing.entries.iter().enumerate();
    let look = async |(turn, entry): (usize, &Entry)| {
        let directory = room.path().join(turn.to_string());
        let found = timeout(WALL, found(entry, &directory)).await;
        (
            turn,
            found.unwrap_or_else(|_| Err(format!("no answer within {} s", WALL.as_secs()))),
        )
    };
    let looks = stream::iter(entries)
        .map(look)
        .buffer_unordered(jobs * ASKED_PER_JOB);
    let mut found: Vec<(usize, Result<String, String>)> = looks.collect().await;
    found.sort_by_key(|(turn, _)| *turn);
    let mut missing = 0;
    for (entry, (_, found)) in listing.entries.iter().zip(&found) {
        missing += usize::from(found.is_err());
        let (mark, what) = match found {
            Ok(what) => ("ok", what),
            Err(what) => ("MISSING", what),
        };
        let columns = [mark, &entry.id, &entry.repository, what].map(visible);
        print(&(columns.join("\t") + "\n"))?;
    }
    print(&format!(
        "{} of {} can be audited\n",
        found.len() - missing,
        found.len()
    ))?;
    Ok(ExitCode::from(if missing > 0 { NOT_ALL } else { 0 }))
}

async fn found(entry: &Entry, directory: &Path) -> Result<String, String> {
    if entry.repository.is_empty() {
        return Err("nothing was handed in".to_owned());
    }
    if let Some(report) = entry
        .report
        .as_ref()
        .filter(|report| !Path::new(report).is_file())
    {
        return Err(format!("there is no report {report}"));
    }
    let subject = Subject::parse(&entry.repository).map_err(|error| error.to_string())?;
    let options = SeizeOptions {
        rev: entry.rev.as_deref(),
        directory,
        limits: Limits::default(),
    };
    // Boxed: it holds a fetch.
    let tip = Box::pin(custody::tip(&subject, &options)).await;
    let tip = tip.map_err(|error| format!("{}: {}", error.what, error.detail))?;
    Ok(tip.unwrap_or_else(|| "it answers; its commit is known once it is cloned".to_owned()))
}
