//! The parts of a package beside its text: headers, footnotes, properties, drawings. They are heard, and no text of the
//! report.

use super::super::apart::{Collection, Spot};
use super::super::sheet::Sheet;
use super::super::tagged::{self, Kind};
use super::{BODY, COMMENTS, PROPERTIES, TOLD};
use std::borrow::Cow;
use std::io::{Cursor, Read as _};
use zip::ZipArchive;

/// Most parts that are looked at; a document has some dozens.
const LOOKED_AT_MAX: usize = 500;
/// Most bytes that all of them unpack to.
const BYTES_MAX: u64 = 24 << 20;

pub(super) fn read(package: &mut ZipArchive<Cursor<&[u8]>>, sheet: &mut Sheet) {
    let names = package.file_names().flatten().map(Cow::into_owned);
    let mut names: Vec<String> = names.filter(|name| is_worded(name)).collect();
    names.sort();
    let mut left = BYTES_MAX;
    for (at, name) in names.iter().enumerate() {
        if at >= LOOKED_AT_MAX || left == 0 {
            sheet.apart.further();
            return;
        }
        let Ok(file) = package.by_name(name) else {
            sheet.apart.further();
            continue;
        };
        let mut bytes = Vec::new();
        let is_read = file.take(left).read_to_end(&mut bytes).is_ok();
        left = left.saturating_sub(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        let is_whole = hear(name, &String::from_utf8_lossy(&bytes), &mut sheet.apart);
        if !is_read || !is_whole {
            sheet.apart.further();
        }
    }
}

/// Whether a part can hold words that nobody else reads.
fn is_worded(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_text = [".xml", ".htm", ".html", ".xhtml", ".mht", ".txt", ".rtf"]
        .iter()
        .any(|end| name.ends_with(end));
    is_text && name != BODY && name != "[content_types].xml"
}

/// Keeps what a part says. Whether all of it could be read.
fn hear(name: &str, text: &str, words: &mut Collection) -> bool {
    if !name.to_ascii_lowercase().ends_with(".xml") {
        words.keep(text, Spot::Part, 1, 0);
        return true;
    }
    let skipped: &[&str] = if name == PROPERTIES { &TOLD } else { &[] };
    let spot = spot(name);
    tagged::words(text, skipped, &mut |kind, said| {
        // Remarks are told with what is hidden; who made them is not.
        if kind == Kind::Attribute || name != COMMENTS {
            words.keep(said, spot, 1, 0);
        }
    })
}

fn spot(name: &str) -> Spot {
    let is = |start: &str| name.starts_with(start);
    match () {
        () if is("docProps/") => Spot::Property,
        () if is("word/header") || is("word/footer") => Spot::Header,
        () if is("word/footnotes") || is("word/endnotes") => Spot::Footnote,
        () if is("word/comments") => Spot::Comment,
        () => Spot::Part,
    }
}
