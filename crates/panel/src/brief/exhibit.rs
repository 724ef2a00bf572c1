//! One exhibit as a judge sees it.

use super::withhold::{withhold, withhold_orders};
use super::{canonical, cut};
use court::evidence::{Exhibit, ExhibitId, Finding, Place, Source};

/// Bytes of quoted text of one exhibit: about a screenful, so that no exhibit crowds out the others.
const EXCERPT_BYTES: usize = 4_000;
/// Bytes of a fact.
const VALUE_BYTES: usize = 2_000;
/// Bytes of a goal or a rationale.
const SENTENCE_BYTES: usize = 1_200;
/// Endings of files that hold prose.
const PROSE: &[&str] = &[".md", ".rst", ".txt", ".adoc"];

/// The exhibit without its fence. `mark` tells the court's words from the subject's.
pub(super) fn render(exhibit: &Exhibit, mark: &str) -> String {
    let mut lines = vec![
        format!("asked by: {}", exhibit.probe),
        format!(
            "looked for: {}",
            canonical(&cut::prose(&exhibit.goal, SENTENCE_BYTES).text)
        ),
        format!("finding: {}", finding(exhibit, mark)),
    ];
    if let Some(place) = &exhibit.place {
        lines.push(format!("place: {}", safe(&place.to_string(), mark)));
    }
    if let Some(value) = &exhibit.value {
        lines.push(format!("fact: {}", safe(&cut::value(value, VALUE_BYTES), mark)));
    }
    let why = cut::prose(&exhibit.rationale, SENTENCE_BYTES);
    lines.push(format!("why: {}", noted(own(&why.text, mark), &why, mark)));
    if let Source::Described { model } = &exhibit.source {
        lines.push(format!(
            "source: described by the model {}, not observed: where it disagrees with what was observed, what was observed holds",
            canonical(model)
        ));
    }
    if let Some(quoted) = quoted(exhibit, mark) {
        lines.push(format!("text of the subject:\n{quoted}"));
    }
    lines.join("\n")
}

/// What decides the fence: everything of the exhibit that can be shown, before it is cut or marked.
pub(super) fn content(id: ExhibitId, exhibit: &Exhibit) -> String {
    // A struct of strings and numbers can be written; if it could not, its number would still tell it apart.
    let text = serde_json::to_string(exhibit).unwrap_or_default();
    format!("{id}\n{}\n{text}\n", text.len())
}

fn finding(exhibit: &Exhibit, mark: &str) -> String {
    match &exhibit.finding {
        Finding::Unobserved { cause } => format!(
            "could not be observed, which says nothing about the subject: {}",
            own(&cut::prose(cause, SENTENCE_BYTES).text, mark)
        ),
        Finding::NotApplicable => "the question does not arise for this subject".to_owned(),
        Finding::Contradicted => "contradicted: it is claimed, and the facts say otherwise".to_owned(),
        finding => finding.word().to_owned(),
    }
}

fn quoted(exhibit: &Exhibit, mark: &str) -> Option<String> {
    let excerpt = exhibit
        .excerpt
        .as_ref()
        .filter(|excerpt| !excerpt.text.is_empty())?;
    let cut = if holds_prose(exhibit.place.as_ref()) {
        cut::prose(&excerpt.text, EXCERPT_BYTES)
    } else {
        cut::code(&excerpt.text, EXCERPT_BYTES)
    };
    Some(noted(safe(&cut.text, mark), &cut, mark))
}

fn holds_prose(place: Option<&Place>) -> bool {
    match place {
        Some(Place::Lines { path, .. }) => PROSE.iter().any(|ending| path.to_lowercase().ends_with(ending)),
        _ => true,
    }
}

fn noted(text: String, cut: &cut::Cut, mark: &str) -> String {
    match &cut.note {
        None => text,
        Some(note) => {
            format!("{text}\n[{mark}: cut here by the court, {note}; what is not shown is no defect]")
        }
    }
}

/// The subject's words: without grades and orders, and with everything that would be overlooked written out.
pub(crate) fn safe(text: &str, mark: &str) -> String {
    canonical(&withhold(text, mark))
}

/// The court's own words: what they say of grades is no grade of the subject's.
fn own(text: &str, mark: &str) -> String {
    canonical(&withhold_orders(text, mark))
}
