//! `output.structured`

use super::model_calls::model_calls;
use crate::derived::Subject;
use crate::families::judges::hearing::of_judges;
use crate::probe::{Answer, Probe};
use court::evidence::Detective;
use langgraph::audited::Court;

pub(super) const PROBE: Probe = Probe {
    id: "output.structured",
    detective: Detective::RepoInvestigator,
    goal: "The judges' model is bound to a schema before it answers",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    of_judges(snapshot, answer)
}

fn answer(court: &Court) -> Answer {
    let calls = model_calls(court);
    let (bound, free): (Vec<_>, Vec<_>) = calls.iter().partition(|call| call.binding.is_some());
    match (bound.first(), free.first()) {
        (Some(first), _) => {
            let by = first.binding.as_ref().map_or("", |binding| binding.by.as_str());
            let also = match free.is_empty() {
                true => String::new(),
                false => format!("; {} other call(s) of it are not bound", free.len()),
            };
            Answer::fact(
                true,
                format!("the model that a judge asks is bound to a schema by `{by}`{also}"),
            )
            .at_all(bound.iter().map(|call| call.place()))
            .at_all(free.iter().map(|call| call.place()))
        }
        (None, Some(_)) => Answer::fact(
            false,
            "the judges' model answers in free text that is only parsed afterwards: no schema is bound to it",
        )
        .at_all(free.iter().map(|call| call.place())),
        (None, None) => Answer::fact(false, "the judges ask no model")
            .at_all(court.judges.iter().map(|judge| judge.place())),
    }
}
