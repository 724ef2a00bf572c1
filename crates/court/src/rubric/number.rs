//! Exact numbers from values and from words.

use crate::score::Fraction;
use serde_json::Value;

/// Highest number a rubric may name. With four decimals it keeps sums over a rubric far inside 64 bits.
pub(super) const NUMBER_LIMIT: i64 = 100_000;

/// Decimals kept; more are rounded.
const DECIMALS: u32 = 4;

/// A number, or text that is one; percent are hundredths. `None` for everything else or beyond the limit.
pub(super) fn of(value: &Value) -> Option<Fraction> {
    match value {
        Value::Number(number) => decimal(&number.to_string()),
        Value::String(text) => match text.trim().strip_suffix('%') {
            Some(percent) => decimal(percent.trim()).map(|number| number / Fraction::from_integer(100)),
            None => decimal(text.trim()),
        },
        _ => None,
    }
}

/// A plain decimal number such as `-3`, `0.25` or `35.0`.
pub(super) fn decimal(text: &str) -> Option<Fraction> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    if ![whole, part].iter().all(|digits| is_digits(digits)) {
        return None;
    }
    let whole: i64 = whole.parse().ok().filter(|whole| *whole <= NUMBER_LIMIT)?;
    Some(Fraction::from_integer(sign) * (Fraction::from_integer(whole) + decimals(part)))
}

/// The digits after the point, rounded half up to the decimals kept.
fn decimals(digits: &str) -> Fraction {
    let kept: i64 = (0..DECIMALS as usize).fold(0, |sum, index| sum * 10 + digit(digits, index));
    let up = i64::from(digit(digits, DECIMALS as usize) >= 5);
    Fraction::new(kept + up, 10_i64.pow(DECIMALS))
}

fn digit(digits: &str, index: usize) -> i64 {
    digits
        .as_bytes()
        .get(index)
        .map_or(0, |byte| i64::from(byte - b'0'))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
