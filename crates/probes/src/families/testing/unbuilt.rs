//! Tests of C and C++ that no build takes: nobody compiles them, so that they show nothing.

use probes_core::Subject;
use project::builds;
use std::collections::BTreeSet;
use subject::Part;
use syntax::Language;
use syntax::facts::Role;

/// The files of tests that no build names, where builds name sources one by one.
pub(super) fn unbuilt(snapshot: &Subject) -> BTreeSet<&str> {
    let tests = snapshot.census().part(Part::Test).filter(|(_, file)| {
        let is_test = |one: &syntax::facts::Function| one.role == Role::Test || one.assertions > 0;
        let is_native = matches!(file.facts.language, Language::C | Language::Cpp);
        is_native && file.facts.functions.iter().any(is_test)
    });
    builds::unnamed(snapshot, tests.map(|(path, _)| path))
}

/// What a row says of them; empty where there are none.
pub(super) fn told(unbuilt: &BTreeSet<&str>) -> String {
    match (unbuilt.len(), unbuilt.first()) {
        (_, None) => String::new(),
        (1, Some(path)) => format!("; `{path}` is set aside, since no build names it"),
        (count, Some(path)) => {
            format!("; {count} files of tests are set aside, since no build names them, as `{path}`")
        }
    }
}
