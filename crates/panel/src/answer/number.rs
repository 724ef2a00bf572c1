//! Scores and confidences as models write them.

use super::{Malformed, clipped};
use court::rubric::Dimension;
use court::score::{Fraction, Scale, Score};
use serde_json::Value;
use wordlist::array;

const WORDS: [&str; 11] = array("zero one two three four five six seven eight nine ten");
/// Decimal digits that a number may have behind its point.
const DECIMALS: usize = 4;

/// The score: a number, or a text that means one without doubt.
pub(super) fn score(
    value: Option<Value>,
    dimension: &Dimension,
    repairs: &mut Vec<String>,
) -> Result<Score, Malformed> {
    let value = value.ok_or(Malformed::Missing("score"))?;
    let wanted = || "a number on the scale".to_owned();
    let score = match &value {
        Value::Number(number) => decimal(&number.to_string()),
        Value::Object(map) if map.len() == 1 => {
            repairs.push("score: an object taken as its value".to_owned());
            let inner = super::first(map, &["value", "score", "points"]).and_then(Value::as_number);
            inner.and_then(|number| decimal(&number.to_string()))
        }
        Value::String(text) => spelt(text, dimension).inspect(|score| {
            repairs.push(format!("score: \"{}\" taken as {score}", clipped(text)));
        }),
        _ => None,
    };
    score.ok_or_else(|| Malformed::Value {
        key: "score",
        found: clipped(&value.to_string()),
        wanted: wanted(),
    })
}

/// `4`, `4.0`, `4/5`, `4 out of 5`, `four`, the name of a level, or one of these with the name of its level behind it.
fn spelt(text: &str, dimension: &Dimension) -> Option<Score> {
    let folded = text.to_lowercase();
    let folded = folded.trim_matches(|letter: char| letter.is_whitespace() || "*_`\"'.".contains(letter));
    let folded = ["score", "level"]
        .iter()
        .find_map(|word| folded.strip_prefix(word))
        .unwrap_or(folded);
    let folded = folded.trim_start_matches([':', '=', ' ']);
    one(folded, dimension).or_else(|| {
        let (head, tail) = folded.split_once(['(', '-', '–', '—', ':', ','])?;
        let score = one(head.trim(), dimension)?;
        level(tail.trim_matches([' ', ')']), dimension).filter(|named| *named == score)
    })
}

fn one(folded: &str, dimension: &Dimension) -> Option<Score> {
    level(folded, dimension)
        .or_else(|| decimal(folded))
        .or_else(|| word(folded))
        .or_else(|| out_of(folded, &dimension.scale))
}

fn level(folded: &str, dimension: &Dimension) -> Option<Score> {
    let is_named = |name: &str| name.trim().to_lowercase() == folded;
    let mut levels = dimension.levels.iter();
    let named = levels.find(|level| is_named(&level.id) || is_named(&level.name));
    named.map(|level| level.score)
}

/// Only out of the maximum of the scale: 8 out of 10 on another scale would be a conversion, not a reading.
fn out_of(folded: &str, scale: &Scale) -> Option<Score> {
    let (score, maximum) = folded.split_once('/').or_else(|| folded.split_once(" out of "))?;
    let number = |text: &str| decimal(text.trim()).or_else(|| word(text.trim()));
    number(maximum).filter(|maximum| *maximum == scale.max)?;
    number(score)
}

fn word(folded: &str) -> Option<Score> {
    let at = WORDS.iter().position(|word| *word == folded)?;
    Some(Score::whole(i64::try_from(at).ok()?))
}

/// A plain decimal number, exact.
fn decimal(text: &str) -> Option<Score> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    let rest = rest.trim_end_matches('0');
    let is_number = !whole.is_empty()
        && whole.len() <= 9
        && rest.len() <= DECIMALS
        && [whole, rest].concat().bytes().all(|byte| byte.is_ascii_digit());
    let parts = is_number.then(|| format!("{whole}{rest:0<DECIMALS$}"))?;
    let number: i64 = parts.parse().ok()?;
    Some(Score(Fraction::new(sign * number, 10_i64.pow(4))))
}

/// The confidence in percent; 0 where none is given as a number, for then nobody said that they are sure.
pub(super) fn confidence(value: Option<Value>, repairs: &mut Vec<String>) -> u8 {
    let value = value.unwrap_or_default();
    let text = match &value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => {
            let text = text
                .trim()
                .trim_end_matches("percent")
                .trim_end_matches('%')
                .trim_end();
            text.trim_end_matches("/100").trim_end().to_owned()
        }
        _ => String::new(),
    };
    let percent = decimal(&text).and_then(|number| percent(number, &text));
    if value.as_f64() != percent.map(f64::from) || percent.is_none() {
        let found = clipped(&value.to_string());
        let taken = percent.unwrap_or_default();
        repairs.push(format!("confidence: {found} taken as {taken} percent"));
    }
    percent.unwrap_or_default()
}

/// Up to 1 it is a share of one, unless it is written as a whole number.
fn percent(number: Score, text: &str) -> Option<u8> {
    let one = Score::whole(1);
    let is_share = number <= one && (text.contains('.') || number == one);
    let percent = if is_share { number.0 * 100 } else { number.0 };
    u8::try_from(percent.round().to_integer())
        .ok()
        .filter(|percent| *percent <= 100)
}
