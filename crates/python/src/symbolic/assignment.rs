//! What names, fields and items stand for after an assignment.

use super::evaluator::{Evaluator, Frame, NAMES_MAX};
use super::scope::EventKind;
use super::term::{Node, Term};
use crate::ast::{Expr, ExprKind};
use crate::walk;

/// Most items of a collection, or fields, that are told apart as it grows.
const ITEMS_MAX: usize = 200;
/// How many nested decisions a store is carried into.
const STORE_MAX: u8 = 4;

impl<'s> Evaluator<'s> {
    /// `target = value`.
    pub(super) fn assign(&mut self, target: &'s Expr, value: Term, frame: &mut Frame<'s>) {
        match &target.kind {
            ExprKind::Name(name) => store(frame, name, value),
            ExprKind::Tuple(targets) | ExprKind::List(targets) => {
                for (index, target) in targets.iter().enumerate() {
                    let key = self.terms.intern(Node::Number(index.to_string()));
                    let part = self.terms.item(value, key);
                    self.assign(target, part, frame);
                }
            }
            ExprKind::Attribute { attribute, .. } => {
                self.note(
                    EventKind::Stored(attribute.clone()),
                    value,
                    frame.path,
                    target.span,
                );
                self.put(target, value, frame);
            }
            ExprKind::Subscript(owner, index) => {
                let key = self.eval(index, frame);
                let name = self.terms.text(key).map(str::to_owned);
                // A table that is filled key by key is named by itself: `final_scores[criterion] = 3`.
                let name =
                    name.or_else(|| walk::dotted(owner).map(|table| table.trim_end_matches('s').to_owned()));
                if let Some(name) = name {
                    self.note(EventKind::Stored(name), value, frame.path, target.span);
                }
                let base = self.eval(owner, frame);
                let changed = self.with_item(base, key, value);
                self.replace(owner, base, changed, frame);
            }
            ExprKind::Starred(inner) => self.assign(inner, value, frame),
            _ => {}
        }
    }

    /// Takes note of the item of a table that a name is given: what is put into it lies in the table too.
    pub(super) fn take_alias(&mut self, target: &'s Expr, value: &'s Expr, frame: &mut Frame<'s>) {
        let ExprKind::Name(name) = &target.kind else {
            return;
        };
        let place = (self.calls.last().copied(), name.clone());
        self.aliases.remove(&place);
        let (owner, key) = match &value.kind {
            ExprKind::Subscript(value, index) => (value.as_ref(), index.as_ref()),
            ExprKind::Call { callee, args } => match (&callee.kind, args.as_slice()) {
                (ExprKind::Attribute { value, attribute }, [key]) if attribute == "get" => {
                    (value.as_ref(), &key.value)
                }
                (ExprKind::Attribute { value, attribute }, [key, _]) if attribute == "setdefault" => {
                    (value.as_ref(), &key.value)
                }
                _ => return,
            },
            _ => return,
        };
        if matches!(owner.kind, ExprKind::Name(_)) && !matches!(key.kind, ExprKind::Slice { .. }) {
            let key = self.eval(key, frame);
            self.aliases.insert(place, (owner, key));
        }
    }

    /// What was put into an item of a table by another name is put into the table.
    fn put_by_alias(&mut self, name: &str, value: Term, frame: &mut Frame<'s>) {
        let place = (self.calls.last().copied(), name.to_owned());
        // Names of each other are followed once.
        let Some((owner, key)) = self.aliases.remove(&place) else {
            return;
        };
        let base = self.eval(owner, frame);
        let changed = self.with_item(base, key, value);
        self.replace(owner, base, changed, frame);
        self.aliases.insert(place, (owner, key));
    }

    fn replace(&mut self, owner: &'s Expr, base: Term, changed: Term, frame: &mut Frame<'s>) {
        let is_place = matches!(
            owner.kind,
            ExprKind::Name(_) | ExprKind::Attribute { .. } | ExprKind::Subscript(..)
        );
        if base != changed && is_place {
            self.put(owner, changed, frame);
        }
    }

    /// Stores without noting it: the innermost store was noted.
    fn put(&mut self, target: &'s Expr, value: Term, frame: &mut Frame<'s>) {
        match &target.kind {
            ExprKind::Name(name) => {
                store(frame, name, value);
                self.put_by_alias(name, value, frame);
            }
            ExprKind::Attribute {
                value: owner,
                attribute,
            } => {
                let base = self.eval(owner, frame);
                let changed = self.with_field(base, attribute, value);
                self.replace(owner, base, changed, frame);
            }
            ExprKind::Subscript(owner, index) => {
                let (base, key) = (self.eval(owner, frame), self.eval(index, frame));
                let changed = self.with_item(base, key, value);
                self.replace(owner, base, changed, frame);
            }
            _ => {}
        }
    }

