//! Which calls of Go drop an error, where only the program as a whole says what a function gives back.

use crate::families::tooling::is_tooling;
use probes_core::Subject;
use std::collections::BTreeMap;
use syntax::Language;
use syntax::facts::{Lapse, Slip};

/// What is known of the calls of which the last result is dropped.
#[derive(Default)]
pub(super) struct Unasked<'s> {
    /// Those that drop an error, by their file.
    pub(super) lapses: BTreeMap<&'s str, Vec<Lapse>>,
    /// How many call what is not written here.
    pub(super) unknown: usize,
}

/// Looks at all of them.
pub(super) fn look(snapshot: &Subject) -> Unasked<'_> {
    let census = snapshot.census();
    let files = || census.product().filter(|(path, _)| !is_tooling(path));
    let mut found = Unasked::default();
    if files().all(|(_, file)| file.facts.unasked.is_empty()) {
        return found;
    }
    let (functions, modules) = (functions(snapshot), modules(snapshot));
    for (path, file) in files() {
        for call in &file.facts.unasked {
            let function = place(path, &call.callee, &modules);
            match function.and_then(|function| functions.get(&function)) {
                None => found.unknown += 1,
                Some(false) => {}
                Some(true) => found.lapses.entry(path).or_default().push(Lapse {
                    kind: Slip::Ignored,
                    line: call.line,
                    text: call.text.clone(),
                }),
            }
        }
    }
    found
}

/// Whether each function of Go fails, by its folder and name.
fn functions(snapshot: &Subject) -> BTreeMap<(String, &str), bool> {
    let files = snapshot.census().product();
    let files = files.filter(|(_, file)| file.facts.language == Language::Go);
    files
        .flat_map(|(path, file)| {
            let free = file.facts.functions.iter().filter(|one| one.owner.is_none());
            free.map(move |one| ((folder(path).to_owned(), one.name.as_str()), one.fails))
        })
        .collect()
}

/// The modules of Go: the folder of each, and the path by which others bring it in.
fn modules(snapshot: &Subject) -> Vec<(&str, &str)> {
    let files = snapshot.files.keys().filter(|path| path.ends_with("go.mod"));
    let named = files.filter_map(|path| {
        let mut lines = snapshot.text(path)?.lines();
        let name = lines.find_map(|line| line.trim().strip_prefix("module "))?;
        Some((folder(path), name.trim().trim_matches('"')))
    });
    named.collect()
}

/// The folder and the name of the function that a call means.
fn place<'c>(path: &str, callee: &'c str, modules: &[(&str, &str)]) -> Option<(String, &'c str)> {
    let at = callee.rfind('/').map_or(0, |at| at + 1);
    let Some(dot) = callee[at..].find('.').map(|dot| at + dot) else {
        return Some((folder(path).to_owned(), callee));
    };
    let (package, name) = (&callee[..dot], &callee[dot + 1..]);
    let within = modules.iter().find_map(|(root, module)| {
        let rest = package.strip_prefix(module)?;
        let rest = rest
            .strip_prefix('/')
            .or_else(|| rest.is_empty().then_some(rest))?;
        let between = if root.is_empty() || rest.is_empty() {
            ""
        } else {
            "/"
        };
        Some(format!("{root}{between}{rest}"))
    })?;
    Some((within, name))
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
