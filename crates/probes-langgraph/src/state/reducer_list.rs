//! `state.reducer_list`: a field of the state has a concatenating reducer.

use super::reducers::{Reduction, answer};
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};

pub(super) const PROBE: Probe = Probe {
    id: "state.reducer_list",
    detective: Detective::RepoInvestigator,
    goal: "A field of the graph's state has a reducer for lists, so that parallel writers add to one another",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    answer(snapshot, Reduction::Concatenates)
}
