//! Functions in which something is let slip, against all functions.

use crate::families::tally::{Tally, line};
use probes_core::Subject;
use probes_core::probe::Answer;
use project::census::{Census, SourceFile};
use std::collections::BTreeSet;
use syntax::facts::{Body, Function, Lapse, Role, Slip, Sought};

/// The share of the program's functions in which none of `kinds` is let slip without a reason beside it. What
/// stands outside of functions counts as one more for its file, where it is at fault.
pub(super) fn clean(snapshot: &Subject, kinds: &[Slip], what: &str) -> Answer {
    let census = snapshot.census();
    let mut tally = Tally::default();
    let mut blind = BTreeSet::new();
    for (path, file) in census.product() {
        let language = file.facts.language;
        let sought: Vec<Sought> = kinds.iter().map(|kind| kind.sought_in(language)).collect();
        if sought.contains(&Sought::No) {
            blind.extend(functions(file).next().map(|_| language.name()));
        } else if sought.contains(&Sought::Yes) {
            count(census, path, file, kinds, &mut tally);
        }
    }
    let blind: Vec<&str> = blind.into_iter().collect();
    let nothing = match census.product().next() {
        Some(_) => "no language of the program has anything of the kind",
        None => super::NO_CODE,
    };
    tally.answer(snapshot, what, nothing, &blind)
}

fn count(census: &Census, path: &str, file: &SourceFile, kinds: &[Slip], tally: &mut Tally) {
    let is_asked = |lapse: &&Lapse| kinds.contains(&lapse.kind) && !lapse.is_explained && !lapse.in_test;
    let lapses: Vec<&Lapse> = file.facts.lapses.iter().filter(is_asked).collect();
    for function in functions(file) {
        match lapses
            .iter()
            .find(|lapse| is_innermost(file, function, lapse.line))
        {
            None => tally.count(census, path, true),
            Some(lapse) => tally.blame(census, line(path, lapse.line), said(function, lapse)),
        }
    }
    let is_outside = |lapse: &&&Lapse| {
        !file
            .facts
            .functions
            .iter()
            .any(|function| holds(function, lapse.line))
    };
    if let Some(lapse) = lapses.iter().find(is_outside) {
        tally.blame(census, line(path, lapse.line), lapse.text.clone());
    }
}

fn functions(file: &SourceFile) -> impl Iterator<Item = &Function> {
    let functions = file.facts.functions.iter();
    functions.filter(|function| function.role == Role::Product && function.body != Body::Declared)
}

const fn holds(function: &Function, line: u32) -> bool {
    function.first <= line && line <= function.last
}

/// Whether this line belongs to this function and to none inside of it.
fn is_innermost(file: &SourceFile, function: &Function, line: u32) -> bool {
    let span = |function: &Function| function.last - function.first;
    let inner = |other: &Function| holds(other, line) && span(other) < span(function);
    holds(function, line) && !file.facts.functions.iter().any(inner)
}

fn said(function: &Function, lapse: &Lapse) -> String {
    format!("`{}`: {}", function.name, lapse.text)
}
