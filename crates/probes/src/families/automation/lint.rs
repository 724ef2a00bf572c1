//! Whether a linter looks at the code.

use super::coverage;
use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::Detective;
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
