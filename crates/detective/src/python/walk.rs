//! Visitors. Each visits what stands before it first; a nested definition is a statement like any other, so
//! its body is visited too.

use super::ast::{Arg, Class, Comprehension, Expr, ExprKind, FPart, Function, Param, Stmt, StmtKind};

/// Visits every statement, those of nested blocks and definitions too.
pub fn statements<'a>(body: &'a [Stmt], visit: &mut impl FnMut(&'a Stmt)) {
    for stmt in body {
        visit(stmt);
        for block in blocks(stmt) {
            statements(block, visit);
        }
    }
}

/// Visits every statement of this scope: nested definitions are visited, their bodies are not.
pub fn scope<'a>(body: &'a [Stmt], visit: &mut impl FnMut(&'a Stmt)) {
    for stmt in body {
        visit(stmt);
        if !matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_)) {
            for block in blocks(stmt) {
                scope(block, visit);
            }
        }
    }
}

/// Visits every expression of these statements and of those within them, sub-expressions too.
pub fn expressions<'a>(body: &'a [Stmt], visit: &mut impl FnMut(&'a Expr)) {
    statements(body, &mut |stmt| {
        for expr in heads(stmt) {
            expression(expr, visit);
        }
    });
}

/// Visits every expression of this scope: of nested definitions only what is evaluated here, which is their
/// decorators, bases, defaults and annotations.
pub fn scope_expressions<'a>(body: &'a [Stmt], visit: &mut impl FnMut(&'a Expr)) {
    scope(body, &mut |stmt| {
        for expr in heads(stmt) {
            expression(expr, visit);
        }
    });
}

/// Visits an expression and all within it.
pub fn expression<'a>(expr: &'a Expr, visit: &mut impl FnMut(&'a Expr)) {
    visit(expr);
    for part in parts(expr) {
        expression(part, visit);
    }
}

/// Visits every function, methods and nested ones too.
pub fn functions<'a>(body: &'a [Stmt], visit: &mut impl FnMut(&'a Function)) {
    statements(body, &mut |stmt| {
        if let StmtKind::Function(function) = &stmt.kind {
            visit(function);
        }
    });
}

/// Visits every class, nested ones too.
pub fn classes<'a>(body: &'a [Stmt], visit: &mut impl FnMut(&'a Class)) {
    statements(body, &mut |stmt| {
        if let StmtKind::Class(class) = &stmt.kind {
            visit(class);
        }
    });
}

/// The name that a chain of attributes spells: `a.b.c`.
#[must_use]
pub fn dotted(expr: &Expr) -> Option<String> {
    let mut names = Vec::new();
    let mut at = expr;
    loop {
        match &at.kind {
            ExprKind::Attribute { value, attribute } => {
                names.push(attribute.as_str());
                at = value;
            }
            ExprKind::Name(name) => {
                names.push(name);
                names.reverse();
                return Some(names.join("."));
            }
            _ => return None,
        }
    }
}

/// The last part of what [`dotted`] spells, where it is a name or an attribute of anything.
#[must_use]
pub fn last_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Attribute { attribute: name, .. } | ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

/// The docstring of a body.
#[must_use]
pub fn docstring(body: &[Stmt]) -> Option<&str> {
    match &body.first()?.kind {
        StmtKind::Expr(Expr {
            kind: ExprKind::Str(text),
            ..
        }) => Some(text),
        _ => None,
    }
}

/// The blocks of statements directly in a statement.
#[must_use]
pub fn blocks(stmt: &Stmt) -> Vec<&[Stmt]> {
    match &stmt.kind {
        StmtKind::Function(Function { body, .. })
        | StmtKind::Class(Class { body, .. })
        | StmtKind::With { body, .. } => vec![body],
        StmtKind::If { body, orelse, .. }
        | StmtKind::For { body, orelse, .. }
        | StmtKind::While { body, orelse, .. } => vec![body, orelse],
        StmtKind::Try {
            body,
            handlers,
            orelse,
            finally,
        } => {
            let mut blocks: Vec<&[Stmt]> = vec![body];
            blocks.extend(handlers.iter().map(|handler| handler.body.as_slice()));
            blocks.extend([orelse.as_slice(), finally.as_slice()]);
            blocks
        }
        StmtKind::Match { cases, .. } => cases.iter().map(|case| case.body.as_slice()).collect(),
        _ => Vec::new(),
    }
}

