//! One exhibit.

use super::number::share;
use court::evidence::{Exhibit, ExhibitId, Finding, Source};
use serde_json::{Value, json};

/// One exhibit as it stands in the file.
#[must_use]
pub fn exhibit(id: ExhibitId, exhibit: &Exhibit) -> Value {
    let cause = match &exhibit.finding {
        Finding::Unobserved { cause } => Some(cause),
        _ => None,
    };
    let source = match &exhibit.source {
        Source::Observed => "observed".to_owned(),
        Source::Ran { scenario } => format!("experiment:{scenario}"),
        Source::Described { model } => format!("described:{model}"),
    };
    let excerpt = exhibit.excerpt.as_ref();
    json!({
        "id": id,
        "probe": exhibit.probe,
        "detective": exhibit.detective.name(),
        "goal": exhibit.goal,
        "found": exhibit.finding == Finding::Present,
        "finding": exhibit.finding.word(),
        "cause": cause,
        "value": exhibit.value,
        "content": excerpt.map(|excerpt| &excerpt.text),
        "location": exhibit.place.as_ref().map(ToString::to_string),
        "sha256": excerpt.map(|excerpt| &excerpt.sha256),
        "rationale": exhibit.rationale,
        "confidence": share(exhibit.confidence.into()),
        "source": source,
    })
}
