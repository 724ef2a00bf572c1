//! `structure.size`: functions that can be read at once.

use super::share::Share;
use court::evidence::{Detective, Place};
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use syntax::facts::{Body, Function};

/// Lines of a function that fit on one screen; linters of several languages warn from 50 to 100.
const LINES_MAX: u32 = 60;
/// Ways through a function; McCabe's own limit is 10, linters warn from 10 to 25.
const BRANCHES_MAX: u16 = 15;

/// The share of functions that are small.
pub(super) const PROBE: Probe = Probe {
    id: "structure.size",
    detective: Detective::RepoInvestigator,
    goal: "Functions have at most 60 lines and 15 ways through them",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let mut share = Share::new(census);
    for (path, function) in census.product_functions() {
        if function.body == Body::Declared {
            continue;
        }
        let lines = lines(function);
        let is_small = lines <= LINES_MAX && function.branches <= BRANCHES_MAX;
        share.count(path, 1, is_small);
        if !is_small {
            let note = format!(
                "`{}` has {lines} lines and {} ways through it",
                function.name, function.branches
            );
            share.blame(
                excess(function),
                Place::lines(path, function.first, function.last),
                note,
            );
        }
    }
    share.answer(
        snapshot,
        "functions have at most 60 lines and 15 ways through them",
    )
}

const fn lines(function: &Function) -> u32 {
    function.last.saturating_sub(function.first) + 1
}

/// How many times a function goes beyond the limits, in percent, the worse of both.
fn excess(function: &Function) -> u64 {
    let lines = u64::from(lines(function)) * 100 / u64::from(LINES_MAX);
    let branches = u64::from(function.branches) * 100 / u64::from(BRANCHES_MAX);
    lines.max(branches)
}
