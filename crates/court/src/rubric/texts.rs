//! How long a single text may be, wherever it stands.

use super::error::{RubricError, clipped};
use super::fields::child;
use serde_json::Value;

/// Most bytes of one text or key; the longest known has a tenth of them. A judge reads it with every dimension.
pub(super) const TEXT_BYTES_MAX: usize = 20 << 10;

/// Refuses the first text that is too long. The depth of a tree is bounded where it is read.
pub(super) fn refuse_long(path: &str, value: &Value) -> Result<(), RubricError> {
    match value {
        Value::String(text) if text.len() > TEXT_BYTES_MAX => {
            let problem = format!(
                "a text of {} bytes; at most {TEXT_BYTES_MAX} are read",
                text.len()
            );
            Err(RubricError::new(path, problem).with_fix("shorten it"))
        }
        Value::Array(items) => items
            .iter()
            .enumerate()
            .try_for_each(|(index, item)| refuse_long(&format!("{path}[{index}]"), item)),
        Value::Object(map) => map.iter().try_for_each(|(key, item)| {
            let at = child(path, key);
            if key.len() > TEXT_BYTES_MAX {
                let problem = format!("a key of {} bytes; at most {TEXT_BYTES_MAX} are read", key.len());
                return Err(RubricError::new(clipped(&at), problem).with_fix("shorten it"));
            }
            refuse_long(&at, item)
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_text_at_the_limit_passes_and_one_byte_more_is_refused_with_its_place() {
        let of = |bytes: usize| json!({"a": [{"b c": "x".repeat(bytes)}]});
        assert_eq!(refuse_long("$", &of(TEXT_BYTES_MAX)), Ok(()));
        let error = refuse_long("$", &of(TEXT_BYTES_MAX + 1)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "$.a[0][\"b c\"]: a text of 20481 bytes; at most 20480 are read; shorten it"
        );
        let key = json!({"x".repeat(TEXT_BYTES_MAX + 1): 1});
        assert!(refuse_long("$", &key).is_err());
    }
}
