//! Which tests decide a score, and what it becomes where they hold.

use super::votes::vote;
use court::evidence::Place;
use langgraph::audited::{Court, Settled, fields, is_final_score};
use python::symbolic::{Kept, Marks, Node, TESTS, Term, Terms, marks, parts, reachable};
use std::collections::{BTreeMap, BTreeSet};
use subject::follow;

/// Most outcomes of a decision that are compared with the other side's.
const LEAVES_MAX: usize = 256;
/// Most outcomes that are looked at in all.
const OUTCOMES_MAX: usize = 20_000;

/// How scores of the whole are called, which are means of what was settled.
const WHOLE: [&str; 3] = ["overall", "total", "aggregate"];

/// Whether a score is named as that of the whole.
pub(super) fn is_of_the_whole(name: &str) -> bool {
    let lower = name.to_lowercase();
    WHOLE.iter().any(|word| lower.contains(word))
}

/// A value that a score may become.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) value: Term,
    /// What the tests that lead here and nowhere else speak of.
    pub(super) under: Marks,
    /// What they hold to be so.
    pub(super) asserted: Marks,
    /// Those tests, the innermost last.
    pub(super) tests: Vec<Term>,
    /// Whether the value is what the decision yields, and not only a part of that.
    pub(super) is_whole: bool,
}

/// Every value that a settled score may become.
pub(super) fn outcomes(court: &Court, settled: &Settled) -> Vec<Outcome> {
    let mut walk = Walk {
        terms: &court.terms,
        leaves: BTreeMap::new(),
        seen: BTreeSet::new(),
        waiting: Vec::new(),
        found: Vec::new(),
    };
    walk.waiting.push(Outcome {
        value: settled.term,
        under: 0,
        asserted: 0,
        tests: Vec::new(),
        is_whole: true,
    });
    while let Some(outcome) = walk.waiting.pop() {
        if walk.found.len() < OUTCOMES_MAX
            && walk
                .seen
                .insert((outcome.value, outcome.under, outcome.asserted, outcome.is_whole))
        {
            walk.visit(&outcome);
        }
    }
    walk.found
}

/// Where the innermost test stands that leads to an outcome and speaks of `mark`, or else where the score is made.
pub(super) fn place(court: &Court, settled: &Settled, outcome: &Outcome, mark: Marks) -> Place {
    let test = innermost(court, outcome, mark);
    test.and_then(|test| test_place(court, test))
        .unwrap_or_else(|| settled.place())
}

/// The innermost test that leads to an outcome and speaks of `mark`.
pub(super) fn innermost(court: &Court, outcome: &Outcome, mark: Marks) -> Option<Term> {
    let speaks = |test: &Term| test_marks(&court.terms, *test) & mark == mark;
    outcome.tests.iter().rev().copied().find(speaks)
}

fn test_place(court: &Court, test: Term) -> Option<Place> {
    let (path, span) = court.tests.get(&test)?;
    Some(Place::line(path, span.first))
}

/// Where a test that speaks of `mark` has sides that are not the same, and yet none brings a value that the other cannot.
pub(super) fn undecided(court: &Court, mark: Marks) -> impl Iterator<Item = Place> {
    let terms = &court.terms;
    court.settled.iter().flat_map(move |settled| {
        let place = settled.place();
        makes(terms, settled.term)
            .into_iter()
            .filter_map(move |term| match terms.node(term) {
                Node::Gate(test, then, other, _) => {
                    let speaks =
                        test_marks(terms, *test) & mark == mark && !raises(terms, *test) && then != other;
                    // A word beside the score is a note.
                    let speaks = speaks && (terms.text(*then).is_none() || terms.text(*other).is_none());
                    speaks.then(|| test_place(court, *test).unwrap_or_else(|| place.clone()))
                }
                _ => None,
            })
    })
}

/// All that a score is made of: neither what only selects or is asked, nor what stands beside scores in a record.
pub(super) fn makes(terms: &Terms, score: Term) -> BTreeSet<Term> {
    follow([score], |term, next| match terms.node(term) {
        Node::Gate(_, then, other, _) => next.extend([*then, *other]),
        _ => next.extend(data(terms, term)),
    })
}

struct Walk<'t> {
    terms: &'t Terms,
    leaves: BTreeMap<Term, BTreeSet<Term>>,
    seen: BTreeSet<(Term, Marks, Marks, bool)>,
    waiting: Vec<Outcome>,
    found: Vec<Outcome>,
}

