//! `conduct.addressed_in_repository`: files, names or commits address whoever judges the subject.

use super::told;
use crate::conduct;
use probes_core::{Answer, Probe, Subject};

/// Whether the repository tries to instruct its judges.
pub(super) const PROBE: Probe = Probe::of_code(
    "conduct.addressed_in_repository",
    "The repository does not try to instruct whoever judges it",
    examine,
);

/// What a text means is a judgement, made by rules.
const SURE: u8 = 85;

fn examine(snapshot: &Subject) -> Answer {
    told(&conduct::in_repository(snapshot), "the repository").sure(SURE)
}
