//! `state.reducer_list`: a field of the state has a concatenating reducer.

use super::reducers::{Reduction, answer};
use probes_core::Probe;

pub(super) const PROBE: Probe = Probe::of_code(
    "state.reducer_list",
    "A field of the graph's state has a reducer for lists, so that parallel writers add to one another",
    |snapshot| answer(snapshot, Reduction::Concatenates),
);
