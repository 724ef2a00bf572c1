//! Messages of commits, and who is said to have made them.

use super::{Scan, in_text, placed};
use court::evidence::Place;
use subject::history::Commit;

pub(super) fn in_commit(commit: &Commit) -> Scan {
    let text = [
        commit.subject.as_str(),
        &commit.body,
        &commit.author,
        &commit.committer,
    ]
    .join("\n\n");
    in_text(&text, 1, |passage| {
        placed(Place::Commit(commit.id.clone()), "a commit", passage)
    })
}
