use super::lapses::clean;
use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::Detective;
use syntax::facts::Slip;

pub(super) const PROBE: Probe = Probe {
    id: "code.broad_catches",
    detective: Detective::RepoInvestigator,
    goal: "Errors are caught by their kind.",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    clean(
        snapshot,
        &[Slip::CaughtAll],
        "functions catch no more than they mean to",
    )
}
