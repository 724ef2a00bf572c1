//! Files of Rust that are compiled for tests alone: those declared under `#[cfg(test)]`, and what they declare.

use super::project::folder;
use super::{SourceFile, is_inside};
use std::collections::BTreeMap;
use subject::{Part, Snapshot};
use syntax::Language;
use syntax::facts::Via;

/// Most lines above a declaration that may be its attributes.
const LINES_MAX: u32 = 6;
/// How a condition says that something is for tests.
const CONDITIONS: &[&str] = &["cfg(test)", "cfg(all(test", "cfg(any(test"];

/// Makes tests of them.
pub(super) fn set_aside(snapshot: &Snapshot, files: &mut BTreeMap<String, SourceFile>) {
    let mut stems = Vec::new();
    for (path, file) in files.iter() {
        if file.facts.language != Language::Rust {
            continue;
        }
        let declared = file.facts.imports.iter().filter(|one| one.how == Via::Declare);
        for import in declared {
            let above = attributes(snapshot, path, import.line);
            if CONDITIONS.iter().any(|condition| above.contains(condition)) {
                let own = path.strip_suffix(".rs").unwrap_or(path);
                stems.extend(
                    [folder(path), own]
                        .map(|at| format!("{at}/{}", import.what).trim_matches('/').to_owned()),
                );
            }
        }
    }
    for (path, file) in files.iter_mut().filter(|(path, _)| path.ends_with(".rs")) {
        let is_it = |stem: &String| path.strip_suffix(".rs") == Some(stem) || is_inside(path, stem);
        if file.part == Part::Product && stems.iter().any(is_it) {
            file.part = Part::Test;
            file.why = Some("declared under #[cfg(test)]".to_owned());
        }
    }
}

/// The text of a line and of the attributes and comments directly above it.
pub fn attributes(snapshot: &Snapshot, path: &str, line: u32) -> String {
    let first = line.saturating_sub(LINES_MAX).max(1);
    let text = snapshot.lines(path, first, line).unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let Some((own, above)) = lines.split_last() else {
        return String::new();
    };
    let is_attribute = |line: &&&str| line.starts_with('#') || line.starts_with("//");
    let above = above.iter().rev().take_while(is_attribute);
    std::iter::once(own)
        .chain(above)
        .copied()
        .collect::<Vec<_>>()
        .join("\n")
}
