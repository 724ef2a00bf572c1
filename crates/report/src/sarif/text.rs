//! Untrusted text in SARIF: as messages, as parts of ids, as addresses of files.

use crate::links;
use crate::text::english::shorten;
use court::visible::visible;
use serde_json::{Value, json};

/// Viewers cut longer messages.
const MESSAGE_MAX: usize = 1_000;
/// Most characters of a part of an id.
const ID_MAX: usize = 100;
/// What code scanning shows where a finding is about no file; it wants an address for every result.
const NO_FILE: &str = "no%20file%20associated%20with%20this%20alert";

/// A message. Brackets before a parenthesis would make a link, digits in braces a placeholder.
pub(super) fn message(text: &str) -> Value {
    json!({"text": plain(text)})
}

pub(super) fn plain(text: &str) -> String {
    let text = visible(&shorten(text, MESSAGE_MAX));
    let text = if text.contains('[') {
        text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]")
    } else {
        text
    };
    text.replace('{', "{{").replace('}', "}}")
}

/// Letters, digits and a few marks; everything else becomes a hyphen.
pub(super) fn id(text: &str) -> String {
    text.chars()
        .take(ID_MAX)
        .map(|c| {
            if c.is_ascii_alphanumeric() || "._-".contains(c) {
                c
            } else {
                '-'
            }
        })
        .collect()
}

/// A file of the subject.
pub(super) fn file(path: &str) -> Value {
    match links::encoded(path) {
        Some(uri) => json!({"uri": uri, "uriBaseId": "%SRCROOT%"}),
        None => nowhere(),
    }
}

/// A file that is not in the repository, such as a report.
pub(super) fn document(name: &str) -> Value {
    links::encoded(name).map_or_else(nowhere, |uri| json!({"uri": uri}))
}

pub(super) fn nowhere() -> Value {
    json!({"uri": NO_FILE})
}