/// One of the [`blocks`] of a statement, by its number.
#[must_use]
pub fn block(stmt: &Stmt, number: usize) -> Option<&[Stmt]> {
    match (&stmt.kind, number) {
        // The common ones, found without listing the others.
        (
            StmtKind::Function(Function { body, .. })
            | StmtKind::Class(Class { body, .. })
            | StmtKind::With { body, .. }
            | StmtKind::If { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::Try { body, .. },
            0,
        ) => Some(body),
        _ => blocks(stmt).get(number).copied(),
    }
}

/// The expressions directly in a statement, without those of its blocks.
#[must_use]
pub fn heads(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Function(function) => {
            let mut found: Vec<&Expr> = function.decorators.iter().collect();
            found.extend(param_parts(&function.params));
            found.extend(&function.returns);
            found
        }
        StmtKind::Class(class) => {
            let bases = class.bases.iter().map(|base| &base.value);
            class.decorators.iter().chain(bases).collect()
        }
        StmtKind::Assign { targets, value } => targets.iter().chain([value]).collect(),
        StmtKind::Annotated {
            target,
            annotation,
            value,
        } => [target, annotation].into_iter().chain(value).collect(),
        StmtKind::Augmented { target, value, .. } => vec![target, value],
        StmtKind::Expr(value) | StmtKind::Assert(value) => vec![value],
        StmtKind::Return(value) | StmtKind::Raise(value) => value.iter().collect(),
        StmtKind::If { test, .. } | StmtKind::While { test, .. } => vec![test],
        StmtKind::For { target, iter, .. } => vec![target, iter],
        StmtKind::With { items, .. } => {
            let each = items
                .iter()
                .flat_map(|(context, name)| [context].into_iter().chain(name));
            each.collect()
        }
        StmtKind::Try { handlers, .. } => handlers
            .iter()
            .filter_map(|handler| handler.catches.as_ref())
            .collect(),
        StmtKind::Match { subject, cases } => {
            let guards = cases.iter().filter_map(|case| case.guard.as_ref());
            [subject].into_iter().chain(guards).collect()
        }
        StmtKind::Import(_) | StmtKind::ImportFrom { .. } | StmtKind::Other(_) => Vec::new(),
    }
}

/// The expressions directly in an expression.
#[must_use]
pub fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Attribute { value, .. }
        | ExprKind::Await(value)
        | ExprKind::Starred(value)
        | ExprKind::Walrus { value, .. }
        | ExprKind::Unary { operand: value, .. } => vec![value],
        ExprKind::Yield(value) => value.iter().map(AsRef::as_ref).collect(),
        ExprKind::Call { callee, args } => call_parts(callee, args),
        ExprKind::FString(parts) => parts.iter().filter_map(formatted).collect(),
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => items.iter().collect(),
        ExprKind::Dict(pairs) => pairs
            .iter()
            .flat_map(|(key, value)| key.iter().chain([value]))
            .collect(),
        ExprKind::Subscript { value, index } => vec![value, index],
        ExprKind::Binary { left, right, .. } | ExprKind::Logic { left, right, .. } => vec![left, right],
        ExprKind::Compare { left, rest } => {
            let rest = rest.iter().map(|(_, right)| right);
            [left.as_ref()].into_iter().chain(rest).collect()
        }
        ExprKind::Conditional { test, body, orelse } => vec![test, body, orelse],
        ExprKind::Lambda { params, body } => {
            let mut found = param_parts(params);
            found.push(body);
            found
        }
        ExprKind::Comprehension(comprehension) => comprehension_parts(comprehension),
        ExprKind::Slice { lower, upper, step } => {
            let bounds = [lower, upper, step].into_iter().flatten();
            bounds.map(AsRef::as_ref).collect()
        }
        ExprKind::Name(_)
        | ExprKind::Str(_)
        | ExprKind::Bytes
        | ExprKind::Number(_)
        | ExprKind::Bool(_)
        | ExprKind::None
        | ExprKind::Ellipsis
        | ExprKind::Unknown => Vec::new(),
    }
}

fn formatted(part: &FPart) -> Option<&Expr> {
    match part {
        FPart::Text(_) => None,
        FPart::Value(value) | FPart::Formatted(value) => Some(value),
    }
}

fn call_parts<'a>(callee: &'a Expr, args: &'a [Arg]) -> Vec<&'a Expr> {
    let args = args.iter().map(|arg| &arg.value);
    [callee].into_iter().chain(args).collect()
}

fn param_parts(params: &[Param]) -> Vec<&Expr> {
    let each = params
        .iter()
        .flat_map(|param| param.annotation.iter().chain(&param.default));
    each.collect()
}

fn comprehension_parts(comprehension: &Comprehension) -> Vec<&Expr> {
    let mut found: Vec<&Expr> = vec![&comprehension.element];
    found.extend(&comprehension.value);
    for clause in &comprehension.clauses {
        found.extend([&clause.target, &clause.iter]);
        found.extend(&clause.conditions);
    }
    found
}
