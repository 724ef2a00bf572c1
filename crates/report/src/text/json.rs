//! JSON text that shows no reader, terminal or page anything it would obey or overlook: such characters are
//! written as escapes, which loses nothing.

use court::visible::is_unseen;
use serde::Serialize;
use std::fmt::Write as _;

/// Indented text with a line end at its end.
///
/// # Panics
///
/// Where a key of a map is no text.
#[must_use]
pub fn to_text<T: Serialize>(value: &T) -> String {
    let plain = serde_json::to_string_pretty(value).expect("structs with text keys are JSON");
    let mut out = String::with_capacity(plain.len() + 1);
    let mut units = [0; 2];
    for character in plain.chars() {
        // A line end stands between values; within a text it is an escape already.
        if character == '\n' || !is_unseen(character) {
            out.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut units) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out.push('\n');
    out
}
