use super::lapses::clean;
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use syntax::facts::Slip;

pub(super) const PROBE: Probe = Probe {
    id: "code.fatal_errors",
    detective: Detective::RepoInvestigator,
    goal: "Errors do not end the program on the spot.",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    clean(
        snapshot,
        &[Slip::Fatal],
        "functions are not seen to end the program over an error, or say why they do",
    )
}
