//! Which sources of C and C++ the builds of a tree name, where they name them one by one.

use crate::manifest::join;
use std::collections::BTreeSet;
use subject::{Part, Snapshot, part};
use wordlist::array;

/// Endings of files that are compiled by themselves.
const SOURCES: [&str; 5] = array(".c .cc .cpp .cxx .c++");
/// Builds that say in ways that are not read what they compile.
const UNREAD: [&str; 13] = array(
    "BUILD BUILD.bazel SConstruct xmake.lua premake5.lua build.zig binding.gyp configure.ac Makefile.am Package.swift build.rs setup.py \
     wscript",
);
/// Endings of such builds.
const UNREAD_ENDINGS: [&str; 5] = array(".vcxproj .pro .pbxproj .gyp .bzl");
/// Words by which a build takes all files of a folder, or asks a program for their names.
const GATHERS: [&str; 2] = array("aux_source_directory run_command");
/// How compilers are called where a script or a pipeline compiles by hand.
const COMPILERS: [&str; 8] = array("gcc g++ clang emcc $CC $CXX ${CC $(CC");

/// The files of `asked` that no build takes. Empty where no build names a source, where one is not read, and where one gathers files by
/// patterns that could take any.
pub fn unnamed<'a>(snapshot: &Snapshot, asked: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let asked = asked.filter(|path| SOURCES.iter().any(|end| path.ends_with(end)));
    let asked: BTreeSet<&str> = asked.collect();
    let own = || {
        let paths = snapshot.files.keys().map(String::as_str);
        paths.filter(|path| part::by_path(path) != Part::Vendored)
    };
    if asked.is_empty() || own().any(is_unread) {
        return BTreeSet::new();
    }
    let builds = own().filter(|path| is_build(path));
    let texts = builds.filter_map(|path| Some((path, without_comments(snapshot.text(path)?))));
    let texts: Vec<(&str, String)> = texts.collect();
    let names = texts
        .iter()
        .flat_map(|(path, text)| words(path, text))
        .collect::<Vec<_>>();
    let gathers = texts
        .iter()
        .any(|(_, text)| GATHERS.iter().any(|word| text.contains(word)));
    if gathers || !names.iter().any(Word::is_source) {
        return BTreeSet::new();
    }
    let taken = |path: &str| names.iter().any(|word| word.takes(snapshot, path));
    let by_hand = |path: &str| compiled_by_hand(snapshot, path) || is_included(snapshot, path);
    asked
        .into_iter()
        .filter(|path| !taken(path) && !by_hand(path))
        .collect()
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn is_unread(path: &str) -> bool {
    UNREAD.contains(&name_of(path)) || UNREAD_ENDINGS.iter().any(|end| path.ends_with(end))
}

fn is_build(path: &str) -> bool {
    const NAMES: [&str; 5] = array("CMakeLists.txt Makefile makefile GNUmakefile meson.build");
    NAMES.contains(&name_of(path)) || path.ends_with(".cmake") || path.ends_with(".mk")
}

/// A build without its comments: from `#` to the end of the line, and `#[[ … ]]` of CMake.
fn without_comments(text: &str) -> String {
    let mut parts = text.split("#[[");
    let first = parts.next().unwrap_or_default().to_owned();
    let whole = parts.fold(first, |whole, part| {
        whole + part.split_once("]]").map_or("", |(_, rest)| rest)
    });
    let lines = whole
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// A word of a build that may name a file.
struct Word<'a> {
    /// The folder of the build.
    folder: &'a str,
    /// What is written behind the last variable.
    text: &'a str,
    /// Whether a variable stands before it, so that nobody knows from where the path goes on.
    is_open: bool,
}

fn words<'a>(path: &'a str, text: &'a str) -> Vec<Word<'a>> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_end = |c: char| c.is_whitespace() || "\"'(),;[]=:\\".contains(c);
    // Some of them stand within the parentheses of a variable of Make.
    let words = text.split(is_end).filter(|word| !word.is_empty());
    words
        .map(|word| {
            let word = word.trim_end_matches([')', '}', '>']);
            let behind = word.rfind(['}', ')', '@', '>']).map(|at| &word[at + 1..]);
            Word {
                folder,
                text: behind.unwrap_or(word).trim_start_matches("./"),
                is_open: behind.is_some() || path.ends_with(".cmake") || path.ends_with(".mk"),
            }
        })
        .collect()
}

