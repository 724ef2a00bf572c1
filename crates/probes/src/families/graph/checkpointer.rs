//! `graph.checkpointer`: a stopped run can go on.

use super::{no, of_parts};
use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::Detective;
use langgraph::topology::{Checkpointer, Graph};

/// Whether the live graph is compiled with a checkpointer.
pub(super) const PROBE: Probe = Probe {
    id: "graph.checkpointer",
    detective: Detective::RepoInvestigator,
    goal: "The graph is compiled with a checkpointer that is really given",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    of_parts(snapshot, false, |graph| match &graph.checkpointer {
        Some(checkpointer) => given(checkpointer),
        None => none(graph),
    })
}

fn given(checkpointer: &Checkpointer) -> Answer {
    let class = checkpointer
        .class
        .as_deref()
        .unwrap_or("a checkpointer whose class is not known");
    let mut rationale = format!("the graph is compiled with {class}");
    if checkpointer.optional {
        rationale.push_str(", but there is a way to come there without it");
    }
    let sure = if checkpointer.optional || checkpointer.class.is_none() {
        60
    } else {
        100
    };
    Answer::fact(true, rationale)
        .at(checkpointer.place.clone())
        .sure(sure)
}

fn none(graph: &Graph) -> Answer {
    match &graph.compiled_at {
        Some(place) => Answer::fact(false, "the graph is compiled without a checkpointer").at(place.clone()),
        None => no(graph, "the graph is never compiled"),
    }
}
