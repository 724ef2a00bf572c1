use super::lapses::clean;
use crate::probe::{Answer, Probe};
use crate::snapshot::Snapshot;
use court::evidence::Detective;
use syntax::facts::Slip;

pub(super) const PROBE: Probe = Probe {
    id: "code.type_escapes",
    detective: Detective::RepoInvestigator,
    goal: "Types and checks are not given up without a reason beside it.",
    examine,
};

fn examine(snapshot: &Snapshot) -> Answer {
    clean(
        snapshot,
        &[Slip::Untyped, Slip::Silenced, Slip::Unsafe],
        "functions give up no type and no check",
    )
}
