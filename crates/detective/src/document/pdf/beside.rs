//! What a PDF holds beside what its pages show: letters that are not seen, notes, properties.

use super::Source;
use crate::document::assembly::{self, Glyph};
use crate::document::canvas::text_string;
use crate::document::hidden::{self, Concealment, Hidden};
use crate::document::sight::Sight;
use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, String as PdfString};

/// Most notes looked at on one page.
const NOTES_MAX: usize = 200;
/// Longest title that only names a document, in bytes.
const TITLE_BYTES_MAX: usize = 150;
/// Most groups of hidden letters put together on one page.
const GROUPS_MAX: usize = 400;

/// The letters that are seen, and the passages of those that are not.
pub(super) fn parted(glyphs: Vec<Glyph>, sights: &[Sight]) -> (Vec<Glyph>, Vec<Hidden>) {
    if sights.iter().all(|sight| sight.why.is_none()) {
        return (glyphs, Vec::new());
    }
    let mut seen = Vec::new();
    let mut groups: Vec<(Concealment, Vec<Glyph>)> = Vec::new();
    for (glyph, sight) in glyphs.into_iter().zip(sights) {
        let Some(why) = sight.why else {
            seen.push(glyph);
            continue;
        };
        let room = groups.len() < GROUPS_MAX;
        match groups.last_mut() {
            Some((last, group)) if *last == why => group.push(glyph),
            _ if room => groups.push((why, vec![glyph])),
            _ => {}
        }
    }
    let mut hidden = Vec::new();
    for (why, group) in groups {
        let lines = assembly::lines(&group, &mut Vec::new());
        let texts: Vec<&str> = lines.iter().map(|line| line.text.trim()).collect();
        hidden::keep(&mut hidden, &texts.join(" "), why, 0);
    }
    (seen, hidden)
}

/// The words of the notes pinned to a page; links and fields of forms are none.
pub(super) fn annotations(page: &Source<'_>, hidden: &mut Vec<Hidden>) {
    let Some(notes) = page.raw().get::<Array<'_>>(&b"Annots"[..]) else {
        return;
    };
    for note in notes.iter::<Dict<'_>>().take(NOTES_MAX) {
        let kind = note.get::<Name<'_>>(&b"Subtype"[..]);
        let is_other = kind.is_some_and(|kind| matches!(&*kind, b"Link" | b"Popup"));
        let text = note.get::<PdfString<'_>>(&b"Contents"[..]);
        if let Some(text) = text.filter(|_| !is_other) {
            hidden::keep(hidden, &text_string(text.as_bytes()), Concealment::Annotation, 0);
        }
    }
}

/// Properties that say more than who made the file and what it is called.
pub(super) fn properties(pdf: &Pdf, hidden: &mut Vec<Hidden>) {
    let about = pdf.metadata();
    let long = about.title.as_ref().filter(|title| title.len() > TITLE_BYTES_MAX);
    for text in [long, about.subject.as_ref(), about.keywords.as_ref()]
        .into_iter()
        .flatten()
    {
        hidden::keep(hidden, &text_string(text), Concealment::Property, 0);
    }
}
