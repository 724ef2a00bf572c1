//! Trees of names and of numbers, by which a file finds its parts.

use super::Walk;
use hayro_syntax::object::{Array, Dict, Object, ObjectIdentifier};
use std::collections::BTreeSet;

/// Most nodes of one tree that are looked at.
const NODES_MAX: usize = 2_000;
/// Most leaves of one tree that are looked at.
const LEAVES_MAX: usize = 10_000;

/// Gives the key and the value of each leaf; `list` is the name of the list of leaves.
pub(super) fn leaves<'a>(
    walk: &mut Walk<'a, '_>,
    top: &Dict<'a>,
    list: &[u8],
    give: &mut dyn FnMut(&mut Walk<'a, '_>, &Object<'a>, &Object<'a>),
) {
    let mut seen: BTreeSet<ObjectIdentifier> = top.obj_id().into_iter().collect();
    let mut open = vec![top.clone()];
    let (mut nodes, mut count) = (NODES_MAX, 0);
    while let Some(node) = open.pop() {
        if nodes == 0 || count > LEAVES_MAX {
            walk.words.further();
            return;
        }
        if let Some(kids) = node.get::<Array<'a>>(&b"Kids"[..]) {
            walk.below(&kids, &mut seen, &mut nodes, &mut |kid| open.push(kid));
        }
        let Some(entries) = node.get::<Array<'a>>(list) else {
            continue;
        };
        let mut entries = entries.raw_iter().take(2 * LEAVES_MAX);
        while let (Some(key), Some(value)) = (entries.next(), entries.next()) {
            count += 1;
            if let (Some(key), Some(value)) = (walk.resolve(key), walk.resolve(value)) {
                give(walk, &key, &value);
            }
        }
    }
}
