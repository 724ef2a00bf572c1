use super::{gaps, short, unreadable, with_gaps, with_most};
use crate::known::Papers as _;
use claims::claim::{self, Claim, Kind, State};
use documents::document::Origin;
use probes_core::{Answer, Probe, Search, Subject};
use serde_json::json;

pub(super) const PROBE: Probe = Probe::of_documents(
    "docs.claims",
    "What the report says of the program's features, names, numbers and flow is so.",
    examine,
)
.unless(unreadable);

/// What a sentence claims is read by its words.
const SURE: u8 = 85;

fn examine(snapshot: &Subject) -> Answer {
    // Paths have probes of their own.
    let claims: Vec<&Claim> = snapshot
        .claims()
        .iter()
        .filter(|claim| claim.kind != Kind::Path && claim.origin == Origin::Given)
        .collect();
    let of = |state: State| claims.iter().filter(|claim| claim.state == state).count();
    let (supported, contradicted) = (of(State::Supported), of(State::Contradicted));
    if let (0, Some(gaps)) = (supported + contradicted, gaps(snapshot)) {
        return Answer::unobserved(gaps);
    }
    let reach = snapshot.ledger().reach;
    let value = json!({
        "supported": supported,
        "contradicted": contradicted,
        "unsupported": of(State::Unsupported),
        "uncheckable": of(State::Uncheckable),
        "spoken": reach.spoken,
        "checked": reach.checked,
    });
    let said = format!(
        "{}; of {} sentences that speak of the program {} hold something that could be checked",
        rationale(&claims, supported),
        reach.spoken,
        reach.checked
    );
    let rationale = with_gaps(said, snapshot);
    let given = snapshot
        .claims()
        .iter()
        .filter(|claim| claim.origin == Origin::Given);
    let rationale = with_most(rationale, given.count(), claim::CLAIMS_MAX, "statements");
    // What each is contradicted by is shown with it.
    let answer = match contradicted {
        0 => Answer::present(rationale),
        _ => Answer::contradicted(rationale, Search::default()),
    };
    let answer = answer.valued(value).sure(SURE);
    let against = claims.iter().filter(|claim| claim.state == State::Contradicted);
    against.fold(answer, |answer, claim| prove(answer, claim))
}

fn rationale(claims: &[&Claim], supported: usize) -> String {
    let against: Vec<&str> = claims
        .iter()
        .filter(|claim| claim.state == State::Contradicted)
        .map(|claim| claim.about.as_str())
        .collect();
    let checked = supported + against.len();
    match against.len() {
        0 if checked == 0 => {
            "nothing that the report says of the program is of a kind that is checked here".to_owned()
        }
        0 if checked == 1 => "the one statement that could be checked is so".to_owned(),
        0 => format!("all {checked} statements that could be checked are so"),
        1 => format!(
            "1 of {checked} statements that could be checked is not so: {}",
            against[0]
        ),
        many => format!(
            "{many} of {checked} statements that could be checked are not so: {}",
            against.join("; ")
        ),
    }
}

/// The words of the report, and where the subject shows otherwise.
pub(super) fn prove(answer: Answer, claim: &Claim) -> Answer {
    let note = format!("{}: {}", claim.about, claim.because);
    let answer = answer.at_noting_quoting(claim.place.clone(), note, short(&claim.text));
    match &claim.shown_at {
        Some(place) => answer.at_noting(place.clone(), claim.because.clone()),
        None => answer,
    }
}
