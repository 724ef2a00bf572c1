//! What both reports for people gather before they tell of coverage: files by why they were skipped, readers by
//! the walls around them, dimensions by the protocol that the rubric names.

use super::entry::Entry;
use crate::dossier::{Skip, WallsNote};
use std::collections::BTreeMap;

/// Skipped files by their reason; reasons that differ only in what they quote are one.
pub(crate) fn by_reason(skips: &[Skip]) -> BTreeMap<String, Vec<&str>> {
    let mut reasons: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for skip in skips {
        reasons.entry(unquoted(&skip.why)).or_default().push(&skip.path);
    }
    reasons
}

/// ``a symbolic link to `x`, not followed`` without its `x`.
fn unquoted(why: &str) -> String {
    let outside: String = why.split('`').step_by(2).collect();
    let words = outside.replace(" to ,", ",");
    words.trim().trim_end_matches('.').to_owned()
}

/// What was read behind the same walls, in the order of the notes.
pub(crate) fn behind_same_walls(notes: &[WallsNote]) -> Vec<(Vec<String>, &WallsNote)> {
    let mut groups: Vec<(Vec<String>, &WallsNote)> = Vec::new();
    for note in notes {
        let is_same = |other: &WallsNote| {
            (&other.in_force, &other.missing, &other.lost) == (&note.in_force, &note.missing, &note.lost)
        };
        match groups.iter_mut().find(|(_, other)| is_same(other)) {
            Some((what, _)) => what.push(note.what.clone()),
            None => groups.push((vec![note.what.clone()], note)),
        }
    }
    groups
}

/// The protocols that the rubric itself names, each once, in the order of the dimensions.
pub(crate) fn named_protocols<'a>(entries: &[Entry<'a>]) -> Vec<&'a str> {
    let mut named: Vec<&str> = Vec::new();
    for entry in entries.iter().filter(|entry| is_read_as_named(entry)) {
        if let Some(protocol) = entry
            .dimension
            .protocol
            .as_deref()
            .filter(|name| !named.contains(name))
        {
            named.push(protocol);
        }
    }
    named
}

/// Whether the dimension was read by the protocol that the rubric names for it, which needs no explanation there.
pub(crate) fn is_read_as_named(entry: &Entry<'_>) -> bool {
    let because = entry.plea.and_then(|plea| plea.understood.as_deref());
    let named = entry.dimension.protocol.as_deref();
    because
        .zip(named)
        .is_some_and(|(because, name)| because.ends_with(&format!("`{name}`")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_different_places_are_skipped_for_one_reason() {
        let skip = |path: &str, why: &str| Skip {
            path: path.to_owned(),
            why: why.to_owned(),
        };
        let skips = [
            skip("a", "a symbolic link to `x/y`, not followed"),
            skip("b", "binary"),
            skip("c", "a symbolic link to `z`, not followed"),
        ];
        let reasons: Vec<(String, usize)> = by_reason(&skips)
            .into_iter()
            .map(|(why, paths)| (why, paths.len()))
            .collect();
        assert_eq!(
            reasons,
            [
                ("a symbolic link, not followed".to_owned(), 2),
                ("binary".to_owned(), 1)
            ]
        );
    }
}
