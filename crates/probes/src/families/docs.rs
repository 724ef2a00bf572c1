//! Probes of the reports that come with a subject.

mod claims;
mod diagram;
mod diagram_against_code;
mod diagram_names;
mod diagram_nodes;
mod diagram_parallel;
pub(super) mod elsewhere;
mod found;
mod hidden_text;
mod licence;
mod manual;
mod paths_missing;
mod paths_present;
mod readme;
mod sections;
pub(crate) mod terms;

use crate::known::Papers as _;
use ::claims::claim::{Claim, Kind as Claimed, State};
use ::claims::diagram::{DIAGRAMS_MAX, Diagram, Kind};
use documents::document::passages::WEIGHED_ROWS_MAX;
use documents::document::{Document, Origin};
use probes_core::{Answer, Probe, Search, Subject};

/// The family.
pub static DOCS: &[Probe] = &[
    terms::PROBE,
    paths_missing::PROBE,
    paths_present::PROBE,
    claims::PROBE,
    hidden_text::PROBE,
    found::PROBE,
    diagram::PROBE,
    diagram_parallel::PROBE,
    diagram_against_code::PROBE,
    diagram_nodes::PROBE,
];

/// Those of any repository's own documents.
pub(super) const OWN_DOCS: &[Probe] = &[readme::PROBE, licence::PROBE, diagram_names::PROBE];

/// Longest passage that is quoted, in characters.
const QUOTE_CHARS_MAX: usize = 400;

/// Most sources that are named as not read.
const UNREAD_NAMED_MAX: usize = 6;

/// The reports that have pages, or the answer where there are none: where no report was given nothing is asked of it.
fn readable(snapshot: &Subject) -> Result<Vec<&Document>, Box<Answer>> {
    if snapshot.documents.is_empty() {
        return Err(Box::new(Answer::not_applicable("no report was given")));
    }
    let readable: Vec<&Document> = snapshot
        .documents
        .iter()
        .filter(|document| document.reading.is_ok())
        .collect();
    if readable.is_empty() {
        return Err(Box::new(Answer::unobserved(gaps(snapshot).unwrap_or_default())));
    }
    Ok(readable)
}

/// The answer where no report can be read.
fn unreadable(snapshot: &Subject) -> Option<Answer> {
    readable(snapshot).err().map(|answer| *answer)
}

/// What of the reports could not be read, in one sentence.
fn gaps(snapshot: &Subject) -> Option<String> {
    gaps_of(&snapshot.documents, snapshot)
}

/// The reports that were handed in, read to their end or not.
fn search(snapshot: &Subject) -> Search {
    snapshot
        .documents
        .iter()
        .fold(Search::default(), |search, document| {
            let place = document.place(1, 0, 0);
            match gaps_of(std::slice::from_ref(document), snapshot) {
                Some(gap) => search.open(place, gap),
                None => search.looked_at([place]),
            }
        })
}

fn gaps_of(documents: &[Document], snapshot: &Subject) -> Option<String> {
    let read = documents.iter().filter_map(Document::gap);
    let weighed = documents
        .iter()
        .filter_map(|document| unweighed(document, snapshot));
    let gaps: Vec<String> = read.chain(weighed).collect();
    (!gaps.is_empty()).then(|| gaps.join("; "))
}

/// What of a document is too long to be weighed.
fn unweighed(document: &Document, snapshot: &Subject) -> Option<String> {
    let passages = snapshot.passages(document);
    let row = passages.rows.get(passages.weighed())?;
    let place = document.place(row.page, row.line, row.line);
    Some(format!(
        "from {place} on, statements are not weighed: more than {WEIGHED_ROWS_MAX} rows"
    ))
}

/// A rationale with what may have been overlooked.
fn with_gaps(rationale: String, snapshot: &Subject) -> String {
    match gaps(snapshot) {
        Some(gaps) => format!("{rationale} (not all was read: {gaps})"),
        None => rationale,
    }
}

/// A rationale about so many things, with the word that there may be more than so many.
fn with_most(rationale: String, count: usize, max: usize, things: &str) -> String {
    if count < max {
        return rationale;
    }
    format!("{rationale}; no more than {max} {things} are looked at")
}

/// A rationale about what reports name, with the pictures that may name more.
fn with_pictures(rationale: String, snapshot: &Subject) -> String {
    let pictures = snapshot.diagrams();
    let is_unread = |one: &&Diagram| one.kind == Kind::Raster && one.lettering.is_none();
    let count = pictures.iter().filter(is_unread).count();
    let rationale = with_gaps(rationale, snapshot);
    let most = pictures.len();
    let rationale = with_most(rationale, most, DIAGRAMS_MAX, "diagrams of one document");
    match count {
        0 => rationale,
        1 => format!("{rationale}; a picture that nobody looked at may name more"),
        many => format!("{rationale}; {many} pictures that nobody looked at may name more"),
    }
}

/// The sources of diagrams in languages that are not read, in one sentence.
fn unread<'a>(diagrams: impl IntoIterator<Item = &'a Diagram>) -> Option<String> {
    let sources = diagrams
        .into_iter()
        .filter(|diagram| diagram.kind == Kind::Foreign);
    let named: Vec<String> = sources
        .take(UNREAD_NAMED_MAX)
        .map(|source| format!("{} at {}", source.about, source.place))
        .collect();
    (!named.is_empty()).then(|| format!("Graphviz and PlantUML are not read: {}", named.join(", ")))
}

fn short(text: &str) -> String {
    let end = text
        .char_indices()
        .nth(QUOTE_CHARS_MAX)
        .map_or(text.len(), |(at, _)| at);
    text[..end].to_owned()
}

/// Every path that some report claims and that came to this state, by path.
fn paths(snapshot: &Subject, state: State) -> Vec<&Claim> {
    let is_path = |claim: &&Claim| (claim.kind, claim.origin) == (Claimed::Path, Origin::Given);
    let claims = snapshot.claims().iter().filter(is_path);
    let mut claims: Vec<&Claim> = claims.filter(|claim| claim.state == state).collect();
    claims.sort_by_key(|claim| &claim.about);
    claims
}

/// A claim as a proof: what was read from a picture is no text that could be quoted.
fn claimed_at(answer: Answer, claim: &Claim, note: String) -> Answer {
    match claim.read {
        Some(_) => answer.at_noting(claim.place.clone(), note),
        None => answer.at_noting_quoting(claim.place.clone(), note, claim.text.clone()),
    }
}

/// A diagram as a proof.
fn shown(answer: Answer, diagram: &Diagram, note: String) -> Answer {
    match diagram.text.as_str() {
        "" => answer.at_noting(diagram.place.clone(), note),
        text => answer.at_noting_quoting(diagram.place.clone(), note, short(text)),
    }
}
