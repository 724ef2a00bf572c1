//! `justice.mean`

use super::rules::{Outcome, is_of_the_whole, makes, outcomes};
use super::unread::search_of_rules;
use super::votes::weights;
use crate::judges::seats::of_justice;
use court::opinion::Persona;
use langgraph::audited::{Court, Settled};
use probes_core::{Answer, Probe, Subject};
use python::symbolic::{Node, Term, Terms, has, marks};
use wordlist::array;

pub(super) const PROBE: Probe = Probe::of_code(
    "justice.mean",
    "A final score can be the plain mean of the judges' votes",
    |snapshot| of_justice(snapshot, |court| answer(snapshot, court)),
);

/// Functions that compute the mean of what they are given.
const MEANS: [&str; 6] = array("statistics.mean statistics.fmean mean fmean np.mean numpy.mean");
fn answer(snapshot: &Subject, court: &Court) -> Answer {
    let of_one = court
        .settled
        .iter()
        .filter(|settled| !is_of_the_whole(&settled.name));
    for settled in of_one {
        let is_it = |outcome: &Outcome| outcome.is_whole && is_mean(&court.terms, outcome.value);
        if outcomes(court, settled).iter().any(is_it) {
            let text = format!(
                "where no rule says otherwise, `{}` is the mean of the votes",
                settled.name
            );
            return Answer::present(text).at(settled.place());
        }
    }
    let is_of_one =
        |settled: &&Settled| !is_of_the_whole(&settled.name) && divides_a_sum(&court.terms, settled.term);
    let divided = court.settled.iter().filter(is_of_one);
    let why = "whether what is divided there are the votes alone could not be told";
    let search = search_of_rules(snapshot, court).open_all(divided.map(|settled| (settled.place(), why)));
    Answer::absent("no final score is the plain mean of the votes", search)
}

/// Whether a sum is divided somewhere, or a mean taken, in what a score is made of.
fn divides_a_sum(terms: &Terms, score: Term) -> bool {
    makes(terms, score)
        .into_iter()
        .any(|term| match terms.node(term) {
            Node::Operation(operator, operands) if operator == "/" || operator == "//" => operands
                .first()
                .is_some_and(|sum| terms.is_builtin_call(*sum, "sum")),
            Node::Call(callee, _) => {
                matches!(terms.node(*callee), Node::External(name) if MEANS.contains(&name.as_str()))
            }
            _ => false,
        })
}

fn is_mean(terms: &Terms, value: Term) -> bool {
    match terms.node(value) {
        Node::Operation(operator, operands) if operator == "/" || operator == "//" => {
            operands.first().is_some_and(|sum| is_sum_of_votes(terms, *sum))
                || is_even(terms, value)
                || is_scaled(terms, operands)
        }
        Node::Operation(operator, operands) if operator == "*" => is_scaled(terms, operands),
        Node::Call(callee, arguments) => {
            let is_named =
                matches!(terms.node(*callee), Node::External(name) if MEANS.contains(&name.as_str()));
            is_named
                && arguments
                    .first()
                    .is_some_and(|(_, votes)| are_votes(terms, *votes))
        }
        _ => false,
    }
}

/// Whether a mean is brought to another scale by a number.
fn is_scaled(terms: &Terms, operands: &[Term]) -> bool {
    let [left, right] = operands else { return false };
    let is_plain = |term: Term| match terms.node(term) {
        Node::Operation(operator, operands) => {
            matches!(operator.as_str(), "/" | "//")
                && operands.first().is_some_and(|sum| is_sum_of_votes(terms, *sum))
        }
        _ => false,
    };
    let is_number = |term: Term| terms.number(term).is_some();
    (is_number(*right) && is_plain(*left)) || (is_number(*left) && is_plain(*right))
}

fn is_sum_of_votes(terms: &Terms, sum: Term) -> bool {
    match terms.node(sum) {
        Node::Call(_, arguments) if terms.is_builtin_call(sum, "sum") => arguments
            .first()
            .is_some_and(|(_, votes)| are_votes(terms, *votes)),
        _ => false,
    }
}

/// Whether a collection holds what the judges gave, and nothing that was made of it.
fn are_votes(terms: &Terms, collection: Term) -> bool {
    match terms.node(collection) {
        Node::Each(element, ..) => is_vote(terms, *element),
        Node::List(items) => items.len() > 1 && items.iter().all(|item| is_vote(terms, *item)),
        Node::Grown(base, item) => {
            is_vote(terms, *item) && (terms.is_empty(*base) || are_votes(terms, *base))
        }
        Node::Gate(_, then, other, _) => [*then, *other]
            .iter()
            .all(|side| terms.is_empty(*side) || are_votes(terms, *side)),
        _ => false,
    }
}

/// Whether a value is a vote, or one of several, or a number where there is none.
fn is_vote(terms: &Terms, term: Term) -> bool {
    let Node::Gate(_, then, other, _) = *terms.node(term) else {
        return is_cast(terms, term);
    };
    let is_one = |side: Term| match terms.node(side) {
        Node::Gate(_, then, other, _) => is_cast(terms, *then) || is_cast(terms, *other),
        _ => is_cast(terms, side),
    };
    let is_none = |side: Term| matches!(terms.node(side), Node::Number(_) | Node::Nothing);
    [then, other].iter().any(|side| is_one(*side))
        && [then, other].iter().all(|side| is_one(*side) || is_none(*side))
}

fn is_cast(terms: &Terms, term: Term) -> bool {
    let (owner, is_score) = match terms.node(term) {
        Node::Attribute(owner, name) => (*owner, has(marks::name_marks(name), marks::SCORE)),
        Node::Item(owner, key) => (*owner, has(terms.key_marks(*key), marks::SCORE)),
        _ => return false,
    };
    is_score && has(terms.marks(owner), marks::OPINION)
}

/// Whether the three votes are added and divided, none weighing more.
fn is_even(terms: &Terms, value: Term) -> bool {
    let weights = weights(terms, value);
    let own: Vec<f64> = Persona::ALL
        .iter()
        .filter_map(|persona| weights.get(&Some(*persona)).copied())
        .collect();
    let is_alike = own.iter().all(|weight| (weight - 1.0 / 3.0).abs() < 0.01);
    own.len() == 3 && weights.len() == 3 && is_alike
}
