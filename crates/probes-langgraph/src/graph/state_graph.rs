//! `graph.state_graph`: the program runs a LangGraph graph.

use super::{of_live, with_notes};
use langgraph::topology::{Framework, unread};
use probes_core::{Answer, Probe, Search, Subject};

pub(super) const PROBE: Probe = Probe::of_code(
    "graph.state_graph",
    "A LangGraph StateGraph is built by what the program's entry point really starts",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let graphs = snapshot.graphs();
    if let Some(graph) = graphs.first()
        && graphs.iter().all(|graph| graph.framework != Framework::LangGraph)
        && let Framework::Own { class } = &graph.framework
        && unread(snapshot.program(), snapshot).is_empty()
    {
        let search = Search::of_program(snapshot).looked_at([graph.defined_at.clone(), class.clone()]);
        let rationale = "what is called StateGraph here is a class of the repository, not LangGraph's";
        return Answer::absent(rationale, search);
    }
    of_live(snapshot, false, |graph| {
        let mut rationale = format!(
            "a StateGraph of {} nodes is built: {}",
            graph.nodes.len(),
            graph.why_live
        );
        let graphs = snapshot.graphs().iter();
        let others = graphs
            .filter(|other| other.framework == Framework::LangGraph)
            .count()
            - 1;
        match others {
            0 => {}
            1 => rationale.push_str("; another graph is defined"),
            _ => rationale.push_str(&format!("; {others} more graphs are defined")),
        }
        let mut answer = Answer::present(rationale).at(graph.defined_at.clone());
        if !graph.is_started {
            answer = answer.sure(60);
        }
        if let Some(place) = &graph.compiled_at {
            answer = answer.at_noting(place.clone(), "it is compiled here");
        }
        if let Some(place) = &graph.invoked_at {
            answer = answer.at_noting(place.clone(), "it is run here");
        }
        with_notes(answer, graph)
    })
}
