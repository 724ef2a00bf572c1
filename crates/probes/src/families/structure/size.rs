//! `structure.size`: functions that can be read at once.

use super::deprecated;
use super::said::Said;
use super::share::Share;
use crate::families::tally::Wording;
use court::evidence::Place;
use probes_core::{Answer, Probe, Subject};
use std::cmp::Reverse;
use syntax::facts::{Body, Function, Role};

/// Lines of a function that fit on one screen; linters of several languages warn from 50 to 100.
const LINES_MAX: u32 = 60;
/// Ways through a function that only goes on and on: a table, a form with many fields, one long call.
const FLAT_BRANCHES_MAX: u16 = 3;
/// Lines of such a function, which is read from the top and not followed. Of those up to here readers granted no charge.
const FLAT_LINES_MAX: u32 = 200;
/// Ways through a function; McCabe's own limit is 10, linters warn from 10 to 25.
const BRANCHES_MAX: u16 = 15;

/// The share of code in functions that are small. Functions are weighed by their lines, as the model of the Software Improvement
/// Group does (Heitlager, Kuipers, Visser, 2007). One function of 800 lines is no hundredth of a program of a hundred functions.
pub(super) const PROBE: Probe = Probe::of_code(
    "structure.size",
    "Code stands in functions of at most 60 lines and 15 ways through them, or of 200 that only go on",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let mut share = Share::new(census);
    for (path, file) in census.product() {
        let text = snapshot.text(path).unwrap_or_default();
        let said = Said::of(file.facts.language, text);
        let ending = deprecated::spans(text, file);
        let own = own_lines(&file.facts.functions, &said).into_iter();
        for (function, lines) in own.filter(|(one, _)| !ending.contains(&(one.first, one.last))) {
            let is_small = lines <= most_lines(function) && function.branches <= BRANCHES_MAX;
            share.count(path, u64::from(lines), is_small);
            if !is_small {
                let place = Place::lines(path, function.first, function.last);
                share.blame(excess(lines, function), place, note(function, lines));
            }
        }
    }
    share.answer(
        snapshot,
        &Wording::Good("lines of code in functions that could be parsed stand in functions of at most 60 lines and 15 ways through them, or of 200 that only go on, those within others apart"),
    )
}

const fn most_lines(function: &Function) -> u32 {
    if function.branches <= FLAT_BRANCHES_MAX {
        FLAT_LINES_MAX
    } else {
        LINES_MAX
    }
}

fn note(function: &Function, lines: u32) -> String {
    format!(
        "`{}` has {lines} lines of code and {} ways through it",
        function.name, function.branches
    )
}

/// The program's own functions of a file with their lines of code; what stands in a function within is that one's own.
fn own_lines<'f>(functions: &'f [Function], said: &Said) -> Vec<(&'f Function, u32)> {
    let mut inner: Vec<&Function> = functions
        .iter()
        .filter(|one| one.body != Body::Declared)
        .collect();
    inner.sort_by_key(|one| (one.first, Reverse(one.last)));
    let mut found: Vec<(&Function, u32)> = Vec::new();
    let mut around: Vec<usize> = Vec::new();
    for function in inner {
        around.retain(|outer| found[*outer].0.last >= function.last);
        let lines = said.between(function.first, function.last);
        if let Some(outer) = around.last() {
            found[*outer].1 = found[*outer].1.saturating_sub(lines);
        }
        around.push(found.len());
        found.push((function, lines));
    }
    found.retain(|(function, _)| function.role == Role::Product);
    found
}

/// How many times a function goes beyond the limits, in percent, the worse of both.
fn excess(lines: u32, function: &Function) -> u64 {
    let lines = u64::from(lines) * 100 / u64::from(most_lines(function));
    let branches = u64::from(function.branches) * 100 / u64::from(BRANCHES_MAX);
    lines.max(branches)
}
