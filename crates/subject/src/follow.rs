//! Going from one thing to the next.

use std::collections::BTreeSet;

/// Follows what each leads to, each once: `look` sees one and puts in what it leads to, the last of which comes next.
/// Answers with all that were seen.
pub fn follow<T: Copy + Ord>(
    from: impl IntoIterator<Item = T>,
    mut look: impl FnMut(T, &mut Vec<T>),
) -> BTreeSet<T> {
    let mut waiting: Vec<T> = from.into_iter().collect();
    let mut seen = BTreeSet::new();
    while let Some(one) = waiting.pop() {
        if seen.insert(one) {
            look(one, &mut waiting);
        }
    }
    seen
}