impl Word<'_> {
    fn is_source(&self) -> bool {
        let is_name = !name_of(self.text).starts_with('.');
        is_name && SOURCES.iter().any(|end| self.text.ends_with(end))
    }

    /// Whether it names a file, as it stands or by a pattern, or without its ending in the file's own folder (`add_test(board_test)`).
    fn takes(&self, snapshot: &Snapshot, path: &str) -> bool {
        if let Some(at) = self.text.find(['*', '%', '?']) {
            return self.gathers(path, at);
        }
        let (stem, _) = path.rsplit_once('.').unwrap_or((path, ""));
        let is_object = self
            .text
            .strip_suffix(".o")
            .is_some_and(|object| name_of(object) == name_of(stem));
        // Of a name that a variable begins, any end may be its rest.
        if self.is_open {
            return is_object || self.is_source_end() && path.ends_with(self.text.trim_start_matches('/'));
        }
        let Some(whole) = join(self.folder, self.text) else {
            return name_of(self.text) == name_of(path);
        };
        // A word that names a file from where it stands names no other of that name.
        let is_bare = || name_of(&whole) == name_of(path) && !snapshot.files.contains_key(&whole);
        whole == path || whole == stem || is_object || is_bare()
    }

    /// Whether the end of a source's name stands behind a variable: `/board.cpp`, `_test.cpp`, `.cpp`.
    fn is_source_end(&self) -> bool {
        SOURCES.iter().any(|end| self.text.ends_with(end))
    }

    /// Whether a pattern with its first sign at `at` may take a file.
    fn gathers(&self, path: &str, at: usize) -> bool {
        // Words of CMake may be patterns of other things: `[0-9.]*`, `.*`.
        let name = name_of(self.text);
        let ending = name.rsplit_once('.').map(|(_, ending)| ending);
        let own = path.rsplit('.').next().unwrap_or_default();
        let is_ending = match ending.map(|ending| ending.split(['*', '?']).next().unwrap_or_default()) {
            None => name == "*" && self.text.len() > 1,
            Some("") => name == "*." || name == "*.*",
            Some(begin) => own.starts_with(begin),
        };
        let before = self.text[..at].trim_start_matches('/');
        let folder = before.rfind('/').map_or("", |at| &before[..at]);
        let is_below = |folder: &str| folder.is_empty() || path.starts_with(&format!("{folder}/"));
        let is_in = match self.is_open {
            true => format!("/{path}").contains(&format!("/{folder}")),
            false => join(self.folder, folder).is_none_or(|folder| is_below(&folder)),
        };
        is_ending && is_in
    }
}

/// Whether a script or a pipeline gives a compiler the file by its name, or all of a folder.
fn compiled_by_hand(snapshot: &Snapshot, path: &str) -> bool {
    const SCRIPTS: [&str; 6] = array(".sh .yml .yaml .py .bat .json");
    let stem = name_of(path).split('.').next().unwrap_or_default();
    let mut scripts = snapshot
        .files
        .keys()
        .filter(|one| SCRIPTS.iter().any(|end| one.ends_with(end)) || !name_of(one).contains('.'));
    scripts.any(|one| {
        let mut lines = snapshot.text(one).unwrap_or_default().lines();
        lines.any(|line| {
            let is_meant = || line.contains(stem) || line.contains("*.c");
            COMPILERS.iter().any(|compiler| line.contains(compiler)) && is_meant()
        })
    })
}

/// Whether another source takes the file in as it is: `#include "board_test.cpp"`.
fn is_included(snapshot: &Snapshot, path: &str) -> bool {
    let name = name_of(path);
    let is_source = |one: &&String| one.ends_with(".h") || SOURCES.iter().any(|end| one.ends_with(end));
    let mut sources = snapshot.files.keys().filter(is_source);
    sources.any(|one| {
        let mut lines = snapshot.text(one).unwrap_or_default().lines();
        lines.any(|line| line.trim_start().starts_with("#include") && line.contains(name))
    })
}
