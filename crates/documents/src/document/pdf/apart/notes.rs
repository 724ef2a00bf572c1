//! What is pinned to pages, beside the words of notes: who wrote them, rich text, fields, files.

use super::super::Source;
use super::super::beside::NOTES_MAX as TOLD_MAX;
use super::super::lists;
use super::{Walk, files, forms};
use crate::document::apart::Spot;
use crate::document::tagged;
use hayro_syntax::object::{Array, Dict, Name};

/// Most notes looked at on one page; a page of contents links some hundred times.
pub(super) const NOTES_MAX: usize = 2_000;

pub(super) fn read<'a>(walk: &mut Walk<'a, '_>, page: &Source<'a>, number: u32) {
    let Some(notes) = page.raw().get::<Array<'a>>(&b"Annots"[..]) else {
        return;
    };
    let mut notes = lists::dicts(&notes, walk.pdf.xref());
    for (at, note) in notes.by_ref().take(NOTES_MAX).enumerate() {
        let kind = note.get::<Name<'_>>(&b"Subtype"[..]);
        let kind = kind.as_deref();
        if kind == Some(b"Widget") {
            forms::field_says(walk, &note, number);
        }
        // The words of other notes are told with what is hidden.
        let is_apart = at >= TOLD_MAX || matches!(kind, Some(b"Link" | b"Popup"));
        let words: &[&[u8]] = if is_apart { &[b"Contents"] } else { &[] };
        walk.keep_entries(&note, words, Spot::Note, number);
        walk.keep_entries(&note, &[b"T", b"Subj"], Spot::Note, number);
        if let Some(text) = walk.said(&note, b"RC") {
            let words = &mut *walk.words;
            tagged::words(&text, &[], &mut |_, text| words.keep(text, Spot::Note, number, 0));
        }
        if let Some(file) = note.get::<Dict<'a>>(&b"FS"[..]) {
            files::file(walk, &file, number);
        }
    }
    if notes.next().is_some() {
        walk.words.further();
    }
}
