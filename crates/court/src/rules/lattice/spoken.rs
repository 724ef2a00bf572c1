//! What the rules of a set speak of; only that is varied.

use crate::rules::expression::{Expr, Predicate, Quantity};
use crate::rules::{Action, Rule, RuleSet};
use crate::score::Fraction;
use std::collections::BTreeSet;

/// Everything that the rules speak of.
pub(super) struct Spoken {
    pub(super) predicates: Vec<Predicate>,
    pub(super) quantities: Vec<Quantity>,
    pub(super) numbers: BTreeSet<Fraction>,
}

impl Spoken {
    pub(super) fn of(rules: &RuleSet) -> Self {
        let mut spoken = Self {
            predicates: Vec::new(),
            quantities: Vec::new(),
            numbers: BTreeSet::new(),
        };
        let phases = rules.phases().into_iter();
        let all = phases.flat_map(|(_, rules)| rules).chain(&rules.rehear);
        for expr in all.flat_map(expressions) {
            for node in expr.walk() {
                match node {
                    Expr::Truth(predicate) => spoken.predicates.push(predicate.clone()),
                    Expr::Quantity(quantity) => spoken.quantities.push(quantity.clone()),
                    Expr::Literal(number) => {
                        spoken.numbers.insert(*number);
                    }
                    _ => {}
                }
            }
        }
        spoken
    }

    pub(super) fn has(&self, is_it: impl Fn(&Predicate) -> bool) -> bool {
        self.predicates.iter().any(is_it)
    }

    pub(super) fn counts(&self, is_it: impl Fn(&Quantity) -> bool) -> bool {
        self.quantities.iter().any(is_it)
    }
}

/// The expressions of a rule.
fn expressions(rule: &Rule) -> Vec<&Expr> {
    let action = match &rule.action {
        Action::Becomes(formula) => Some(formula),
        Action::Drop | Action::Nothing => None,
    };
    rule.when.iter().chain(action).chain(&rule.instead_of).collect()
}
