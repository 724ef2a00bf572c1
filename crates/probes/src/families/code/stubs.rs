use super::NO_CODE;
use crate::families::tally::{Tally, Wording, lines};
use probes_core::{Answer, Probe, Subject};
use project::census::Census;
use std::collections::{BTreeMap, BTreeSet};
use syntax::facts::{Body, Function};

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
