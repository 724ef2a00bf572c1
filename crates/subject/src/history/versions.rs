//! Which old contents are worth fetching: those of source files that more than one commit wrote.

use super::foreign;
use super::lineage::{Lineage, Write};
use super::source::is_code;
use super::{Commit, History};
use std::collections::BTreeSet;

/// Most commits of a history whose lines are traced. The histories of larger projects have their program
/// written so many times that fetching it would take longer than everything else.
pub const COMMITS_MAX: usize = 5_000;
/// Most old versions that are fetched: about a second's work for a server and 20 MiB.
pub const VERSIONS_MAX: usize = 4_000;
/// Most bytes of old versions that are read.
pub const BYTES_MAX: u64 = 64 << 20;
/// Most commits of one file whose lines are traced.
const WRITES_MAX: usize = 500;

/// The ids of the contents by which the lines of the source files can be traced to their commits, in order. The
/// files that were written least often come first; what is beyond [`VERSIONS_MAX`] is left out. Of short histories what was taken
/// away comes too.
pub fn wanted(history: &History) -> Vec<String> {
    if history.commits.len() > COMMITS_MAX || history.incomplete.is_some() {
        return Vec::new();
    }
    let lineage = Lineage::before_contents(history);
    let contested =
        |(path, writes): &(&str, &[Write<'_>])| (2..=WRITES_MAX).contains(&writes.len()) && is_written(path);
    let mut files: Vec<_> = lineage.standing().filter(contested).collect();
    files.sort_by_key(|(path, writes)| (writes.len(), *path));
    let mut ids = BTreeSet::new();
    for (_, writes) in files {
        let of_file = || {
            writes
                .iter()
                .flat_map(|write| [Some(write.new), write.old])
                .flatten()
        };
        if ids.len() + of_file().count() > VERSIONS_MAX {
            break;
        }
        ids.extend(of_file());
    }
    // What came as something of its kind went may be that under another name. Where more came than went, one of them was not taken for any.
    let came: BTreeSet<&str> = history.commits.iter().flat_map(came).collect();
    if ids.len() + came.len() <= VERSIONS_MAX {
        ids.extend(came);
    }
    // What one commit took away may stand in what it wrote: two files that were put together make nothing longer.
    let changes = history.commits.iter().flat_map(|commit| &commit.changes);
    let gone = changes.filter(|change| change.new.is_none() && is_written(&change.path));
    let gone: BTreeSet<&str> = gone.filter_map(|change| change.old.as_deref()).collect();
    if ids.len() + gone.len() <= VERSIONS_MAX / 4 {
        ids.extend(gone);
    }
    ids.into_iter().map(str::to_owned).collect()
}

fn is_written(path: &str) -> bool {
    is_code(path) && foreign::by_path(path).is_none()
}

/// The contents that came with a commit as a file with the same ending went.
fn came(commit: &Commit) -> impl Iterator<Item = &str> {
    let ending = |path: &str| path.rsplit_once('.').map(|(_, ending)| ending.to_owned());
    let gone = commit.changes.iter().filter(|change| change.new.is_none());
    let gone: BTreeSet<Option<String>> = gone.map(|change| ending(&change.path)).collect();
    let new = commit.changes.iter().filter(|change| change.old.is_none());
    new.filter(move |change| is_written(&change.path) && gone.contains(&ending(&change.path)))
        .filter_map(|change| change.new.as_deref())
}
