//! Following statements: what holds after them, what they return, and under which guards.

use super::evaluator::{Code, Env, Evaluator, Frame};
use super::scope::{HandlerEnd, Scope, ScopeKind};
use super::term::{Node, Term};
use crate::ast::{Expr, Handler, Stmt, StmtKind};
use crate::walk;
use std::sync::Arc;

/// Most cases of one `match` that are told apart; each is followed within the one before it.
const CASES_MAX: usize = 40;

/// What following some statements came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    /// What was returned; [`Node::Onward`] stands where nothing was yet.
    pub(super) result: Option<Term>,
    /// Whether nothing after them is run.
    pub(super) ends: bool,
    /// How rounds of the loop around them were left: the guards since the loop, and what held then.
    pub(super) exits: Vec<(Vec<(Term, bool)>, Env)>,
}

impl<'s> Evaluator<'s> {
    /// Follows a block.
    pub(super) fn block(&mut self, body: &'s [Stmt], frame: &mut Frame<'s>) -> Flow {
        let before = self.scope.clone();
        let mut whole = Flow::default();
        for (at, stmt) in body.iter().enumerate() {
            let rest = &body[at + 1..];
            if self.enter().is_none() {
                break;
            }
            self.raises_after = self.raises_after(stmt, rest, frame.path);
            let flow = self.statement(stmt, frame);
            self.leave();
            whole.exits.extend(flow.exits);
            whole.result = self.then(whole.result, flow.result);
            if flow.ends {
                whole.ends = true;
                break;
            }
        }
        self.scope = before;
        whole
    }

    /// The result of one part and then another.
    pub(super) fn then(&mut self, first: Option<Term>, second: Option<Term>) -> Option<Term> {
        match (first, second) {
            (Some(first), Some(second)) => Some(self.terms.fill(first, second)),
            (first, second) => first.or(second),
        }
    }

    fn statement(&mut self, stmt: &'s Stmt, frame: &mut Frame<'s>) -> Flow {
        match &stmt.kind {
            StmtKind::Function(function) => {
                let env = frame.env.clone();
                let plain = self.closure(frame.path, Code::Function(function), env, None);
                let callee = self.decorated(plain, function, frame);
                frame.env.insert(function.name.clone(), callee);
            }
            StmtKind::Class(class) => {
                let term = self.class(frame.path, class);
                frame.env.insert(class.name.clone(), term);
            }
            StmtKind::Assign { targets, value } => {
                let term = self.eval(value, frame);
                for target in targets {
                    self.assign(target, term, frame);
                    self.take_alias(target, value, frame);
                }
            }
            StmtKind::Annotated(target, _, value) => {
                if let Some(value) = value {
                    let value = self.eval(value, frame);
                    self.assign(target, value, frame);
                }
            }
            StmtKind::Augmented(target, operator, value) => self.augment(target, operator, value, frame),
            StmtKind::Expr(value) | StmtKind::Assert(value) => {
                self.eval(value, frame);
            }
            StmtKind::Return(value) => return self.returned(value.as_ref(), frame),
            StmtKind::Raise(value) => return self.raise(value.as_ref(), frame),
            StmtKind::If { test, body, orelse } => return self.branch(test, body, orelse, frame),
            StmtKind::For {
                target,
                iter,
                body,
                orelse,
            } => return self.loop_over(target, iter, body, orelse, stmt.span, frame),
            StmtKind::While { test, body, orelse } => {
                return self.loop_while(test, body, orelse, stmt.span, frame);
            }
            StmtKind::With { items, body } => return self.with(items, body, frame),
            StmtKind::Try {
                body,
                handlers,
                orelse,
                finally,
            } => return self.attempt(body, handlers, orelse, finally, frame),
            StmtKind::Match { subject, cases } => {
                let subject = self.eval(subject, frame);
                return self.cases(subject, cases, frame);
            }
            StmtKind::Other(word) if word == "break" || word == "continue" => return self.exit(frame),
            StmtKind::Import(_) | StmtKind::ImportFrom { .. } | StmtKind::Other(_) => {}
        }
        Flow::default()
    }

    fn returned(&mut self, value: Option<&'s Expr>, frame: &mut Frame<'s>) -> Flow {
        let result = match value {
            Some(value) => self.eval(value, frame),
            None => self.terms.intern(Node::Nothing),
        };
        ended(Some(result))
    }

    fn raise(&mut self, value: Option<&'s Expr>, frame: &mut Frame<'s>) -> Flow {
        if let Some(value) = value {
            self.eval(value, frame);
        }
        ended(Some(self.terms.intern(Node::Never)))
    }

