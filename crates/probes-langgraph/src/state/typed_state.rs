//! `state.typed_state`: the graph's state has declared types.

use super::{of_program, schema};
use probes_core::{Answer, Probe, Search, Subject};
use python::classes::Kind;
use python::code::Code;

pub(super) const PROBE: Probe = Probe::of_code(
    "state.typed_state",
    "The state of the graph is a class with declared types (TypedDict, pydantic model or dataclass), not a plain dict",
    |snapshot| of_program(snapshot, |code| ask(snapshot, code)),
);

fn ask<'a>(snapshot: &'a Subject, code: &Code<'a>) -> Answer {
    let Some(schema) = schema::live(code) else {
        let rationale = "no LangGraph StateGraph is built, so no state is declared for one";
        return schema::no_graph(snapshot, rationale);
    };
    let kind = schema.kind(code);
    let reach = if code.scopes[schema.scope].is_reached {
        ""
    } else {
        ", which no entry point reaches"
    };
    let answer = if matches!(kind, Kind::Pydantic | Kind::TypedDict | Kind::Dataclass) {
        Answer::present(format!(
            "the graph{reach} is given {}, a {}",
            schema.name(),
            kind.name()
        ))
    } else {
        let rationale = format!("the graph{reach} is given something that declares no fields with types");
        Answer::absent(rationale, Search::default().open_all(schema.doubt(code)))
    };
    if !answer.finding.is_observed() {
        return answer;
    }
    if schema.place(code) == schema.built(code) {
        return answer.at_noting(schema.built(code), "the graph is built here");
    }
    answer
        .at_noting(schema.place(code), "the state is defined here")
        .at_noting(schema.built(code), "the graph is built with it here")
}
