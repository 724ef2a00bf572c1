//! `state.reducer_dict`: a field of the state has a merging reducer.

use super::reducers::{Reduction, answer};
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};

pub(super) const PROBE: Probe = Probe {
    id: "state.reducer_dict",
    detective: Detective::RepoInvestigator,
    goal: "A field of the graph's state has a reducer for dicts, so that parallel writers do not overwrite one another",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    answer(snapshot, Reduction::Merges)
}