    fn exit(&mut self, frame: &Frame<'s>) -> Flow {
        let mut guards = Vec::new();
        // Whether a handler was entered that the loop is left from.
        self.raised += 1;
        let raised = self.terms.intern(Node::Raised(self.raised));
        for kind in super::scope::levels(self.scope.as_ref()) {
            match kind {
                ScopeKind::Guard(test, holds) => guards.push((*test, *holds)),
                ScopeKind::Handler => guards.push((raised, true)),
                ScopeKind::Loop { .. } | ScopeKind::Function { .. } => break,
                _ => {}
            }
        }
        Flow {
            result: None,
            ends: true,
            exits: vec![(guards, frame.env.clone())],
        }
    }

    /// `if`: both ways are followed, and what differs after them is a gate.
    fn branch(
        &mut self,
        test: &'s Expr,
        body: &'s [Stmt],
        orelse: &'s [Stmt],
        frame: &mut Frame<'s>,
    ) -> Flow {
        let value = self.eval(test, frame);
        let span = test.span;
        let test = self.terms.test(value);
        self.tested(test, frame.path, span);
        match self.terms.truth(test) {
            Some(true) => return self.block(body, frame),
            Some(false) => return self.block(orelse, frame),
            None => {}
        }
        let mut otherwise = frame.clone();
        let before = frame.env.clone();
        let then = self.guarded(test, true, body, frame);
        let other = self.guarded(test, false, orelse, &mut otherwise);
        if then.ends != other.ends {
            // What follows in this block runs only where the branch that goes on was taken.
            self.push(ScopeKind::Guard(test, other.ends));
        }
        self.either(test, (then, other), frame, otherwise, &before)
    }

    /// What holds after both ways of a decision.
    fn either(
        &mut self,
        test: Term,
        (then, other): (Flow, Flow),
        frame: &mut Frame<'s>,
        otherwise: Frame<'s>,
        before: &Env,
    ) -> Flow {
        match (then.ends, other.ends) {
            (true, _) => frame.env = otherwise.env,
            (false, true) => {}
            (false, false) => frame.env = self.merged(test, &frame.env, &otherwise.env, before),
        }
        Flow {
            result: self.gated(test, then.result, other.result),
            ends: then.ends && other.ends,
            exits: then.exits.into_iter().chain(other.exits).collect(),
        }
    }

    fn guarded(&mut self, test: Term, holds: bool, body: &'s [Stmt], frame: &mut Frame<'s>) -> Flow {
        let before = self.scope.clone();
        self.push(ScopeKind::Guard(test, holds));
        let flow = self.block(body, frame);
        self.scope = before;
        flow
    }

    pub(super) fn gated(&mut self, test: Term, then: Option<Term>, other: Option<Term>) -> Option<Term> {
        if then.is_none() && other.is_none() {
            return None;
        }
        let onward = self.terms.intern(Node::Onward);
        let (then, other) = (then.unwrap_or(onward), other.unwrap_or(onward));
        Some(self.decide(test, then, other))
    }

    fn with(&mut self, items: &'s [(Expr, Option<Expr>)], body: &'s [Stmt], frame: &mut Frame<'s>) -> Flow {
        for (context, name) in items {
            let value = self.eval(context, frame);
            if let Some(name) = name {
                self.assign(name, value, frame);
            }
        }
        self.block(body, frame)
    }

    fn attempt(
        &mut self,
        body: &'s [Stmt],
        handlers: &'s [Handler],
        orelse: &'s [Stmt],
        finally: &'s [Stmt],
        frame: &mut Frame<'s>,
    ) -> Flow {
        let before = self.scope.clone();
        let start = frame.env.clone();
        let ends = handlers
            .iter()
            .flat_map(|handler| self.handler_ends(handler, frame.path))
            .collect();
        if !handlers.is_empty() {
            self.push(ScopeKind::Try(ends));
        }
        let mut flow = self.block(body, frame);
        self.scope = before.clone();
        if !flow.ends {
            let rest = self.block(orelse, frame);
            flow.result = self.then(flow.result, rest.result);
            flow.ends = rest.ends;
            flow.exits.extend(rest.exits);
        }
        for handler in handlers {
            flow = self.handle(handler, flow, &start, frame);
            self.scope.clone_from(&before);
        }
        let last = self.block(finally, frame);
        flow.result = self.then(flow.result, last.result);
        flow.ends |= last.ends;
        flow.exits.extend(last.exits);
        flow
    }

