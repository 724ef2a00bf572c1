//! `state.evidence_arrives`: what each detective finds comes into the state.

use super::of_program;
use langgraph::topology::behaviour::arrivals;
use probes_core::{Answer, Probe, Search, Subject};

/// Keys are known that a detective gives back; that there are no others is not.
const SURE: u8 = 85;

pub(super) const PROBE: Probe = Probe::of_code(
    "state.evidence_arrives",
    "Something of what each detective finds comes into the state that the judges read",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    of_program(snapshot, |_| {
        let found = snapshot.live_graph();
        let Some(found) = found.map(|graph| arrivals(snapshot.program(), graph)) else {
            return Answer::not_applicable("no LangGraph StateGraph is run, so no state is handed on");
        };
        let Some(arrivals) = found else {
            return Answer::unobserved("the graph, its state or what its nodes run is not all known");
        };
        let detectives = &arrivals.detectives;
        if detectives.is_empty() {
            return Answer::not_applicable("no node of the graph is a detective");
        }
        let lost = detectives
            .iter()
            .find(|(_, (_, arrives))| *arrives == Some(false));
        if let Some((name, (place, _))) = lost {
            let rationale = format!(
                "nothing that `{name}` gives back is a channel of {}: whatever it finds is dropped",
                arrivals.state.0
            );
            return Answer::absent(rationale, Search::at([place.clone()]));
        }
        if let Some((name, (place, _))) = detectives.iter().find(|(_, (_, arrives))| arrives.is_none()) {
            return Answer::unobserved(format!("what the node {name} gives back was not followed"))
                .at(place.clone());
        }
        let places = detectives.values().map(|(place, _)| place.clone());
        Answer::present("each detective gives back a channel of the state")
            .at_all(places)
            .sure(SURE)
    })
}
