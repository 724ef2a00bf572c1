//! `state.reducer_dict`: a field of the state has a merging reducer.

use super::reducers::{Reduction, answer};
use probes_core::Probe;

pub(super) const PROBE: Probe = Probe::of_code(
    "state.reducer_dict",
    "A field of the graph's state has a reducer for dicts, so that parallel writers do not overwrite one another",
    |snapshot| answer(snapshot, Reduction::Merges),
);
