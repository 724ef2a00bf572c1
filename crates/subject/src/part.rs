//! What part a file plays in a repository, by the conventions of its language and its tools: from its path alone.

use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;
use wordlist::{Words, array};

/// What part a file plays. Only [`Part::Product`] is the program that people get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The program itself and what builds and runs it.
    Product,
    /// Tests, what only they use, and their data.
    Test,
    /// Shows how it is used, or how fast it is.
    Example,
    /// Written by others and copied here.
    Vendored,
    /// Written by a program.
    Generated,
    /// Builds or fills the documentation.
    Docs,
}

impl Part {
    /// Every part, the most telling first.
    pub const ALL: [Self; 6] = [
        Self::Product,
        Self::Test,
        Self::Example,
        Self::Docs,
        Self::Generated,
        Self::Vendored,
    ];

    /// What it is called in a sentence.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Test => "test",
            Self::Example => "example",
            Self::Vendored => "vendored",
            Self::Generated => "generated",
            Self::Docs => "docs",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The part that a file plays by the conventions of paths alone, whatever language it is in.
pub fn by_path(path: &str) -> Part {
    sort(path, &BTreeSet::from([String::new()])).0
}

/// Whether a path is that of a test, a measurement or what only they use, whatever language it is in.
pub fn is_test_path(path: &str) -> bool {
    let (folders, _) = path.rsplit_once('/').unwrap_or_default();
    let measures = |folder: &str| matches!(folder, "benches" | "benchmarks");
    by_path(path) == Part::Test || folders.split('/').any(measures)
}

/// Folders of code that others wrote, wherever they lie.
static VENDORED: Words = Words::new(|| wordlist::words(include_str!("../words/part_vendored.txt")));
/// Folders of code that others wrote, where they lie at the root.
const VENDORED_AT_ROOT: &[&str] = &["deps", "external", "subprojects"];

/// Folders that a program fills, wherever they lie; `staticfiles` is where Django collects what pages need, and in
/// `single_include` all headers of a library are put together.
const GENERATED: &[&str] = &array::<16>(
    "staticfiles .next .nuxt .output .svelte-kit tap-snapshots __generated__ generated generated-sources __pycache__ .gradle .idea \
     single_include single-include single_header amalgamation",
);
/// Folders that Gradle fills below `build`.
const GENERATED_BELOW_BUILD: &[&str] =
    &array::<9>("classes generated intermediates kotlin libs reports resources tmp test-results");
/// Folders that a program fills, where they lie beside a manifest.
const GENERATED_BESIDE_MANIFEST: &[&str] = &["dist", "target", "_build", "htmlcov"];
/// Endings of files that a program writes.
static GENERATED_ENDINGS: Words =
    Words::new(|| wordlist::words(include_str!("../words/part_generated_endings.txt")));

/// Folders of tests and of what only they use.
static TESTS: Words = Words::new(|| wordlist::words(include_str!("../words/part_tests.txt")));
/// Runners of tests in a browser, as they are copied into folders of tests.
const RUNNERS: [&str; 10] = array(
    "mocha.js chai.js expect.js should.js sinon.js qunit.js jasmine.js jasmine-html.js jquery.js require.js",
);
/// Source sets of builds that are no product; those whose names end with `Test` are told by that.
const TEST_SETS: &[&str] = &array::<3>("testFixtures it jmh");

/// Folders of examples and measurements, wherever they lie.
const EXAMPLES: &[&str] =
    &array::<8>("examples _examples samples demos tutorials benches benchmarks cookbook");
/// The same words as folders that may also mean something of the program, unless they lie beside a manifest.
const EXAMPLES_BESIDE_MANIFEST: &[&str] =
    &array::<9>("example _example sample demo tutorial bench benchmark playground snippets");
/// Folders that build or fill the documentation, beside a manifest.
const DOCS: &[&str] = &["doc", "docs", "documentation", "website"];
/// What such a folder may be called for besides: `docs_src` is what pages of documentation show. A name that goes on
/// otherwise may be that of a program about documents.
const DOCS_OF: [&str; 8] = array("src source sources examples samples snippets site website");

/// First folders of Java packages in trees without the usual source roots.
const PACKAGE_TOPS: &[&str] = &["com", "org", "net", "io", "edu", "dev", "me"];

/// Endings of program text.
const CODE: [&str; 35] = array(
    "c cc clj cpp cs dart erl ex exs go h hpp hs java jl js jsx kt lua m mjs ml php pl py r rb rs scala sh \
     swift ts tsx vue zig",
);

/// Whether a file of this path is program text.
pub fn is_code(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| CODE.contains(&ending))
}

