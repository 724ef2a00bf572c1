use super::lapses::clean;
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use syntax::facts::Slip;

pub(super) const PROBE: Probe = Probe {
    id: "code.ignored_results",
    detective: Detective::RepoInvestigator,
    goal: "Results that can be errors are looked at.",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    clean(
        snapshot,
        &[Slip::Ignored],
        "functions are not seen to drop a result that is known to be able to fail, or say why they do",
    )
}
