//! Positions among children in rules as ast-grep has them, such as `2n+1`. Its reader counts in 32 bits and does not
//! look whether they suffice.

use crate::input::InputError;
use crate::text::clipped;
use serde_json::Value;

/// Most digits of a number in a position; no code has a million siblings.
const DIGITS_MAX: usize = 6;

/// Refuses a rule that names a position no child can have. The depth of a rule is bounded where it is read.
pub(super) fn refuse_vast(at: &str, rule: &Value) -> Result<(), InputError> {
    match rule {
        Value::Array(items) => items.iter().try_for_each(|item| refuse_vast(at, item)),
        Value::Object(map) => map.iter().try_for_each(|(key, value)| {
            if key == "nthChild" {
                let position = value.get("position").unwrap_or(value);
                refuse_number(at, position)?;
            }
            refuse_vast(at, value)
        }),
        _ => Ok(()),
    }
}

fn refuse_number(at: &str, position: &Value) -> Result<(), InputError> {
    let text = position
        .as_str()
        .map_or_else(|| position.to_string(), str::to_owned);
    let mut numbers = text.split(|letter: char| !letter.is_ascii_digit());
    if numbers.all(|digits| digits.len() <= DIGITS_MAX) {
        return Ok(());
    }
    let problem = format!("`nthChild: {}` is a position that no child has", clipped(&text));
    Err(InputError::new(at, problem).with_fix("give a number such as 2, or a formula such as `2n+1`"))
}
