//! What a file says to those who have it read aloud: words that stand for its pictures and other parts.

use super::Walk;
use crate::document::apart::Spot;
use hayro_syntax::object::{Dict, Object, ObjectIdentifier};
use std::collections::BTreeSet;

/// Most parts that are looked at; a page has some hundred.
const PARTS_MAX: usize = 100_000;
/// Words that stand for a part, what its letters are short for, and how it is called.
const SAID: [&[u8]; 4] = [b"Alt", b"ActualText", b"E", b"T"];

pub(super) fn read<'a>(walk: &mut Walk<'a, '_>, root: &Dict<'a>) {
    let Some(top) = root.get::<Dict<'a>>(&b"StructTreeRoot"[..]) else {
        return;
    };
    let mut seen: BTreeSet<ObjectIdentifier> = top.obj_id().into_iter().collect();
    let (mut open, mut left) = (vec![(top, 1)], PARTS_MAX);
    while let Some((part, above)) = open.pop() {
        let own = part.get_ref(&b"Pg"[..]).and_then(|id| walk.page(id));
        let page = own.unwrap_or(above);
        walk.keep_entries(&part, &SAID, Spot::Alternative, page);
        // Looked up anew each time: what is looked up through another part keeps the whole way to it.
        let below = part.get_raw::<Object<'a>>(&b"K"[..]);
        let below = below.filter(|one| one.as_obj_ref().is_none_or(|id| seen.insert(id.into())));
        match below.and_then(|one| walk.resolve(one)) {
            Some(Object::Array(list)) => {
                walk.below(&list, &mut seen, &mut left, &mut |part| open.push((part, page)));
            }
            Some(Object::Dict(only)) if left > 0 => {
                left -= 1;
                open.push((only, page));
            }
            _ => {}
        }
    }
    if left == 0 {
        walk.words.further();
    }
}
