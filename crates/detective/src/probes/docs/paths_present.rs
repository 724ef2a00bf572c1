use super::{claimed_at, claims, gaps, readable, with_pictures};
use crate::derived::Subject;
use crate::document::paths::{Claim, Standing};
use crate::probe::{Answer, Probe};
use court::evidence::{Detective, Finding};

pub(super) const PROBE: Probe = Probe {
    id: "docs.paths_present",
    detective: Detective::DocAnalyst,
    goal: "The report names files of this repository that exist.",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    let claims = match readable(snapshot) {
        Ok(documents) => claims(snapshot, &documents),
        Err(cause) => return Answer::unobserved(cause),
    };
    let present: Vec<&Claim> = claims
        .iter()
        .filter(|claim| claim.standing == Standing::Present)
        .collect();
    if let (true, Some(gaps)) = (present.is_empty(), gaps(snapshot)) {
        return Answer::unobserved(gaps);
    }
    let rationale = format!("the report names {} paths that exist", present.len());
    let answer = Answer::value(
        Finding::of(!present.is_empty()),
        present.len(),
        with_pictures(rationale, snapshot),
    );
    present.iter().fold(answer, |answer, claim| {
        claimed_at(answer, claim, format!("{}{}", claim.path, claim.reading()))
    })
}
