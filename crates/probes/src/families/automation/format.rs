//! Whether a formatter keeps the layout of the code.

use super::coverage;
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use project::automation::Purpose;

pub(super) const PROBE: Probe = Probe {
    id: "automation.format",
    detective: Detective::RepoInvestigator,
    goal: "A formatter keeps the layout of most of the code: present is good",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    coverage::answer(snapshot, Purpose::Format, &coverage::lines(snapshot))
}
