//! Following call expressions: what is called and with what.

use super::evaluator::{Evaluator, Frame};
use super::term::{Argument, Node, Term};
use crate::ast::{Arg, Expr, ExprKind, Star};
use crate::program::Definition;
use crate::walk;

impl<'s> Evaluator<'s> {
    pub(super) fn called(
        &mut self,
        expr: &'s Expr,
        callee: &'s Expr,
        args: &'s [Arg],
        frame: &mut Frame<'s>,
    ) -> Term {
        let target = match &callee.kind {
            ExprKind::Attribute { value, attribute } => Some((value.as_ref(), attribute.as_str())),
            _ => None,
        };
        let Some((owner, method)) = target else {
            let function = self.eval(callee, frame);
            let arguments = self.arguments(args, frame);
            return self.call(function, arguments, frame.path, expr.span);
        };
        if is_super(owner) {
            let arguments = self.arguments(args, frame);
            if let Some(result) = self.call_super(method, arguments, frame) {
                return result;
            }
        }
        let value = self.eval(owner, frame);
        let function = self.method_of(value, method);
        let arguments = self.arguments(args, frame);
        if matches!(
            method,
            "append" | "extend" | "add" | "update" | "insert" | "appendleft"
        ) && !self.is_callable(function)
        {
            let values: Vec<Term> = arguments.iter().map(|(_, value)| *value).collect();
            self.mutate(owner, method, &values, frame);
        }
        self.call(function, arguments, frame.path, expr.span)
    }

    /// What a method call calls: code that can be followed, or a method of a value from outside.
    fn method_of(&mut self, owner: Term, method: &str) -> Term {
        let function = self.member_of(owner, method);
        match self.terms.node(function) {
            Node::External(_) => function,
            _ if self.leads_to_function(function, 4) => function,
            _ => self.terms.intern(Node::Attribute(owner, method.to_owned())),
        }
    }

    fn arguments(&mut self, args: &'s [Arg], frame: &mut Frame<'s>) -> Vec<Argument> {
        let mut arguments = Vec::new();
        for arg in args {
            let value = self.eval(&arg.value, frame);
            match (arg.star, self.terms.node(value).clone()) {
                (Star::None, _) => arguments.push((arg.name.clone(), value)),
                (Star::One, Node::List(items)) => {
                    arguments.extend(items.into_iter().map(|item| (None, item)))
                }
                (Star::One, _) => {
                    let item = self.terms.element(value);
                    arguments.push((None, item));
                }
                (Star::Two, Node::Dict(pairs)) => {
                    let named = pairs
                        .into_iter()
                        .filter_map(|(key, value)| Some((Some(self.terms.text(key)?.to_owned()), value)));
                    arguments.extend(named);
                }
                // Unknown keywords are kept under a name that no Python keyword can have.
                (Star::Two, _) => arguments.push((Some("**".to_owned()), value)),
            }
        }
        arguments
    }

    /// Whether an exception class is the repository's own.
    pub(super) fn is_own_error(&self, raised: &Expr, path: &str) -> bool {
        let named = match &raised.kind {
            ExprKind::Call { callee, .. } => walk::dotted(callee),
            _ => walk::dotted(raised),
        };
        named.is_some_and(|named| {
            matches!(
                self.program.resolve(path, &named),
                Some(Definition::Class(..) | Definition::Function(..))
            )
        })
    }
}

fn is_super(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call { callee, .. } => walk::dotted(callee).as_deref() == Some("super"),
        _ => false,
    }
}
