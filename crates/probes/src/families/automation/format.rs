//! Whether a formatter keeps the layout of the code.

use super::coverage;
use probes_core::{Answer, Probe, Subject};
use project::automation::Purpose;

pub(super) const PROBE: Probe = Probe::of_code(
    "automation.format",
    "A formatter keeps the layout of most of the code: present is good",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    coverage::answer(snapshot, Purpose::Format, &coverage::lines(snapshot))
}
