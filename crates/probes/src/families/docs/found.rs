use super::claims::prove;
use super::{gaps_of, with_most};
use crate::known::Papers as _;
use claims::claim::discovery::FOUND_MAX;
use claims::claim::{Claim, FOUND_CLAIMS_MAX, Kind, State};
use court::evidence::Place;
use documents::document::{Document, Origin};
use probes_core::{Answer, Probe, Search, Subject};
use serde_json::json;
use std::collections::BTreeSet;

pub(super) const PROBE: Probe = Probe::of_documents(
    "docs.found",
    "What the documents in the repository say of it is so.",
    examine,
);

/// What a sentence claims is read by its words.
const SURE: u8 = 85;
/// Most documents named in the rationale.
const NAMED_MAX: usize = 8;

/// A share is one of at least so many statements. One wrong of the only two that could be checked is no half, and fewer
/// that are right say nothing of the rest.
const CHECKED_MIN: usize = 10;

fn examine(snapshot: &Subject) -> Answer {
    let documents = snapshot.found();
    if documents.is_empty() {
        return Answer::not_applicable("no document in a form that is read for it lies in the repository");
    }
    let claims: Vec<&Claim> = snapshot
        .claims()
        .iter()
        .filter(|claim| claim.origin == Origin::Found)
        .collect();
    let of = |state: State| claims.iter().filter(|claim| claim.state == state).count();
    let (supported, contradicted) = (of(State::Supported), of(State::Contradicted));
    let undecided = match of(State::Uncheckable) + of(State::Unsupported) {
        0 => String::new(),
        more => format!("; {more} more could not be decided"),
    };
    let gaps = gaps_of(documents, snapshot);
    match (supported + contradicted, &gaps) {
        (0, Some(gaps)) => return Answer::unobserved(gaps.clone()),
        (0, None) => {
            let names: Vec<&str> = documents.iter().map(|document| document.name.as_str()).collect();
            let why = format!(
                "no sentence of a kind that is checked was found in {}{undecided}",
                named(&names)
            );
            return Answer::unobserved(why);
        }
        (few, _) if few < CHECKED_MIN && contradicted == 0 => {
            let why = format!(
                "{few} of the statements of its documents could be checked; they are so, and too few{undecided}"
            );
            return Answer::unobserved(why);
        }
        _ => {}
    }
    let all = (supported + contradicted).max(CHECKED_MIN);
    let value = json!({
        "documents": documents.iter().map(|document| document.name.as_str()).collect::<Vec<_>>(),
        "supported": supported,
        "contradicted": contradicted,
        "good": all - contradicted,
        "all": all,
    });
    let checked = supported + contradicted;
    let is_path = |claim: &&&Claim| claim.kind == Kind::Path && claim.state == State::Supported;
    let paths = match claims.iter().filter(is_path).count() {
        0 => String::new(),
        paths => format!(" ({paths} of them say that a file is there)"),
    };
    let told = match contradicted {
        0 => format!("all {checked} statements that could be checked are so{paths}"),
        1 => format!("1 of {checked} statements that could be checked is not so"),
        many => format!("{many} of {checked} statements that could be checked are not so"),
    };
    let mut rationale = format!("{told}, in {}{undecided}", named(&checked_in(documents, &claims)));
    if let Some(gaps) = gaps {
        rationale = format!("{rationale} (not all was read: {gaps})");
    }
    rationale = with_most(rationale, claims.len(), FOUND_CLAIMS_MAX, "of their statements");
    rationale = with_most(rationale, documents.len(), FOUND_MAX, "documents");
    // What each is contradicted by is shown with it.
    let answer = match contradicted {
        0 => Answer::present(rationale),
        _ => Answer::contradicted(rationale, Search::default()),
    };
    let answer = answer.valued(value).sure(SURE);
    let against = claims.iter().filter(|claim| claim.state == State::Contradicted);
    against.fold(answer, |answer, claim| prove(answer, claim))
}

/// The documents of which a statement was checked.
fn checked_in<'a>(documents: &'a [Document], claims: &[&Claim]) -> Vec<&'a str> {
    let is_checked = |claim: &&&Claim| matches!(claim.state, State::Supported | State::Contradicted);
    let places: BTreeSet<&str> = claims
        .iter()
        .filter(is_checked)
        .filter_map(|claim| match &claim.place {
            Place::Lines { path, .. } | Place::File(path) => Some(path.as_str()),
            Place::Page { document, .. } | Place::Passage { document, .. } => Some(document),
            Place::Commit(_) | Place::Ref(_) => None,
        })
        .collect();
    let names = documents.iter().map(|document| document.name.as_str());
    names.filter(|name| places.contains(name)).collect()
}

fn named(documents: &[&str]) -> String {
    let names = documents[..documents.len().min(NAMED_MAX)].join(", ");
    match documents.len().saturating_sub(NAMED_MAX) {
        0 => names,
        more => format!("{names} and {more} more"),
    }
}
