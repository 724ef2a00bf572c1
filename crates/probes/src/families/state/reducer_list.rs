//! `state.reducer_list`: a field of the state has a concatenating reducer.

use super::reducers::{Reduction, answer};
use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::Detective;

/// Whether a field of the graph's state is joined by a reducer for lists.
pub(super) const PROBE: Probe = Probe {
    id: "state.reducer_list",
    detective: Detective::RepoInvestigator,
    goal: "A field of the graph's state has a reducer for lists, so that parallel writers add to one another",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    answer(snapshot, Reduction::Concatenates)
}
