use super::lapses::clean;
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
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
