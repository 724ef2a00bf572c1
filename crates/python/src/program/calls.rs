//! The functions that a function names.

use super::{FunctionRef, Program, Scope, Thing};
use crate::ast::{Class, Expr, ExprKind, Stmt};
use crate::walk;
use std::collections::{BTreeMap, BTreeSet};

/// What a piece of code names.
#[derive(Default)]
pub(super) struct Named<'a> {
    /// Functions and methods of the repository.
    pub(super) functions: Vec<FunctionRef<'a>>,
    /// Its classes, with their paths.
    pub(super) classes: Vec<(&'a str, &'a Class)>,
    /// Attributes asked of something unknown.
    pub(super) attributes: BTreeSet<&'a str>,
}

pub(super) fn callees<'a>(program: &'a Program, function: &FunctionRef<'a>) -> Vec<FunctionRef<'a>> {
    let Some(scope) = program.scope_of(function) else {
        return Vec::new();
    };
    of_named(program, of_body(program, scope, &function.function.body))
}

pub(super) fn module_callees<'a>(program: &'a Program, path: &str) -> Vec<FunctionRef<'a>> {
    let (Some(scope), Some(module)) = (program.scope(path), program.module(path)) else {
        return Vec::new();
    };
    of_named(program, of_body(program, scope, &module.body))
}

fn of_named<'a>(program: &'a Program, named: Named<'a>) -> Vec<FunctionRef<'a>> {
    let mut found: BTreeMap<(&str, u32), FunctionRef<'a>> = BTreeMap::new();
    let made = named
        .classes
        .iter()
        .filter_map(|(path, class)| constructor(path, class));
    let lone = named
        .attributes
        .iter()
        .filter_map(|name| program.reach.lone_method(program, name));
    for callee in named.functions.into_iter().chain(made).chain(lone) {
        found.insert((callee.path, callee.function.span.first), callee);
    }
    found.into_values().collect()
}

fn constructor<'a>(path: &'a str, class: &'a Class) -> Option<FunctionRef<'a>> {
    methods(path, class)
        .into_iter()
        .find(|method| method.function.name == "__init__")
}

/// The methods that a class itself defines.
pub(super) fn methods<'a>(path: &'a str, class: &'a Class) -> Vec<FunctionRef<'a>> {
    let mut found = Vec::new();
    walk::scope(&class.body, &mut |stmt| {
        if let crate::ast::StmtKind::Function(function) = &stmt.kind {
            found.push(FunctionRef::of(path, Some(class), function));
        }
    });
    found
}

/// What the statements of one scope name; bodies of nested definitions are left out.
pub(super) fn of_body<'a>(program: &'a Program, scope: Scope<'a>, body: &'a [Stmt]) -> Named<'a> {
    let mut named = Named::default();
    walk::scope_expressions(body, &mut |expr| named.note(program, scope, expr));
    named
}

impl<'a> Named<'a> {
    pub(super) fn note(&mut self, program: &'a Program, scope: Scope<'a>, expr: &'a Expr) {
        if !matches!(expr.kind, ExprKind::Name(_) | ExprKind::Attribute { .. }) {
            return;
        }
        match (program.thing(scope, expr), &expr.kind) {
            (Some(Thing::Function(path, class, function)), _) => {
                self.functions.push(FunctionRef::of(path, class, function))
            }
            (Some(Thing::Class(path, class)), _) => self.classes.push((path, class)),
            (Some(Thing::External(_) | Thing::Module(_)), _) => {}
            (_, ExprKind::Attribute { attribute, .. }) => {
                self.attributes.insert(attribute);
            }
            _ => {}
        }
        // A method may be overridden where it is called.
        if let (
            Some(FunctionRef {
                class: Some(_),
                function,
                ..
            }),
            ExprKind::Attribute { .. },
        ) = (self.functions.last(), &expr.kind)
        {
            self.attributes.insert(&function.name);
        }
    }
}
