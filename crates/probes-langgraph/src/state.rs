//! The state of the subject's graph, and the models that travel in it.

mod arrives;
mod bounds;
mod evidence_arrives;
mod reducers;
mod roles;
mod schema;
mod score_bounded;
mod typed_state;

use crate::safety;
use probes_core::{Answer, Probe, Subject};
use python::code::Code;

/// The probes of this family.
pub const STATE: &[Probe] = &[
    typed_state::PROBE,
    reducers::OF_LISTS,
    reducers::OF_DICTS,
    roles::EVIDENCE_MODEL,
    roles::OPINION_MODEL,
    score_bounded::PROBE,
    arrives::PROBE,
    evidence_arrives::PROBE,
];

/// Asks the program outside its tests, where there is any.
fn of_program<'a>(snapshot: &'a Subject, examine: impl FnOnce(&Code<'a>) -> Answer) -> Answer {
    let code = snapshot.code();
    if code.scopes.is_empty() {
        return safety::no_python(snapshot);
    }
    examine(code)
}
