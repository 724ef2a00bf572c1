//! The scopes of a program: what each name is bound to, and what is called.

use crate::ast::{Arg, Class, Expr, ExprKind, Function, Module, Param, Star, Stmt, StmtKind};
use crate::walk;
use std::collections::BTreeMap;

/// A scope, by its place in [`Code::scopes`](super::code::Code).
pub type ScopeId = usize;

/// A function with all that is nested in it, the body of a class, or the top level of a module.
#[derive(Debug)]
pub struct Scope<'a> {
    /// The file.
    pub path: &'a str,
    /// The class it stands in.
    pub class: Option<&'a Class>,
    /// The function; `None` for a class body and the top level.
    pub function: Option<&'a Function>,
    /// Its statements.
    pub body: Vec<&'a Stmt>,
    /// Statements that are split up, as they hold definitions or are such: only what stands in their heads, such as
    /// conditions, decorators and defaults, is evaluated here.
    pub split: Vec<&'a Stmt>,
    /// What names, dotted attributes and items (`name[]`, `name["key"]`) are bound to.
    pub bindings: BTreeMap<String, Vec<Binding<'a>>>,
    /// Every call in it.
    pub calls: Vec<&'a Expr>,
    /// The functions nested in it.
    pub nested: BTreeMap<&'a str, &'a Function>,
    /// Whether the program that is started gets here.
    pub is_reached: bool,
}

/// A value that a name is bound to.
#[derive(Clone, Copy, Debug)]
pub struct Binding<'a> {
    pub value: &'a Expr,
    /// Which element of it, where a tuple is unpacked.
    pub element: Option<usize>,
}

impl<'a> Scope<'a> {
    /// The parameter of this name.
    pub fn param(&self, name: &str) -> Option<&'a Param> {
        let params = &self.function?.params;
        params.iter().find(|param| param.name == name)
    }

    /// Whether callers do not pass the first parameter themselves.
    pub fn binds_self(&self) -> bool {
        let is_static = |function: &Function| {
            let names = function.decorators.iter().filter_map(walk::dotted);
            names.into_iter().any(|name| name == "staticmethod")
        };
        self.class.is_some() && self.function.is_some_and(|function| !is_static(function))
    }

    /// Every statement in it, nested ones too.
    pub fn statements(&self, visit: &mut impl FnMut(&'a Stmt)) {
        for stmt in &self.body {
            walk::statements(std::slice::from_ref(*stmt), visit);
        }
    }

    /// Every expression in it, nested ones too.
    pub fn expressions(&self, visit: &mut impl FnMut(&'a Expr)) {
        for stmt in &self.body {
            walk::expressions(std::slice::from_ref(*stmt), visit);
        }
        for head in self.split.iter().flat_map(|stmt| walk::heads(stmt)) {
            walk::expression(head, visit);
        }
    }

    /// The name by which people know it.
    pub fn name(&self) -> String {
        match (self.class, self.function) {
            (Some(class), Some(function)) => format!("{}.{}", class.name, function.name),
            (Some(class), None) => class.name.clone(),
            (None, Some(function)) => function.name.clone(),
            (None, None) => "the top level".to_owned(),
        }
    }
}

/// The scopes of a module.
pub fn of_module(module: &Module) -> Vec<Scope<'_>> {
    let mut found = Vec::new();
    level(&module.path, None, module.body.iter().collect(), &mut found);
    found
}

/// Splits a level into itself and the definitions on it, those within `if` and `try` too.
fn level<'a>(path: &'a str, class: Option<&'a Class>, body: Vec<&'a Stmt>, found: &mut Vec<Scope<'a>>) {
    let (mut own, mut split) = (Vec::new(), Vec::new());
    let mut pending = body;
    pending.reverse();
    while let Some(stmt) = pending.pop() {
        match &stmt.kind {
            StmtKind::Function(function) => {
                let body = function.body.iter().collect();
                found.push(scope(path, class, Some(function), body, Vec::new()));
                split.push(stmt);
            }
            StmtKind::Class(inner) => {
                level(path, Some(inner), inner.body.iter().collect(), found);
                split.push(stmt);
            }
            _ if holds_definition(stmt) => {
                let blocks = walk::blocks(stmt);
                pending.extend(blocks.into_iter().rev().flat_map(|block| block.iter().rev()));
                split.push(stmt);
            }
            _ => own.push(stmt),
        }
    }
    found.push(scope(path, class, None, own, split));
}

fn holds_definition(stmt: &Stmt) -> bool {
    let is_definition = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_));
    let mut holds = false;
    walk::scope(std::slice::from_ref(stmt), &mut |inner| {
        holds |= is_definition(inner)
    });
    holds
}

