use super::{claims, gaps, readable, short, with_pictures};
use crate::document::paths::{Claim, Standing};
use crate::probe::{Answer, Probe};
use crate::snapshot::Snapshot;
use court::evidence::{Detective, Finding};

pub(super) const PROBE: Probe = Probe {
    id: "docs.paths_missing",
    detective: Detective::DocAnalyst,
    goal: "Every path that the report claims to be in this repository is there.",
    examine,
};

/// What a sentence claims is read by its words.
const SURE: u8 = 85;

fn examine(snapshot: &Snapshot) -> Answer {
    let claims = match readable(snapshot) {
        Ok(documents) => claims(snapshot, &documents),
        Err(cause) => return Answer::unobserved(cause),
    };
    let missing: Vec<&Claim> = claims
        .iter()
        .filter(|claim| claim.standing != Standing::Present)
        .collect();
    match (claims.is_empty(), gaps(snapshot)) {
        (true, Some(gaps)) => Answer::unobserved(gaps),
        (true, None) => Answer::not_applicable("the report claims no path of this repository"),
        (false, _) => answer(snapshot, claims.len(), &missing),
    }
}

fn answer(snapshot: &Snapshot, claimed: usize, missing: &[&Claim]) -> Answer {
    let paths: Vec<&str> = missing.iter().map(|claim| claim.path.as_str()).collect();
    let (finding, rationale) = if missing.is_empty() {
        (
            Finding::Present,
            format!("all {claimed} claimed paths are in the repository"),
        )
    } else {
        let many = missing.len();
        (
            Finding::Contradicted,
            format!(
                "{many} of {claimed} claimed paths {} not in the repository: {}",
                if many == 1 { "is" } else { "are" },
                paths.join(", ")
            ),
        )
    };
    let answer = Answer::value(finding, paths, with_pictures(rationale, snapshot)).sure(SURE);
    missing.iter().fold(answer, |answer, claim| {
        answer.at_noting_quoting(claim.place.clone(), note(claim), short(&claim.quote))
    })
}

fn note(claim: &Claim) -> String {
    match &claim.standing {
        Standing::Missing {
            nearest: Some(nearest),
        } => {
            format!(
                "{} is not in the repository; {nearest} is the nearest",
                claim.path
            )
        }
        _ => format!("{} is not in the repository", claim.path),
    }
}
