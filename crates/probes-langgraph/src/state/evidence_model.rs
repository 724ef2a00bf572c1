//! `state.evidence_model`: what detectives find is a validated model.

use super::of_program;
use super::roles::{self, Role};
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};

pub(super) const PROBE: Probe = Probe {
    id: "state.evidence_model",
    detective: Detective::RepoInvestigator,
    goal: "A validated model (pydantic) for what detectives find exists and is what detectives really emit",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    of_program(snapshot, |_| ask(snapshot))
}

fn ask(snapshot: &Subject) -> Answer {
    roles::answer(snapshot, Role::Evidence)
}
