//! Finding the JSON object in what a model wrote.

use super::Malformed;
use super::keys::{Field, field};
use super::lenient::Reader;
use serde_json::{Map, Value};

/// How deep an answer may be wrapped (`{"opinion": {...}}`, `[{...}]`, the arguments of a call).
const WRAPPINGS: usize = 4;
/// How often each character may be looked at on average, so that no text takes long.
const LOOKS: usize = 4;
/// Marks of thoughts that some models write before they answer.
const THOUGHTS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<reasoning>", "</reasoning>"),
    ("<thought>", "</thought>"),
    ("<analysis>", "</analysis>"),
    ("<scratchpad>", "</scratchpad>"),
    ("◁think▷", "◁/think▷"),
];

/// What an answer is known by.
type IsAnswer<'a> = &'a dyn Fn(&Map<String, Value>) -> bool;

/// What was found in a text, the last of it.
#[derive(Default)]
struct Found {
    answers: Vec<Map<String, Value>>,
    /// What was done to read it.
    repairs: Vec<&'static str>,
    /// Whether something begins behind it that does not end.
    is_cut: bool,
}

/// The answer's object: of several in a row the last one, which models write after their drafts.
pub(crate) fn object(
    text: &str,
    is_answer: IsAnswer<'_>,
    repairs: &mut Vec<String>,
) -> Result<Map<String, Value>, Malformed> {
    let spoken = without_thoughts(text, repairs);
    let trimmed = spoken.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    if trimmed.is_empty() {
        return Err(Malformed::Empty);
    }
    let mut found = search(trimmed, is_answer);
    if found.answers.is_empty()
        && let Some(text) = unescaped(trimmed)
    {
        found = search(&text, is_answer);
        found.repairs.push("taken out of a text of JSON");
    }
    let cause = match (found.is_cut, found.answers.len()) {
        (true, _) => "it is cut off before its end",
        (_, 0) if !trimmed.contains('{') => "there is no `{`",
        (_, 0) => "no object in it has the keys that were asked for",
        (_, 1) => "",
        (_, count) => return Err(Malformed::Several(count)),
    };
    repairs.extend(found.repairs.into_iter().map(str::to_owned));
    let last = found.answers.pop().filter(|_| cause.is_empty());
    last.ok_or_else(|| Malformed::NoObject(cause.to_owned()))
}

/// An answer that was written as a text within a text.
fn unescaped(text: &str) -> Option<String> {
    let quoted = format!("\"{}\"", text.trim_matches('"').replace('\n', " "));
    serde_json::from_str(&quoted).ok().filter(|inner| inner != text)
}

fn search(text: &str, is_answer: IsAnswer<'_>) -> Found {
    let (mut found, mut at, mut fuel) = (Found::default(), 0, LOOKS * text.len());
    while let Some(start) = text[at..].find(['{', '[']).map(|offset| at + offset)
        && fuel > 0
    {
        let read = value(text, start, &mut fuel);
        let (value, is_mended) = match read {
            Ok((value, end, is_mended)) => {
                at = end;
                (value, is_mended)
            }
            Err(reached) => {
                // A lone brace in the prose before must not hide the object after it.
                found.is_cut |= reached == text.len() && text[start..].starts_with('{');
                at = start + 1;
                continue;
            }
        };
        let (mut answers, mut is_wrapped) = (Vec::new(), false);
        gather(value, 0, is_answer, &mut answers, &mut is_wrapped);
        if answers.is_empty() {
            continue;
        }
        let around = [
            (start > 0 || at < text.len()).then_some(match text.contains("```") {
                true => "taken out of a code fence",
                false => "taken out of the text around it",
            }),
            is_wrapped.then_some("taken out of an object around it"),
            is_mended.then_some("not quite JSON, and read as what it means"),
        ];
        found = Found {
            answers,
            repairs: around.into_iter().flatten().collect(),
            is_cut: false,
        };
    }
    found
}

/// The value that begins at `start`, where it ends, and whether it is read leniently; else how far it was read.
fn value(text: &str, start: usize, fuel: &mut usize) -> Result<(Value, usize, bool), usize> {
    let mut strict = serde_json::Deserializer::from_str(&text[start..]).into_iter();
    if let Some(Ok(value)) = strict.next() {
        return Ok((value, start + strict.byte_offset(), false));
    }
    let mut reader = Reader {
        text,
        at: start,
        fuel: *fuel,
    };
    let value = reader.value(0);
    *fuel = reader.fuel;
    value.map(|value| (value, reader.at, true)).ok_or(reader.at)
}

/// The objects in a value that are answers, also those written as a text of JSON.
fn gather(
    value: Value,
    depth: usize,
    is_answer: IsAnswer<'_>,
    out: &mut Vec<Map<String, Value>>,
    is_wrapped: &mut bool,
) {
    let inside: Vec<Value> = match value {
        Value::Object(map) if is_answer(&map) => {
            *is_wrapped |= depth > 0;
            out.push(map);
            return;
        }
        Value::Object(map) => {
            let parts = map
                .into_iter()
                .filter(|(key, _)| field(key) != Some(Field::Evidence));
            parts.map(|(_, value)| value).collect()
        }
        Value::Array(items) => items,
        Value::String(text) if text.trim_start().starts_with(['{', '[']) => {
            self::value(&text, text.len() - text.trim_start().len(), &mut text.len())
                .into_iter()
                .map(|(value, ..)| value)
                .collect()
        }
        _ => return,
    };
    if depth < WRAPPINGS {
        inside
            .into_iter()
            .for_each(|value| gather(value, depth + 1, is_answer, out, is_wrapped));
    }
}

/// Without thoughts; an end mark whose beginning was lost ends thoughts that began with the text.
fn without_thoughts(text: &str, repairs: &mut Vec<String>) -> String {
    let mut spoken = text.to_owned();
    for (open, close) in THOUGHTS {
        let (mut out, mut rest) = (String::new(), spoken.as_str());
        while let Some((thought, after)) = rest.split_once(close) {
            match thought.split_once(open) {
                Some((before, _)) => out.push_str(before),
                None => out.clear(),
            }
            rest = after;
        }
        out.push_str(rest);
        // Never closed: the answer, if there is one, comes after the thoughts.
        spoken = out.replacen(open, "", 1);
    }
    if spoken.len() < text.len() {
        repairs.push("thoughts removed".to_owned());
    }
    spoken
}
