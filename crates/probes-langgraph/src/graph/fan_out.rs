//! `graph.detective_fan_out` and `graph.judge_fan_out`: those of one role work in parallel.

use super::{no_together, none_of, of_meaning};
use langgraph::topology::meaning::{FanOut, Meaning};
use langgraph::topology::roles::Role;
use probes_core::{Answer, Probe, Subject};

pub(super) const OF_DETECTIVES: Probe = Probe::of_code(
    "graph.detective_fan_out",
    "Two or more detectives start in the same superstep, so that they work in parallel",
    |snapshot| {
        of_meaning(snapshot, |meaning| {
            answer(snapshot, meaning, Role::Detective, "detectives")
        })
    },
);
pub(super) const OF_JUDGES: Probe = Probe::of_code(
    "graph.judge_fan_out",
    "Two or more judges start in the same superstep, so that they work in parallel",
    |snapshot| {
        of_meaning(snapshot, |meaning| {
            answer(snapshot, meaning, Role::Judge, "judges")
        })
    },
);

/// How a fan-out is said.
fn answer(snapshot: &Subject, meaning: &Meaning<'_>, role: Role, word: &str) -> Answer {
    if let Some(fan) = meaning.fan_out(role) {
        return said_of(&fan, word);
    }
    let names = meaning.roles.all(role);
    let program = snapshot.program();
    match names.as_slice() {
        [] => {
            let rationale = format!("no node of the graph is one of the {word}");
            none_of(program, meaning, role, rationale)
        }
        [one] => {
            let rationale = format!("{one} is the only one of the {word}, and it is started once");
            none_of(program, meaning, role, rationale)
        }
        several => {
            let rationale = format!("the {word} ({}) never start in one superstep", several.join(", "));
            no_together(meaning.graph, rationale)
        }
    }
}

fn said_of(fan: &FanOut, word: &str) -> Answer {
    let names: Vec<&str> = fan.nodes.iter().map(String::as_str).collect();
    let names = names.join(", ");
    let rationale = if fan.by_tasks {
        format!("several tasks are sent to {names} in one superstep")
    } else {
        format!("{} {word} start in one superstep: {names}", fan.nodes.len())
    };
    Answer::fact(true, rationale).at_all(fan.places.iter().cloned())
}
