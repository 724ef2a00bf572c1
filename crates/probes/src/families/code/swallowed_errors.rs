use super::lapses::caught;
use probes_core::{Answer, Probe, Subject};
use syntax::facts::Slip;

pub(super) const PROBE: Probe = Probe::of_code(
    "code.swallowed_errors",
    "No error is caught and dropped without a reason beside it.",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    caught(
        snapshot,
        &[Slip::Swallowed],
        "places that catch an error handle it, pass over an expected kind that they name, or say why they drop it",
    )
}
