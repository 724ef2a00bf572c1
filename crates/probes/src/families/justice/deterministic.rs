//! `justice.deterministic`

use crate::derived::Subject;
use crate::families::judges::hearing::of_justice;
use crate::probe::{Answer, Probe};
use court::evidence::{Detective, Place};
use langgraph::audited::{Court, place};
use python::symbolic::{has, marks};

pub(super) const PROBE: Probe = Probe {
    id: "justice.deterministic",
    detective: Detective::RepoInvestigator,
    goal: "Final scores are computed without a model",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    of_justice(snapshot, answer)
}

fn answer(court: &Court) -> Answer {
    let seats = || court.chiefs.iter().map(|chief| chief.place());
    let asked = court
        .settled
        .iter()
        .find(|settled| has(court.terms.marks(settled.term), marks::ANSWER));
    if let Some(settled) = asked {
        let rationale = format!("`{}` comes from a model's answer", settled.name);
        return Answer::fact(false, rationale).at(Place::line(&settled.path, settled.span.first));
    }
    let calls: Vec<_> = court
        .chiefs
        .iter()
        .flat_map(|chief| court.model_calls(chief))
        .collect();
    match (calls.is_empty(), court.settled.is_empty()) {
        (true, _) => {
            Answer::fact(true, "the final scores are computed in code that asks no model").at_all(seats())
        }
        (false, true) => Answer::fact(
            false,
            "the chief justice asks a model, and computes no score itself",
        )
        .at_all(calls.into_iter().map(place)),
        (false, false) => Answer::fact(
            true,
            "the chief justice asks a model, but no final score comes from its answer",
        )
        .at_all(seats())
        .at_all(calls.into_iter().map(place))
        .sure(80),
    }
}
