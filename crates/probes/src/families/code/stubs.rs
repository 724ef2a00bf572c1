use super::NO_CODE;
use crate::families::tally::{Tally, Wording, lines};
use probes_core::{Answer, Probe, Subject};
use project::census::Census;
use std::collections::{BTreeMap, BTreeSet};
use syntax::facts::{Body, Function};
use wordlist::between;

pub(super) const PROBE: Probe = Probe::of_code(
    "code.stubs",
    "No function only pretends to do what its name says.",
    examine,
);

/// What a function that pretends looks like can also be a choice.
const SURE: u8 = 80;

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let written = written(census);
    let mut tally = Tally::default();
    for (path, function) in census.product_functions() {
        match pretence(function) {
            _ if function.body == Body::Declared || is_left_to_heirs(function, &written) => {}
            Some(_) if is_on_purpose(snapshot, path, function) => {}
            None if function.is_slight || function.body == Body::Empty => {}
            None => tally.count(census, path, true),
            Some(how) => tally.blame(
                census,
                lines(path, function.first, function.last),
                format!("`{}` {how}", function.name),
            ),
        }
    }
    tally
        .answer(
            snapshot,
            &Wording::Bad {
                of: "functions",
                none: "was found to say only that it is not written, or to take something and do nothing; empty methods are set aside",
                some: "only say that they are not written, take something and do nothing, or give back one fixed value",
            },
            NO_CODE,
            &[],
        )
        .sure(SURE)
}

/// The owners of each name of a method that has a body of its own somewhere.
fn written(census: &Census) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut owners: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let real = census
        .product_functions()
        .filter(|(_, one)| one.body == Body::Real);
    for (_, function) in real {
        if let Some(owner) = &function.owner {
            owners.entry(&function.name).or_default().insert(owner);
        }
    }
    owners
}

/// Whether a method says that it is not written, and another class writes one of that name: a base leaves it to its heirs.
fn is_left_to_heirs(function: &Function, written: &BTreeMap<&str, BTreeSet<&str>>) -> bool {
    let owner = function
        .owner
        .as_deref()
        .filter(|_| matches!(function.body, Body::Unwritten(_)));
    owner.is_some_and(|owner| {
        let others = written.get(function.name.as_str());
        others.is_some_and(|owners| owners.iter().any(|other| *other != owner))
    })
}

/// Whether a function that does nothing explains that, and does not say that it is still to be written.
fn is_on_purpose(snapshot: &Subject, path: &str, function: &Function) -> bool {
    let text = || {
        let from = function.first.saturating_sub(REMARK_LINES).max(1);
        let text = snapshot.lines(path, from, function.last).unwrap_or_default();
        text.to_ascii_lowercase()
    };
    let is_idle = match &function.body {
        Body::Empty => true,
        Body::Constant(what) => matches!(what.as_str(), "None" | "null" | "nil" | "undefined"),
        _ => false,
    };
    is_idle && function.is_documented && says_idle(&text())
}

/// Whether a text says that nothing is done, and none of the words by which people mark what is missing.
fn says_idle(text: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    !has(&MISSING) && has(&IDLE)
}

/// How many lines above a function belong to what explains it.
const REMARK_LINES: u32 = 4;
/// Words of what is still to be written.
const MISSING: [&str; 7] = between("todo|fixme|implement|placeholder|stub|for now|later");
/// How people say that a function does nothing on purpose.
const IDLE: [&str; 12] = between(
    "intentional|on purpose|deliberate|compatib|no-op|noop|nothing|unchanged|ignored|deprecated|no longer|not needed",
);

/// How it pretends, where it does. An empty method may be what an interface asks for, and doing nothing with nothing
/// a hook that somebody may fill.
fn pretence(function: &Function) -> Option<String> {
    match &function.body {
        Body::Unwritten(how) => Some(format!("says that it is not written: {how}")),
        Body::Constant(what) => Some(format!("gives back {what} whatever it is given")),
        Body::Empty if function.params > 0 && function.owner.is_none() => {
            Some("takes something and does nothing".to_owned())
        }
        Body::Empty | Body::Declared | Body::Real => None,
    }
}
