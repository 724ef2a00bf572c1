//! Whether a linter looks at the code.

use super::coverage;
use probes_core::{Answer, Probe, Subject};
use project::automation::Purpose;

pub(super) const PROBE: Probe = Probe::of_code(
    "automation.lint",
    "A linter looks at most of the code: present is good",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    coverage::answer(snapshot, Purpose::Lint, &coverage::lines(snapshot))
}
