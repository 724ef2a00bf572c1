//! The one way to write a job's input down before it is digested.

use crate::limits::Limits;
use serde::Serialize;
use serde_json::Value;
use sha256::Digest;

/// A value that cannot be digested: it is no JSON, or nested deeper than [`Limits::INPUT_DEPTH`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a job's input cannot be written down: {0}")]
pub struct TooDeep(String);

/// Digests a value by its canonical JSON, in which the order of keys does not matter.
///
/// # Errors
/// When the value is not JSON (a map whose keys are no strings) or nested too deep.
pub fn digest<T: Serialize + ?Sized>(value: &T) -> Result<Digest, TooDeep> {
    canonical(value).map(|text| Digest::of(text.as_bytes()))
}

/// Writes `value` as JSON without white space and with the keys of every object in byte order.
fn canonical<T: Serialize + ?Sized>(value: &T) -> Result<String, TooDeep> {
    let mut value = serde_json::to_value(value).map_err(|error| TooDeep(error.to_string()))?;
    if !fits(&value, Limits::INPUT_DEPTH) {
        return Err(TooDeep(format!(
            "it is nested deeper than {} levels",
            Limits::INPUT_DEPTH
        )));
    }
    value.sort_all_objects();
    Ok(value.to_string())
}

/// Whether the value has at most so many levels.
fn fits(value: &Value, levels: usize) -> bool {
    let Some(below) = levels.checked_sub(1) else {
        return false;
    };
    match value {
        Value::Array(items) => items.iter().all(|item| fits(item, below)),
        Value::Object(fields) => fields.values().all(|item| fits(item, below)),
        _ => true,
    }
}

#[cfg(test)]
mod tests;
