//! Following expressions.

use super::evaluator::{Code, Evaluator, Frame, is_plain};
use super::scope::{EventKind, ScopeKind};
use super::term::{Node, PARTS_MAX, TESTS, TEXT_MAX, Term};
use crate::ast::{Class, Expr, ExprKind, FPart, Span, StmtKind};
use crate::program::Definition;
use crate::walk;
use wordlist::array;

/// How many nested decisions between objects a member is looked for in.
const CHOICES_MAX: u8 = 4;

impl<'s> Evaluator<'s> {
    /// What an expression comes to.
    pub(super) fn eval(&mut self, expr: &'s Expr, frame: &mut Frame<'s>) -> Term {
        if self.enter().is_none() {
            return self.terms.opaque();
        }
        let term = self.expression(expr, frame);
        self.leave();
        term
    }

    fn expression(&mut self, expr: &'s Expr, frame: &mut Frame<'s>) -> Term {
        match &expr.kind {
            ExprKind::Name(name) => self.name(name, expr.span, frame),
            ExprKind::Attribute { value, attribute } => self.member(value, attribute, frame),
            ExprKind::Call { callee, args } => self.called(expr, callee, args, frame),
            ExprKind::Str(text) => self.terms.constant(text),
            ExprKind::FString(parts) => self.formatted(parts, frame),
            ExprKind::Number(number) => self.terms.intern(Node::Number(number.clone())),
            ExprKind::Bool(flag) => self.terms.flag(*flag),
            ExprKind::None => self.terms.intern(Node::Nothing),
            ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => self.list(items, frame),
            ExprKind::Dict(pairs) => self.dict(expr, pairs, frame),
            ExprKind::Subscript(value, index) => self.subscript(value, index, frame),
            ExprKind::Binary(left, operator, right) => {
                let (left, right) = (self.eval(left, frame), self.eval(right, frame));
                self.binary(operator, left, right)
            }
            ExprKind::Unary(operator, operand) => self.unary(operator, operand, frame),
            ExprKind::Logic(left, operator, right) => self.logic(operator, left, right, frame),
            ExprKind::Compare { left, rest } => self.comparison(left, rest, frame),
            ExprKind::Conditional { test, body, orelse } => self.conditional(test, body, orelse, frame),
            ExprKind::Lambda { params, body } => {
                let env = frame.env.clone();
                self.closure(frame.path, Code::Lambda(params, body), env, None)
            }
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension, expr, frame),
            ExprKind::Await(value) | ExprKind::Starred(value) => self.eval(value, frame),
            ExprKind::Yield(value) => match value {
                Some(value) => self.eval(value, frame),
                None => self.terms.opaque(),
            },
            ExprKind::Walrus { name, value } => {
                let value = self.eval(value, frame);
                frame.env.insert(name.clone(), value);
                value
            }
            ExprKind::Bytes | ExprKind::Ellipsis | ExprKind::Slice { .. } | ExprKind::Unknown => {
                self.terms.opaque()
            }
        }
    }

    fn name(&mut self, name: &str, span: Span, frame: &Frame<'s>) -> Term {
        if let Some(term) = frame.env.get(name) {
            return *term;
        }
        match self.global(frame.path, name) {
            Some(term) => term,
            None => {
                self.note_undefined(name, span, frame);
                self.terms.intern(Node::External(name.to_owned()))
            }
        }
    }

    fn member(&mut self, value: &'s Expr, attribute: &str, frame: &mut Frame<'s>) -> Term {
        let owner = self.eval(value, frame);
        self.member_of(owner, attribute)
    }

    /// `owner.attribute`, methods bound.
    pub(super) fn member_of(&mut self, owner: Term, attribute: &str) -> Term {
        self.member_within(owner, attribute, CHOICES_MAX)
    }

    fn member_within(&mut self, owner: Term, attribute: &str, left: u8) -> Term {
        match self.terms.node(owner).clone() {
            // One of several objects: each has a method of its own.
            Node::Gate(test, then, other, kept)
                if left > 0 && (self.is_object(then) || self.is_object(other)) =>
            {
                let then = self.member_within(then, attribute, left - 1);
                let other = self.member_within(other, attribute, left - 1);
                return self.terms.gate(test, then, other, kept);
            }
            Node::Module(path) => {
                let path = self.program.module(&path).map(|module| module.path.as_str());
                let known = path.and_then(|path| self.global(path, attribute));
                return known.unwrap_or_else(|| self.terms.opaque());
            }
            Node::External(dotted) => {
                if dotted.len() + attribute.len() > TEXT_MAX {
                    return self.terms.opaque();
                }
                return self.terms.intern(Node::External(format!("{dotted}.{attribute}")));
            }
            Node::Record { ref fields, .. } if fields.iter().any(|(name, _)| name == attribute) => {}
            Node::Record { .. } | Node::Class { .. } => {
                if let Some(term) = self.class_member(owner, attribute) {
                    return term;
                }
            }
            _ => {}
        }
        self.terms.attribute(owner, attribute)
    }

    /// Whether a value, or a way of a decision directly in it, is an object or a class of the repository.
    fn is_object(&self, term: Term) -> bool {
        let is_it = |term: Term| matches!(self.terms.node(term), Node::Record { .. } | Node::Class { .. });
        match self.terms.node(term) {
            Node::Gate(_, then, other, _) => is_it(*then) || is_it(*other),
            _ => is_it(term),
        }
    }

    fn class_member(&mut self, owner: Term, attribute: &str) -> Option<Term> {
        let (path, class) = self.class_of(owner)?;
        if let Some((at, function)) = self.method(path, class, attribute) {
            let is_instance = matches!(self.terms.node(owner), Node::Record { .. });
            let is_property = function
                .decorators
                .iter()
                .any(|decorator| walk::dotted(decorator).as_deref() == Some("property"));
            let is_class = function
                .decorators
                .iter()
                .any(|decorator| walk::dotted(decorator).as_deref() == Some("classmethod"));
            let bound = self.function(at, function, (is_instance || is_class).then_some(owner));
            if is_property && is_instance {
                return Some(self.call(bound, Vec::new(), at, function.span));
            }
            return Some(bound);
        }
        self.class_value(path, class, attribute)
    }

    /// What a class says an attribute is, where no instance says otherwise. What a model's or an enum's fields
    /// stand for is not what is written there.
    fn class_value(&mut self, path: &'s str, class: &'s Class, attribute: &str) -> Option<Term> {
        let lineage = self.lineage(path, class);
        let is_declared = lineage
            .iter()
            .any(|(path, class)| self.declares_fields(path, class));
        let found = lineage
            .iter()
            .find_map(|(path, class)| Some((*path, assigned(class, attribute)?)));
        // What starts as nothing or as a switch is there to be changed.
        let (path, value) = found.filter(|(_, value)| !is_declared && !is_plain(value))?;
        let mut frame = Frame {
            path,
            env: Default::default(),
        };
        Some(self.eval(value, &mut frame))
    }

    fn declares_fields(&self, path: &str, class: &Class) -> bool {
        let outside = class.bases.iter().filter_map(|base| walk::dotted(&base.value));
        let outside =
            outside.filter(|base| !matches!(self.program.resolve(path, base), Some(Definition::Class(..))));
        outside.into_iter().any(|base| {
            let kinds = const { array::<6>("Enum BaseModel BaseSettings TypedDict NamedTuple Flag") };
            kinds.iter().any(|kind| base.ends_with(kind))
        })
    }

    fn formatted(&mut self, parts: &'s [FPart], frame: &mut Frame<'s>) -> Term {
        let mut terms = Vec::new();
        for part in parts {
            let term = match part {
                FPart::Text(text) => self.terms.constant(text),
                FPart::Value(value) | FPart::Formatted(value) => self.eval(value, frame),
                FPart::Raises(span) => {
                    let why = "a text in braces is given a format that no text has (`{{` and `}}` are meant)";
                    self.note_raise(why, frame.path, *span);
                    continue;
                }
            };
            terms.push(term);
        }
        self.terms.format(terms)
    }

    fn list(&mut self, items: &'s [Expr], frame: &mut Frame<'s>) -> Term {
        let mut terms = Vec::new();
        let mut more = Vec::new();
        for item in items {
            let term = self.eval(item, frame);
            match (&item.kind, self.terms.node(term).clone()) {
                (ExprKind::Starred(_), Node::List(inner)) if terms.len() + inner.len() <= PARTS_MAX => {
                    terms.extend(inner);
                }
                (ExprKind::Starred(_), _) => more.push(term),
                _ => terms.push(term),
            }
        }
        let base = self.terms.intern(Node::List(terms));
        more.into_iter().fold(base, |base, spread| {
            let item = self.terms.element(spread);
            self.terms.intern(Node::Grown(base, item))
        })
    }

    fn dict(&mut self, expr: &'s Expr, pairs: &'s [(Option<Expr>, Expr)], frame: &mut Frame<'s>) -> Term {
        let mut terms = Vec::new();
        for (key, value) in pairs {
            let value = self.eval(value, frame);
            match key {
                Some(key) => terms.push((self.eval(key, frame), value)),
                None => {
                    if let Node::Dict(inner) = self.terms.node(value)
                        && terms.len() + inner.len() <= PARTS_MAX
                    {
                        terms.extend(inner.clone());
                    }
                }
            }
        }
        let named = terms.iter().any(|(key, _)| self.terms.text(*key).is_some());
        let dict = self.terms.intern(Node::Dict(terms));
        if named {
            self.note(EventKind::Made, dict, frame.path, expr.span);
        }
        dict
    }

    fn subscript(&mut self, value: &'s Expr, index: &'s Expr, frame: &mut Frame<'s>) -> Term {
        let owner = self.eval(value, frame);
        match index.kind {
            // A part of a text or list speaks of what the whole does.
            ExprKind::Slice { .. } => owner,
            _ => {
                let key = self.eval(index, frame);
                self.terms.item(owner, key)
            }
        }
    }

    /// `left operator right` for arithmetic.
    pub(super) fn binary(&mut self, operator: &str, left: Term, right: Term) -> Term {
        let is_text = |term: Term| matches!(self.terms.node(term), Node::Text(_) | Node::Format(_));
        let (text_left, text_right) = (is_text(left), is_text(right));
        match (
            operator,
            self.terms.node(left).clone(),
            self.terms.node(right).clone(),
        ) {
            ("+", Node::List(mut items), Node::List(more)) if items.len() + more.len() <= PARTS_MAX => {
                items.extend(more);
                self.terms.intern(Node::List(items))
            }
            ("+", ..) if text_left || text_right => self.terms.format(vec![left, right]),
            ("%", Node::Text(_), _) => self.terms.format(vec![left, right]),
            _ => self
                .terms
                .intern(Node::Operation(operator.to_owned(), vec![left, right])),
        }
    }

    fn unary(&mut self, operator: &str, operand: &'s Expr, frame: &mut Frame<'s>) -> Term {
        let value = self.eval(operand, frame);
        if operator == "not" {
            let test = self.terms.test(value);
            return self.terms.not(test);
        }
        match self.terms.node(value).clone() {
            Node::Number(number) if number.len() < TEXT_MAX => {
                self.terms.intern(Node::Number(format!("{operator}{number}")))
            }
            _ => self
                .terms
                .intern(Node::Operation(operator.to_owned(), vec![value])),
        }
    }

    fn logic(&mut self, operator: &str, left: &'s Expr, right: &'s Expr, frame: &mut Frame<'s>) -> Term {
        let left = self.eval(left, frame);
        let is_or = operator == "or";
        if self.terms.truth(left) == Some(is_or) {
            return left;
        }
        let known = self.terms.truth(left).is_some();
        let before = self.scope.clone();
        self.push(ScopeKind::Guard(left, !is_or));
        let right = self.eval(right, frame);
        self.restore(before);
        // What is put in the place of nothing is as empty as it looks.
        if known
            && is_or
            && self.terms.is_empty(left)
            && matches!(self.terms.node(right), Node::Dict(pairs) if pairs.is_empty())
        {
            return self.terms.intern(Node::Bare);
        }
        if known {
            return right;
        }
        if is_or && (self.terms.is_empty(right) || *self.terms.node(right) == Node::Flag(false)) {
            return left;
        }
        if is_or && !self.is_test(left) {
            return self.terms.gate(left, left, right, super::term::Kept::Neither);
        }
        match self.terms.truth(right) {
            Some(false) if !is_or => right,
            Some(truth) if truth != is_or && self.is_test(left) => left,
            _ => self
                .terms
                .intern(Node::Operation(operator.to_owned(), vec![left, right])),
        }
    }

    /// Whether a value is made to be tested.
    fn is_test(&self, term: Term) -> bool {
        match self.terms.node(term) {
            Node::Operation(operator, _) => TESTS.contains(&operator.as_str()),
            Node::Flag(_) => true,
            _ => ["any", "all", "isinstance", "bool"]
                .iter()
                .any(|name| self.terms.is_builtin_call(term, name)),
        }
    }

    fn comparison(&mut self, left: &'s Expr, rest: &'s [(String, Expr)], frame: &mut Frame<'s>) -> Term {
        let mut left = self.eval(left, frame);
        let mut whole: Option<Term> = None;
        for (operator, right) in rest {
            let right = self.eval(right, frame);
            let test = self.terms.compare(operator, left, right);
            whole = Some(match whole {
                None => test,
                Some(first) => self
                    .terms
                    .intern(Node::Operation("and".to_owned(), vec![first, test])),
            });
            left = right;
        }
        whole.unwrap_or(left)
    }

    fn conditional(
        &mut self,
        test: &'s Expr,
        body: &'s Expr,
        orelse: &'s Expr,
        frame: &mut Frame<'s>,
    ) -> Term {
        let value = self.eval(test, frame);
        let span = test.span;
        let test = self.terms.test(value);
        self.tested(test, frame.path, span);
        match self.terms.truth(test) {
            Some(true) => return self.eval(body, frame),
            Some(false) => return self.eval(orelse, frame),
            None => {}
        }
        let before = self.scope.clone();
        self.push(ScopeKind::Guard(test, true));
        let then = self.eval(body, frame);
        self.restore(before.clone());
        self.push(ScopeKind::Guard(test, false));
        let other = self.eval(orelse, frame);
        self.restore(before);
        self.decide(test, then, other)
    }
}

/// What the body of a class assigns to a name.
fn assigned<'s>(class: &'s Class, attribute: &str) -> Option<&'s Expr> {
    let is_it = |target: &Expr| walk::dotted(target).as_deref() == Some(attribute);
    class.body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Assign { targets, value } if targets.iter().any(is_it) => Some(value),
        StmtKind::Annotated(target, _, value) if is_it(target) => value.as_ref(),
        _ => None,
    })
}
