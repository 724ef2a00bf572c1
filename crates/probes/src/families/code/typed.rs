use super::surface::Surface;
use crate::families::tally::{Tally, Wording, line};
use crate::families::unread;
use probes_core::{Answer, Probe, Subject};
use project::census::Census;
use std::collections::BTreeMap;
use subject::data::{Node, json};
use syntax::Language;
use syntax::facts::Function;

pub(super) const PROBE: Probe = Probe::of_code(
    "code.typed",
    "Public functions say the types of what they take and give.",
    examine,
);

/// Why the question does not arise for the program as a whole.
const COMPILED: &str = "nearly all public functions are in languages whose compilers demand types";

/// Why it does not arise where hardly anything is public.
const FEW: &str =
    "the program has fewer than three public functions in languages in which types may be left out";

/// Why the question may not arise.
const NO_TYPES: &str = "the program has no public functions in a language in which types may be left out";

/// Fewer public functions say nothing of a habit.
const FUNCTIONS_MIN: usize = 3;

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let mut tally = Tally::default();
    let settings = settings(snapshot);
    let is_strict = |path: &str| {
        let is_script = path.ends_with(".ts") || path.ends_with(".tsx");
        let around = settings.iter().filter(|(folder, _)| path.starts_with(**folder));
        let nearest = around.max_by_key(|(folder, _)| folder.len());
        is_script && nearest.is_some_and(|(_, is_strict)| *is_strict)
    };
    for (path, function) in asked(snapshot) {
        if is_typed(function) || is_strict(path) {
            tally.count(census, path, true);
        } else {
            tally.blame(census, line(path, function.first), said(function));
        }
    }
    // A few scripts beside it say nothing of such a program.
    let (free, demanded) = lines(census);
    if !unread::stand_for(free, demanded) {
        return Answer::not_applicable(COMPILED);
    }
    let are_few = !tally.is_clean() && tally.all() < FUNCTIONS_MIN;
    if are_few && unread::is_read(snapshot) {
        return Answer::not_applicable(FEW);
    }
    tally.answer(
        snapshot,
        &Wording::Good("public functions say the types of all that they take, or, where they take nothing, of what they give"),
        NO_TYPES,
        &[],
    )
}

/// The folders with settings of TypeScript, each with its slash: whether the compiler refuses there what has no type and gets none from
/// where it stands. Of several in one folder the strictest counts, since others are for tests and builds.
fn settings(snapshot: &Subject) -> BTreeMap<&str, bool> {
    let mut found = BTreeMap::new();
    for path in snapshot.files.keys() {
        let (folder, name) = path.split_at(path.rfind('/').map_or(0, |at| at + 1));
        if !name.starts_with("tsconfig") || !name.ends_with(".json") {
            continue;
        }
        let read = snapshot.text(path).and_then(|text| json::read(text).ok());
        let is_strict = read.is_some_and(|read| {
            let option = |key: &str| read.at(&["compilerOptions", key]).and_then(Node::scalar);
            let is_on = |key: &str| option(key) == Some("true");
            is_on("noImplicitAny") || is_on("strict") && option("noImplicitAny").is_none()
        });
        *found.entry(folder).or_insert(false) |= is_strict;
    }
    found
}

/// The public functions that strangers can come to, where types may be left out and would stand beside them.
fn asked(snapshot: &Subject) -> impl Iterator<Item = (&str, &Function)> {
    let census = snapshot.census();
    let surface = Surface::of(snapshot);
    // A package of JavaScript may declare its types in files beside it.
    let are_elsewhere = snapshot.files.keys().any(|path| path.ends_with(".d.ts"));
    let public = census.product_functions().filter(|(_, one)| one.is_public);
    public.filter(move |(path, function)| {
        let file = census.files.get(*path);
        let is_asked = match file.map(|file| file.facts.language) {
            Some(Language::JavaScript) => {
                function.typed > 0 || function.params > 0 && !are_elsewhere && !says_types(snapshot, path)
            }
            // Types of Ruby stand in files of their own, where there are any.
            Some(Language::Ruby) => function.typed > 0,
            Some(Language::Python) => !snapshot.files.contains_key(&format!("{path}i")),
            Some(Language::TypeScript | Language::Tsx) => true,
            // Elsewhere the compiler demands them.
            _ => false,
        };
        is_asked && file.is_some_and(|file| surface.has_function(path, file, function))
    })
}

/// How many lines of the program are in languages in which types may be left out, and in those whose compilers demand them.
fn lines(census: &Census) -> (u64, u64) {
    census.product().fold((0, 0), |(free, demanded), (_, file)| {
        let lines = u64::from(file.facts.code_lines);
        match file.facts.language {
            Language::C | Language::Cpp | Language::Go | Language::Java | Language::Rust => {
                (free, demanded + lines)
            }
            _ => (free + lines, demanded),
        }
    })
}

/// Whether comments of a file of JavaScript say types, as JSDoc does.
fn says_types(snapshot: &Subject, path: &str) -> bool {
    let text = snapshot.text(path).unwrap_or_default();
    ["@param {", "@returns {", "@return {", "@type {", "@typedef"]
        .iter()
        .any(|sign| text.contains(sign))
}

/// A constructor gives what its name says. A function that says the type of all that it takes is typed, whether or not it says what it
/// gives: checkers of types look at its body.
fn is_typed(function: &Function) -> bool {
    let takes = function.params > 0 || function.name == "__init__";
    function.typed >= function.params && (function.returns_type || takes)
}

fn said(function: &Function) -> String {
    let result = if function.returns_type {
        ""
    } else {
        ", its result has none"
    };
    format!(
        "`{}`: {} of {} parameters have a type{result}",
        function.name, function.typed, function.params
    )
}