    /// A handler starts from what held before the `try` and what the `try` added.
    fn handle(&mut self, handler: &'s Handler, tried: Flow, start: &Env, frame: &mut Frame<'s>) -> Flow {
        self.raised += 1;
        let raised = self.terms.intern(Node::Raised(self.raised));
        let mut env = frame.env.clone();
        env.extend(start.iter().map(|(name, value)| (name.clone(), *value)));
        let mut caught = Frame {
            path: frame.path,
            env,
        };
        if let Some(name) = &handler.name {
            caught.env.insert(name.clone(), raised);
        }
        self.push(ScopeKind::Handler);
        let flow = self.block(&handler.body, &mut caught);
        match (flow.ends, tried.ends) {
            (true, _) => {}
            (false, true) => frame.env = caught.env,
            (false, false) => frame.env = self.merged(raised, &caught.env, &frame.env, start),
        }
        let result = self.gated(raised, flow.result, tried.result);
        Flow {
            result,
            ends: flow.ends && tried.ends,
            exits: tried.exits.into_iter().chain(flow.exits).collect(),
        }
    }

    /// How a handler ends, and before that whether on some way it goes to the next round.
    fn handler_ends(&self, handler: &Handler, path: &str) -> Vec<HandlerEnd> {
        let again = continues(&handler.body).then_some(HandlerEnd::Again);
        again
            .into_iter()
            .chain([self.handler_end(handler, path)])
            .collect()
    }

    fn handler_end(&self, handler: &Handler, path: &str) -> HandlerEnd {
        match handler.body.last().map(|stmt| &stmt.kind) {
            Some(StmtKind::Raise(Some(raised))) if self.is_own_error(raised, path) => HandlerEnd::RaisesOwn,
            Some(StmtKind::Raise(_)) => HandlerEnd::Raises,
            Some(StmtKind::Return(_)) => HandlerEnd::Returns,
            Some(StmtKind::Other(word)) if word == "break" => HandlerEnd::Returns,
            _ if self.may_raise(&handler.body, path) => HandlerEnd::GoesOnOrRaises,
            _ => HandlerEnd::GoesOn,
        }
    }

    /// Whether some way through a block raises an error that is not the repository's own.
    fn may_raise(&self, body: &[Stmt], path: &str) -> bool {
        let mut raises = false;
        walk::scope(body, &mut |stmt| raises |= self.raises(stmt, path));
        raises
    }

    fn raises(&self, stmt: &Stmt, path: &str) -> bool {
        match &stmt.kind {
            StmtKind::Raise(Some(raised)) => !self.is_own_error(raised, path),
            StmtKind::Raise(None) => true,
            _ => false,
        }
    }

    /// Whether what comes after a loop that was gone through raises whatever happens.
    fn raises_after(&self, stmt: &Stmt, rest: &[Stmt], path: &str) -> bool {
        let (StmtKind::For { orelse, .. } | StmtKind::While { orelse, .. }) = &stmt.kind else {
            return false;
        };
        let mut after = orelse.iter().chain(rest);
        let last = after.find(|stmt| matches!(stmt.kind, StmtKind::Raise(_)) || returns(stmt));
        last.is_some_and(|stmt| self.raises(stmt, path))
    }

    fn cases(&mut self, subject: Term, cases: &'s [crate::ast::Case], frame: &mut Frame<'s>) -> Flow {
        let Some((case, rest)) = cases.split_first() else {
            return Flow::default();
        };
        let pattern = self.terms.constant(case.pattern.trim_matches(['"', '\'']));
        let is_any = case.pattern.trim() == "_" && case.guard.is_none();
        if is_any || rest.len() > CASES_MAX {
            return self.block(&case.body, frame);
        }
        let test = self.terms.compare("==", subject, pattern);
        let mut otherwise = frame.clone();
        let before = frame.env.clone();
        let then = self.guarded(test, true, &case.body, frame);
        let other = self.cases(subject, rest, &mut otherwise);
        self.either(test, (then, other), frame, otherwise, &before)
    }

    /// Restores what stood around a place.
    pub(super) fn restore(&mut self, scope: Option<Arc<Scope>>) {
        self.scope = scope;
    }
}

/// Whether a block has a `continue` of the loop that it is in.
fn continues(body: &[Stmt]) -> bool {
    let mut waiting: Vec<&Stmt> = body.iter().collect();
    while let Some(stmt) = waiting.pop() {
        match &stmt.kind {
            StmtKind::Other(word) if word == "continue" => return true,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Function(_) | StmtKind::Class(_) => {}
            _ => waiting.extend(walk::blocks(stmt).into_iter().flatten()),
        }
    }
    false
}

/// Whether a statement holds a `return` of its function.
fn returns(stmt: &Stmt) -> bool {
    let mut found = false;
    walk::scope(std::slice::from_ref(stmt), &mut |stmt| {
        found |= matches!(stmt.kind, StmtKind::Return(_));
    });
    found
}

fn ended(result: Option<Term>) -> Flow {
    Flow {
        result,
        ends: true,
        exits: Vec::new(),
    }
}
