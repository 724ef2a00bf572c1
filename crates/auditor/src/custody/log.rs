//! The history of a commit.

use crate::custody::git::{Call, Failure, Git};
use crate::custody::limits::Limits;
use detective::history::{self, History};
use std::path::Path;

/// Reads every commit reachable from `commit`, newest first, so that a limit cuts off the oldest.
pub(crate) async fn read(git: &Git, clone: &Path, commit: &str, limits: &Limits) -> Result<History, Failure> {
    let count = format!("--max-count={}", limits.commits.saturating_add(1));
    let format = format!("--format={}", history::FORMAT);
    let arguments = [
        "log",
        "-z",
        "--topo-order",
        "--no-renames",
        "--raw",
        "--no-abbrev",
        "--no-color",
        "--no-ext-diff",
        "--no-mailmap",
        "--no-notes",
        "--ignore-submodules=none",
        "--encoding=UTF-8",
        &count,
        &format,
        "--end-of-options",
        commit,
    ];
    let call = Call::reading(arguments, limits.read_wall, limits.log_bytes).on(clone);
    let output = git.run(&call).await?;
    let mut history = history::parse(&output.stdout, output.truncated);
    if history.commits.len() > limits.commits {
        let excess = history.commits.len() - limits.commits;
        history.commits.drain(..excess);
        history.incomplete = Some(format!("only the newest {} commits were read", limits.commits));
    }
    Ok(history)
}
