//! By which names packages are imported, where these differ from what the registry calls them: data.

use wordlist::{Table, Words};

/// Python: first part of an import, and the distributions that bring it.
static PYTHON: Table = Table::new(|| wordlist::table(include_str!("../../../words/names_python.txt")));

/// Ruby: what is required, and the gems that bring it.
static RUBY: Table = Table::new(|| wordlist::table(include_str!("../../../words/names_ruby.txt")));

/// Packages that come with an interpreter's tools in practice and that nobody declares.
pub(super) static BROUGHT: Words =
    Words::new(|| wordlist::words(include_str!("../../../words/names_brought.txt")));

/// Modules of Python's standard library that few programs use.
pub(super) static STANDARD: Words =
    Words::new(|| wordlist::words(include_str!("../../../words/names_standard.txt")));

/// The distributions that bring an import of Python.
pub(super) fn python(top: &str) -> &'static [&'static str] {
    wordlist::under(&PYTHON, top)
}

/// The gems that bring what is required.
pub(super) fn ruby(top: &str) -> &'static [&'static str] {
    wordlist::under(&RUBY, top)
}

/// The imports that a distribution or gem brings by the tables.
pub(super) fn brought_by(package: &str) -> impl Iterator<Item = &'static str> {
    let rows = PYTHON.iter().chain(RUBY.iter());
    rows.filter(move |(_, brings)| brings.contains(&package))
        .map(|(name, _)| *name)
}
