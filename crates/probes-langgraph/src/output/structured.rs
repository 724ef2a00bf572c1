//! `output.structured`

use super::model_calls::{ModelCall, bound_elsewhere, model_calls, unknown_asking};
use crate::judges::seats::of_judges;
use langgraph::audited::Court;
use probes_core::{Answer, Probe, Search, Subject};

pub(super) const PROBE: Probe = Probe::of_code(
    "output.structured",
    "The judges' model is bound to a schema before it answers",
    |snapshot| of_judges(snapshot, |court| answer(snapshot, court)),
);

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    let calls = model_calls(court);
    let (bound, free): (Vec<_>, Vec<_>) = calls.iter().partition(|call| call.binding.is_some());
    if let Some(first) = bound.first() {
        let by = first.binding.as_ref().map_or("", |binding| binding.by.as_str());
        let also = match free.is_empty() {
            true => String::new(),
            false => format!("; {} other call(s) of it are not bound", free.len()),
        };
        let rationale = format!("the model that a judge asks is bound to a schema by `{by}`{also}");
        return Answer::present(rationale)
            .at_all(bound.iter().map(|call| call.place()))
            .at_all(free.iter().map(|call| call.place()));
    }
    let rationale = match free.is_empty() {
        true => "the judges ask no model",
        false => {
            "the judges' model answers in free text that is only parsed afterwards: no schema is bound to it"
        }
    };
    Answer::absent(rationale, unbound(snapshot, court, &free))
}

/// What was looked at before it is said that nothing binds the judges' model.
pub(super) fn unbound(snapshot: &Subject, court: &Court, free: &[&ModelCall<'_>]) -> Search {
    let mut search = Search::at(free.iter().map(|call| call.place()));
    if free.is_empty() {
        search = search.looked_at(court.judges.iter().map(|judge| judge.place()));
        if let Some(place) = unknown_asking(court) {
            search = search.open(place, "what is asked there is not known");
        }
    }
    let why = "a model is bound to a schema, and who asks it could not be followed";
    search.open_all(bound_elsewhere(snapshot).map(|place| (place, why)))
}