/// Whether a file lies in a folder whose name begins with a dot: tools keep there what they need (`.github`, `.storybook`, `.specify`).
pub fn is_hidden(path: &str) -> bool {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    folders.split('/').any(|folder| folder.starts_with('.'))
}

/// Whether a file is a step that Alembic or Django writes to change a database: `alembic/versions/*.py`, `migrations/versions/*.py`,
/// `migrations/0001_*.py`. In a history they count as written all the same.
pub fn is_migration(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or_default();
    let (folder, above) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let number = name.split('_').next().unwrap_or_default();
    let is_numbered = number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_django = folder == "migrations" && is_numbered;
    let is_alembic = folder == "versions" && matches!(above, "alembic" | "migrations");
    name.ends_with(".py") && name != "__init__.py" && (is_django || is_alembic)
}

/// A part and the convention that it follows from.
pub type Sorted = (Part, Option<String>);

/// The part of a file. `roots` are the folders that hold manifests, the root of the tree as `""`.
pub fn sort(path: &str, roots: &BTreeSet<String>) -> Sorted {
    let (folders, name) = match path.rsplit_once('/') {
        Some((folders, name)) => (own_folders(folders, name), name),
        None => (Vec::new(), path),
    };
    let by_folder = |find: fn(&[&str], usize, &BTreeSet<String>) -> bool| {
        (0..folders.len()).find(|at| find(&folders, *at, roots))
    };
    let because = |at: usize| Some(format!("{}/", folders[..=at].join("/")));
    if let Some(at) = by_folder(is_vendored) {
        return (Part::Vendored, because(at));
    }
    if let Some(at) = by_folder(is_generated) {
        return (Part::Generated, because(at));
    }
    if let Some(ending) = GENERATED_ENDINGS.iter().find(|ending| name.ends_with(*ending)) {
        return (Part::Generated, Some(format!("*{ending}")));
    }
    if let Some(at) = by_folder(is_test) {
        return match RUNNERS.contains(&name) {
            true => (
                Part::Vendored,
                Some(format!("a runner of tests by its name, {name}")),
            ),
            false => (Part::Test, because(at)),
        };
    }
    if name.ends_with(".rb") && folders.contains(&"features") {
        return (Part::Test, Some("features/ of Cucumber".to_owned()));
    }
    // What only measures is called after what it measures.
    let measures = |folder: &&str| folder.starts_with("bench");
    if is_test_name(name) && !folders.iter().any(measures) {
        return (Part::Test, Some(format!("a test by its name, {name}")));
    }
    if let Some(at) = by_folder(is_example) {
        return (Part::Example, because(at));
    }
    if name.split('.').next() == Some("example") && is_code(name) {
        return (Part::Example, Some(format!("an example by its name, {name}")));
    }
    if name.contains(".stories.") || name.contains(".story.") {
        return (Part::Example, Some("*.stories.*".to_owned()));
    }
    if is_migration(path) {
        return (
            Part::Generated,
            Some("a migration of Alembic or Django".to_owned()),
        );
    }
    match by_folder(is_docs) {
        Some(at) => (Part::Docs, because(at)),
        None => (Part::Product, None),
    }
}

/// The folders whose names follow conventions: not those of Java packages, which are words of the domain.
fn own_folders<'a>(folders: &'a str, name: &str) -> Vec<&'a str> {
    let mut folders: Vec<&str> = folders.split('/').collect();
    if name.ends_with(".java") {
        let after_source = folders
            .windows(3)
            .position(|three| three[0] == "src" && three[2] == "java")
            .map(|at| at + 3);
        let package = || folders.iter().position(|one| PACKAGE_TOPS.contains(one));
        folders.truncate(after_source.or_else(package).unwrap_or(folders.len()));
    }
    folders
}

fn is_beside_manifest(folders: &[&str], at: usize, roots: &BTreeSet<String>) -> bool {
    at == 0 || roots.contains(&folders[..at].join("/"))
}

fn is_vendored(folders: &[&str], at: usize, _: &BTreeSet<String>) -> bool {
    VENDORED.contains(&folders[at])
        || at == 0 && VENDORED_AT_ROOT.contains(&folders[at])
        || at > 0 && is_released(folders[at])
}

