//! Contents of files: text, the strings of data, and the text within what is no text.

use super::{PER_TEXT_MAX, Placed, Scan, in_text, packages, pictures, placed, strings};
use court::evidence::Place;
use subject::{File, packed, wide};

/// Fewest characters of text within other data that are looked at.
const RUN_CHARS_MIN: usize = 12;
/// In what a text of wide characters stands.
pub(super) const WIDE: &str = "a file of wide characters";

/// The passages in a file.
pub(super) fn in_file(path: &str, file: &File) -> Scan {
    // Without a mark, what every other byte is nothing of is UTF-8 too.
    if let Some(text) = wide::text(&file.bytes) {
        return in_text(&text, PER_TEXT_MAX, |passage| {
            placed(Place::lines(path, passage.first, passage.last), WIDE, passage)
        });
    }
    if let Some(text) = file.text() {
        return in_source(path, text);
    }
    if packed::is_package(path, &file.bytes) {
        let place = Place::File(path.to_owned());
        return in_data(path, packages::said(&file.bytes), &place, "an office document");
    }
    let said = pictures::said(&file.bytes).unwrap_or_else(|| (runs(&file.bytes), false));
    in_data(path, said, &Place::line(path, 1), "data")
}

/// What was taken out of a file that is no text, and whether there was more.
fn in_data(path: &str, (said, has_more): (String, bool), place: &Place, channel: &'static str) -> Scan {
    let scanned = in_text(&said, PER_TEXT_MAX, |passage| {
        placed(place.clone(), channel, passage)
    });
    if has_more {
        return scanned.and(Scan::cut(path));
    }
    scanned
}

/// A text, and the strings of it where it is data.
fn in_source(path: &str, text: &str) -> Scan {
    let at = |first, last, passage| placed(Place::lines(path, first, last), "a file", passage);
    let mut scanned = in_text(text, PER_TEXT_MAX, |passage| {
        at(passage.first, passage.last, passage)
    });
    if let Some(script) = strings::of(path, text) {
        let strings = in_text(&script.text, PER_TEXT_MAX, |passage| {
            at(script.line(passage.first), script.line(passage.last), passage)
        });
        let is_new = |one: &Placed| {
            !scanned
                .passages
                .iter()
                .any(|told| overlap(&told.place, &one.place))
        };
        let further: Vec<Placed> = strings.passages.into_iter().filter(is_new).collect();
        scanned.passages.extend(further);
        scanned.passages.truncate(PER_TEXT_MAX);
    }
    scanned
}

/// Whether two places of one text share a line.
fn overlap(one: &Place, other: &Place) -> bool {
    let lines = |place: &Place| match place {
        Place::Lines { first, last, .. } => (*first, *last),
        _ => (0, 0),
    };
    let (one, other) = (lines(one), lines(other));
    one.0 <= other.1 && other.0 <= one.1
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
