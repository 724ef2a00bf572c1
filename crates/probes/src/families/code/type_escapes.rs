use super::lapses::kept;
use probes_core::{Answer, Probe, Subject};
use syntax::facts::Slip;

pub(super) const PROBE: Probe = Probe::of_code(
    "code.type_escapes",
    "Types and checks are not switched off without a reason beside it.",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    kept(
        snapshot,
        &[Slip::Untyped, Slip::Silenced, Slip::Unsafe],
        "functions are not seen to leave a type open or switch a check off, or say why they do",
    )
}
