//! Following comprehensions.

use super::evaluator::{Evaluator, Frame};
use super::looping::UNROLLED_MAX;
use super::scope::ScopeKind;
use super::term::{Node, Term};
use crate::ast::{Comprehension, ComprehensionKind, Expr};

impl<'s> Evaluator<'s> {
    pub(super) fn comprehension(
        &mut self,
        comprehension: &'s Comprehension,
        expr: &'s Expr,
        frame: &mut Frame<'s>,
    ) -> Term {
        let mut inner = frame.clone();
        let before = self.scope.clone();
        if let [clause] = comprehension.clauses.as_slice() {
            let over = self.eval(&clause.iter, &mut inner);
            if let Some(items) = self.elements(over).filter(|items| items.len() <= UNROLLED_MAX)
                && let Some(term) = self.unrolled(comprehension, &items, &mut inner)
            {
                return term;
            }
        }
        let mut conditions = Vec::new();
        let mut iter = None;
        for clause in &comprehension.clauses {
            let over = self.eval(&clause.iter, &mut inner);
            let element = self.terms.element(over);
            self.assign(&clause.target, element, &mut inner);
            self.push(ScopeKind::Loop {
                over,
                is_while: false,
                path: frame.path.to_owned(),
                span: expr.span,
                raises_after: false,
            });
            iter.get_or_insert(over);
            for condition in &clause.conditions {
                let condition = self.eval(condition, &mut inner);
                self.push(ScopeKind::Guard(condition, true));
                conditions.push(condition);
            }
        }
        let element = self.eval(&comprehension.element, &mut inner);
        let value = comprehension
            .value
            .as_ref()
            .map(|value| self.eval(value, &mut inner));
        self.restore(before);
        conditions.retain(|condition| self.terms.truth(*condition) != Some(true));
        let iter = iter.unwrap_or(element);
        match value {
            Some(value) => self.terms.intern(Node::Dict(vec![(element, value)])),
            None => self.terms.intern(Node::Each {
                element,
                iter,
                conditions,
            }),
        }
    }

    /// A comprehension over known elements; `None` where a condition cannot be decided.
    fn unrolled(
        &mut self,
        comprehension: &'s Comprehension,
        items: &[Term],
        frame: &mut Frame<'s>,
    ) -> Option<Term> {
        let clause = comprehension.clauses.first()?;
        let mut found = Vec::new();
        for item in items {
            self.assign(&clause.target, *item, frame);
            let mut holds = true;
            for condition in &clause.conditions {
                let condition = self.eval(condition, frame);
                // A value that may be missing is taken to be there.
                holds &= self
                    .terms
                    .truth(condition)
                    .or((condition == *item).then_some(true))?;
            }
            if holds {
                let key = self.eval(&comprehension.element, frame);
                let value = comprehension.value.as_ref().map(|value| self.eval(value, frame));
                found.push((key, value));
            }
        }
        let node = match comprehension.kind {
            ComprehensionKind::Dict => Node::Dict(
                found
                    .into_iter()
                    .filter_map(|(key, value)| Some((key, value?)))
                    .collect(),
            ),
            _ => Node::List(found.into_iter().map(|(key, _)| key).collect()),
        };
        Some(self.terms.intern(node))
    }
}
