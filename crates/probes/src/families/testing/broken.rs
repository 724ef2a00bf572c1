//! Tests that cannot be started, because they bring in modules of the project that are not there.

use probes_core::Subject;
use project::manifest::join;
use project::modules::{Link, Target};
use std::collections::BTreeSet;
use subject::Part;
use syntax::Language;
use syntax::facts::Via;
use wordlist::array;

/// Fewest modules that a file of Python has to miss: a single one may be written by a build.
const MISSED_MIN: usize = 2;
/// Endings by which a script names what may be written in TypeScript.
const ENDINGS: [&str; 4] = [".js", ".mjs", ".cjs", ".jsx"];
/// Parts of names of what builds write.
const BUILT: [&str; 9] = array("_pb2 version generated gen build dist lib out mock");

/// The files of tests that miss modules of the project: they were written for another one, or for what it was once.
pub(super) fn broken(snapshot: &Subject) -> BTreeSet<&str> {
    if snapshot.unentered().next().is_some() {
        return BTreeSet::new();
    }
    let tests = || snapshot.census().part(Part::Test);
    let own: BTreeSet<&str> = tests()
        .filter(|(path, file)| {
            let missed = missed(snapshot, path, file.facts.language);
            missed
                >= if file.facts.language == Language::Python {
                    MISSED_MIN
                } else {
                    1
                }
        })
        .map(|(path, _)| path)
        .collect();
    // What pytest loads for all tests of a folder ends them all.
    let folders: Vec<&str> = own
        .iter()
        .filter_map(|path| path.strip_suffix("conftest.py"))
        .collect();
    let is_below = |path: &str| folders.iter().any(|folder| path.starts_with(folder));
    tests()
        .map(|(path, _)| path)
        .filter(|path| own.contains(path) || is_below(path))
        .collect()
}

/// How many modules of the project a file brings in that are not there.
fn missed(snapshot: &Subject, path: &str, language: Language) -> usize {
    let is_missed = |link: &&Link| link.target == Target::Unresolved && matches!(link.how, Via::Use);
    let links = snapshot.modules().links_of(path).iter().filter(is_missed);
    let named: BTreeSet<&str> = links.map(|link| link.what.as_str()).collect();
    let is_hand_written = |what: &&&str| {
        let mut parts = what.split(['.', '/']);
        !parts.any(|part| BUILT.iter().any(|word| part.contains(word)))
    };
    let is_own = |what: &&&str| match language {
        // A folder that is put on the path while it runs may hold it.
        Language::Python => !what.starts_with('.') && !is_somewhere(snapshot, what),
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            is_beside_sources(snapshot, path, what)
        }
        _ => false,
    };
    named.iter().filter(is_own).filter(is_hand_written).count()
}

/// Whether a module of this name lies anywhere in the tree.
fn is_somewhere(snapshot: &Subject, what: &str) -> bool {
    let path = what.replace('.', "/");
    let (module, package) = (format!("{path}.py"), format!("{path}/"));
    let is_whole = |at: usize, whole: &str| at == 0 || whole[..at].ends_with('/');
    let mut files = snapshot.files.keys();
    files.any(|whole| {
        let found = whole.find(&module).or_else(|| whole.find(&package));
        found.is_some_and(|at| is_whole(at, whole))
    })
}

/// Whether a relative path leads to a folder with sources, in which there is nothing of its name: `./user.pipe`.
fn is_beside_sources(snapshot: &Subject, path: &str, what: &str) -> bool {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_data = [".json", ".css"].iter().any(|ending| what.ends_with(ending));
    if !what.starts_with('.') || is_data {
        return false;
    }
    let Some(whole) = join(folder, what) else {
        return false;
    };
    let stem = ENDINGS.iter().find_map(|ending| whole.strip_suffix(ending));
    let stem = stem.unwrap_or(&whole);
    // Sources of another ending, a folder, and declarations of types, which are gone before the tests run.
    let is_of = |rest: &str| rest.starts_with(['.', '/']);
    let mut files = snapshot.files.keys();
    if files.any(|path| path.strip_prefix(stem).is_some_and(is_of)) {
        return false;
    }
    let folder = &whole[..whole.rfind('/').map_or(0, |at| at + 1)];
    let mut sources = snapshot.census().product();
    sources.any(|(path, _)| path.strip_prefix(folder).is_some_and(|rest| !rest.contains('/')))
}
