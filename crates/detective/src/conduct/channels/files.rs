//! Contents of files: text, the strings of data, and the text within what is no text.

use super::{Listened, in_text, packages, pictures, sighting, strings};
use crate::conduct::{Attempt, PER_TEXT_MAX};
use court::evidence::Place;
use subject::{File, packed, wide};

/// Fewest characters of text within other data that are looked at.
const RUN_CHARS_MIN: usize = 12;
/// In what a text of wide characters stands.
pub(super) const WIDE: &str = "a file of wide characters";

/// The attempts in a file.
pub(super) fn in_file(path: &str, file: &File) -> Listened {
    // Without a mark, what every other byte is nothing of is UTF-8 too.
    if let Some(text) = wide::text(&file.bytes) {
        return in_text(path, &text, PER_TEXT_MAX, |attempt| {
            let place = Place::lines(path, attempt.line, attempt.last);
            sighting(place, WIDE, attempt)
        });
    }
    if let Some(text) = file.text() {
        return in_source(path, text);
    }
    if packed::is_package(path, &file.bytes) {
        let (said, has_more) = packages::said(&file.bytes);
        let mut heard = in_text(path, &said, PER_TEXT_MAX, |attempt| {
            sighting(Place::File(path.to_owned()), "an office document", attempt)
        });
        heard.has_more |= has_more;
        return heard;
    }
    let (said, has_more) = pictures::said(&file.bytes).unwrap_or_else(|| (runs(&file.bytes), false));
    let mut heard = in_text(path, &said, PER_TEXT_MAX, |attempt| {
        sighting(Place::line(path, 1), "data", attempt)
    });
    heard.has_more |= has_more;
    heard
}

/// A text, and the strings of it where it is data.
fn in_source(path: &str, text: &str) -> Listened {
    let at = |first, last, attempt| sighting(Place::lines(path, first, last), "a file", attempt);
    let whole = |attempt: Attempt| at(attempt.line, attempt.last, attempt);
    let mut heard = in_text(path, text, PER_TEXT_MAX, whole);
    if let Some(script) = strings::of(path, text) {
        let strings = super::in_strings(path, &script.text, PER_TEXT_MAX, |attempt| {
            let (first, last) = (script.line(attempt.line), script.line(attempt.last));
            at(first, last, attempt)
        });
        heard.add(strings);
    }
    heard
}

/// The runs of ASCII text in data, a line each.
pub(super) fn runs(bytes: &[u8]) -> String {
    let is_text = |byte: &u8| (b' '..=b'~').contains(byte);
    let runs = bytes
        .split(|byte| !is_text(byte))
        .filter(|run| run.len() >= RUN_CHARS_MIN);
    let runs: Vec<String> = runs
        .map(|run| String::from_utf8_lossy(run).into_owned())
        .collect();
    runs.join("\n")
}
