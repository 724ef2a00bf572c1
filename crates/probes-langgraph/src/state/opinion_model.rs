//! `state.opinion_model`: what judges think is a validated model.

use super::of_program;
use super::roles::{self, Role};
use probes_core::{Answer, Probe, Subject};

pub(super) const PROBE: Probe = Probe::of_code(
    "state.opinion_model",
    "A validated model (pydantic) for what judges think exists and is what judges really emit",
    |snapshot| of_program(snapshot, |_| ask(snapshot)),
);

fn ask(snapshot: &Subject) -> Answer {
    roles::answer(snapshot, Role::Opinion)
}
