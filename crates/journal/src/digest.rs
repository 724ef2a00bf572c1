//! SHA-256 digests, and the one way to write a value down before it is digested.

use crate::limits::Limits;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A SHA-256 digest, written as 64 lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest(String);

/// A value that cannot be digested: it is no JSON, or nested deeper than [`Limits::INPUT_DEPTH`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a job's input cannot be written down: {0}")]
pub struct TooDeep(String);

impl Digest {
    /// Digests `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(
            Sha256::digest(bytes)
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
        )
    }

    /// Digests a value by its canonical JSON, in which the order of keys does not matter.
    ///
    /// # Errors
    /// When the value is not JSON (a map whose keys are no strings) or nested too deep.
    pub fn of_value<T: Serialize + ?Sized>(value: &T) -> Result<Self, TooDeep> {
        canonical(value).map(|text| Self::of(text.as_bytes()))
    }

    /// The 64 hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.0
    }
}

impl FromStr for Digest {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from(text.to_owned())
    }
}

impl TryFrom<String> for Digest {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_hexadecimal = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        (text.len() == 64 && is_hexadecimal)
            .then_some(Self(text))
            .ok_or("a digest has 64 lower-case hexadecimal digits")
    }
}

/// Writes `value` as JSON without white space and with the keys of every object in byte order.
pub(crate) fn canonical<T: Serialize + ?Sized>(value: &T) -> Result<String, TooDeep> {
    let value = serde_json::to_value(value).map_err(|error| TooDeep(error.to_string()))?;
    let mut text = String::new();
    write(&value, &mut text, Limits::INPUT_DEPTH)?;
    Ok(text)
}

fn write(value: &Value, text: &mut String, depth: usize) -> Result<(), TooDeep> {
    let below = depth.checked_sub(1).ok_or_else(too_deep)?;
    match value {
        Value::Array(items) => write_items(items, text, below),
        Value::Object(fields) => write_fields(fields, text, below),
        scalar => {
            text.push_str(&scalar.to_string());
            Ok(())
        }
    }
}

fn write_items(items: &[Value], text: &mut String, depth: usize) -> Result<(), TooDeep> {
    text.push('[');
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        write(item, text, depth)?;
    }
    text.push(']');
    Ok(())
}

fn write_fields(
    fields: &serde_json::Map<String, Value>,
    text: &mut String,
    depth: usize,
) -> Result<(), TooDeep> {
    text.push('{');
    let sorted: BTreeMap<_, _> = fields.iter().collect();
    for (place, (name, value)) in sorted.into_iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        text.push_str(&Value::from(name.as_str()).to_string());
        text.push(':');
        write(value, text, depth)?;
    }
    text.push('}');
    Ok(())
}

fn too_deep() -> TooDeep {
    TooDeep(format!("it is nested deeper than {} levels", Limits::INPUT_DEPTH))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn canonical_json_sorts_keys_at_every_level_and_keeps_arrays() {
        let value = json!({ "b": [{ "d": 1.5, "c": null }, 2, 1], "a": "\"ü\n" });
        assert_eq!(
            canonical(&value).unwrap(),
            r#"{"a":"\"ü\n","b":[{"c":null,"d":1.5},2,1]}"#
        );
    }

    #[test]
    fn a_value_nested_beyond_the_limit_is_refused() {
        let nested = |levels: usize| (1..levels).fold(json!(1), |inner, _| json!([inner]));
        assert!(canonical(&nested(Limits::INPUT_DEPTH)).is_ok());
        assert!(canonical(&nested(Limits::INPUT_DEPTH + 1)).is_err());
    }

    proptest! {
        #[test]
        fn a_digest_does_not_depend_on_the_order_of_keys(fields in proptest::collection::btree_map(".*", any::<i64>(), 0..20)) {
            let forwards: Value = Value::Object(fields.iter().map(|(name, value)| (name.clone(), json!(value))).collect());
            let backwards: Value = Value::Object(fields.iter().rev().map(|(name, value)| (name.clone(), json!(value))).collect());
            prop_assert_eq!(Digest::of_value(&[forwards]).unwrap(), Digest::of_value(&[backwards]).unwrap());
        }

        #[test]
        fn canonical_json_says_the_same_as_the_value(fields in proptest::collection::btree_map(".*", ".*", 0..20)) {
            let read: BTreeMap<String, String> = serde_json::from_str(&canonical(&fields).unwrap()).unwrap();
            prop_assert_eq!(read, fields);
        }
    }
}
