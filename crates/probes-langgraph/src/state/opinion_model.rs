//! `state.opinion_model`: what judges think is a validated model.

use super::of_program;
use super::roles::{self, Role};
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};

pub(super) const PROBE: Probe = Probe {
    id: "state.opinion_model",
    detective: Detective::RepoInvestigator,
    goal: "A validated model (pydantic) for what judges think exists and is what judges really emit",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    of_program(snapshot, |_| ask(snapshot))
}

fn ask(snapshot: &Subject) -> Answer {
    roles::answer(snapshot, Role::Opinion)
}
