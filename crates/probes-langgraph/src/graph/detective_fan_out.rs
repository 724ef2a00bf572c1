//! `graph.detective_fan_out`: detectives work in parallel.

use super::{fan_out, of_meaning};
use langgraph::topology::roles::Role;
use probes_core::Probe;

pub(super) const PROBE: Probe = Probe::of_code(
    "graph.detective_fan_out",
    "Two or more detectives start in the same superstep, so that they work in parallel",
    |snapshot| {
        of_meaning(snapshot, |meaning| {
            fan_out(snapshot, meaning, Role::Detective, "detectives")
        })
    },
);
