//! `justice.functionality_weight`

use super::rules::{Outcome, outcomes, place};
use super::unread::search_of_rules;
use super::votes::{vote, weights};
use crate::judges::seats::of_justice;
use court::opinion::Persona;
use langgraph::audited::Court;
use probes_core::{Answer, Probe, Subject};
use python::symbolic::{Node, Term, Terms, has, marks, reachable};
use std::collections::BTreeSet;

/// Most tables that a weight is chosen from, with the choices between them.
const TABLES_MAX: usize = 16;

pub(super) const PROBE: Probe = Probe::of_code(
    "justice.functionality_weight",
    "The Tech Lead's vote outweighs the others by rule",
    |snapshot| of_justice(snapshot, |court| answer(snapshot, court)),
);

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    for settled in &court.settled {
        for outcome in outcomes(court, settled) {
            if let Some(how) = outweighs(&court.terms, &outcome) {
                return Answer::present(format!("in `{}` {how}", settled.name))
                    .at(place(court, settled, &outcome, 0));
            }
        }
        if let Some(how) = by_table(&court.terms, settled.term) {
            let seats = court.chiefs.iter().map(|chief| chief.place());
            return Answer::present(format!("in `{}` {how}", settled.name)).at_all(seats);
        }
    }
    let open = |asks: fn(&Terms, Term) -> bool, why: &'static str| {
        let settled = court
            .settled
            .iter()
            .filter(move |settled| asks(&court.terms, settled.term));
        settled.map(move |settled| (settled.place(), why))
    };
    let weight = "a weight by which votes are multiplied there is only known when it runs";
    let factors = "scores are multiplied by different numbers there, and whose is whose could not be told";
    let apart = court.settled.iter().flat_map(|settled| {
        let broken = outcomes(court, settled)
            .into_iter()
            .filter(|outcome| breaks_ties(&court.terms, outcome));
        broken.map(move |outcome| (place(court, settled, &outcome, 0), TIE))
    });
    let search = search_of_rules(snapshot, court)
        .open_all(apart.collect::<Vec<_>>())
        .open_all(open(has_unknown_weight, weight))
        .open_all(open(has_several_factors, factors));
    Answer::absent("every judge's vote weighs the same", search)
}

/// Readers differ on it.
const TIE: &str =
    "the Tech Lead's score decides there where the judges are far apart, which may be called a weight";

/// Whether the Tech Lead's score is the final one where the judges are far apart.
fn breaks_ties(terms: &Terms, outcome: &Outcome) -> bool {
    has(outcome.asserted, marks::SPREAD) && vote(terms, outcome.value) == Some(Persona::TechLead)
}

fn outweighs(terms: &Terms, outcome: &Outcome) -> Option<&'static str> {
    let settles_spread = has(outcome.asserted, marks::SPREAD);
    let only_tech_lead = outcome.asserted & marks::PERSONAS == marks::TECH_LEAD;
    if outcome.is_whole && !settles_spread {
        let by_loop = matches!(terms.node(outcome.value), Node::Attribute(opinion, name)
            if matches!(terms.node(*opinion), Node::Element(_)) && has(marks::name_marks(name), marks::SCORE));
        if vote(terms, outcome.value) == Some(Persona::TechLead) || (by_loop && only_tech_lead) {
            return Some("the Tech Lead's score is the final one");
        }
        let reads_vote = outcome.under & (marks::SCORE | marks::ARGUMENT) != 0;
        if only_tech_lead && reads_vote && !matches!(terms.node(outcome.value), Node::Nothing) {
            return Some("the Tech Lead's opinion alone decides what the score becomes");
        }
    }
    weighs_more(terms, outcome.value).then_some("the Tech Lead's score has the largest weight")
}

fn weighs_more(terms: &Terms, sum: Term) -> bool {
    if !matches!(terms.node(sum), Node::Operation(operator, _) if operator == "+" || operator == "/") {
        return false;
    }
    let weights = weights(terms, sum);
    let of = |persona: Persona| weights.get(&Some(persona)).copied().unwrap_or(0.0);
    let others = of(Persona::Prosecutor).max(of(Persona::Defense));
    let rest = weights.get(&None).copied().unwrap_or(0.0);
    let own = of(Persona::TechLead);
    // What is no single judge's is shared by all three.
    own > others && (others > 0.0 || (rest > 0.0 && own * 3.0 > rest))
}

