//! `justice.security_override`

use super::rules::{Outcome, outcomes, place};
use crate::judges::hearing::{of_justice, search_of_rules};
use court::evidence::Detective;
use langgraph::audited::Court;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use python::symbolic::{Node, Terms, has, marks};

pub(super) const PROBE: Probe = Probe {
    id: "justice.security_override",
    detective: Detective::RepoInvestigator,
    goal: "A confirmed security flaw caps the score, whatever the judges say",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    of_justice(snapshot, |court| answer(snapshot, court))
}

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    for settled in &court.settled {
        let found = outcomes(court, settled);
        if let Some(outcome) = found.iter().find(|outcome| caps(&court.terms, outcome)) {
            let rationale = format!("`{}` is capped where a test of security holds", settled.name);
            return Answer::present(rationale).at(place(court, settled, outcome, marks::SECURITY));
        }
    }
    Answer::absent(
        "no score is capped by a test of security",
        search_of_rules(snapshot, court),
    )
}

/// A cap, a fixed score or verdict, or a deduction, under a test of security.
fn caps(terms: &Terms, outcome: &Outcome) -> bool {
    let lowers = match terms.node(outcome.value) {
        Node::Call(..) => terms.is_builtin_call(outcome.value, "min"),
        Node::Operation(operator, _) => operator == "-",
        Node::Number(_) | Node::Text(_) => true,
        // A score looked up by the verdict that was settled.
        Node::Item(table, key) => matches!(terms.node(*table), Node::Dict(_)) && terms.text(*key).is_some(),
        _ => false,
    };
    outcome.is_whole && lowers && has(outcome.asserted, marks::SECURITY)
}