impl Walk<'_> {
    fn visit(&mut self, outcome: &Outcome) {
        if let Node::Gate(test, then, other, kept) = *self.terms.node(outcome.value) {
            return self.decide(outcome, test, then, other, kept);
        }
        self.found.push(outcome.clone());
        let (mut under, mut holding, mut tests) = (outcome.under, outcome.asserted, outcome.tests.clone());
        if let Node::Each(_, _, conditions) = self.terms.node(outcome.value) {
            for test in conditions {
                under |= test_marks(self.terms, *test);
                holding |= asserted(self.terms, *test, true);
                tests.push(*test);
            }
        }
        for value in data(self.terms, outcome.value) {
            self.waiting.push(Outcome {
                value,
                under,
                asserted: holding,
                tests: tests.clone(),
                is_whole: false,
            });
        }
    }

    /// A side is decided by the test where it brings a value that the other side cannot. A branch that repeats
    /// what else is computed, or takes back another rule's effect, settles nothing.
    fn decide(&mut self, outcome: &Outcome, test: Term, then: Term, other: Term, kept: Kept) {
        let (then_leaves, other_leaves) = (self.leaves(then), self.leaves(other));
        let raises = raises(self.terms, test);
        // The same constants by other tests are a decision of its own.
        let are_constants =
            then_leaves == other_leaves && then_leaves.iter().all(|leaf| self.is_constant(*leaf));
        // Two rules may cap a score at the same number, or give it to the same judge; beside what is computed it is a decision each time.
        let is_fixed = |own: &BTreeSet<Term>, others: &BTreeSet<Term>| {
            let is_settled = |leaf: &Term| self.is_constant(*leaf) || vote(self.terms, *leaf).is_some();
            own.iter().all(is_settled) && !others.iter().all(is_settled)
        };
        let is_new = |own: &BTreeSet<Term>, others: &BTreeSet<Term>| {
            !raises && (are_constants || is_fixed(own, others) || !own.is_subset(others))
        };
        let sides = [
            (
                then,
                true,
                kept != Kept::Then && is_new(&then_leaves, &other_leaves),
            ),
            (
                other,
                false,
                kept != Kept::Other && is_new(&other_leaves, &then_leaves),
            ),
        ];
        for (value, holds, is_decided) in sides {
            let (speaks, holding) = match is_decided {
                true => (test_marks(self.terms, test), asserted(self.terms, test, holds)),
                false => (0, 0),
            };
            let mut tests = outcome.tests.clone();
            tests.extend((speaks != 0).then_some(test));
            self.waiting.push(Outcome {
                value,
                under: outcome.under | speaks,
                asserted: outcome.asserted | holding,
                tests,
                is_whole: outcome.is_whole || is_decided,
            });
        }
    }

    fn is_constant(&self, value: Term) -> bool {
        match self.terms.node(value) {
            Node::Text(_) | Node::Number(_) | Node::Flag(_) => true,
            Node::List(items) => items.first().is_some_and(|first| self.is_constant(*first)),
            _ => false,
        }
    }

    /// What a value may be, decisions looked through.
    fn leaves(&mut self, value: Term) -> BTreeSet<Term> {
        if let Some(known) = self.leaves.get(&value) {
            return known.clone();
        }
        let mut found = BTreeSet::new();
        follow([value], |term, next| match self.terms.node(term) {
            _ if found.len() >= LEAVES_MAX => {}
            Node::Gate(_, then, other, _) => next.extend([*then, *other]),
            _ => drop(found.insert(term)),
        });
        self.leaves.insert(value, found.clone());
        found
    }
}

/// The parts of a value that it is made of; what only selects or is asked is none.
pub(super) fn data(terms: &Terms, value: Term) -> Vec<Term> {
    match terms.node(value) {
        Node::Call(_, arguments) => arguments.iter().map(|(_, value)| *value).collect(),
        Node::Each(element, iter, _) => vec![*element, *iter],
        Node::Dict(_) | Node::Record { .. } => scores_in(terms, value),
        Node::Format(_) | Node::Text(_) => Vec::new(),
        Node::Operation(operator, _) if TESTS.contains(&operator.as_str()) => Vec::new(),
        node => parts(node),
    }
}

/// What a test speaks of. Whether a collection has anything in it says nothing of what is in it.
pub(super) fn test_marks(terms: &Terms, test: Term) -> Marks {
    let mut found = 0;
    follow([test], |term, next| match terms.node(term) {
        Node::Gate(..) | Node::Some(_) => next.extend(parts(terms.node(term))),
        Node::Each(_, _, conditions) => next.extend(conditions),
        Node::Operation(operator, operands) if matches!(operator.as_str(), "in" | "not in") => {
            found |= operands
                .iter()
                .fold(0, |all, operand| all | terms.marks(*operand));
        }
        Node::Operation(operator, operands) if operator != "-" => next.extend(operands),
        Node::Call(_, arguments) if terms.is_builtin_call(term, "len") => {
            next.extend(arguments.iter().map(|(_, value)| *value))
        }
        Node::List(items) if items.iter().any(|item| terms.text(*item).is_none()) => {}
        Node::Grown(..) | Node::Record { .. } | Node::Dict(_) | Node::Format(_) => {}
        _ => found |= terms.marks(term),
    });
    found
}

