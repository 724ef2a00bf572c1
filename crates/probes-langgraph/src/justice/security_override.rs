//! `justice.security_override`

use super::rules::{Outcome, innermost, outcomes, place, test_marks};
use super::unread::search_of_rules;
use crate::judges::seats::of_justice;
use court::evidence::Place;
use court::opinion::Persona;
use langgraph::audited::{Court, Settled};
use probes_core::{Answer, Probe, Subject};
use python::symbolic::{Node, Terms, has, marks};

pub(super) const PROBE: Probe = Probe::of_code(
    "justice.security_override",
    "A confirmed security flaw caps the score, whatever the judges say",
    |snapshot| of_justice(snapshot, |court| answer(snapshot, court)),
);

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    for settled in &court.settled {
        let found = outcomes(court, settled);
        // A test of what was capped before speaks of security too; the one that was come to first is the rule.
        let capped = found.iter().filter(|outcome| caps(&court.terms, outcome));
        let of_rule = |outcome: &&Outcome| {
            let test = innermost(court, outcome, marks::SECURITY);
            (test.is_none(), test)
        };
        if let Some(outcome) = capped.min_by_key(of_rule) {
            let rationale = format!("`{}` is capped where a test of security holds", settled.name);
            return Answer::present(rationale).at(place(court, settled, outcome, marks::SECURITY));
        }
    }
    let alone = court
        .settled
        .iter()
        .flat_map(|settled| capped_by_prosecutor(court, settled));
    let why = "a cap follows the Prosecutor's vote alone, and whether that speaks of security is left open";
    Answer::absent(
        "no score is capped by a test of security",
        search_of_rules(snapshot, court).open_all(alone.map(|place| (place, why))),
    )
}

/// Where a score is capped because the Prosecutor's is low, whatever it is about: readers are of two minds about that.
fn capped_by_prosecutor(court: &Court, settled: &Settled) -> Vec<Place> {
    let terms = &court.terms;
    let is_one = |outcome: &Outcome| {
        let test = innermost(court, outcome, marks::PROSECUTOR);
        let is_alone = test
            .is_some_and(|test| marks::only_persona(test_marks(terms, test)) == Some(Persona::Prosecutor));
        outcome.is_whole && is_alone && terms.is_builtin_call(outcome.value, "min")
    };
    let found = outcomes(court, settled).into_iter().filter(is_one);
    found
        .map(|outcome| place(court, settled, &outcome, marks::PROSECUTOR))
        .collect()
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
