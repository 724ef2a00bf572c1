//! `justice.fact_supremacy`

use super::rules::{Outcome, is_of_the_whole, outcomes, place, test_marks};
use super::unread::search_of_rules;
use crate::judges::seats::of_justice;
use langgraph::audited::{Court, Settled};
use probes_core::{Answer, Probe, Subject};
use python::symbolic::{has, marks, reachable};

pub(super) const PROBE: Probe = Probe::of_code(
    "justice.fact_supremacy",
    "What the detectives found overrules what a judge says",
    |snapshot| of_justice(snapshot, |court| answer(snapshot, court)),
);

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    // A score that no judge has a part in overrules none; that of the whole follows those of the dimensions.
    let is_heard = |settled: &&Settled| {
        has(court.terms.marks(settled.term), marks::OPINION) && !is_of_the_whole(&settled.name)
    };
    let is_any_heard = court.settled.iter().any(|settled| is_heard(&settled));
    for settled in court
        .settled
        .iter()
        .filter(|settled| !is_any_heard || is_heard(settled))
    {
        // What a rule of security leaves as it was is no rule of facts.
        let is_secure = |outcome: &Outcome| {
            let test = outcome
                .tests
                .last()
                .map_or(0, |test| test_marks(&court.terms, *test));
            has(outcome.asserted | test, marks::SECURITY)
        };
        let by_fact = outcomes(court, settled)
            .into_iter()
            .find(|outcome| has(outcome.under, marks::EVIDENCE) && !is_secure(outcome));
        if let Some(outcome) = by_fact {
            let rationale = format!(
                "`{}` depends on a test of what the detectives found",
                settled.name
            );
            return Answer::present(rationale).at(place(court, settled, &outcome, marks::EVIDENCE));
        }
    }
    let reads = court
        .chiefs
        .iter()
        .flat_map(|chief| court.events_of(chief))
        .map(|event| event.term);
    let reads = reachable(&court.terms, reads)
        .into_iter()
        .any(|term| has(court.terms.marks(term), marks::EVIDENCE));
    let rationale = match reads {
        true => {
            "the chief justice reads evidence, but no test of it brings a score that would not stand without it"
        }
        false => "the chief justice never reads the evidence",
    };
    Answer::absent(rationale, search_of_rules(snapshot, court))
}
