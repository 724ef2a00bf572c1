//! From what a model wrote to an answer, every repair on the way written down.
//!
//! Models that have no strict schema wrap their answer in thoughts, fences and prose, misspell keys and write
//! scores as words. All of that can be understood without guessing; what cannot is an error and is asked again.

mod cite;
mod keys;
mod lenient;
pub(crate) mod locate;
mod number;
pub(crate) mod schema;
mod validate;

pub use schema::schema;
pub use validate::{Fault, Held, held};

use court::rubric::Dimension;
use court::score::Score;
use keys::{Field, field, first, folded};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Bytes of an answer that are read. An opinion has some thousands; more is a model that does not stop.
pub const ANSWER_BYTES: usize = 1 << 20;
/// Characters of an argument that are kept, three pages.
pub const ARGUMENT_CHARS: usize = 6_000;
/// Citations that are kept.
pub const CITATIONS_MAX: usize = 40;
/// Charges or mitigations that are kept, and the characters of each.
pub const POINTS_MAX: usize = 20;
const POINT_CHARS: usize = 600;

/// A citation as the judge gave it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// The exhibit as written, `E12` where it was understood.
    pub exhibit: String,
    /// Words of the exhibit; may be empty.
    pub quote: String,
}

/// What a judge answered, not yet held against its brief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What it rests on.
    pub evidence: Vec<Citation>,
    /// The reasoning.
    pub argument: String,
    /// What it holds against the subject.
    pub charges: Vec<String>,
    /// What it holds in its favour.
    pub mitigations: Vec<String>,
    /// How sure it is, in percent.
    pub confidence: u8,
    /// The score, not yet held against the scale.
    pub score: Score,
}

/// Why a text is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// There is no text.
    #[error("the answer is empty")]
    Empty,
    /// It is longer than [`ANSWER_BYTES`].
    #[error("the answer is too long")]
    TooLong,
    /// There is no JSON object in it that is whole.
    #[error("the answer holds no complete JSON object: {0}")]
    NoObject(String),
    /// There are several in one, and nobody can say which counts.
    #[error("it holds more than one answer ({0}): give one, on the dimension that you were asked about")]
    Several(usize),
    /// It is about something else.
    #[error("the answer is about the dimension \"{0}\", and you were asked about another")]
    OtherDimension(String),
    /// A key is missing.
    #[error("the key \"{0}\" is missing")]
    Missing(&'static str),
    /// A value is not what its key asks for.
    #[error("the value of \"{key}\" is {found}; it has to be {wanted}")]
    Value {
        /// The key.
        key: &'static str,
        /// What stands there, shortened.
        found: String,
        /// What should.
        wanted: String,
    },
}

/// Reads an answer. The strings are the repairs, in the order in which they were made.
///
/// # Errors
/// When there is no whole answer in the text.
pub fn parse(text: &str, dimension: &Dimension) -> Result<(Answer, Vec<String>), Malformed> {
    if text.len() > ANSWER_BYTES {
        return Err(Malformed::TooLong);
    }
    let mut repairs = Vec::new();
    let object = locate::object(text, &is_opinion, &mut repairs)?;
    let mut fields = keys::known(object, &mut repairs);
    about(fields.take(Field::Dimension), dimension)?;
    let mut answer = Answer {
        evidence: cite::evidence(fields.take(Field::Evidence), &mut repairs)?,
        argument: argument(fields.take(Field::Argument), &mut repairs)?,
        charges: points("charges", fields.take(Field::Charges), &mut repairs)?,
        mitigations: points("mitigations", fields.take(Field::Mitigations), &mut repairs)?,
        confidence: number::confidence(fields.take(Field::Confidence), &mut repairs),
        score: number::score(fields.take(Field::Score), dimension, &mut repairs)?,
    };
    if answer.evidence.is_empty() {
        answer.evidence = cite::named_in(&answer);
        repairs.push("evidence: none listed, taken from what the argument names".to_owned());
    }
    Ok((answer, repairs))
}

/// An answer that says what it is about has to be about this dimension.
fn about(value: Option<Value>, dimension: &Dimension) -> Result<(), Malformed> {
    let Some(Value::String(named)) = value else {
        return Ok(());
    };
    let is_this = [&dimension.id.0, &dimension.name].map(|known| folded(known) == folded(&named));
    match is_this.contains(&true) {
        true => Ok(()),
        false => Err(Malformed::OtherDimension(clipped(&named))),
    }
}

fn is_opinion(map: &Map<String, Value>) -> bool {
    let has = |wanted| map.keys().any(|key| field(key) == Some(wanted));
    has(Field::Score) && has(Field::Argument)
}

fn argument(value: Option<Value>, repairs: &mut Vec<String>) -> Result<String, Malformed> {
    let text = match value.ok_or(Malformed::Missing("argument"))? {
        Value::String(text) => text,
        Value::Array(parts) if !parts.is_empty() && parts.iter().all(Value::is_string) => {
            repairs.push("argument: a list of texts joined".to_owned());
            let parts: Vec<&str> = parts.iter().filter_map(Value::as_str).collect();
            parts.join(" ")
        }
        other => return Err(wrong("argument", &other, "a text")),
    };
    Ok(limited(&text, ARGUMENT_CHARS, "argument", repairs))
}

fn points(
    key: &'static str,
    value: Option<Value>,
    repairs: &mut Vec<String>,
) -> Result<Vec<String>, Malformed> {
    let items = match value {
        None | Some(Value::Null) => {
            repairs.push(format!("{key}: missing, taken as none"));
            Vec::new()
        }
        Some(Value::Array(items)) => items,
        Some(Value::String(text)) => {
            repairs.push(format!("{key}: a text taken as a list of one"));
            if text.trim().is_empty() {
                Vec::new()
            } else {
                vec![Value::String(text)]
            }
        }
        Some(other) => return Err(wrong(key, &other, "a list of texts")),
    };
    let text = |item: &Value| match item {
        Value::String(text) => text.clone(),
        Value::Object(map) => first(
            map,
            &["what", "charge", "mitigation", "text", "description", "point"],
        )
        .and_then(Value::as_str)
        .map_or_else(|| item.to_string(), str::to_owned),
        other => other.to_string(),
    };
    let texts = items.iter().take(POINTS_MAX).map(text);
    Ok(texts
        .map(|text| limited(&text, POINT_CHARS, key, repairs))
        .collect())
}

pub(crate) fn limited(text: &str, most: usize, key: &str, repairs: &mut Vec<String>) -> String {
    let text = crate::brief::canonical(text.trim());
    if text.chars().count() <= most {
        return text;
    }
    repairs.push(format!("{key}: cut after {most} characters"));
    let cut: String = text.chars().take(most).collect();
    format!("{cut} [...]")
}

pub(crate) fn wrong(key: &'static str, found: &Value, wanted: &str) -> Malformed {
    Malformed::Value {
        key,
        found: clipped(&found.to_string()),
        wanted: wanted.to_owned(),
    }
}

/// Enough of a text to recognise it.
fn clipped(text: &str) -> String {
    let head: String = text.chars().take(60).collect();
    if head.len() < text.len() {
        format!("{head}...")
    } else {
        head
    }
}

#[cfg(test)]
mod tests;
