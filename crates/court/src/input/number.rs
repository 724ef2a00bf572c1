//! Exact numbers from values and from words.

use crate::score::Fraction;
use serde_json::Value;

/// Highest number a rubric may name. With four decimals it keeps sums over a rubric far inside 64 bits.
pub(crate) const NUMBER_LIMIT: i64 = 100_000;
/// Decimals kept; more are rounded.
pub(crate) const DECIMALS: usize = 4;
/// The numbers that are written in letters, from nothing on.
const SPELT: &str = "zero one two three four five six seven eight nine ten";

/// A number, or text that is one; percent are hundredths. `None` for everything else or beyond the limit.
pub(crate) fn of(value: &Value) -> Option<Fraction> {
    match value {
        Value::Number(number) => decimal(&number.to_string()),
        Value::String(text) => match text.trim().strip_suffix('%') {
            Some(percent) => decimal(percent.trim()).map(|number| number / 100),
            None => decimal(text.trim()),
        },
        _ => None,
    }
}

/// A plain decimal number such as `-3`, `0.25` or `35.0`.
pub(crate) fn decimal(text: &str) -> Option<Fraction> {
    decimal_within(text, NUMBER_LIMIT)
}

/// The same up to another limit; its decimals are rounded half up to [`DECIMALS`].
pub fn decimal_within(text: &str, limit: i64) -> Option<Fraction> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(part) {
        return None;
    }
    let whole: i64 = whole.parse().ok().filter(|whole| *whole <= limit)?;
    let digit = |at: usize| part.as_bytes().get(at).map_or(0, |byte| i64::from(byte - b'0'));
    let kept = (0..DECIMALS).fold(0, |sum, at| sum * 10 + digit(at)) + i64::from(digit(DECIMALS) >= 5);
    Some((Fraction::new(kept, 10_i64.pow(DECIMALS as u32)) + whole) * sign)
}

/// A small number in letters.
pub fn spelt(word: &str) -> Option<i64> {
    let mut known = (0..).zip(SPELT.split(' '));
    known.find(|(_, known)| *known == word).map(|(number, _)| number)
}
