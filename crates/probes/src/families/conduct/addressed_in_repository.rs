//! `conduct.addressed_in_repository`: files, names or commits address whoever judges the subject.

use super::told;
use crate::conduct;
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};

/// Whether the repository tries to instruct its judges.
pub(super) const PROBE: Probe = Probe {
    id: "conduct.addressed_in_repository",
    detective: Detective::RepoInvestigator,
    goal: "The repository does not try to instruct whoever judges it",
    examine,
};

/// What a text means is a judgement, made by rules.
const SURE: u8 = 85;

fn examine(snapshot: &Subject) -> Answer {
    told(&conduct::in_repository(snapshot), "the repository").sure(SURE)
}
