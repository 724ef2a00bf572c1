//! Probes of the history.

mod bulk_upload;
mod clustered;
mod commits;
mod progression;
mod shares;

use crate::history::{Commit, date};
use crate::probe::{Answer, Probe};
use crate::snapshot::Snapshot;
use court::evidence::Place;

/// The family.
pub static GIT: &[Probe] = &[
    commits::PROBE,
    bulk_upload::PROBE,
    clustered::PROBE,
    progression::PROBE,
];

/// Why nothing that counts commits can be said, if that is so.
fn gap(snapshot: &Snapshot) -> Option<Answer> {
    let history = &snapshot.history;
    let cause = match &history.incomplete {
        Some(why) => format!("the history is not whole: {why}"),
        None if history.commits.is_empty() => "no history was read".to_owned(),
        None => return None,
    };
    Some(Answer::unobserved(cause))
}

fn place(commit: &Commit) -> Place {
    Place::Commit(commit.id.clone())
}

/// What a commit calls itself, and when.
fn described(commit: &Commit) -> String {
    format!("{} `{}`", date::shown(commit.authored), commit.subject)
}

/// `1 commit`, `2 commits`.
fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
