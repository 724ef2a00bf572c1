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
    goal: "Functions have at most 60 lines of code and 15 ways through them",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let mut share = Share::new(census);
    for (path, function) in census.product_functions() {
        if function.body == Body::Declared {
            continue;
        }
        let lines = match lines(function) {
            few @ 0..=LINES_MAX => few,
            _ => said(snapshot, path, function),
        };
        let is_small = lines <= LINES_MAX && function.branches <= BRANCHES_MAX;
        share.count(path, 1, is_small);
        if !is_small {
            let note = format!(
                "`{}` has {lines} lines of code and {} ways through it",
                function.name, function.branches
            );
            share.blame(
                excess(lines, function),
                Place::lines(path, function.first, function.last),
                note,
            );
        }
    }
    share.answer(
        snapshot,
        "functions have at most 60 lines of code and 15 ways through them",
    )
}

const fn lines(function: &Function) -> u32 {
    function.last.saturating_sub(function.first) + 1
}

/// The lines of a function that are neither blank nor a remark; a text that stands alone at its head is one too.
fn said(snapshot: &Subject, path: &str, function: &Function) -> u32 {
    let text = snapshot
        .lines(path, function.first, function.last)
        .unwrap_or_default();
    let mut quotes = None;
    let mut is_said = |line: &str| match quotes {
        Some(mark) => {
            if line.ends_with(mark) {
                quotes = None;
            }
            false
        }
        None => {
            let opens = ["\"\"\"", "'''", "r\"\"\""]
                .into_iter()
                .find(|mark| line.starts_with(mark));
            let mark = opens.map(|mark| mark.trim_start_matches('r'));
            quotes = mark.filter(|mark| line.len() < 2 * mark.len() || !line.ends_with(mark));
            let is_remark = ["//", "#", "*", "/*", "--"]
                .iter()
                .any(|sign| line.starts_with(sign));
            mark.is_none() && !is_remark && !line.is_empty()
        }
    };
    let count = text.lines().map(str::trim).filter(|line| is_said(line)).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// How many times a function goes beyond the limits, in percent, the worse of both.
fn excess(lines: u32, function: &Function) -> u64 {
    let lines = u64::from(lines) * 100 / u64::from(LINES_MAX);
    let branches = u64::from(function.branches) * 100 / u64::from(BRANCHES_MAX);
    lines.max(branches)
}
