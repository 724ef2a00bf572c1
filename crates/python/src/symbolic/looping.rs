//! Following loops: unrolled where their elements are known, else one round that may have run.

use super::evaluator::{Env, Evaluator, Frame};
use super::scope::ScopeKind;
use super::statement::Flow;
use super::term::{Kept, Node, Term};
use crate::ast::{Expr, Span, Stmt};

/// Most elements of a known collection that a loop is unrolled for.
pub(super) const UNROLLED_MAX: usize = 8;

impl<'s> Evaluator<'s> {
    pub(super) fn loop_over(
        &mut self,
        target: &'s Expr,
        iter: &'s Expr,
        body: &'s [Stmt],
        orelse: &'s [Stmt],
        span: Span,
        frame: &mut Frame<'s>,
    ) -> Flow {
        let raises_after = std::mem::take(&mut self.raises_after);
        let over = self.eval(iter, frame);
        let mut whole = Flow::default();
        match self.elements(over) {
            Some(items) if items.len() <= UNROLLED_MAX => {
                for item in items {
                    self.assign(target, item, frame);
                    let flow = self.round(over, (false, raises_after), span, body, frame);
                    whole.result = self.then(whole.result, flow.result);
                }
            }
            _ => {
                let before = frame.env.clone();
                let item = self.terms.element(over);
                self.assign(target, item, frame);
                let flow = self.round(over, (false, raises_after), span, body, frame);
                whole = self.after_loop(over, flow.result, &before, frame);
            }
        }
        self.or_else(whole, orelse, frame)
    }

    pub(super) fn loop_while(
        &mut self,
        test: &'s Expr,
        body: &'s [Stmt],
        orelse: &'s [Stmt],
        span: Span,
        frame: &mut Frame<'s>,
    ) -> Flow {
        let raises_after = std::mem::take(&mut self.raises_after);
        let over = self.eval(test, frame);
        let before = frame.env.clone();
        let flow = self.round(over, (true, raises_after), span, body, frame);
        let whole = self.after_loop(over, flow.result, &before, frame);
        self.or_else(whole, orelse, frame)
    }

    fn or_else(&mut self, mut whole: Flow, orelse: &'s [Stmt], frame: &mut Frame<'s>) -> Flow {
        let flow = self.block(orelse, frame);
        whole.result = self.then(whole.result, flow.result);
        whole
    }

    /// One round of a loop; however it is left, what held then may hold after it.
    fn round(
        &mut self,
        over: Term,
        (is_while, raises_after): (bool, bool),
        span: Span,
        body: &'s [Stmt],
        frame: &mut Frame<'s>,
    ) -> Flow {
        let before = self.scope.clone();
        self.push(ScopeKind::Loop {
            over,
            is_while,
            path: frame.path.to_owned(),
            span,
            raises_after,
        });
        let mut flow = self.block(body, frame);
        self.scope = before;
        let mut env = (!flow.ends).then(|| frame.env.clone());
        for (guards, left) in std::mem::take(&mut flow.exits).into_iter().rev() {
            env = Some(match env {
                None => left,
                Some(env) => self.left_under(&guards, &left, env),
            });
        }
        if let Some(env) = env {
            frame.env = env;
        }
        flow.ends = false;
        flow
    }

    fn left_under(&mut self, guards: &[(Term, bool)], left: &Env, env: Env) -> Env {
        let mut merged = env;
        for (name, value) in left {
            let Some(onward) = merged.get(name).copied() else {
                merged.insert(name.clone(), *value);
                continue;
            };
            if onward != *value {
                let under = guards.iter().fold(*value, |inner, (test, holds)| match holds {
                    true => self.terms.gate(*test, inner, onward, Kept::Other),
                    false => self.terms.gate(*test, onward, inner, Kept::Then),
                });
                merged.insert(name.clone(), under);
            }
        }
        merged
    }

    fn after_loop(&mut self, over: Term, result: Option<Term>, before: &Env, frame: &mut Frame<'s>) -> Flow {
        let test = self.terms.intern(Node::Some(over));
        frame.env = self.merged(test, &frame.env, before, before);
        let result = result.and_then(|result| self.gated(test, Some(result), None));
        Flow {
            result,
            ..Flow::default()
        }
    }
}
