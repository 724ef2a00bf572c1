use super::lapses::clean;
use probes_core::{Answer, Probe, Subject};
use syntax::facts::Slip;

pub(super) const PROBE: Probe = Probe::of_code(
    "code.fatal_errors",
    "Errors do not end the program on the spot.",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    clean(
        snapshot,
        &[Slip::Fatal],
        "functions are not seen to end the program over an error, or say why they do",
    )
}