/// Whether a test orders what a judge argues, which is text, and a number: Python raises there.
fn raises(terms: &Terms, test: Term) -> bool {
    let is_text = |term: Term| match terms.node(term) {
        Node::Text(_) | Node::Format(_) => true,
        Node::Attribute(..) | Node::Item(..) => {
            terms.marks(term) & (marks::ARGUMENT | marks::SCORE) == marks::ARGUMENT
        }
        _ => false,
    };
    reachable(terms, [test])
        .into_iter()
        .any(|term| match terms.node(term) {
            Node::Operation(operator, operands) if matches!(operator.as_str(), "<" | "<=" | ">" | ">=") => {
                operands.iter().any(|operand| is_text(*operand))
                    && operands.iter().any(|operand| terms.number(*operand).is_some())
            }
            _ => false,
        })
}

/// Of what has fields, those that hold scores; of a table, all.
fn scores_in(terms: &Terms, value: Term) -> Vec<Term> {
    let is_score = |name: &str| marks::name_marks(name) & marks::SCORE != 0 || is_final_score(name);
    let fields = fields(terms, value);
    if fields.iter().any(|(name, _)| is_score(name)) {
        let scores = fields.into_iter().filter(|(name, _)| is_score(name));
        return scores.map(|(_, value)| value).collect();
    }
    match terms.node(value) {
        Node::Dict(pairs) => pairs.iter().map(|(_, value)| *value).collect(),
        _ => Vec::new(),
    }
}

/// The subjects of a test that it holds to be so on this side. The way that is taken where no flaw was found is
/// no security rule, and what is done for all but one judge is not done for that one.
fn asserted(terms: &Terms, test: Term, holds: bool) -> Marks {
    [
        marks::SECURITY,
        marks::SPREAD,
        marks::PROSECUTOR,
        marks::DEFENSE,
        marks::TECH_LEAD,
    ]
    .into_iter()
    .filter(|mark| asserts(terms, test, holds, *mark))
    .fold(0, |all, mark| all | mark)
}

fn asserts(terms: &Terms, test: Term, holds: bool, mark: Marks) -> bool {
    let speaks = |term: Term| terms.marks(term) & mark != 0;
    let mut waiting = vec![(test, holds)];
    let mut seen = BTreeSet::new();
    while let Some((term, holds)) = waiting.pop() {
        if !speaks(term) || !seen.insert((term, holds)) {
            continue;
        }
        match terms.node(term) {
            Node::Operation(operator, operands) if !(mark == marks::SPREAD && operator == "-") => {
                let flips = match operator.as_str() {
                    "not" | "!=" | "not in" => true,
                    "<" | "<=" => mark == marks::SPREAD,
                    "is" => operands
                        .iter()
                        .any(|operand| *terms.node(*operand) == Node::Nothing),
                    _ => false,
                };
                // `is not None` says that something is there.
                let flips = flips
                    && !(operator == "!="
                        && operands
                            .iter()
                            .any(|operand| *terms.node(*operand) == Node::Nothing));
                waiting.extend(operands.iter().map(|operand| (*operand, holds != flips)));
            }
            Node::Gate(test, then, other, _) => waiting.extend(sides(terms, *test, *then, *other, holds)),
            node => {
                let inner: Vec<Term> = parts(node).into_iter().filter(|part| speaks(*part)).collect();
                let looks_into =
                    matches!(node, Node::Call(..) | Node::Each(..) | Node::Some(_)) && !inner.is_empty();
                if holds && !looks_into {
                    return true;
                }
                waiting.extend(inner.into_iter().map(|part| (part, holds)));
            }
        }
    }
    false
}

/// How the parts of a decision between yes and no bear on the whole being `holds`.
fn sides(terms: &Terms, test: Term, then: Term, other: Term, holds: bool) -> Vec<(Term, bool)> {
    match (terms.truth(then), terms.truth(other)) {
        (Some(false), _) => vec![(test, !holds), (other, holds)],
        (_, Some(false)) => vec![(test, holds), (then, holds)],
        (Some(true), _) => vec![(test, holds), (other, holds)],
        (_, Some(true)) => vec![(test, !holds), (then, holds)],
        _ => vec![(test, true), (test, false), (then, holds), (other, holds)],
    }
}
