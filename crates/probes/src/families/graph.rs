//! The graph that the program runs: its nodes and edges, what starts together, what joins, what failure takes.

mod checkpointer;
mod conditional;
mod detective_fan_in;
mod detective_fan_out;
mod edges;
mod error_route;
mod judge_fan_in;
mod judge_fan_out;
mod nodes;
mod sound;
mod state_graph;

use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::{Finding, Place};
use langgraph::topology::meaning::{FanIn, FanOut, Meaning};
use langgraph::topology::roles::Role;
use langgraph::topology::{Framework, Graph};
use serde_json::Value;

/// The probes of this family.
pub const GRAPH: &[Probe] = &[
    state_graph::PROBE,
    nodes::PROBE,
    sound::PROBE,
    edges::PROBE,
    conditional::PROBE,
    detective_fan_out::PROBE,
    detective_fan_in::PROBE,
    judge_fan_out::PROBE,
    judge_fan_in::PROBE,
    error_route::PROBE,
    checkpointer::PROBE,
];

/// Most notes of one graph that a rationale repeats.
const NOTES_MAX: usize = 3;

/// Asks the live graph. Without one the answer is `none`, or that it could not be looked at.
fn of_live(snapshot: &Subject, none: impl Into<Value>, ask: impl FnOnce(&Graph) -> Answer) -> Answer {
    match snapshot.live_graph() {
        Some(graph) => ask(graph),
        None => without(snapshot, &none.into()),
    }
}

/// Asks for a part of the live graph, which is not absent where it could not be read.
fn of_parts(snapshot: &Subject, none: impl Into<Value>, ask: impl FnOnce(&Graph) -> Answer) -> Answer {
    of_live(snapshot, none, |graph| match graph.notes.first() {
        Some(note) if graph.nodes.is_empty() => Answer::unobserved(format!("{} ({})", note.what, note.place)),
        _ => ask(graph),
    })
}

/// Why there is no live graph.
fn without(snapshot: &Subject, none: &Value) -> Answer {
    let program = snapshot.program();
    if let Some((path, why)) = program.unparsed().iter().find(|(path, _)| !program.is_test(path)) {
        return Answer::unobserved(format!("{path} could not be read as Python: {why}"));
    }
    let absent = |rationale: String| Answer::value(Finding::Absent, none.clone(), rationale);
    let graphs = snapshot.graphs();
    if let Some(graph) = graphs
        .iter()
        .find(|graph| graph.framework == Framework::LangGraph)
    {
        let size = graph.nodes.len();
        let rationale = format!(
            "a graph of {size} nodes is defined, but it is not run: {}",
            graph.why_live
        );
        return absent(rationale).at(graph.defined_at.clone());
    }
    if let Some(graph) = graphs.first()
        && let Framework::Own { class } = &graph.framework
    {
        return absent(
            "what is called StateGraph here is a class of the repository, not LangGraph".to_owned(),
        )
        .at_noting(graph.defined_at.clone(), "it is used here")
        .at_noting(class.clone(), "it is defined here");
    }
    if program.paths().all(|path| program.is_test(path)) {
        return Answer::not_applicable(super::NO_PYTHON);
    }
    absent("no code builds a LangGraph graph".to_owned())
}

/// Asks what the live graph does.
fn of_meaning(snapshot: &Subject, ask: impl FnOnce(&Meaning<'_>) -> Answer) -> Answer {
    of_live(snapshot, false, |graph| {
        ask(&Meaning::of(snapshot.program(), graph))
    })
}

/// Adds what could not be resolved to a rationale.
fn with_notes(mut answer: Answer, graph: &Graph) -> Answer {
    let notes = graph.notes.iter().take(NOTES_MAX);
    for note in notes {
        answer
            .rationale
            .push_str(&format!("; not resolved: {} ({})", note.what, note.place));
    }
    let others = graph.notes.len().saturating_sub(NOTES_MAX);
    if others > 0 {
        answer
            .rationale
            .push_str(&format!("; {others} more not resolved"));
    }
    if !graph.notes.is_empty() {
        answer = answer.sure(70);
    }
    answer
}

/// A no from a graph of which a part is not known is no proof.
fn no(graph: &Graph, rationale: impl Into<String>) -> Answer {
    let answer = Answer::fact(false, rationale).at(graph.defined_at.clone());
    with_notes(answer, graph)
}

/// How a fan-out is said.
fn fan_out(meaning: &Meaning<'_>, role: Role, word: &str) -> Answer {
    match meaning.fan_out(role) {
        Some(fan) => told(&fan, word),
        None => no(meaning.graph, one_by_one(meaning, role, word)),
    }
}

fn told(fan: &FanOut, word: &str) -> Answer {
    let names: Vec<&str> = fan.nodes.iter().map(String::as_str).collect();
    let names = names.join(", ");
    let rationale = if fan.by_tasks {
        format!("several tasks are sent to {names} in one superstep")
    } else {
        format!("{} {word} start in one superstep: {names}", fan.nodes.len())
    };
    Answer::fact(true, rationale).at_all(fan.places.iter().cloned())
}

fn one_by_one(meaning: &Meaning<'_>, role: Role, word: &str) -> String {
    let names = meaning.roles.all(role);
    match names.as_slice() {
        [] => format!("no node of the graph is one of the {word}"),
        [one] => format!("{one} is the only one of the {word}, and it is started once"),
        several => format!("the {word} ({}) never start in one superstep", several.join(", ")),
    }
}

/// How a fan-in is said.
fn joined(fan: &FanIn, word: &str) -> Answer {
    let kind = if fan.is_barrier {
        "a barrier"
    } else {
        "plain edges"
    };
    let mut rationale = format!("all {word} join in {} by {kind}", fan.node);
    if fan.runs > 1 {
        rationale.push_str(&format!(
            ", which runs {} times because the ways to it are of unequal length",
            fan.runs
        ));
    }
    Answer::fact(true, rationale).at_all(distinct(&fan.places))
}

fn distinct(places: &[Place]) -> Vec<Place> {
    let mut found: Vec<Place> = Vec::new();
    for place in places {
        if !found.contains(place) {
            found.push(place.clone());
        }
    }
    found
}
