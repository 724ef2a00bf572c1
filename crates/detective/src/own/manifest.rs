//! What manifests declare, in whatever language they are of.

mod declared;

use super::counted;
use super::scope::{Paths, is_in};
use crate::probe::{Answer, PROOFS_MAX};
use crate::snapshot::Snapshot;
use court::evidence::{Finding, Place};
use court::protocol::own::{Manifest, Own};
use serde_json::Value;

/// Largest manifest that is read, in bytes: lock files are larger, and no manifests.
const BYTES_MAX: usize = 1 << 20;

/// Whether a glob of manifests can be used.
pub(super) fn check(look: &Manifest) -> Result<(), String> {
    match look {
        Manifest::Dependency(_) => Ok(()),
        Manifest::Field { file, .. } => Paths::of(std::slice::from_ref(file)).map(|_| ()),
    }
}

/// How many manifests declare it.
pub(super) fn examine(own: &Own, look: &Manifest, snapshot: &Snapshot) -> Answer {
    let sets = Paths::of(&own.paths).and_then(|paths| Ok((paths, field_glob(look)?)));
    let (paths, field) = match sets {
        Ok(sets) => sets,
        Err(problem) => return Answer::unobserved(problem),
    };
    let concerned = snapshot.files.iter().filter(|(path, _)| {
        let is_manifest = match &field {
            Some(globs) => globs.has(path),
            None => declared::is_manifest(path),
        };
        is_manifest && paths.has(path) && is_in(own.part, path)
    });
    let texts: Vec<(&String, &str)> = concerned
        .filter(|(_, file)| file.bytes.len() <= BYTES_MAX)
        .filter_map(|(path, file)| Some((path, file.text()?)))
        .collect();
    if texts.is_empty() {
        return Answer::not_applicable("the repository has no such manifest");
    }
    let found = texts.iter().filter_map(|(path, text)| {
        let line = match look {
            Manifest::Dependency(name) => declared::dependency(path, text, name),
            Manifest::Field { field, .. } => field_line(path, text, field),
        };
        line.map(|line| Place::line(path.as_str(), line))
    });
    let places: Vec<Place> = found.collect();
    let said = format!(
        "{} of {} declare it",
        places.len(),
        counted(texts.len(), "manifest")
    );
    let answer = Answer::value(Finding::of(!places.is_empty()), places.len(), said);
    if places.is_empty() {
        let first = texts
            .iter()
            .take(1)
            .map(|(path, _)| Place::line(path.as_str(), 1));
        return answer.at_all(first);
    }
    answer.at_all(places.into_iter().take(PROOFS_MAX))
}

fn field_glob(look: &Manifest) -> Result<Option<Paths>, String> {
    match look {
        Manifest::Dependency(_) => Ok(None),
        Manifest::Field { file, .. } => Paths::of(std::slice::from_ref(file)).map(Some),
    }
}

/// The line of a key, where the manifest has something under it.
fn field_line(path: &str, text: &str, field: &str) -> Option<u32> {
    let tree = declared::tree(path, text)?;
    let mut at: &Value = &tree;
    for key in field.split('.') {
        at = match key.parse::<usize>() {
            Ok(index) if at.is_array() => at.get(index)?,
            _ => at.get(key)?,
        };
    }
    let says_nothing = at.is_null() || at.as_str().is_some_and(str::is_empty);
    let last = field.rsplit('.').next().unwrap_or(field);
    (!says_nothing).then(|| declared::line_of(text, last))
}
