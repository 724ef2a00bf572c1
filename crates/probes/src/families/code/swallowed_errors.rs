use super::lapses::clean;
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use syntax::facts::Slip;

pub(super) const PROBE: Probe = Probe {
    id: "code.swallowed_errors",
    detective: Detective::RepoInvestigator,
    goal: "No error is caught and dropped without a reason beside it.",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    clean(
        snapshot,
        &[Slip::Swallowed],
        "functions drop no error that they catch",
    )
}
