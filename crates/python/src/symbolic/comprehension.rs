//! Following comprehensions.

use super::evaluator::{Evaluator, Frame};
use super::looping::UNROLLED_MAX;
use super::scope::ScopeKind;
use super::term::{Node, Term};
use crate::ast::{Clause, Comprehension, ComprehensionKind, Expr};

/// Most elements of one comprehension that are told apart.
const FOUND_MAX: usize = 64;

/// What the clauses of a comprehension come to.
#[derive(Default)]
struct Each {
    /// Its elements, or keys and values.
    found: Vec<(Term, Option<Term>)>,
    /// The first collection that is not known.
    iter: Option<Term>,
    /// Under which they are there.
    conditions: Vec<Term>,
}

impl<'s> Evaluator<'s> {
    pub(super) fn comprehension(
        &mut self,
        comprehension: &'s Comprehension,
        expr: &'s Expr,
        frame: &mut Frame<'s>,
    ) -> Term {
        let mut inner = frame.clone();
        if let [clause] = comprehension.clauses.as_slice() {
            let over = self.eval(&clause.iter, &mut inner);
            if let Some(items) = self.elements(over).filter(|items| items.len() <= UNROLLED_MAX)
                && let Some(term) = self.unrolled(comprehension, &items, &mut inner)
            {
                return term;
            }
        }
        let mut each = Each::default();
        self.clauses(comprehension, &comprehension.clauses, expr, &mut each, &mut inner);
        let Each {
            found,
            iter,
            mut conditions,
        } = each;
        conditions.retain(|condition| self.terms.truth(*condition) != Some(true));
        if let (Some(iter), [(element, None)]) = (iter, found.as_slice()) {
            let element = *element;
            return self.terms.intern(Node::Each(element, iter, conditions));
        }
        if comprehension.value.is_some() {
            let pairs = found.into_iter().filter_map(|(key, value)| Some((key, value?)));
            let pairs = pairs.collect();
            return self.terms.intern(Node::Dict(pairs));
        }
        let Some(iter) = iter else {
            let elements = found.into_iter().map(|(element, _)| element).collect();
            return self.terms.intern(Node::List(elements));
        };
        let empty = self.terms.intern(Node::List(Vec::new()));
        found.into_iter().fold(empty, |all, (element, _)| {
            let conditions = conditions.clone();
            let each = self.terms.intern(Node::Each(element, iter, conditions));
            let more = self.terms.element(each);
            self.terms.intern(Node::Grown(all, more))
        })
    }

    /// Goes through the clauses from the first on; one of several whose elements are known is gone through one by one.
    fn clauses(
        &mut self,
        comprehension: &'s Comprehension,
        clauses: &'s [Clause],
        expr: &'s Expr,
        each: &mut Each,
        frame: &mut Frame<'s>,
    ) {
        if each.found.len() >= FOUND_MAX || self.enter().is_none() {
            return;
        }
        match clauses.split_first() {
            Some((clause, rest)) => self.clause(comprehension, (clause, rest), expr, each, frame),
            None => {
                let element = self.eval(&comprehension.element, frame);
                let value = comprehension.value.as_ref().map(|value| self.eval(value, frame));
                each.found.push((element, value));
            }
        }
        self.leave();
    }

    fn clause(
        &mut self,
        comprehension: &'s Comprehension,
        (clause, rest): (&'s Clause, &'s [Clause]),
        expr: &'s Expr,
        each: &mut Each,
        frame: &mut Frame<'s>,
    ) {
        let over = self.eval(&clause.iter, frame);
        let may_unroll = comprehension.clauses.len() > 1 && clause.conditions.is_empty();
        let known = self
            .elements(over)
            .filter(|items| may_unroll && items.len() <= UNROLLED_MAX);
        if let Some(items) = known {
            for item in items {
                self.assign(&clause.target, item, frame);
                self.clauses(comprehension, rest, expr, each, frame);
            }
            return;
        }
        let before = self.scope.clone();
        let element = self.terms.element(over);
        self.assign(&clause.target, element, frame);
        self.push(ScopeKind::Loop {
            over,
            is_while: false,
            path: frame.path.to_owned(),
            span: expr.span,
            raises_after: false,
        });
        each.iter.get_or_insert(over);
        for condition in &clause.conditions {
            let condition = self.eval(condition, frame);
            self.push(ScopeKind::Guard(condition, true));
            if !each.conditions.contains(&condition) {
                each.conditions.push(condition);
            }
        }
        self.clauses(comprehension, rest, expr, each, frame);
        self.restore(before);
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
