//! Names of files, and what is said in their place where they are not read.

use super::{Scan, in_text, placed};
use court::evidence::Place;
use probes_core::Subject;
use std::collections::BTreeSet;

/// The passages in the names of all files, read or not.
pub(super) fn of_files(snapshot: &Subject) -> impl Iterator<Item = Scan> + '_ {
    let skipped = snapshot.skipped.iter();
    let names = snapshot
        .files
        .keys()
        .map(|path| (path, path))
        .chain(skipped.clone().map(|file| (&file.path, &file.path)));
    // The target of a link that is not followed stands in why; what is left out by the thousand has one reason.
    let mut reasons = BTreeSet::new();
    let reasons = skipped.filter(move |file| reasons.insert(&file.why));
    let reasons = reasons.map(|file| (&file.path, &file.why));
    names.chain(reasons).map(|(path, name)| in_name(path, name))
}

/// What a name says.
fn in_name(path: &str, name: &str) -> Scan {
    in_text(&spaced(name), 1, |passage| {
        placed(Place::line(path, 1), "a name", passage)
    })
}

/// A name as it is meant to be read: every folder begins a sentence.
pub(super) fn spaced(name: &str) -> String {
    name.replace(['_', '-', '.', '+'], " ").replace('/', ". ")
}