    fn with_field(&mut self, base: Term, name: &str, value: Term) -> Term {
        self.terms.stored(
            base,
            STORE_MAX,
            &mut |terms, part| match terms.node(part).clone() {
                Node::Record {
                    path,
                    class,
                    mut fields,
                } if fields.len() < ITEMS_MAX => {
                    fields.retain(|(field, _)| field != name);
                    fields.push((name.to_owned(), value));
                    terms.intern(Node::Record { path, class, fields })
                }
                _ => part,
            },
        )
    }

    fn with_item(&mut self, base: Term, key: Term, value: Term) -> Term {
        self.terms.stored(
            base,
            STORE_MAX,
            &mut |terms, part| match terms.node(part).clone() {
                Node::Dict(mut pairs) if pairs.len() < ITEMS_MAX => {
                    pairs.retain(|(known, _)| *known != key);
                    pairs.push((key, value));
                    terms.intern(Node::Dict(pairs))
                }
                _ => {
                    let pair = terms.intern(Node::List(vec![key, value]));
                    terms.intern(Node::Grown(part, pair))
                }
            },
        )
    }

    /// `target += value`.
    pub(super) fn augment(
        &mut self,
        target: &'s Expr,
        operator: &str,
        value: &'s Expr,
        frame: &mut Frame<'s>,
    ) {
        let old = self.eval(target, frame);
        let value = self.eval(value, frame);
        let new = self.binary(operator, old, value);
        self.assign(target, new, frame);
    }

    /// A method that changes what it is called on: `target.append(value)`.
    pub(super) fn mutate(&mut self, target: &'s Expr, method: &str, values: &[Term], frame: &mut Frame<'s>) {
        if let ExprKind::Call { callee, args } = &target.kind {
            if let (
                ExprKind::Attribute {
                    value: owner,
                    attribute,
                },
                Some(key),
            ) = (&callee.kind, args.first())
                && attribute == "setdefault"
            {
                let (base, key) = (self.eval(owner, frame), self.eval(&key.value, frame));
                let old = self.terms.item(base, key);
                let grown = self.grown(old, method, values);
                let changed = self.with_item(base, key, grown);
                self.replace(owner, base, changed, frame);
            }
            return;
        }
        let old = self.eval(target, frame);
        let grown = self.grown(old, method, values);
        self.put(target, grown, frame);
    }

    fn grown(&mut self, old: Term, method: &str, values: &[Term]) -> Term {
        let base = match self.terms.node(old) {
            // An item that a dict of the code's own does not have yet is an empty collection.
            Node::Item(owner, _) if matches!(self.terms.node(*owner), Node::Dict(_)) => {
                self.terms.intern(Node::List(Vec::new()))
            }
            _ => old,
        };
        let Some(value) = values.last().copied() else {
            return base;
        };
        match (
            method,
            self.terms.node(base).clone(),
            self.terms.node(value).clone(),
        ) {
            ("append" | "add", Node::List(mut items), _)
                if items.len() < ITEMS_MAX && self.scope_has_no_loop() =>
            {
                items.push(value);
                self.terms.intern(Node::List(items))
            }
            ("extend" | "update", Node::List(items), _) if items.is_empty() => value,
            ("extend", Node::List(mut items), Node::List(more))
                if items.len() + more.len() < ITEMS_MAX && self.scope_has_no_loop() =>
            {
                items.extend(more);
                self.terms.intern(Node::List(items))
            }
            ("update", Node::Dict(mut pairs), Node::Dict(more)) => {
                pairs.retain(|(key, _)| !more.iter().any(|(new, _)| new == key));
                pairs.extend(more);
                self.terms.intern(Node::Dict(pairs))
            }
            ("extend" | "update", ..) => {
                let item = self.terms.element(value);
                self.terms.intern(Node::Grown(base, item))
            }
            _ => self.terms.intern(Node::Grown(base, value)),
        }
    }

    /// Whether the place is run once a call: then a list that grows here stays known.
    fn scope_has_no_loop(&self) -> bool {
        super::scope::levels(self.scope.as_ref())
            .take_while(|kind| !matches!(kind, super::scope::ScopeKind::Function { .. }))
            .all(|kind| !matches!(kind, super::scope::ScopeKind::Loop { .. }))
    }
}

fn store(frame: &mut Frame<'_>, name: &str, value: Term) {
    if frame.env.len() < NAMES_MAX || frame.env.contains_key(name) {
        frame.env.insert(name.to_owned(), value);
    }
}
