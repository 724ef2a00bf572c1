//! Terms and claims of the reports; where none was given, of the documents that lie in the subject.

use super::counted;
use crate::families::docs::terms::explained;
use crate::known::Papers as _;
use claims::claim::Claim;
use court::evidence::Finding;
use documents::document::Document;
use probes_core::Subject;
use probes_core::probe::{Answer, PROOFS_MAX};

/// What a sentence says is read by its words.
const SURE: u8 = 85;

/// How far the documents go into the terms.
pub(super) fn terms(terms: &[String], snapshot: &Subject) -> Answer {
    let documents = readable(snapshot);
    if documents.is_empty() {
        return Answer::unobserved("there is no document that could be read");
    }
    explained(snapshot, documents, terms)
}

/// How many claims of the kind came to the state.
pub(super) fn claims(kind: Option<&str>, state: Option<&str>, snapshot: &Subject) -> Answer {
    if readable(snapshot).is_empty() {
        return Answer::unobserved("there is no document that could be read");
    }
    let of_kind: Vec<&Claim> = snapshot
        .claims()
        .iter()
        .filter(|claim| kind.is_none_or(|kind| claim.kind.word() == kind))
        .collect();
    if of_kind.is_empty() {
        return Answer::not_applicable("the documents claim nothing of this kind that can be checked");
    }
    let found: Vec<&&Claim> = of_kind
        .iter()
        .filter(|claim| state.is_none_or(|state| claim.state.word() == state))
        .collect();
    let what = state.unwrap_or("made");
    let said = format!("{} of {} {what}", found.len(), counted(of_kind.len(), "claim"));
    let answer = Answer::value(Finding::of(!found.is_empty()), found.len(), said).sure(SURE);
    found.iter().take(PROOFS_MAX).fold(answer, |answer, claim| {
        let note = format!("{}: {}", claim.about, claim.because);
        answer.at_noting_quoting(claim.place.clone(), note, claim.text.clone())
    })
}

fn readable(snapshot: &Subject) -> Vec<&Document> {
    let is_read = |document: &&Document| document.reading.is_ok();
    let given: Vec<&Document> = snapshot.documents.iter().filter(is_read).collect();
    if given.is_empty() && snapshot.documents.is_empty() {
        return snapshot.found().iter().filter(is_read).collect();
    }
    given
}
