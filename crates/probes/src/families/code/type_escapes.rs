use super::lapses::kept;
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use syntax::facts::Slip;

pub(super) const PROBE: Probe = Probe {
    id: "code.type_escapes",
    detective: Detective::RepoInvestigator,
    goal: "Types and checks are not switched off without a reason beside it.",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    kept(
        snapshot,
        &[Slip::Untyped, Slip::Silenced, Slip::Unsafe],
        "functions are not seen to leave a type open or switch a check off, or say why they do",
    )
}