/// A table or chain of weights by persona in which the Tech Lead's is the largest.
fn by_table(terms: &Terms, settled: Term) -> Option<&'static str> {
    let found = reachable(terms, [settled])
        .into_iter()
        .any(|term| match terms.node(term) {
            Node::Operation(operator, operands) if operator == "*" => {
                operands.iter().any(|operand| favours(terms, *operand))
            }
            _ => false,
        });
    found.then_some("a table of weights gives the Tech Lead the largest")
}

/// Whether a weight gives the Tech Lead the largest, by a table or by tests of whose vote it is. Of several that something else
/// chooses, such as the dimension, one of them.
fn favours(terms: &Terms, weight: Term) -> bool {
    let mut waiting = vec![weight];
    for _ in 0..TABLES_MAX {
        let Some(term) = waiting.pop() else {
            return false;
        };
        match terms.node(term) {
            Node::Gate(test, ..) if asks_whose(terms, *test) && chain_favours(terms, term) => return true,
            Node::Gate(test, ..) if asks_whose(terms, *test) => {}
            Node::Gate(_, then, other, _) => waiting.extend([*then, *other]),
            Node::Item(table, _) => waiting.push(*table),
            Node::Dict(pairs) if dict_favours(terms, pairs) => return true,
            _ => {}
        }
    }
    false
}

fn asks_whose(terms: &Terms, test: Term) -> bool {
    terms.marks(test) & marks::PERSONAS != 0
}

fn dict_favours(terms: &Terms, pairs: &[(Term, Term)]) -> bool {
    let of = |mark| {
        let own = pairs
            .iter()
            .filter(|(key, _)| terms.marks(*key) & marks::PERSONAS == mark);
        own.filter_map(|(_, value)| terms.number(*value)).reduce(f64::max)
    };
    let others = [of(marks::PROSECUTOR), of(marks::DEFENSE)]
        .into_iter()
        .flatten()
        .reduce(f64::max);
    match (of(marks::TECH_LEAD), others) {
        (Some(own), Some(others)) => own > others,
        (Some(own), None) => own > 1.0,
        _ => false,
    }
}

/// Whether a score is multiplied by what a judge is looked up for in a table that is not known, or one of several.
fn has_unknown_weight(terms: &Terms, settled: Term) -> bool {
    let is_unknown = |weight: Term| match terms.node(weight) {
        Node::Item(table, key) => {
            !matches!(terms.node(*table), Node::Dict(_))
                && terms.text(*key).is_none()
                && terms.number(*key).is_none()
        }
        _ => false,
    };
    reachable(terms, [settled])
        .into_iter()
        .any(|term| match terms.node(term) {
            Node::Operation(operator, operands) => {
                operator == "*" && operands.iter().any(|operand| is_unknown(*operand))
            }
            _ => false,
        })
}

/// Whether scores are multiplied by more than one number.
fn has_several_factors(terms: &Terms, settled: Term) -> bool {
    let factor = |term: Term| match terms.node(term) {
        Node::Operation(operator, operands) if operator == "*" => {
            let is_score = operands
                .iter()
                .any(|operand| has(terms.marks(*operand), marks::SCORE));
            let number = operands.iter().find_map(|operand| terms.number(*operand));
            number.filter(|_| is_score)
        }
        _ => None,
    };
    let factors: BTreeSet<u64> = reachable(terms, [settled])
        .into_iter()
        .filter_map(factor)
        .map(f64::to_bits)
        .collect();
    factors.len() > 1
}

/// `a if judge == "TechLead" else b`.
fn chain_favours(terms: &Terms, weight: Term) -> bool {
    let (mut own, mut others) = (None, Vec::new());
    let mut at = weight;
    while let Node::Gate(test, then, other, _) = terms.node(at) {
        let number = terms.number(*then);
        match terms.marks(*test) & marks::PERSONAS {
            marks::TECH_LEAD => own = number,
            _ => others.extend(number),
        }
        at = *other;
    }
    others.extend(terms.number(at));
    own.is_some_and(|own| !others.is_empty() && others.iter().all(|other| own > *other))
}
