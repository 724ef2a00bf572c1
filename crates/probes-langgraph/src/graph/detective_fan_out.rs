//! `graph.detective_fan_out`: detectives work in parallel.

use super::{fan_out, of_meaning};
use court::evidence::Detective;
use langgraph::topology::roles::Role;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};

pub(super) const PROBE: Probe = Probe {
    id: "graph.detective_fan_out",
    detective: Detective::RepoInvestigator,
    goal: "Two or more detectives start in the same superstep, so that they work in parallel",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    of_meaning(snapshot, |meaning| {
        fan_out(snapshot, meaning, Role::Detective, "detectives")
    })
}
