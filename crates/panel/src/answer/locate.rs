//! Finding the JSON object in what a model wrote.

use super::Malformed;
use serde_json::{Map, Value};

/// How deep an answer may wrap its object (`{"opinion": {...}}`, `[{...}]`).
const WRAPPINGS: usize = 3;
/// Objects in the text that are tried, from the last one backwards.
const CANDIDATES: usize = 20;
/// Opening braces that are followed to their end: each may cost a walk through the whole text.
const BRACES: usize = 200;
/// Marks of thoughts that some models write before they answer.
const THOUGHTS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<reasoning>", "</reasoning>"),
    ("<thought>", "</thought>"),
];

/// What an answer is known by.
type IsAnswer<'a> = &'a dyn Fn(&Map<String, Value>) -> bool;

/// The answer's object.
pub(crate) fn object(
    text: &str,
    is_answer: IsAnswer<'_>,
    repairs: &mut Vec<String>,
) -> Result<Map<String, Value>, Malformed> {
    let spoken = without_thoughts(text, repairs);
    let trimmed = spoken.trim();
    if trimmed.is_empty() {
        return Err(Malformed::Empty);
    }
    if let Some(map) = read(trimmed).and_then(|value| unwrapped(value, is_answer, repairs)) {
        return Ok(map);
    }
    let found: Vec<&str> = balanced(trimmed);
    let candidates = found.iter().rev().take(CANDIDATES);
    for candidate in candidates {
        let Some((value, mended)) = read(candidate)
            .map(|value| (value, false))
            .or_else(|| read(&without_trailing_commas(candidate)).map(|value| (value, true)))
        else {
            continue;
        };
        if let Some(map) = unwrapped(value, is_answer, repairs) {
            repairs.push(if trimmed.contains("```") {
                "taken out of a code fence".to_owned()
            } else {
                "taken out of the text around it".to_owned()
            });
            if mended {
                repairs.push("commas at the end of lists removed".to_owned());
            }
            return Ok(map);
        }
    }
    Err(Malformed::NoObject(cause(trimmed).to_owned()))
}

fn cause(text: &str) -> &'static str {
    match text.find('{').map(|start| closing(&text[start..])) {
        None => "there is no `{`",
        Some(None) => "it is cut off before its end",
        Some(Some(_)) => "no object in it has the keys that were asked for",
    }
}

fn read(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// The object that is an answer, also from inside one that wraps it.
fn unwrapped(value: Value, is_answer: IsAnswer<'_>, repairs: &mut Vec<String>) -> Option<Map<String, Value>> {
    let mut inside = value;
    for depth in 0..=WRAPPINGS {
        let next = match inside {
            Value::Object(map) if is_answer(&map) => {
                if depth > 0 {
                    repairs.push("taken out of an object around it".to_owned());
                }
                return Some(map);
            }
            Value::Object(map) if map.len() == 1 => map.into_iter().next().map(|(_, value)| value),
            Value::Array(items) if items.len() == 1 => items.into_iter().next(),
            // Some models write their answer as a text of JSON.
            Value::String(text) => read(&text),
            _ => None,
        };
        inside = next?;
    }
    None
}

/// Without thoughts; an end mark whose beginning was lost ends thoughts that began with the text.
fn without_thoughts(text: &str, repairs: &mut Vec<String>) -> String {
    let mut text = text.to_owned();
    let mut removed = false;
    for (open, close) in THOUGHTS {
        while let Some(end) = text.find(close) {
            let start = text[..end].find(open).unwrap_or(0);
            text.replace_range(start..end + close.len(), "");
            removed = true;
        }
        if let Some(start) = text.find(open) {
            // Never closed: the answer, if there is one, comes after the thoughts.
            text.replace_range(start..start + open.len(), "");
            removed = true;
        }
    }
    if removed {
        repairs.push("thoughts removed".to_owned());
    }
    text
}

/// Every outermost `{...}` that is closed, strings respected.
fn balanced(text: &str) -> Vec<&str> {
    let (mut found, mut at) = (Vec::new(), 0);
    for _ in 0..BRACES {
        let Some(start) = text[at..].find('{').map(|offset| at + offset) else {
            break;
        };
        match closing(&text[start..]) {
            Some(length) => {
                found.push(&text[start..start + length]);
                at = start + length;
            }
            // A lone brace in the prose before must not hide the object after it.
            None => at = start + 1,
        }
    }
    found
}

/// The length of the object that `text` begins with.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'{' if !in_string => depth += 1,
            b'}' if !in_string => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

fn without_trailing_commas(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut in_string, mut is_escaped) = (false, false);
    for (at, letter) in text.char_indices() {
        let is_trailing = letter == ',' && !in_string && text[at + 1..].trim_start().starts_with(['}', ']']);
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if in_string => is_escaped = true,
            '"' => in_string = !in_string,
            _ => {}
        }
        if !is_trailing {
            out.push(letter);
        }
    }
    out
}
