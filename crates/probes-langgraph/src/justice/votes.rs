//! Whose vote a value is, and how much it weighs.

use court::opinion::Persona;
use python::symbolic::{Node, Term, Terms, has, marks};
use std::collections::BTreeMap;

/// Deepest part of a condition in which a name is looked for.
const CONDITION_DEPTH_MAX: u8 = 6;
/// Most operands of a sum that are weighed.
const OPERANDS_MAX: usize = 64;

/// The judge whose score a value is.
pub(super) fn vote(terms: &Terms, value: Term) -> Option<Persona> {
    match terms.node(value) {
        Node::Item(_, key) if terms.marks(*key) & marks::PERSONAS != 0 => {
            has(terms.marks(value), marks::SCORE).then(|| marks::only_persona(terms.marks(*key)))?
        }
        Node::Attribute(opinion, name) if has(marks::name_marks(name), marks::SCORE) => {
            marks::only_persona(marks::name_marks(name)).or_else(|| whose(terms, *opinion))
        }
        Node::Item(opinion, key) if has(terms.key_marks(*key), marks::SCORE) => whose(terms, *opinion),
        Node::Gate(..) => searched(terms, value),
        Node::Call(_, arguments)
            if terms.is_builtin_call(value, "next") && has(terms.marks(value), marks::SCORE) =>
        {
            let first = arguments.first().map(|(_, value)| *value)?;
            chosen(terms, first)
        }
        _ => None,
    }
}

/// A vote that was searched for in a loop: the one that stands under the test of its judge's name.
fn searched(terms: &Terms, value: Term) -> Option<Persona> {
    let mut found = None;
    let mut waiting = vec![(value, None)];
    let mut seen = 0;
    while let Some((term, under)) = waiting.pop() {
        seen += 1;
        if seen > OPERANDS_MAX {
            return None;
        }
        match terms.node(term) {
            Node::Gate(test, then, other, _) => {
                waiting.extend([(*then, names(terms, *test).or(under)), (*other, under)])
            }
            Node::Attribute(opinion, name)
                if has(marks::name_marks(name), marks::SCORE) && *terms.node(*opinion) != Node::Nothing =>
            {
                let persona = vote(terms, term).or(under)?;
                if found.is_some_and(|known| known != persona) {
                    return None;
                }
                found = Some(persona);
            }
            _ => {}
        }
    }
    found
}

/// The judge whose opinion a value is: by the key it is under, or the condition it was chosen by.
fn whose(terms: &Terms, opinion: Term) -> Option<Persona> {
    match terms.node(opinion) {
        Node::Item(of, key) if terms.number(*key).is_some() => chosen(terms, *of),
        Node::Item(_, key) => marks::only_persona(terms.marks(*key)),
        Node::Attribute(_, name) => marks::only_persona(marks::name_marks(name)),
        Node::Call(_, arguments) => arguments.iter().find_map(|(_, value)| chosen(terms, *value)),
        Node::Element(of) => chosen(terms, *of),
        _ => None,
    }
}

fn chosen(terms: &Terms, collection: Term) -> Option<Persona> {
    match terms.node(collection) {
        Node::Each(_, _, conditions) => conditions.iter().find_map(|test| names(terms, *test)),
        _ => None,
    }
}

/// The persona that a condition asks for by name.
fn names(terms: &Terms, test: Term) -> Option<Persona> {
    names_within(terms, test, CONDITION_DEPTH_MAX)
}

fn names_within(terms: &Terms, test: Term, left: u8) -> Option<Persona> {
    let left = left.checked_sub(1)?;
    match terms.node(test) {
        Node::Operation(operator, operands) if matches!(operator.as_str(), "==" | "in" | "and" | "is") => {
            let texts = operands.iter().filter(|operand| terms.text(**operand).is_some());
            let own = texts.fold(0, |all, text| all | terms.marks(*text));
            marks::only_persona(own).or_else(|| {
                operands
                    .iter()
                    .find_map(|operand| names_within(terms, *operand, left))
            })
        }
        Node::Gate(_, then, other, _) => {
            names_within(terms, *then, left).or_else(|| names_within(terms, *other, left))
        }
        _ => None,
    }
}

/// What each judge's vote weighs in a sum; `None` stands for what is no single judge's.
pub(super) fn weights(terms: &Terms, sum: Term) -> BTreeMap<Option<Persona>, f64> {
    let mut weights = BTreeMap::new();
    let mut waiting = vec![(sum, 1.0)];
    let mut seen = 0;
    while let Some((term, factor)) = waiting.pop() {
        seen += 1;
        if seen > OPERANDS_MAX {
            break;
        }
        if let Some(persona) = vote(terms, term) {
            *weights.entry(Some(persona)).or_insert(0.0) += factor;
            continue;
        }
        if let Some(inner) = kept_within(terms, term) {
            waiting.push((inner, factor));
            continue;
        }
        match terms.node(term) {
            Node::Operation(operator, operands) if operands.len() == 2 => {
                let (left, right) = (operands[0], operands[1]);
                match (operator.as_str(), terms.number(left), terms.number(right)) {
                    ("+", ..) => waiting.extend([(left, factor), (right, factor)]),
                    ("*", Some(number), _) => waiting.push((right, factor * number)),
                    ("*", _, Some(number)) => waiting.push((left, factor * number)),
                    ("/" | "//", _, Some(number)) if number != 0.0 => waiting.push((left, factor / number)),
                    ("/" | "//", ..) => waiting.push((left, factor)),
                    _ => *weights.entry(None).or_insert(0.0) += factor,
                }
            }
            // A vote that is added where it was cast: all are taken to be.
            Node::Gate(_, then, other, _) => waiting.push((fuller(terms, *then, *other), factor)),
            Node::Number(_) => {}
            _ => *weights.entry(None).or_insert(0.0) += factor,
        }
    }
    weights
}

/// Of two outcomes, the one that more judges have a part in.
fn fuller(terms: &Terms, then: Term, other: Term) -> Term {
    let judges = |term: Term| (terms.marks(term) & marks::PERSONAS).count_ones();
    if judges(other) > judges(then) { other } else { then }
}

/// What a call keeps within bounds or rounds: `max(1, min(5, int(score)))`.
fn kept_within(terms: &Terms, call: Term) -> Option<Term> {
    let Node::Call(_, arguments) = terms.node(call) else {
        return None;
    };
    let keeps = ["min", "max", "int", "float", "round"];
    if !keeps.iter().any(|name| terms.is_builtin_call(call, name)) {
        return None;
    }
    let mut others = arguments
        .iter()
        .map(|(_, value)| *value)
        .filter(|value| terms.number(*value).is_none());
    others.next().filter(|_| others.next().is_none())
}
