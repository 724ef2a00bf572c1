//! Folders of a package that are called after tests and belong to the program: it hands them to the tests of others.

use super::gathering::Source;
use std::collections::BTreeSet;
use subject::{Part, Snapshot, part};
use syntax::Language;
use wordlist::between;

/// Folders that make a reader take what lies in them for a test.
const FOLDERS: [&str; 2] = ["test", "testing"];
/// How a line begins that makes a test.
const TESTS: [&str; 4] = between("def test|async def test|describe |RSpec.describe");

/// Gives back to the program what lies in such a folder below the source root of a package. None of the files in it may be
/// a test by its name or by its text.
pub(super) fn keep(snapshot: &Snapshot, sources: &mut [Source<'_>], roots: &BTreeSet<String>) {
    let folders: BTreeSet<String> = sources
        .iter()
        .filter(|source| source.part == Part::Test)
        .filter_map(|source| source.why.as_deref()?.strip_suffix('/'))
        .map(str::to_owned)
        .collect();
    for folder in folders {
        let language = match () {
            () if is_of_gem(&folder, roots) => Language::Ruby,
            () if is_of_package(snapshot, &folder) => Language::Python,
            () => continue,
        };
        let below = format!("{folder}/");
        let is_test = |source: &Source<'_>| {
            let inner = source.path.strip_prefix(&below);
            inner.is_some_and(|inner| part::by_path(inner) == Part::Test || holds_tests(&source.text))
        };
        if sources.iter().any(is_test) {
            continue;
        }
        let is_shipped = |source: &&mut Source<'_>| {
            source.part == Part::Test && source.language == language && source.path.starts_with(&below)
        };
        for source in sources.iter_mut().filter(is_shipped) {
            (source.part, source.why) = (Part::Product, None);
        }
    }
}

/// What a reader is told of where a file lies. A folder of the program says nothing of tests, whatever it is called.
pub(super) fn place<'a>(source: &Source<'a>) -> &'a str {
    let (folders, name) = source.path.rsplit_once('/').unwrap_or(("", source.path));
    let is_called_so = || folders.split('/').any(|folder| FOLDERS.contains(&folder));
    let is_of_program = source.part == Part::Product;
    match source.language {
        Language::Ruby | Language::Python if is_of_program && is_called_so() => name,
        _ => source.path,
    }
}

/// `lib/name/test`: what a gem puts on the path of those who load it.
fn is_of_gem(folder: &str, roots: &BTreeSet<String>) -> bool {
    let folders: Vec<&str> = folder.split('/').collect();
    let is_root = |at: usize| at == 0 || roots.contains(&folders[..at].join("/"));
    let mut starts = (0..folders.len()).filter(|at| folders[*at] == "lib" && is_root(*at));
    starts.next().is_some_and(|at| at + 2 < folders.len()) && is_one(folder)
}

/// `src/name/test`, `name/test`: a package within a package of Python.
fn is_of_package(snapshot: &Snapshot, folder: &str) -> bool {
    let outer = folder.rsplit_once('/').map(|(outer, _)| outer);
    outer.is_some_and(|outer| snapshot.files.contains_key(&format!("{outer}/__init__.py"))) && is_one(folder)
}

/// Whether a folder is called after a test; `tests` are many, and seldom what a package hands on.
fn is_one(folder: &str) -> bool {
    let name = folder.rsplit('/').next().unwrap_or(folder);
    name == "test" || name.ends_with("_test") || name.ends_with("-test")
}

fn holds_tests(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.any(|line| TESTS.iter().any(|start| line.starts_with(start)))
}

#[cfg(test)]
mod tests;
