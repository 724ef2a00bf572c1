use super::{gaps, readable, search, short, with_gaps};
use claims::claim::terms::{Depth, Treatment, Words, treatment};
use documents::document::Document;
use probes_core::{Answer, Probe, Subject};
use serde_json::{Map, Value};

pub(super) const PROBE: Probe = Probe::of_documents(
    "docs.terms",
    "The report explains each term that the rubric names by how it is done here.",
    examine,
);

/// Reading for meaning by its outward signs is good evidence, not proof.
const SURE: u8 = 80;

fn examine(snapshot: &Subject) -> Answer {
    if snapshot.terms.is_empty() {
        return Answer::not_applicable("the rubric names no terms");
    }
    match readable(snapshot) {
        Ok(documents) => explained(snapshot, documents, &snapshot.terms),
        Err(answer) => *answer,
    }
}

/// How far the documents go into each of the terms.
pub(crate) fn explained(snapshot: &Subject, documents: Vec<&Document>, terms: &[String]) -> Answer {
    answer(snapshot, &treatments(snapshot, documents, terms))
}

/// What the report that goes furthest makes of each term.
fn treatments<'t>(
    snapshot: &Subject,
    documents: Vec<&Document>,
    terms: &'t [String],
) -> Vec<(&'t str, Treatment)> {
    let read: Vec<_> = documents
        .into_iter()
        .map(|document| {
            let passages = snapshot.passages(document);
            let words = Words::of(&passages);
            (document, passages, words)
        })
        .collect();
    let best = |term: &str| {
        let all = read
            .iter()
            .map(|(document, passages, words)| treatment(document, passages, words, term));
        all.reduce(|best, other| if other.depth > best.depth { other } else { best })
    };
    let terms = terms.iter().map(String::as_str);
    terms.filter_map(|term| Some((term, best(term)?))).collect()
}

fn answer(snapshot: &Subject, treatments: &[(&str, Treatment)]) -> Answer {
    let gaps = gaps(snapshot);
    // A term may stand in the part that could not be read, and what a scan says of it may be misread.
    let is_scan = snapshot.documents.iter().any(Document::is_scan);
    let unsure = if is_scan { Depth::Mentioned } else { Depth::Absent };
    let known = |treatment: &Treatment| treatment.depth > unsure || gaps.is_none();
    let known: Vec<_> = treatments
        .iter()
        .filter(|(_, treatment)| known(treatment))
        .collect();
    if known.is_empty() {
        return Answer::unobserved(gaps.unwrap_or_default());
    }
    let value: Map<String, Value> = known
        .iter()
        .map(|(term, treatment)| ((*term).to_owned(), treatment.depth.word().into()))
        .collect();
    let named = |depth: Depth, what: &str| {
        let terms: Vec<&str> = known
            .iter()
            .filter(|(_, found)| found.depth == depth)
            .map(|(term, _)| *term)
            .collect();
        (!terms.is_empty()).then(|| format!("{what}: {}", terms.join(", ")))
    };
    let parts = [
        named(Depth::Substantive, "explained"),
        named(Depth::Mentioned, "only mentioned"),
        named(Depth::Absent, "absent"),
    ];
    let rationale = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
    let explained = known.iter().any(|(_, found)| found.depth == Depth::Substantive);
    let answer = match explained {
        true => Answer::present(with_gaps(rationale, snapshot)),
        false => Answer::absent(rationale, search(snapshot)),
    }
    .valued(value);
    let mut proven: Vec<_> = known
        .iter()
        .filter_map(|(term, treatment)| Some((term, treatment.depth, treatment.passage.as_ref()?)))
        .collect();
    // What is only mentioned is where something is to be done.
    proven.sort_by_key(|(_, depth, _)| *depth);
    proven
        .into_iter()
        .fold(answer.sure(SURE), |answer, (term, depth, (place, text))| {
            answer.at_noting_quoting(place.clone(), format!("{term}: {}", depth.word()), short(text))
        })
}
