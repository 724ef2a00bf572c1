//! Members of modules, classes and of what they make; what expressions stand for.

use super::super::index;
use super::super::{FunctionRef, Program};
use super::{Scope, Steps, Thing};
use crate::python::ast::{Class, Expr, ExprKind, Function, StmtKind};
use crate::python::walk;
use std::cell::Cell;

impl Program {
    /// What a class or its bases say a name is: a method, an inner class, or a value of the class.
    pub(crate) fn declared<'a>(&'a self, path: &'a str, class: &'a Class, name: &str) -> Option<Thing<'a>> {
        let left = Cell::new(0);
        self.declared_in(path, class, name, Steps::new(&left))
    }

    pub(super) fn declared_in<'a>(
        &'a self,
        path: &'a str,
        class: &'a Class,
        name: &str,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        let next = steps.down()?;
        self.own_member(path, class, name).or_else(|| {
            let bases = self.bases(path, class, next);
            bases.into_iter().find_map(|base| match base {
                Thing::Class(path, base) if base != class => self.declared_in(path, base, name, next),
                _ => None,
            })
        })
    }

    /// A member of a thing.
    pub(super) fn member<'a>(&'a self, thing: Thing<'a>, name: &str, steps: Steps<'_>) -> Option<Thing<'a>> {
        match self.settle(thing, steps) {
            Thing::Module(module) => self.module_member(module, name, steps.down()?),
            Thing::Class(path, class) | Thing::Instance(path, class) => {
                self.class_member(path, class, name, steps.down()?)
            }
            Thing::External(outer) => Some(Thing::External(format!("{outer}.{name}"))),
            Thing::Function(..) | Thing::Value(..) => None,
        }
    }

    pub(super) fn class_member<'a>(
        &'a self,
        path: &'a str,
        class: &'a Class,
        name: &str,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        self.own_member(path, class, name)
            .or_else(|| self.attribute(path, class, name, steps))
            .or_else(|| self.inherited(path, class, name, steps))
    }

    pub(super) fn own_member<'a>(&'a self, path: &'a str, class: &'a Class, name: &str) -> Option<Thing<'a>> {
        let scope = Scope { path, function: None };
        let mut found = None;
        walk::scope(&class.body, &mut |stmt| match &stmt.kind {
            StmtKind::Function(function) if function.name == name => {
                found = Some(Thing::Function(path, Some(class), function));
            }
            StmtKind::Class(inner) if inner.name == name => found = Some(Thing::Class(path, inner)),
            StmtKind::Assign { value, .. }
            | StmtKind::Annotated {
                value: Some(value), ..
            } if index::assigned(stmt).contains(&(name, None)) => found = Some(Thing::Value(scope, value)),
            _ => {}
        });
        found
    }

    /// What a method assigns to `self.name`, or what the class says its type is.
    pub(super) fn attribute<'a>(
        &'a self,
        path: &'a str,
        class: &'a Class,
        name: &str,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        let module = Scope { path, function: None };
        for stmt in &class.body {
            match &stmt.kind {
                StmtKind::Function(method) => {
                    let this = FunctionRef {
                        path,
                        class: Some(class),
                        function: method,
                    };
                    let found = self_attribute(method, name)
                        .map(|value| Thing::Value(self.scope_of(&this).unwrap_or(module), value));
                    if found.is_some() {
                        return found;
                    }
                }
                StmtKind::Annotated {
                    target,
                    annotation,
                    value: None,
                } if walk::dotted(target).as_deref() == Some(name) => {
                    return self.annotated(module, annotation, steps.down()?);
                }
                _ => {}
            }
        }
        None
    }

    pub(super) fn inherited<'a>(
        &'a self,
        path: &'a str,
        class: &'a Class,
        name: &str,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        self.bases(path, class, steps)
            .into_iter()
            .find_map(|base| match base {
                Thing::Class(path, base) if base != class => {
                    self.class_member(path, base, name, steps.down()?)
                }
                _ => None,
            })
    }

    /// What the bases of a class stand for, those that are known.
    #[must_use]
    pub fn bases_of<'a>(&'a self, path: &str, class: &'a Class) -> Vec<Thing<'a>> {
        let left = Cell::new(0);
        match self.source(path) {
            Some((path, _)) => self.bases(path, class, Steps::new(&left)),
            None => Vec::new(),
        }
    }

    pub(super) fn bases<'a>(&'a self, path: &'a str, class: &'a Class, steps: Steps<'_>) -> Vec<Thing<'a>> {
        let (Some(scope), Some(next)) = (self.scope(path), steps.down()) else {
            return Vec::new();
        };
        let bases = class.bases.iter().filter(|base| base.name.is_none());
        let bases = bases.filter_map(|base| match &base.value.kind {
            ExprKind::Subscript { value, .. } => self.of_expr(scope, value, next),
            _ => self.of_expr(scope, &base.value, next),
        });
        bases.collect()
    }

    pub(super) fn of_expr<'a>(
        &'a self,
        scope: Scope<'a>,
        expr: &'a Expr,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        match &expr.kind {
            ExprKind::Name(name) => self.name(scope, name, steps.down()?),
            ExprKind::Attribute { value, attribute } => {
                let value = self.of_expr(scope, value, steps.down()?)?;
                self.member(value, attribute, steps.down()?)
            }
            ExprKind::Call { callee, .. } => self.made(scope, callee, steps),
            ExprKind::Await(inner) => self.of_expr(scope, inner, steps.down()?),
            _ => None,
        }
    }

    /// What calling something makes.
    pub(super) fn made<'a>(
        &'a self,
        scope: Scope<'a>,
        callee: &'a Expr,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        let callee = self.of_expr(scope, callee, steps.down()?)?;
        match self.settle(callee, steps.down()?) {
            Thing::Class(path, class) => Some(Thing::Instance(path, class)),
            Thing::External(name) => Some(Thing::External(name)),
            Thing::Function(path, _, function) => {
                let returns = function.returns.as_ref()?;
                self.annotated(self.scope(path)?, returns, steps.down()?)
            }
            _ => None,
        }
    }

    /// Follows values that only name or make something else.
    pub(super) fn settle<'a>(&'a self, thing: Thing<'a>, steps: Steps<'_>) -> Thing<'a> {
        let (Thing::Value(scope, expr), Some(next)) = (&thing, steps.down()) else {
            return thing;
        };
        match self.of_expr(*scope, expr, next) {
            Some(other) if other != thing => self.settle(other, next),
            _ => thing,
        }
    }

    /// Follows values that only name something else.
    pub(super) fn alias<'a>(&'a self, thing: Thing<'a>, steps: Steps<'_>) -> Thing<'a> {
        let (Thing::Value(scope, expr), Some(next)) = (&thing, steps.down()) else {
            return thing;
        };
        if !matches!(expr.kind, ExprKind::Name(_) | ExprKind::Attribute { .. }) {
            return thing;
        }
        match self.of_expr(*scope, expr, next) {
            Some(other) if other != thing && !matches!(other, Thing::Instance(..)) => self.alias(other, next),
            _ => thing,
        }
    }
}

fn self_attribute<'a>(method: &'a Function, name: &str) -> Option<&'a Expr> {
    let this = &method.params.first()?.name;
    let wanted = format!("{this}.{name}");
    let mut found = None;
    walk::scope(&method.body, &mut |stmt| {
        let (targets, value): (Vec<&Expr>, &Expr) = match &stmt.kind {
            StmtKind::Assign { targets, value } => (targets.iter().collect(), value),
            StmtKind::Annotated {
                target,
                value: Some(value),
                ..
            } => (vec![target], value),
            _ => return,
        };
        if targets
            .into_iter()
            .any(|target| walk::dotted(target).as_deref() == Some(&wanted))
        {
            found.get_or_insert(value);
        }
    });
    found
}
