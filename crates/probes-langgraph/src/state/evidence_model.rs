//! `state.evidence_model`: what detectives find is a validated model.

use super::of_program;
use super::roles::{self, Role};
use probes_core::{Answer, Probe, Subject};

pub(super) const PROBE: Probe = Probe::of_code(
    "state.evidence_model",
    "A validated model (pydantic) for what detectives find exists and is what detectives really emit",
    |snapshot| of_program(snapshot, |_| ask(snapshot)),
);

fn ask(snapshot: &Subject) -> Answer {
    roles::answer(snapshot, Role::Evidence)
}
