use super::lapses::caught;
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
    caught(
        snapshot,
        &[Slip::Swallowed],
        "places that catch an error handle it, pass over an expected kind that they name, or say why they drop it",
    )
}
