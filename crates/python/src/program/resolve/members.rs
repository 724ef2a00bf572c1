//! Members of modules, classes and of what they make; what expressions stand for.

use super::super::index;
use super::{Resolver, Scope, Thing};
use crate::ast::{Class, Expr, ExprKind, StmtKind};

impl<'a> Resolver<'a, '_> {
    pub(super) fn declared_in(self, path: &'a str, class: &'a Class, name: &str) -> Option<Thing<'a>> {
        let next = self.down()?;
        self.own_member(path, class, name).or_else(|| {
            let bases = next.bases(path, class);
            bases.into_iter().find_map(|base| match base {
                Thing::Class(path, base) if !std::ptr::eq(base, class) => next.declared_in(path, base, name),
                _ => None,
            })
        })
    }

    /// A member of a thing.
    pub(super) fn member(self, thing: Thing<'a>, name: &str) -> Option<Thing<'a>> {
        match self.settle(thing) {
            Thing::Module(module) => self.down()?.module_member(module, name),
            Thing::Class(path, class) | Thing::Instance(path, class) => {
                self.down()?.class_member(path, class, name)
            }
            Thing::External(outer) => Some(Thing::External(format!("{outer}.{name}"))),
            Thing::Function(..) | Thing::Value(..) => None,
        }
    }

    pub(super) fn class_member(self, path: &'a str, class: &'a Class, name: &str) -> Option<Thing<'a>> {
        self.own_member(path, class, name)
            .or_else(|| self.attribute(path, class, name))
            .or_else(|| self.inherited(path, class, name))
    }

    pub(super) fn own_member(self, path: &'a str, class: &'a Class, name: &str) -> Option<Thing<'a>> {
        let (path, source) = self.source(path)?;
        let scope = Scope { path, function: None };
        let stmts = source.index.members(class, name).iter().rev();
        let mut stmts = stmts.filter_map(|at| at.stmt(&source.module.body));
        stmts.find_map(|stmt| match &stmt.kind {
            StmtKind::Function(function) => Some(Thing::Function(path, Some(class), function)),
            StmtKind::Class(inner) => Some(Thing::Class(path, inner)),
            StmtKind::Assign { value, .. } | StmtKind::Annotated(_, _, Some(value))
                if index::assigned(stmt).contains(&(name, None)) =>
            {
                Some(Thing::Value(scope, value))
            }
            _ => None,
        })
    }

    /// What a method assigns to `self.name`, or what the class says its type is.
    pub(super) fn attribute(self, path: &'a str, class: &'a Class, name: &str) -> Option<Thing<'a>> {
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
            StmtKind::Annotated(_, annotation, _) => {
                self.down()?.annotated(Scope { path, function: None }, annotation)
            }
            _ => None,
        }
    }

    pub(super) fn inherited(self, path: &'a str, class: &'a Class, name: &str) -> Option<Thing<'a>> {
        self.bases(path, class).into_iter().find_map(|base| match base {
            Thing::Class(path, base) if !std::ptr::eq(base, class) => {
                self.down()?.class_member(path, base, name)
            }
            _ => None,
        })
    }

    pub(super) fn bases(self, path: &'a str, class: &'a Class) -> Vec<Thing<'a>> {
        let (Some(scope), Some(next)) = (self.scope(path), self.down()) else {
            return Vec::new();
        };
        let bases = class.bases.iter().filter(|base| base.name.is_none());
        let bases = bases.filter_map(|base| match &base.value.kind {
            ExprKind::Subscript(value, _) => next.of_expr(scope, value),
            _ => next.of_expr(scope, &base.value),
        });
        bases.collect()
    }

    pub(super) fn of_expr(self, scope: Scope<'a>, expr: &'a Expr) -> Option<Thing<'a>> {
        match &expr.kind {
            ExprKind::Name(name) => self.down()?.name(scope, name),
            ExprKind::Attribute { value, attribute } => {
                let value = self.down()?.of_expr(scope, value)?;
                self.down()?.member(value, attribute)
            }
            ExprKind::Call { callee, .. } => self.made(scope, callee),
            ExprKind::Await(inner) => self.down()?.of_expr(scope, inner),
            _ => None,
        }
    }

    /// What calling something makes.
    pub(super) fn made(self, scope: Scope<'a>, callee: &'a Expr) -> Option<Thing<'a>> {
        let callee = self.down()?.of_expr(scope, callee)?;
        match self.down()?.settle(callee) {
            Thing::Class(path, class) => Some(Thing::Instance(path, class)),
            Thing::External(name) => Some(Thing::External(name)),
            Thing::Function(path, _, function) => {
                let returns = function.returns.as_ref()?;
                self.down()?.annotated(self.scope(path)?, returns)
            }
            _ => None,
        }
    }

    /// Follows values that only name or make something else.
    pub(super) fn settle(self, thing: Thing<'a>) -> Thing<'a> {
        let (Thing::Value(scope, expr), Some(next)) = (&thing, self.down()) else {
            return thing;
        };
        match next.of_expr(*scope, expr) {
            Some(other) if other != thing => next.settle(other),
            _ => thing,
        }
    }

    /// Follows values that only name something else.
    pub(super) fn alias(self, thing: Thing<'a>) -> Thing<'a> {
        let (Thing::Value(scope, expr), Some(next)) = (&thing, self.down()) else {
            return thing;
        };
        if !matches!(expr.kind, ExprKind::Name(_) | ExprKind::Attribute { .. }) {
            return thing;
        }
        match next.of_expr(*scope, expr) {
            Some(other) if other != thing && !matches!(other, Thing::Instance(..)) => next.alias(other),
            _ => thing,
        }
    }
}
