//! Whether what a file says of a picture can be true of one.

use hayro_syntax::object::{Array, Dict, Object};

/// Most pixels of a picture; a scan of the largest poster has a tenth of it.
const PIXELS_MAX: u64 = 10_000_000_000;
/// How deep descriptions of colours stand within each other; three are common.
const COLOURS_MAX: usize = 8;

/// Whether the entries of a picture make sense; in those that stand among instructions the names are shorter.
pub(super) fn is_sound(dict: &Dict<'_>) -> bool {
    let side = |keys: [&[u8]; 2]| {
        let side = keys.into_iter().find_map(|key| dict.get::<i64>(key));
        side.and_then(|side| u64::try_from(side).ok()).unwrap_or_default()
    };
    let (width, height) = (side([b"Width", b"W"]), side([b"Height", b"H"]));
    let pixels = width.saturating_mul(height);
    let colours = [&b"ColorSpace"[..], b"CS"];
    (1..=PIXELS_MAX).contains(&pixels) && colours.iter().all(|key| is_colour(dict, key))
}

/// Whether an entry is absent or can be a description of colours.
fn is_colour(dict: &Dict<'_>, key: &[u8]) -> bool {
    if !dict.contains_key(key) {
        return true;
    }
    match dict.get::<Object<'_>>(key) {
        Some(Object::Array(list)) => is_shallow(list),
        Some(_) => true,
        None => false,
    }
}

fn is_shallow(mut list: Array<'_>) -> bool {
    for _ in 0..COLOURS_MAX {
        let mut entries = list.flex_iter();
        let _kind = entries.next::<Object<'_>>();
        let Some(inner) = entries.next::<Array<'_>>() else {
            return true;
        };
        list = inner;
    }
    false
}
