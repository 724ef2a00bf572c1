use super::lapses::clean;
use probes_core::{Answer, Probe, Subject};
use syntax::facts::Slip;

pub(super) const PROBE: Probe = Probe::of_code(
    "code.ignored_results",
    "Results that can be errors are looked at.",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    clean(
        snapshot,
        &[Slip::Ignored],
        "functions are not seen to drop a result that is known to be able to fail, or say why they do",
    )
}
