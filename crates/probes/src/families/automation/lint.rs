//! Whether a linter looks at the code.

use super::coverage;
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use project::automation::Purpose;

pub(super) const PROBE: Probe = Probe {
    id: "automation.lint",
    detective: Detective::RepoInvestigator,
    goal: "A linter looks at most of the code: present is good",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    coverage::answer(snapshot, Purpose::Lint, &coverage::lines(snapshot))
}
