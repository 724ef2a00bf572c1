//! Where two JSON values differ.

use report::SEALS;
use serde_json::Value;
use std::collections::BTreeSet;

/// Deepest nesting compared; reports have about ten levels, and parsing ends at 128.
const DEPTH_MAX: usize = 130;
/// Most differences listed: who changed more changed all.
const DIFFERENCES_MAX: usize = 200;
/// Most characters of a value that are shown.
const SHOWN_MAX: usize = 100;

/// One field that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its path, such as `criteria[3].final_score`.
    pub at: String,
    /// What the report says.
    pub told: String,
    /// What it should say.
    pub found: String,
}

/// Where `told` is not `expected`, leaving out the seals, which are checked by themselves, and fields that `skips`
/// by their path.
pub fn between(expected: &Value, told: &Value, skips: fn(&str) -> bool) -> Vec<Difference> {
    let mut walk = Walk {
        all: Vec::new(),
        skips,
    };
    walk.compare("", expected, told, 0);
    walk.all
}

struct Walk {
    all: Vec<Difference>,
    skips: fn(&str) -> bool,
}

impl Walk {
    fn compare(&mut self, at: &str, expected: &Value, told: &Value, depth: usize) {
        if self.is_skipped(at) || self.all.len() >= DIFFERENCES_MAX || depth > DEPTH_MAX {
            return;
        }
        match (expected, told) {
            (Value::Object(left), Value::Object(right)) => {
                let keys: BTreeSet<&String> = left.keys().chain(right.keys()).collect();
                for key in keys {
                    let inner = if at.is_empty() {
                        key.clone()
                    } else {
                        format!("{at}.{key}")
                    };
                    match (left.get(key), right.get(key)) {
                        (Some(left), Some(right)) => self.compare(&inner, left, right, depth + 1),
                        (left, right) if !self.is_skipped(&inner) => self.note(&inner, left, right),
                        _ => {}
                    }
                }
            }
            (Value::Array(left), Value::Array(right)) => {
                for index in 0..left.len().max(right.len()) {
                    let inner = format!("{at}[{index}]");
                    match (left.get(index), right.get(index)) {
                        (Some(left), Some(right)) => self.compare(&inner, left, right, depth + 1),
                        (left, right) => self.note(&inner, left, right),
                    }
                }
            }
            _ if is_same(expected, told) => {}
            _ => self.note(at, Some(expected), Some(told)),
        }
    }

    fn is_skipped(&self, at: &str) -> bool {
        at == SEALS || (self.skips)(at)
    }

    fn note(&mut self, at: &str, expected: Option<&Value>, told: Option<&Value>) {
        self.all.push(Difference {
            at: at.to_owned(),
            told: clipped(told),
            found: clipped(expected),
        });
    }
}

/// `4` and `4.0` are one number.
fn is_same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left == right || left.as_f64() == right.as_f64(),
        _ => left == right,
    }
}

pub(super) fn clipped(value: Option<&Value>) -> String {
    let text = value.map_or_else(|| "nothing".to_owned(), ToString::to_string);
    if text.chars().count() <= SHOWN_MAX {
        return text;
    }
    let start: String = text.chars().take(SHOWN_MAX).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests;
