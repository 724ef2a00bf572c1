//! Shortening without making anything up: cuts fall between lines, sentences or elements, and say what is missing.

use serde_json::Value;

/// How deep a value is shortened; deeper it is only measured.
const DEPTH: usize = 6;
/// Elements of a list or an object that are shown at first when it is too long.
const ELEMENTS: usize = 24;
/// Letters of a text inside a value that are shown when the value is too long.
const LETTERS: usize = 160;

/// A text that was made to fit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// What is left.
    pub(super) text: String,
    /// What is said of the rest; nothing where there is none.
    pub(super) note: Option<String>,
}

/// Code, cut between lines and if possible before a statement that stands no deeper than the first.
pub(super) fn code(text: &str, bytes: usize) -> Cut {
    cut(text, bytes, code_end)
}

/// Prose, cut after a sentence or a line.
pub(super) fn prose(text: &str, bytes: usize) -> Cut {
    cut(text, bytes, sentence_end)
}

fn cut(text: &str, bytes: usize, end: fn(&str, usize) -> Option<usize>) -> Cut {
    if text.len() <= bytes {
        return Cut {
            text: text.to_owned(),
            note: None,
        };
    }
    let end = end(text, bytes).unwrap_or_else(|| word_end(text, bytes));
    let shown = text[..end].trim_end();
    let (lines, all) = (shown.lines().count(), text.lines().count());
    let note = if all > 1 {
        format!("{lines} of {all} lines shown")
    } else {
        format!(
            "{} of {} characters shown",
            shown.chars().count(),
            text.chars().count()
        )
    };
    Cut {
        text: shown.to_owned(),
        note: Some(note),
    }
}

/// The end of the last line that fits, preferably before a line that begins no deeper than the first one does.
fn code_end(text: &str, bytes: usize) -> Option<usize> {
    let starts: Vec<usize> = line_starts(text).filter(|at| *at <= bytes && *at > 0).collect();
    let last = *starts.last()?;
    let depth = |at: usize| text[at..].chars().take_while(|c| *c == ' ' || *c == '\t').count();
    let outermost = depth(0);
    // Not more than half of what fits is given up for a better border.
    let better = starts
        .iter()
        .rev()
        .take_while(|at| **at * 2 >= last)
        .find(|at| depth(**at) <= outermost && !text[**at..].starts_with('\n'));
    Some(better.copied().unwrap_or(last))
}

fn line_starts(text: &str) -> impl Iterator<Item = usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1))
}

fn sentence_end(text: &str, bytes: usize) -> Option<usize> {
    let head = &text[..boundary(text, bytes)];
    let end = head.char_indices().rev().find(|(at, letter)| match letter {
        '\n' => true,
        '.' | '!' | '?' => text[at + 1..].starts_with(char::is_whitespace),
        _ => false,
    });
    end.map(|(at, _)| at + 1)
}

/// The last border between words; in the middle of one endless word, between letters.
fn word_end(text: &str, bytes: usize) -> usize {
    let head = boundary(text, bytes);
    text[..head]
        .rfind(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|at| *at > 0)
        .unwrap_or(head)
}

/// The last border between characters that is not beyond `bytes`.
fn boundary(text: &str, bytes: usize) -> usize {
    let mut at = bytes.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A value, cut between its elements, each list and object with its total.
pub(super) fn value(value: &Value, bytes: usize) -> String {
    let whole = value.to_string();
    if whole.len() <= bytes {
        return whole;
    }
    let mut elements = ELEMENTS;
    loop {
        let text = shortened(value, elements, DEPTH);
        if text.len() <= bytes || elements == 1 {
            return prose(&text, bytes.max(1)).text;
        }
        elements /= 2;
    }
}

fn shortened(value: &Value, elements: usize, depth: usize) -> String {
    match value {
        Value::Array(items) if depth == 0 => format!("[{} elements]", items.len()),
        Value::Object(map) if depth == 0 => format!("{{{} keys}}", map.len()),
        Value::Array(items) => {
            let shown = items
                .iter()
                .take(elements)
                .map(|item| shortened(item, elements, depth - 1));
            listed('[', shown.collect(), items.len(), "elements", ']')
        }
        Value::Object(map) => {
            let pair = |(key, item): (&String, &Value)| {
                format!(
                    "{}: {}",
                    Value::from(key.as_str()),
                    shortened(item, elements, depth - 1)
                )
            };
            listed(
                '{',
                map.iter().take(elements).map(pair).collect(),
                map.len(),
                "keys",
                '}',
            )
        }
        Value::String(text) => {
            let cut = prose(text, LETTERS);
            match cut.note {
                None => value.to_string(),
                Some(note) => format!("{} ({note})", Value::from(cut.text)),
            }
        }
        other => other.to_string(),
    }
}

fn listed(open: char, mut shown: Vec<String>, total: usize, what: &str, close: char) -> String {
    if shown.len() < total {
        shown.push(format!("... {} of {total} {what} shown", shown.len()));
    }
    format!("{open}{}{close}", shown.join(", "))
}

#[cfg(test)]
mod tests;
