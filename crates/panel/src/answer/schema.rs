//! The JSON Schema of an answer, in the dialect that all providers with strict schemas take.

use crate::brief::Brief;
use court::evidence::ExhibitId;
use court::rubric::Dimension;
use court::score::{Scale, Score};
use serde_json::{Map, Value, json};

/// The most exhibits that are listed one by one: providers limit the values of an enumeration.
const EXHIBITS_LISTED: usize = 200;

/// The schema for one brief: only exhibits that were shown, only scores of the scale. The order of its keys is
/// the order in which a model has to write: what it saw, what it makes of it, and the score last.
pub fn schema(brief: &Brief, dimension: &Dimension) -> Value {
    let properties = [
        ("dimension", json!({ "type": "string", "enum": [dimension.id.0] })),
        ("evidence", evidence(brief)),
        ("argument", text("Your reasoning, naming exhibits.")),
        (
            "charges",
            texts("What weighs against the subject, with exhibits."),
        ),
        ("mitigations", texts("What weighs in its favour, with exhibits.")),
        (
            "confidence",
            json!({ "type": "integer", "description": "How sure you are, 0 to 100." }),
        ),
        ("score", score(&dimension.scale)),
    ];
    object(&properties)
}

/// An object of these properties and no others, all of which have to be there.
pub(crate) fn object(properties: &[(&str, Value)]) -> Value {
    let required: Vec<&str> = properties.iter().map(|(key, _)| *key).collect();
    let map: Map<String, Value> = properties
        .iter()
        .map(|(key, value)| ((*key).to_owned(), value.clone()))
        .collect();
    json!({ "type": "object", "properties": map, "required": required, "additionalProperties": false })
}

fn evidence(brief: &Brief) -> Value {
    let ids: Vec<String> = brief.exhibits.keys().map(ExhibitId::to_string).collect();
    let exhibit = if ids.is_empty() || ids.len() > EXHIBITS_LISTED {
        text("The number of an exhibit, such as E12.")
    } else {
        json!({ "type": "string", "enum": ids })
    };
    let item = object(&[
        ("exhibit", exhibit),
        (
            "quote",
            text("Words of that exhibit, letter for letter, at most one line; empty where it has none."),
        ),
        ("shows", text("What they show.")),
    ]);
    json!({ "type": "array", "items": item })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

fn texts(description: &str) -> Value {
    json!({ "type": "array", "description": description, "items": { "type": "string" } })
}

fn score(scale: &Scale) -> Value {
    let all = allowed(scale);
    let are_whole = all.iter().all(|score| score.0.is_integer());
    let kind = if are_whole { "integer" } else { "number" };
    let values: Vec<Value> = all.iter().map(|score| number(*score)).collect();
    json!({ "type": kind, "enum": values })
}

/// The scores one by one; a scale without a list has whole scores.
fn allowed(scale: &Scale) -> Vec<Score> {
    let whole = || {
        let (first, last) = (scale.min.0.ceil().to_integer(), scale.max.0.floor().to_integer());
        (first..=last).take(EXHIBITS_LISTED).map(Score::whole).collect()
    };
    scale.allowed.clone().unwrap_or_else(whole)
}

fn number(score: Score) -> Value {
    if score.0.is_integer() {
        json!(score.0.to_integer())
    } else {
        json!(score.as_f64())
    }
}
