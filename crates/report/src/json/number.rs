//! Exact fractions as JSON numbers.

use court::score::{Fraction, Scale, Score};
use serde_json::{Value, json};

/// A whole number as an integer, another with at most two decimals.
pub(super) fn number(score: Score) -> Value {
    let rounded = score.rounded();
    if rounded.0.is_integer() {
        Value::from(*rounded.0.numer())
    } else {
        Value::from(rounded.as_f64())
    }
}

/// The score as a number, or null where there is none.
pub(super) fn number_or_null(score: Option<Score>) -> Value {
    score.map_or(Value::Null, number)
}

/// Percent of 100 as a share of one.
pub(super) fn share(percent: u8) -> Value {
    number(Score(Fraction::new(i64::from(percent), 100)))
}

/// The lowest and the highest score.
pub(super) fn bounds(scale: &Scale) -> Value {
    json!({"min": number(scale.min), "max": number(scale.max)})
}
