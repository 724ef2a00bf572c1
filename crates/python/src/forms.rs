//! What calls and functions make of values, told by their names and statements alone.

use crate::ast::{Expr, ExprKind, Function, Stmt, StmtKind};
use crate::walk;
use wordlist::Words;

/// Calls whose result is their argument in another form.
pub(crate) fn keeps_argument(name: &str) -> bool {
    static FORMS: Words = Words::new(|| wordlist::words(include_str!("../words/forms_forms.txt")));
    FORMS.contains(&name)
}

/// Whether reading an attribute of this name calls the function.
pub(crate) fn is_property(function: &Function) -> bool {
    let names = function.decorators.iter().filter_map(walk::last_name);
    names.into_iter().any(|name| name.ends_with("property"))
}

/// What a function returns, or yields.
pub fn results(body: &[Stmt]) -> Vec<&Expr> {
    let mut found = Vec::new();
    walk::scope(body, &mut |stmt| {
        if let StmtKind::Return(Some(value)) = &stmt.kind {
            found.push(value);
        }
    });
    walk::scope_expressions(body, &mut |expr| {
        if let ExprKind::Yield(Some(value)) = &expr.kind {
            found.push(value);
        }
    });
    found
}

/// What a call asks as a tool: the methods that take its arguments in one mapping.
pub(crate) fn asked_tool(callee: &Expr) -> Option<&Expr> {
    match &callee.kind {
        ExprKind::Attribute { value, attribute } => {
            matches!(attribute.as_str(), "invoke" | "ainvoke" | "run" | "arun").then_some(&**value)
        }
        _ => None,
    }
}

/// Methods of Python's own types, which a namesake of this repository does not answer for.
pub(crate) static BUILTIN_METHODS: Words =
    Words::new(|| wordlist::words(include_str!("../words/forms_builtin_methods.txt")));
