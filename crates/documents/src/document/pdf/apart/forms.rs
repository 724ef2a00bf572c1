//! Forms to be filled in: what their fields hold, how they are called, and what they offer.

use super::super::lists;
use super::Walk;
use crate::document::apart::Spot;
use hayro_syntax::object::{Array, Dict, Object, ObjectIdentifier, Stream};
use std::collections::BTreeSet;

/// Most fields that are looked at.
const FIELDS_MAX: usize = 5_000;
/// Most parts of a form that is a program.
const PARTS_MAX: usize = 50;
/// What a field says: its value, the one it begins with, rich text, its names, and what can be chosen.
const SAID: [&[u8]; 7] = [b"V", b"DV", b"RV", b"T", b"TU", b"TM", b"Opt"];

pub(super) fn read<'a>(walk: &mut Walk<'a, '_>, root: &Dict<'a>) {
    let Some(form) = root.get::<Dict<'a>>(&b"AcroForm"[..]) else {
        return;
    };
    let mut seen: BTreeSet<ObjectIdentifier> = BTreeSet::new();
    let (mut open, mut left) = (Vec::new(), FIELDS_MAX);
    let fields = form.get::<Array<'a>>(&b"Fields"[..]);
    if let Some(fields) = fields {
        walk.below(&fields, &mut seen, &mut left, &mut |field| open.push((field, 1)));
    }
    while let Some((field, above)) = open.pop() {
        let own = field.obj_id().and_then(|id| walk.page(id));
        let named = || field.get_ref(&b"P"[..]).and_then(|id| walk.page(id));
        let page = own.or_else(named).unwrap_or(above);
        field_says(walk, &field, page);
        if let Some(kids) = field.get::<Array<'a>>(&b"Kids"[..]) {
            walk.below(&kids, &mut seen, &mut left, &mut |kid| open.push((kid, page)));
        }
    }
    if left == 0 {
        walk.words.further();
    }
    program(walk, &form);
}

/// Keeps what a field says itself.
pub(super) fn field_says<'a>(walk: &mut Walk<'a, '_>, field: &Dict<'a>, page: u32) {
    walk.keep_entries(field, &SAID, Spot::Field, page);
    if let Some(looks) = field.get::<Dict<'a>>(&b"MK"[..]) {
        walk.keep_entries(&looks, &[b"CA", b"RC", b"AC"], Spot::Field, page);
    }
}

/// A form that is a program (XFA), in one part or several.
fn program<'a>(walk: &mut Walk<'a, '_>, form: &Dict<'a>) {
    let xref = walk.pdf.xref();
    let parts = form.get::<Array<'a>>(&b"XFA"[..]);
    let parts = parts.iter().flat_map(|parts| lists::objects(parts, xref));
    let parts = parts.filter_map(Object::into_stream).take(PARTS_MAX);
    let only = form.get::<Stream<'a>>(&b"XFA"[..]);
    for part in only.into_iter().chain(parts) {
        walk.keep_tagged(&part, Spot::Field);
    }
}
