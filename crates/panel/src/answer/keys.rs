//! Keys as models spell them.

pub(super) use court::text::folded_name as folded;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use wordlist::head_of;

/// Letters that may differ from a known key of this length; shorter keys have no typos, for too many words are near.
const TYPOS: [(usize, usize); 2] = [(8, 2), (5, 1)];

/// What an answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Dimension,
    Evidence,
    Argument,
    Charges,
    Mitigations,
    Confidence,
    Score,
}

/// The fields with every spelling that is known for them, the right one first.
const SPELLINGS: [(Field, &str); 7] = [
    (
        Field::Dimension,
        "dimension dimensionid dimensionname criterion criterionid criterionname",
    ),
    (
        Field::Evidence,
        "evidence citedevidence evidencecited supportingevidence evidenceids evidencelist citations cited exhibits \
         exhibitids citedexhibits",
    ),
    (
        Field::Argument,
        "argument reasoning rationale justification explanation analysis opinion",
    ),
    (Field::Charges, "charges charge accusations weaknesses"),
    (
        Field::Mitigations,
        "mitigations mitigation mitigatingfactors strengths",
    ),
    (
        Field::Confidence,
        "confidence certainty confidencelevel confidencescore",
    ),
    (Field::Score, "score finalscore rating grade points level"),
];

/// The first of several spellings.
fn right(spellings: &'static str) -> &'static str {
    spellings.split(' ').next().unwrap_or_default()
}

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
        .partition(|(key, _)| SPELLINGS.iter().any(|(_, names)| right(names) == key));
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
        .map_or("", |(_, names)| right(names))
}

/// The field that a key means.
pub(super) fn field(key: &str) -> Option<Field> {
    let folded = folded(key);
    let typos = TYPOS
        .iter()
        .find(|(least, _)| folded.len() >= *least)
        .map_or(0, |(_, typos)| *typos);
    let near = || {
        SPELLINGS
            .iter()
            .find(|(_, names)| strsim::levenshtein(&folded, right(names)) <= typos)
            .map(|(field, _)| *field)
    };
    head_of(&SPELLINGS, &folded).or_else(near)
}

/// The value of the first of these keys, however they are spelt.
pub(super) fn first<'a>(map: &'a Map<String, Value>, keys: &[&str]) -> Option<&'a Value> {
    let of = |key: &&str| map.iter().find(|(known, _)| folded(known) == **key);
    keys.iter().find_map(of).map(|(_, value)| value)
}
