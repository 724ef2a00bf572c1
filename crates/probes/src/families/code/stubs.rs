use super::NO_CODE;
use crate::families::tally::{Tally, lines};
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use syntax::facts::{Body, Function};

pub(super) const PROBE: Probe = Probe {
    id: "code.stubs",
    detective: Detective::RepoInvestigator,
    goal: "No function only pretends to do what its name says.",
    examine,
};

/// What a function that pretends looks like can also be a choice.
const SURE: u8 = 80;

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let mut tally = Tally::default();
    for (path, function) in census.product_functions() {
        match pretence(function) {
            _ if function.body == Body::Declared => {}
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
            "functions do something with what they are given",
            NO_CODE,
            &[],
        )
        .sure(SURE)
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
