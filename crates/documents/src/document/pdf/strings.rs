//! Text strings of the format, and the text of its streams.

use super::lists;
use super::packed::unpack;
use crate::document::prose::utf16;
use flate2::read::ZlibDecoder;
use hayro_syntax::Filter;
use hayro_syntax::object::{Array, Object, Stream};
use hayro_syntax::xref::XRef;
use std::io::Read as _;

/// Most bytes read of a stream that holds text.
const TEXT_BYTES_MAX: usize = 1 << 20;
/// Longest stream that is unpacked at once, as it lies in the file, in bytes: what comes out is not bounded.
const PACKED_BYTES_MAX: usize = 64 << 10;
/// Most strings of one list.
const LIST_MAX: usize = 1_000;
/// Lists within each other that are looked at: what can be chosen has a value and a name.
const LISTS_MAX: usize = 2;
/// What the bytes from 0x18 on stand for.
const ACCENTS: [char; 8] = ['˘', 'ˇ', 'ˆ', '˙', '˝', '˛', '˚', '˜'];
/// What the bytes from 0x80 on stand for.
const SIGNS: [char; 33] = [
    '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', '‹', '›', '−', '‰', '„', '“', '”', '‘', '’', '‚', '™', 'ﬁ', 'ﬂ',
    'Ł', 'Œ', 'Š', 'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž', '\u{fffd}', '€',
];

/// A text string: UTF-16 or UTF-8 by its mark, otherwise one byte a character in the encoding of the format.
pub(crate) fn text(bytes: &[u8]) -> String {
    if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        utf16(rest, u16::from_be_bytes)
    } else if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        utf16(rest, u16::from_le_bytes)
    } else if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        String::from_utf8_lossy(rest).into_owned()
    } else {
        bytes.iter().map(|byte| letter(*byte)).collect()
    }
}

fn letter(byte: u8) -> char {
    match byte {
        0x18..=0x1f => ACCENTS[usize::from(byte - 0x18)],
        0x80..=0xa0 => SIGNS[usize::from(byte - 0x80)],
        byte => char::from(byte),
    }
}

/// What an object says: a string, a name, or a list of them.
pub(super) fn of<'a>(object: &Object<'a>, xref: &'a XRef) -> Option<String> {
    within(object, xref, LISTS_MAX)
}

fn within<'a>(object: &Object<'a>, xref: &'a XRef, depth: usize) -> Option<String> {
    match object {
        Object::String(bytes) => Some(text(bytes.as_bytes())),
        Object::Name(name) => Some(text(name)),
        Object::Array(list) if depth > 0 => Some(of_list(list, xref, depth - 1)),
        _ => None,
    }
}

fn of_list<'a>(list: &Array<'a>, xref: &'a XRef, depth: usize) -> String {
    let each = lists::objects(list, xref).take(LIST_MAX);
    let each: Vec<String> = each.filter_map(|object| within(&object, xref, depth)).collect();
    each.join("\n")
}

/// The bytes of a stream up to [`TEXT_BYTES_MAX`], and whether those are all.
pub(super) fn read(stream: &Stream<'_>) -> (Vec<u8>, bool) {
    let raw = stream.raw_data();
    let is_plain = !stream.dict().contains_key(&b"DecodeParms"[..]);
    let mut bytes = Vec::new();
    match stream.filters()[..] {
        [Filter::FlateDecode] if is_plain => {
            let most = u64::try_from(TEXT_BYTES_MAX).unwrap_or(u64::MAX) + 1;
            // What came out before the damage is there.
            let is_sound = ZlibDecoder::new(&raw[..])
                .take(most)
                .read_to_end(&mut bytes)
                .is_ok();
            let is_whole = is_sound && bytes.len() <= TEXT_BYTES_MAX;
            bytes.truncate(TEXT_BYTES_MAX);
            (bytes, is_whole)
        }
        _ if raw.len() <= PACKED_BYTES_MAX || stream.filters().is_empty() => {
            let unpacked = unpack(stream);
            bytes.extend(unpacked.data.iter().take(TEXT_BYTES_MAX));
            let is_whole = unpacked.fault.is_none() && bytes.len() == unpacked.data.len();
            (bytes, is_whole)
        }
        _ => (bytes, false),
    }
}

#[cfg(test)]
mod tests;
