//! Keys as models spell them.

use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Letters that may differ from a known key.
const TYPOS: usize = 2;
/// Shorter keys have no typos: too many words are near them.
const TYPO_MIN: usize = 5;

/// What an answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Evidence,
    Argument,
    Charges,
    Mitigations,
    Confidence,
    Score,
}

/// The fields with every spelling that is known for them, the right one first.
const SPELLINGS: &[(Field, &[&str])] = &[
    (
        Field::Evidence,
        &[
            "evidence",
            "citedevidence",
            "citations",
            "cited",
            "exhibits",
            "evidences",
        ],
    ),
    (
        Field::Argument,
        &[
            "argument",
            "reasoning",
            "rationale",
            "justification",
            "explanation",
            "analysis",
        ],
    ),
    (
        Field::Charges,
        &["charges", "charge", "accusations", "weaknesses"],
    ),
    (
        Field::Mitigations,
        &["mitigations", "mitigation", "mitigatingfactors", "strengths"],
    ),
    (
        Field::Confidence,
        &["confidence", "certainty", "confidencelevel", "confidencescore"],
    ),
    (
        Field::Score,
        &["score", "finalscore", "rating", "grade", "points", "level"],
    ),
];

/// The values by field.
pub(super) struct Fields(BTreeMap<Field, Value>);

impl Fields {
    pub(super) fn take(&mut self, field: Field) -> Option<Value> {
        self.0.remove(&field)
    }
}

/// The known fields of the object; a right spelling goes before a wrong one.
pub(super) fn known(map: Map<String, Value>, repairs: &mut Vec<String>) -> Fields {
    let mut fields = BTreeMap::new();
    let (right, wrong): (Vec<_>, Vec<_>) = map
        .into_iter()
        .partition(|(key, _)| SPELLINGS.iter().any(|(_, names)| names[0] == key));
    for (key, value) in right.into_iter().chain(wrong) {
        let Some(field) = field(&key) else { continue };
        if fields.contains_key(&field) {
            continue;
        }
        let name = spelling(field);
        if name != key {
            repairs.push(format!("key \"{}\" taken as \"{name}\"", super::clipped(&key)));
        }
        fields.insert(field, value);
    }
    Fields(fields)
}

fn spelling(field: Field) -> &'static str {
    SPELLINGS
        .iter()
        .find(|(known, _)| *known == field)
        .map_or("", |(_, names)| names[0])
}

/// The field that a key means.
pub(super) fn field(key: &str) -> Option<Field> {
    let folded: String = key
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect::<String>()
        .to_lowercase();
    let exact = SPELLINGS
        .iter()
        .find(|(_, names)| names.contains(&folded.as_str()));
    let near = || {
        SPELLINGS
            .iter()
            .find(|(_, names)| folded.len() >= TYPO_MIN && strsim::levenshtein(&folded, names[0]) <= TYPOS)
    };
    exact.or_else(near).map(|(field, _)| *field)
}
