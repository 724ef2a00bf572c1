use super::lapses::clean;
use crate::probe::{Answer, Probe};
use crate::snapshot::Snapshot;
use court::evidence::Detective;
use syntax::facts::Slip;

pub(super) const PROBE: Probe = Probe {
    id: "code.swallowed_errors",
    detective: Detective::RepoInvestigator,
    goal: "No error is caught and dropped without a reason beside it.",
    examine,
};

fn examine(snapshot: &Snapshot) -> Answer {
    clean(
        snapshot,
        &[Slip::Swallowed],
        "functions drop no error that they catch",
    )
}
