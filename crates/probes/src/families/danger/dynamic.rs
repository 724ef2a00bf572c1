use super::{markup, tainted, weak};
use crate::families::code::NO_CODE;
use crate::families::tally::{Tally, Wording, line};
use crate::families::tooling::is_run_beside;
use crate::families::unread;
use probes_core::{Answer, Probe, Subject};
use project::census::{Census, SourceFile};
use syntax::facts::{Body, Danger, Data, Function, Risk, Role};

pub(super) const PROBE: Probe = Probe::of_code(
    "danger.dynamic",
    "Functions hand dangerous calls nothing but fixed data.",
    examine,
);

/// Where data comes from that enters a function as a parameter is not known.
const SURE: u8 = 70;

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let mut tally = Tally::default();
    let mut told = 0;
    // Who runs what builds the program has it, and gives it no data of strangers.
    for (path, file) in census.product().filter(|(path, _)| !is_run_beside(path)) {
        told += count(census, path, file, &mut tally);
    }
    for (place, value) in markup::unescaped(snapshot) {
        tally.blame(census, place, format!("`{value}` is put into a page as it is"));
    }
    if tally.is_clean()
        && let Some(why) = not_asked(census)
    {
        return unread::nothing(snapshot, why);
    }
    if tally.is_clean()
        && let Some((place, why)) = unread::search(snapshot).end()
    {
        return Answer::unobserved(format!("nothing is seen, but at {place}: {why}"));
    }
    let beside = match told {
        0 => String::new(),
        1 => "; 1 more is told by another check".to_owned(),
        told => format!("; {told} more are told by another check"),
    };
    let said = Wording::Bad {
        of: "functions and raw places of templates",
        none: &format!("was found to hand changing data to a call of the kinds that are looked for{beside}"),
        some: &format!("hand changing data to a call of the kinds that are looked for{beside}"),
    };
    tally.answer(snapshot, &said, NO_CODE, &[]).sure(SURE)
}

/// Why nothing is to be said where nothing is wrong: a program that makes no such call is not praised for it.
fn not_asked(census: &Census) -> Option<&'static str> {
    census.product().next()?;
    let grave = census.dangers().filter(|(path, _)| !is_run_beside(path));
    let mut grave = grave.filter(|(_, danger)| is_grave(danger)).peekable();
    if grave.peek().is_none() {
        return Some(NOTHING_GRAVE);
    }
    let is_told = grave.any(|(_, danger)| tainted::way(danger).is_some());
    is_told
        .then_some("the calls that are given changing data are told as those that data from outside reaches")
}

/// What stands outside of functions counts as one more for its file, where it is at fault. Functions of which another check tells are in
/// order for none: they are left out, and their number is given back.
fn count(census: &Census, path: &str, file: &SourceFile, tally: &mut Tally) -> usize {
    let dangers = file.facts.dangers.iter();
    let (risky, told): (Vec<&Danger>, Vec<&Danger>) = dangers
        .filter(|danger| is_grave(danger) && danger.data != Data::Fixed)
        .partition(|danger| !is_told_elsewhere(danger));
    let mut left_out = 0;
    for function in file.facts.functions.iter().filter(|function| is_asked(function)) {
        match risky.iter().find(|danger| holds(function, danger.line)) {
            None if told.iter().any(|danger| holds(function, danger.line)) => left_out += 1,
            None => tally.count(census, path, true),
            Some(danger) => tally.blame(census, line(path, danger.line), said(danger)),
        }
    }
    let is_outside = |danger: &&&Danger| {
        !file
            .facts
            .functions
            .iter()
            .any(|function| holds(function, danger.line))
    };
    if let Some(danger) = risky.iter().find(is_outside) {
        tally.blame(census, line(path, danger.line), said(danger));
    }
    left_out
}

const fn holds(function: &Function, line: u32) -> bool {
    function.first <= line && line <= function.last
}

fn is_asked(function: &Function) -> bool {
    function.role == Role::Product && function.body != Body::Declared
}

/// Why the question does not arise.
pub(super) const NOTHING_GRAVE: &str = "nothing was seen that runs a text as a command, as code or as a statement of a database, loads objects, or writes raw markup";

pub(super) fn is_grave(danger: &Danger) -> bool {
    let kinds = [
        Risk::Shell,
        Risk::Eval,
        Risk::Deserialise,
        Risk::Sql,
        Risk::Memory,
    ];
    kinds.contains(&danger.kind)
}

/// Where the way of the data was followed from outside, that is told, and counts, by itself.
fn is_told_elsewhere(danger: &Danger) -> bool {
    tainted::way(danger).is_some() || weak::is_put_in(danger)
}

fn said(danger: &Danger) -> String {
    format!("`{}` is given data that changes", danger.callee)
}
