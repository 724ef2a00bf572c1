//! The history of a commit.

use crate::git::{Call, Failure, Git};
use crate::limits::Limits;
use std::path::Path;
use subject::history::{self, History};

/// Most memory that git may write to while it compares trees, in bytes. A commit that adds a hundred thousand files
/// takes a tenth of it; trees that share subtrees may stand for more files than any memory holds.
const COMPARING_BYTES_MAX: u64 = 512 << 20;

/// Reads every commit reachable from `commit`, newest first, so that a limit cuts off the oldest. Where what the
/// commits change is more than can be held, it is left out, and that is said.
pub(crate) async fn read(git: &Git, clone: &Path, commit: &str, limits: &Limits) -> Result<History, Failure> {
    let (output, unread) = match git.run(&call(clone, commit, limits, &["--raw"])).await {
        Err(failure) if failure.is_out_of_memory() => {
            let output = git.run(&call(clone, commit, limits, &[])).await?;
            let why =
                "what the commits change was not read: their trees stand for more files than can be compared";
            (output, Some(why.to_owned()))
        }
        Err(Failure::Refused(_)) => {
            let output = git.run(&call(clone, commit, limits, &[])).await?;
            let why = "what the commits change was not read: trees of theirs are missing or damaged";
            (output, Some(why.to_owned()))
        }
        other => (other?, None),
    };
    let mut history = history::parse(&output.stdout, output.truncated);
    history.incomplete = unread.or(history.incomplete);
    if history.commits.len() > limits.commits {
        let excess = history.commits.len() - limits.commits;
        history.commits.drain(..excess);
        history.incomplete = Some(format!("only the newest {} commits were read", limits.commits));
    }
    Ok(history)
}

fn call(clone: &Path, commit: &str, limits: &Limits, more: &[&str]) -> Call {
    let count = format!("--max-count={}", limits.commits.saturating_add(1));
    let format = format!("--format={}", history::FORMAT);
    let arguments = [
        "log",
        "-z",
        "--topo-order",
        "--no-renames",
        "--no-abbrev",
        "--no-color",
        "--no-ext-diff",
        "--no-mailmap",
        "--no-notes",
        "--ignore-submodules=none",
        "--encoding=UTF-8",
        &count,
        &format,
    ];
    let arguments = [arguments.as_slice(), more, &["--end-of-options", commit]].concat();
    let mut call = Call::reading(arguments, limits.read_wall, limits.log_bytes).on(clone);
    call.data = Some(COMPARING_BYTES_MAX);
    call
}
