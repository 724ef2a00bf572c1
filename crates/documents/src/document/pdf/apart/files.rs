//! Files inside the file: how they are called, and what those say that are text.

use super::super::{lists, strings};
use super::{Walk, tree};
use crate::document::apart::Spot;
use crate::document::prose;
use hayro_syntax::object::{Array, Dict, Object, Stream};

/// Most files that are looked at.
const FILES_MAX: usize = 100;
/// A file of which more than one character in so many is none is no text.
const NOISE: usize = 20;

pub(super) fn read<'a>(walk: &mut Walk<'a, '_>, root: &Dict<'a>) {
    let mut count = 0;
    let names = root.get::<Dict<'a>>(&b"Names"[..]);
    let names = names.and_then(|names| names.get::<Dict<'a>>(&b"EmbeddedFiles"[..]));
    if let Some(names) = names {
        tree::leaves(walk, &names, b"Names", &mut |walk, name, value| {
            if let Object::String(name) = name {
                walk.keep(&strings::text(name.as_bytes()), Spot::AttachmentName, 1);
            }
            count += 1;
            if let Object::Dict(value) = value {
                bounded(walk, value, count);
            }
        });
    }
    let beside = root.get::<Array<'a>>(&b"AF"[..]);
    let xref = walk.pdf.xref();
    for value in beside.iter().flat_map(|list| lists::dicts(list, xref)) {
        count += 1;
        bounded(walk, &value, count);
    }
}

fn bounded<'a>(walk: &mut Walk<'a, '_>, value: &Dict<'a>, count: usize) {
    if count <= FILES_MAX {
        file(walk, value, 1);
    } else {
        walk.words.further();
    }
}

/// Keeps what a file is called and, where it is text, what it says.
pub(super) fn file<'a>(walk: &mut Walk<'a, '_>, about: &Dict<'a>, page: u32) {
    walk.keep_entries(about, &[b"UF", b"F", b"Desc"], Spot::AttachmentName, page);
    let Some(inside) = about.get::<Dict<'a>>(&b"EF"[..]) else {
        return;
    };
    let streams = [&b"UF"[..], b"F"].map(|key| inside.get::<Stream<'a>>(key));
    let Some(stream) = streams.into_iter().flatten().next() else {
        return;
    };
    // Of what is no text nothing is left out.
    let (bytes, is_whole) = strings::read(&stream);
    if let Some(text) = prose::decode(&bytes).filter(|text| is_text(text)) {
        walk.keep(&text, Spot::Attachment, page);
        if !is_whole {
            walk.words.further();
        }
    }
}

fn is_text(text: &str) -> bool {
    let noise = text.chars().filter(|c| *c == '\u{fffd}').count();
    noise.saturating_mul(NOISE) <= text.chars().count()
}