/// `googletest-1.16.0`: what others have released, as it was unpacked.
fn is_released(folder: &str) -> bool {
    let Some((name, version)) = folder.rsplit_once('-') else {
        return false;
    };
    let mut numbers = version.trim_start_matches('v').split('.');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    name.starts_with(char::is_alphabetic) && numbers.clone().count() >= 3 && numbers.all(is_number)
}

fn is_generated(folders: &[&str], at: usize, roots: &BTreeSet<String>) -> bool {
    let name = folders[at];
    let is_of_build = || at > 0 && folders[at - 1] == "build" && GENERATED_BELOW_BUILD.contains(&name);
    GENERATED.contains(&name)
        || is_of_build()
        || GENERATED_BESIDE_MANIFEST.contains(&name) && is_beside_manifest(folders, at, roots)
}

fn is_test(folders: &[&str], at: usize, _: &BTreeSet<String>) -> bool {
    let name = folders[at];
    let is_set =
        || at > 0 && folders[at - 1] == "src" && (TEST_SETS.contains(&name) || name.ends_with("Test"));
    TESTS.contains(&name) || has_test_word(name) || is_set()
}

/// `test-shrinker`, `integration_tests`, `Foo.Tests`.
fn has_test_word(name: &str) -> bool {
    let mut words = name.split(['-', '_', '.']);
    let is_word = |word: &str| ["test", "tests"].iter().any(|one| word.eq_ignore_ascii_case(one));
    name.contains(['-', '_', '.'])
        && (words.next().is_some_and(is_word) || words.next_back().is_some_and(is_word))
}

fn is_example(folders: &[&str], at: usize, roots: &BTreeSet<String>) -> bool {
    let name = folders[at];
    EXAMPLES.contains(&name)
        || EXAMPLES_BESIDE_MANIFEST.contains(&name) && is_beside_manifest(folders, at, roots)
}

fn is_docs(folders: &[&str], at: usize, roots: &BTreeSet<String>) -> bool {
    let name = folders[at];
    let (head, of) = name.split_once(['_', '-']).unwrap_or((name, ""));
    let is_named = DOCS.contains(&head) && (head == name || DOCS_OF.contains(&of));
    is_named && is_beside_manifest(folders, at, roots)
}

/// Names that runners of tests collect by default, language by language.
fn is_test_name(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return false;
    };
    match ending {
        "py" | "pyi" => {
            stem.starts_with("test_")
                || stem.ends_with("_test")
                || matches!(stem, "conftest" | "tests" | "test")
        }
        "go" => stem.ends_with("_test"),
        "rs" => matches!(stem, "test" | "tests") || stem.ends_with("_test") || stem.ends_with("_tests"),
        "rb" => {
            stem.ends_with("_spec")
                || stem.ends_with("_test")
                || stem.starts_with("test_")
                || stem == "spec_helper"
        }
        "java" => {
            ["Test", "Tests", "TestCase", "IT"]
                .iter()
                .any(|end| stem.ends_with(end))
                || is_java_test(stem)
        }
        "kt" | "scala" | "groovy" | "cs" | "swift" | "php" => {
            ["Test", "Tests", "Spec"].iter().any(|end| stem.ends_with(end))
        }
        "js" | "jsx" | "ts" | "tsx" | "mjs" | "cjs" | "mts" | "cts" => is_script_test(stem),
        _ => is_c_test(stem),
    }
}

/// `TestParser`, not `Testament`.
fn is_java_test(stem: &str) -> bool {
    stem.strip_prefix("Test")
        .and_then(|rest| rest.chars().next())
        .is_some_and(char::is_uppercase)
}

fn is_script_test(stem: &str) -> bool {
    let marks = ["test", "tests", "spec", "e2e", "cy", "bench"];
    let last = stem.rsplit_once('.').map(|(_, last)| last);
    let setups = const {
        array::<8>(
            "setupTests jest.setup vitest.setup jest.config vitest.config playwright.config cypress.config \
         karma.conf",
        )
    };
    let helpers = const { array::<5>("test-utils test_utils testUtils test-helpers testHelpers") };
    last.is_some_and(|last| marks.contains(&last))
        || setups.contains(&stem)
        || helpers.contains(&stem)
        || stem.ends_with("_test")
        || stem.ends_with("-test")
}

fn is_c_test(stem: &str) -> bool {
    let ends = ["_test", "_tests", "-test", "_unittest", "-unittest", "_unittests"];
    stem.starts_with("test_")
        || stem.starts_with("test-")
        || ends.iter().any(|end| stem.ends_with(end))
        || stem == "test"
}

#[cfg(test)]
mod tests;