fn scope<'a>(
    path: &'a str,
    class: Option<&'a Class>,
    function: Option<&'a Function>,
    body: Vec<&'a Stmt>,
    split: Vec<&'a Stmt>,
) -> Scope<'a> {
    let mut scope = Scope {
        path,
        class,
        function,
        body,
        split,
        bindings: BTreeMap::new(),
        calls: Vec::new(),
        nested: BTreeMap::new(),
        is_reached: false,
    };
    for stmt in scope.body.clone() {
        let stmt = std::slice::from_ref(stmt);
        walk::statements(stmt, &mut |inner| bind_statement(&mut scope, inner));
        walk::expressions(stmt, &mut |expr| bind_expression(&mut scope, expr));
    }
    for stmt in scope.split.clone() {
        if !matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_)) {
            bind_statement(&mut scope, stmt);
        }
        for head in walk::heads(stmt) {
            walk::expression(head, &mut |expr| bind_expression(&mut scope, expr));
        }
    }
    bind_nested(&mut scope);
    scope
}

fn bind_statement<'a>(scope: &mut Scope<'a>, stmt: &'a Stmt) {
    let bindings = &mut scope.bindings;
    match &stmt.kind {
        StmtKind::Assign { targets, value } => {
            for target in targets {
                bind(bindings, target, value, None);
            }
        }
        StmtKind::Annotated(target, _, Some(value)) | StmtKind::Augmented(target, _, value) => {
            bind(bindings, target, value, None)
        }
        StmtKind::For { target, iter, .. } => bind_each(bindings, target, iter),
        StmtKind::With { items, .. } => {
            for (context, target) in items {
                if let Some(target) = target {
                    bind(bindings, target, context, None);
                }
            }
        }
        StmtKind::Function(function) => {
            scope.nested.insert(&function.name, function);
        }
        _ => {}
    }
}

fn bind_expression<'a>(scope: &mut Scope<'a>, expr: &'a Expr) {
    match &expr.kind {
        ExprKind::Call { .. } => scope.calls.push(expr),
        ExprKind::Walrus { name, value } => add(&mut scope.bindings, name.clone(), value, None),
        ExprKind::Comprehension(comprehension) => {
            for clause in &comprehension.clauses {
                bind_each(&mut scope.bindings, &clause.target, &clause.iter);
            }
        }
        _ => {}
    }
}

/// Binds a loop's target to each element, where they are written out; else to what it runs over.
fn bind_each<'a>(bindings: &mut BTreeMap<String, Vec<Binding<'a>>>, target: &'a Expr, iter: &'a Expr) {
    match (&iter.kind, &target.kind) {
        (ExprKind::Tuple(items) | ExprKind::List(items), _) => {
            items.iter().for_each(|item| bind(bindings, target, item, None));
        }
        (_, ExprKind::Tuple(parts) | ExprKind::List(parts)) => {
            parts.iter().for_each(|part| bind_each(bindings, part, iter));
        }
        _ => bind(bindings, target, iter, None),
    }
}

fn bind<'a>(
    bindings: &mut BTreeMap<String, Vec<Binding<'a>>>,
    target: &'a Expr,
    value: &'a Expr,
    element: Option<usize>,
) {
    match &target.kind {
        ExprKind::Name(_) | ExprKind::Attribute { .. } => {
            if let Some(name) = walk::dotted(target) {
                add(bindings, name, value, element);
            }
        }
        ExprKind::Tuple(items) | ExprKind::List(items) => {
            for (at, item) in items.iter().enumerate() {
                match &value.kind {
                    ExprKind::Tuple(values) | ExprKind::List(values) if values.len() == items.len() => {
                        bind(bindings, item, &values[at], None);
                    }
                    _ => bind(bindings, item, value, Some(at)),
                }
            }
        }
        ExprKind::Starred(inner) => bind(bindings, inner, value, None),
        ExprKind::Subscript(holder, index) => {
            if let Some(holder) = walk::dotted(holder) {
                if let ExprKind::Str(key) = &index.kind {
                    add(bindings, format!("{holder}[{key:?}]"), value, element);
                }
                add(bindings, format!("{holder}[]"), value, element);
            }
        }
        _ => {}
    }
}

fn add<'a>(
    bindings: &mut BTreeMap<String, Vec<Binding<'a>>>,
    name: String,
    value: &'a Expr,
    element: Option<usize>,
) {
    bindings.entry(name).or_default().push(Binding { value, element });
}

/// Binds the parameters of nested functions to what this scope passes them.
fn bind_nested(scope: &mut Scope<'_>) {
    for call in scope.calls.clone() {
        let ExprKind::Call { callee, args } = &call.kind else {
            continue;
        };
        let ExprKind::Name(name) = &callee.kind else {
            continue;
        };
        if let Some(function) = scope.nested.get(name.as_str()).copied() {
            for param in &function.params {
                if let Some(value) = argument(&function.params, args, &param.name) {
                    add(&mut scope.bindings, param.name.clone(), value, None);
                }
            }
        }
    }
}

/// What a call passes for a parameter, by keyword or position.
pub fn argument<'a>(params: &[Param], args: &'a [Arg], name: &str) -> Option<&'a Expr> {
    let named = args.iter().find(|arg| arg.name.as_deref() == Some(name));
    if let Some(arg) = named {
        return Some(&arg.value);
    }
    let at = params
        .iter()
        .take_while(|param| param.star == Star::None)
        .position(|param| param.name == name)?;
    let plain = args.iter().take_while(|arg| arg.star == Star::None);
    plain
        .filter(|arg| arg.name.is_none())
        .nth(at)
        .map(|arg| &arg.value)
}
