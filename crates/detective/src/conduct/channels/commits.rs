//! Messages of commits, and who is said to have made them.

use super::{Listened, in_text, sighting};
use court::evidence::Place;
use subject::history::Commit;

pub(super) fn in_commit(commit: &Commit) -> Listened {
    let text = [
        commit.subject.as_str(),
        &commit.body,
        &commit.author,
        &commit.committer,
    ]
    .join("\n");
    in_text(&commit.id, &text, 1, |attempt| {
        sighting(Place::Commit(commit.id.clone()), "a commit", attempt)
    })
}
