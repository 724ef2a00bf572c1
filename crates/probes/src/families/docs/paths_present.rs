use super::{claimed_at, gaps, paths, readable, with_pictures};
use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use claims::claim::State;
use court::evidence::{Detective, Finding};

pub(super) const PROBE: Probe = Probe {
    id: "docs.paths_present",
    detective: Detective::DocAnalyst,
    goal: "The report names files of this repository that exist.",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    if let Err(cause) = readable(snapshot) {
        return Answer::unobserved(cause);
    }
    let present = paths(snapshot, State::Supported);
    // How many there are is known where all was read.
    if let Some(gaps) = gaps(snapshot) {
        return Answer::unobserved(format!("{} paths that exist were found; {gaps}", present.len()));
    }
    let rationale = format!("the report names {} paths that exist", present.len());
    let answer = Answer::value(
        Finding::of(!present.is_empty()),
        present.len(),
        with_pictures(rationale, snapshot),
    );
    present.iter().fold(answer, |answer, claim| {
        claimed_at(answer, claim, format!("{}{}", claim.about, claim.reading()))
    })
}
