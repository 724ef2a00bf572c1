//! Visitors. Each visits what stands before it first; a nested definition is a statement like any other, so
//! its body is visited too.

use super::ast::{Class, Comprehension, Expr, ExprKind, FPart, Function, Param, Stmt, StmtKind};

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
        each_head(stmt, &mut |expr| expression(expr, visit))
    });
}

/// Visits every expression of this scope: of nested definitions only what is evaluated here, which is their
/// decorators, bases, defaults and annotations.
pub fn scope_expressions<'a>(body: &'a [Stmt], visit: &mut impl FnMut(&'a Expr)) {
    scope(body, &mut |stmt| {
        each_head(stmt, &mut |expr| expression(expr, visit))
    });
}

/// Visits an expression and all within it.
pub fn expression<'a>(expr: &'a Expr, visit: &mut impl FnMut(&'a Expr)) {
    visit(expr);
    each_part(expr, &mut |part| expression(part, visit));
}

/// Visits every function, methods and nested ones too.
pub fn functions<'a>(body: &'a [Stmt], visit: &mut impl FnMut(&'a Function)) {
    statements(body, &mut |stmt| {
        if let StmtKind::Function(function) = &stmt.kind {
            visit(function);
        }
    });
}

/// The name that a chain of attributes spells: `a.b.c`.
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
pub fn last_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Attribute { attribute: name, .. } | ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

/// The blocks of statements directly in a statement.
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
pub fn heads(stmt: &Stmt) -> Vec<&Expr> {
    let mut found = Vec::new();
    each_head(stmt, &mut |expr| found.push(expr));
    found
}

/// Visits what [`heads`] lists.
fn each_head<'a>(stmt: &'a Stmt, visit: &mut impl FnMut(&'a Expr)) {
    match &stmt.kind {
        StmtKind::Function(function) => {
            function.decorators.iter().for_each(&mut *visit);
            each_of_params(&function.params, visit);
            function.returns.iter().for_each(visit);
        }
        StmtKind::Class(class) => {
            class.decorators.iter().for_each(&mut *visit);
            class.bases.iter().map(|base| &base.value).for_each(visit);
        }
        StmtKind::Assign { targets, value } => targets.iter().chain([value]).for_each(visit),
        StmtKind::Annotated(target, annotation, value) => {
            [target, annotation].into_iter().chain(value).for_each(visit)
        }
        StmtKind::Expr(value) | StmtKind::Assert(value) => visit(value),
        StmtKind::Return(value) | StmtKind::Raise(value) => value.iter().for_each(visit),
        StmtKind::If { test, .. } | StmtKind::While { test, .. } => visit(test),
        StmtKind::Augmented(one, _, other)
        | StmtKind::For {
            target: one,
            iter: other,
            ..
        } => [one, other].into_iter().for_each(visit),
        StmtKind::With { items, .. } => items
            .iter()
            .flat_map(|(context, name)| [context].into_iter().chain(name))
            .for_each(visit),
        StmtKind::Try { handlers, .. } => handlers
            .iter()
            .filter_map(|handler| handler.catches.as_ref())
            .for_each(visit),
        StmtKind::Match { subject, cases } => {
            visit(subject);
            cases
                .iter()
                .filter_map(|case| case.guard.as_ref())
                .for_each(visit);
        }
        StmtKind::Import(_) | StmtKind::ImportFrom { .. } | StmtKind::Other(_) => {}
    }
}

/// The expressions directly in an expression.
pub fn parts(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    each_part(expr, &mut |part| found.push(part));
    found
}

/// Visits what [`parts`] lists.
fn each_part<'a>(expr: &'a Expr, visit: &mut impl FnMut(&'a Expr)) {
    match &expr.kind {
        ExprKind::Attribute { value, .. }
        | ExprKind::Await(value)
        | ExprKind::Starred(value)
        | ExprKind::Walrus { value, .. }
        | ExprKind::Unary(_, value) => visit(value),
        ExprKind::Yield(value) => value.iter().for_each(|value| visit(value)),
        ExprKind::Call { callee, args } => {
            visit(callee);
            args.iter().map(|arg| &arg.value).for_each(visit);
        }
        ExprKind::FString(parts) => parts.iter().filter_map(formatted).for_each(visit),
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => items.iter().for_each(visit),
        ExprKind::Dict(pairs) => pairs
            .iter()
            .flat_map(|(key, value)| key.iter().chain([value]))
            .for_each(visit),
        ExprKind::Subscript(one, other)
        | ExprKind::Binary(one, _, other)
        | ExprKind::Logic(one, _, other) => [one, other].into_iter().for_each(|part| visit(part)),
        ExprKind::Compare { left, rest } => {
            visit(left);
            rest.iter().map(|(_, right)| right).for_each(visit);
        }
        ExprKind::Conditional { test, body, orelse } => {
            [test, body, orelse].into_iter().for_each(|part| visit(part));
        }
        ExprKind::Lambda { params, body } => {
            each_of_params(params, visit);
            visit(body);
        }
        ExprKind::Comprehension(comprehension) => each_of_comprehension(comprehension, visit),
        ExprKind::Slice { lower, upper, step } => {
            let bounds = [lower, upper, step].into_iter().flatten();
            bounds.for_each(|bound| visit(bound));
        }
        ExprKind::Name(_)
        | ExprKind::Str(_)
        | ExprKind::Bytes
        | ExprKind::Number(_)
        | ExprKind::Bool(_)
        | ExprKind::None
        | ExprKind::Ellipsis
        | ExprKind::Unknown => {}
    }
}

/// The expression of a part of a formatted string.
pub(crate) fn formatted(part: &FPart) -> Option<&Expr> {
    match part {
        FPart::Text(_) | FPart::Raises(_) => None,
        FPart::Value(value) | FPart::Formatted(value) => Some(value),
    }
}

fn each_of_params<'a>(params: &'a [Param], visit: &mut impl FnMut(&'a Expr)) {
    params
        .iter()
        .flat_map(|param| param.annotation.iter().chain(&param.default))
        .for_each(visit);
}

fn each_of_comprehension<'a>(comprehension: &'a Comprehension, visit: &mut impl FnMut(&'a Expr)) {
    visit(&comprehension.element);
    comprehension.value.iter().for_each(&mut *visit);
    for clause in &comprehension.clauses {
        visit(&clause.target);
        visit(&clause.iter);
        clause.conditions.iter().for_each(&mut *visit);
    }
}
