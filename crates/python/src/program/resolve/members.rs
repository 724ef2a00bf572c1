//! Members of modules, classes and of what they make; what expressions stand for.

use super::super::Program;
use super::super::index;
use super::{Scope, Steps, Thing};
use crate::ast::{Class, Expr, ExprKind, StmtKind};
use std::cell::Cell;

impl Program {
    /// What a class or its bases say a name is: a method, an inner class, or a value of the class.
    pub fn declared<'a>(&'a self, path: &'a str, class: &'a Class, name: &str) -> Option<Thing<'a>> {
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
                Thing::Class(path, base) if !std::ptr::eq(base, class) => {
                    self.declared_in(path, base, name, next)
                }
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
        let (path, source) = self.source(path)?;
        let scope = Scope { path, function: None };
        let stmts = source.index.members(class, name).iter().rev();
        let mut stmts = stmts.filter_map(|at| at.stmt(&source.module.body));
        stmts.find_map(|stmt| match &stmt.kind {
            StmtKind::Function(function) => Some(Thing::Function(path, Some(class), function)),
            StmtKind::Class(inner) => Some(Thing::Class(path, inner)),
            StmtKind::Assign { value, .. }
            | StmtKind::Annotated {
                value: Some(value), ..
            } if index::assigned(stmt).contains(&(name, None)) => Some(Thing::Value(scope, value)),
            _ => None,
        })
    }

    /// What a method assigns to `self.name`, or what the class says its type is.
    pub(super) fn attribute<'a>(
        &'a self,
        path: &'a str,
        class: &'a Class,
        name: &str,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        let (path, source) = self.source(path)?;
        if let Some((method, at)) = source.index.attribute(class, name) {
            let scope = Scope {
                path,
                function: Some(method),
            };
            return Some(Thing::Value(scope, at.value(&source.module.body, None)?));
        }
        let stmt = source.index.declared(class, name)?.stmt(&source.module.body)?;
        match &stmt.kind {
            StmtKind::Annotated { annotation, .. } => {
                self.annotated(Scope { path, function: None }, annotation, steps.down()?)
            }
            _ => None,
        }
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
                Thing::Class(path, base) if !std::ptr::eq(base, class) => {
                    self.class_member(path, base, name, steps.down()?)
                }
                _ => None,
            })
    }

    /// What the bases of a class stand for, those that are known.
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
