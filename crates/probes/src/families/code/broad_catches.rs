use super::lapses::caught;
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use syntax::facts::Slip;

pub(super) const PROBE: Probe = Probe {
    id: "code.broad_catches",
    detective: Detective::RepoInvestigator,
    goal: "Errors are caught by their kind, or passed on whole.",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    caught(
        snapshot,
        &[Slip::CaughtAll, Slip::Swallowed],
        "places that catch an error name its kind, pass it on, or say why they do not",
    )
}
