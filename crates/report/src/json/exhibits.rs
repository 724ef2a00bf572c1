//! Exhibits under their dimensions.

use super::number::share;
use crate::shelves::Shelf;
use court::evidence::{Exhibit, ExhibitId, Finding, Source};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// A map from the id of a dimension to its exhibits, in the order of the rubric.
pub(super) struct Shelved<'a>(pub(super) Vec<Shelf<'a>>);

impl Serialize for Shelved<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|shelf| {
            let rows: Vec<Row<'_>> = shelf
                .exhibits
                .iter()
                .map(|(id, exhibit)| row(*id, exhibit))
                .collect();
            (shelf.name, rows)
        }))
    }
}

#[derive(Serialize)]
struct Row<'a> {
    id: ExhibitId,
    probe: &'a str,
    detective: &'static str,
    goal: &'a str,
    found: bool,
    finding: &'static str,
    cause: Option<&'a str>,
    value: Option<&'a Value>,
    content: Option<&'a str>,
    location: Option<String>,
    sha256: Option<&'a str>,
    rationale: &'a str,
    confidence: Value,
    source: String,
}

/// One exhibit as it stands in the file.
#[must_use]
pub fn exhibit(id: ExhibitId, exhibit: &Exhibit) -> Value {
    // A row of strings and numbers always is JSON.
    serde_json::to_value(row(id, exhibit)).unwrap_or_default()
}

fn row(id: ExhibitId, exhibit: &Exhibit) -> Row<'_> {
    Row {
        id,
        probe: &exhibit.probe,
        detective: exhibit.detective.name(),
        goal: &exhibit.goal,
        found: exhibit.finding == Finding::Present,
        finding: exhibit.finding.word(),
        cause: cause(&exhibit.finding),
        value: exhibit.value.as_ref(),
        content: exhibit.excerpt.as_ref().map(|excerpt| excerpt.text.as_str()),
        location: exhibit.place.as_ref().map(ToString::to_string),
        sha256: exhibit.excerpt.as_ref().map(|excerpt| excerpt.sha256.as_str()),
        rationale: &exhibit.rationale,
        confidence: share(exhibit.confidence.into()),
        source: source(&exhibit.source),
    }
}

fn cause(finding: &Finding) -> Option<&str> {
    match finding {
        Finding::Unobserved { cause } => Some(cause),
        _ => None,
    }
}

fn source(source: &Source) -> String {
    match source {
        Source::Observed => "observed".to_owned(),
        Source::Described { model } => format!("described:{model}"),
    }
}
