//! Lists of which every entry is looked at, whatever the others are. Those of the parser end where an entry is of another
//! kind than the one that is asked for, or is not there.

use hayro_syntax::object::{Array, Dict, MaybeRef, Object};
use hayro_syntax::xref::XRef;

/// An entry, wherever it lies.
pub(super) fn resolved<'a>(entry: MaybeRef<Object<'a>>, xref: &'a XRef) -> Option<Object<'a>> {
    match entry {
        MaybeRef::Ref(id) => xref.get(id.into()),
        MaybeRef::NotRef(object) => Some(object),
    }
}

/// The entries of a list that are there.
pub(super) fn objects<'a>(list: &Array<'a>, xref: &'a XRef) -> impl Iterator<Item = Object<'a>> {
    list.raw_iter().filter_map(|entry| resolved(entry, xref))
}

/// The dictionaries in a list.
pub(super) fn dicts<'a>(list: &Array<'a>, xref: &'a XRef) -> impl Iterator<Item = Dict<'a>> {
    objects(list, xref).filter_map(Object::into_dict)
}
