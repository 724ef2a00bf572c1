//! Phrases between quotation marks: words that are spoken of, or somebody else's, and so not said.

use std::borrow::Cow;
use std::ops::Range;

/// Longest phrase, in bytes; marks farther apart do not belong together.
const PHRASE_BYTES_MAX: usize = 600;
/// Opening marks, each with what closes it.
const MARKS: [(char, &[char]); 6] = [
    ('"', &['"']),
    ('\'', &['\'']),
    ('“', &['”', '“']),
    ('„', &['“', '”']),
    ('«', &['»']),
    ('‘', &['’']),
];

/// The phrases of a paragraph, without their marks. One word between marks is a name and no phrase, and what stands
/// between backticks is source.
#[must_use]
pub(super) fn phrases(text: &str) -> Vec<Range<usize>> {
    let mut phrases = Vec::new();
    let (mut past, mut before, mut is_source) = (0, ' ', false);
    for (at, c) in text.char_indices() {
        is_source ^= c == '`' && before != '`';
        let is_mark = !c.is_ascii_alphanumeric() && c != ' ';
        let may_open = is_mark && at >= past && !is_source && opens_after(before);
        before = c;
        let mark = MARKS.iter().find(|(open, _)| may_open && *open == c);
        let from = at + c.len_utf8();
        if let Some(length) = mark.and_then(|(_, closing)| length(&text[from..], closing)) {
            past = from + length;
            if text[from..past].trim().contains(' ') {
                phrases.push(from..past);
            }
        }
    }
    phrases
}

/// The text with its phrases blanked, as long as it was.
#[must_use]
pub(super) fn without_phrases(text: &str) -> Cow<'_, str> {
    let phrases = phrases(text);
    if phrases.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut kept, mut end) = (String::with_capacity(text.len()), 0);
    for phrase in phrases {
        kept.push_str(&text[end..phrase.start]);
        kept.extend(std::iter::repeat_n(' ', phrase.len()));
        end = phrase.end;
    }
    kept.push_str(&text[end..]);
    Cow::Owned(kept)
}

/// A straight mark opens what follows where a word could begin; within and after words it is an apostrophe, or the
/// mark of a value.
fn opens_after(before: char) -> bool {
    before.is_whitespace()
        || matches!(
            before,
            '(' | '[' | '{' | '*' | '_' | '/' | '—' | '–' | '-' | ':' | ','
        )
}

/// How many bytes come before the mark that closes; none where nothing closes.
fn length(rest: &str, closing: &[char]) -> Option<usize> {
    let mut before = ' ';
    for (at, c) in rest.char_indices() {
        if at > PHRASE_BYTES_MAX {
            return None;
        }
        let is_straight = matches!(c, '"' | '\'');
        let after = rest[at + c.len_utf8()..].chars().next();
        let goes_on = after.is_some_and(char::is_alphanumeric) || is_straight && before.is_whitespace();
        if closing.contains(&c) && !goes_on {
            return Some(at);
        }
        before = c;
    }
    None
}

#[cfg(test)]
mod tests;
