//! `state.arrives`: what nodes give back comes into the state.

use super::{of_program, schema};
use langgraph::topology::behaviour::{Arrivals, arrivals};
use probes_core::{Answer, Probe, Search, Subject};

pub(super) const PROBE: Probe = Probe::of_code(
    "state.arrives",
    "What the nodes give back comes into the state: its keys, or the fields of an object, are declared there",
    examine,
);

/// Keys are known that a node gives back; that there are no others is not.
const SURE: u8 = 85;

fn examine(snapshot: &Subject) -> Answer {
    of_program(snapshot, |_| match snapshot.live_graph() {
        None => schema::no_graph(
            snapshot,
            "no LangGraph StateGraph is run, so nothing comes into a state",
        ),
        Some(graph) => match arrivals(snapshot.program(), graph) {
            None => Answer::unobserved("the graph, its state or what its nodes run is not all known")
                .at(graph.defined_at.clone()),
            Some(arrivals) => answer(&arrivals),
        },
    })
}

fn answer(arrivals: &Arrivals) -> Answer {
    let (state, declared) = &arrivals.state;
    if let Some(worst) = arrivals.lost.first() {
        let places = arrivals.lost.iter();
        let places = places.flat_map(|lost| lost.places.iter().map(|place| (place, &lost.text)));
        let answer = Answer::absent(worst.text.clone(), Search::default());
        return places.fold(answer, |answer, (place, text)| {
            answer.at_noting(place.clone(), text.clone())
        });
    }
    if let Some((node, place)) = &arrivals.unread {
        return Answer::unobserved(format!("what the node {node} gives back was not followed"))
            .at(place.clone());
    }
    let rationale = format!(
        "every key that the {} nodes are known to give back is one of {state}",
        arrivals.read
    );
    Answer::present(rationale).at_all(declared.clone()).sure(SURE)
}
