//! The outline, by which readers find their way: titles in a tree, each with the page that it leads to.

use super::Walk;
use crate::document::apart::Spot;
use hayro_syntax::object::{Array, Dict, MaybeRef, Object, ObjectIdentifier};
use std::collections::BTreeSet;

/// Most titles that are looked at.
const ENTRIES_MAX: usize = 20_000;

pub(super) fn read<'a>(walk: &mut Walk<'a, '_>, root: &Dict<'a>) {
    let Some(top) = root.get::<Dict<'a>>(&b"Outlines"[..]) else {
        return;
    };
    let mut seen: BTreeSet<ObjectIdentifier> = top.obj_id().into_iter().collect();
    let mut open = vec![top];
    let (mut count, mut page) = (0, 1);
    while let Some(entry) = open.pop() {
        count += 1;
        if count > ENTRIES_MAX {
            walk.words.further();
            return;
        }
        page = target(walk, &entry).unwrap_or(page);
        walk.keep_entries(&entry, &[b"Title"], Spot::Outline, page);
        // What stands below is read before what follows.
        for key in [&b"Next"[..], b"First"] {
            // Looked up anew each time: what is looked up through another entry keeps the whole way to it.
            let next = entry.get_ref(key).map(ObjectIdentifier::from);
            let next = next.filter(|id| seen.insert(*id));
            open.extend(next.and_then(|id| walk.pdf.xref().get::<Dict<'a>>(id)));
        }
    }
}

/// The page that a title leads to, where it says so itself.
fn target(walk: &Walk<'_, '_>, entry: &Dict<'_>) -> Option<u32> {
    let action = entry.get::<Dict<'_>>(&b"A"[..]);
    let place = entry
        .get::<Array<'_>>(&b"Dest"[..])
        .or_else(|| action?.get::<Array<'_>>(&b"D"[..]))?;
    match place.raw_iter().next()? {
        MaybeRef::Ref(id) => walk.page(id),
        MaybeRef::NotRef(Object::Number(number)) => u32::try_from(number.as_i64().checked_add(1)?).ok(),
        MaybeRef::NotRef(_) => None,
    }
}
