use super::lapses::caught;
use probes_core::{Answer, Probe, Subject};
use syntax::facts::Slip;

pub(super) const PROBE: Probe = Probe::of_code(
    "code.broad_catches",
    "Errors are caught by their kind, or passed on whole.",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    caught(
        snapshot,
        &[Slip::CaughtAll, Slip::Swallowed],
        "places that catch an error name its kind, pass it on, or say why they do not",
    )
}
