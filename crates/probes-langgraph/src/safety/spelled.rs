//! How places that hold a value are spelled, and which names hold what is made from it.

use python::ast::{Arg, Expr, ExprKind};
use python::code::Code;
use python::scopes::ScopeId;
use python::walk;
use std::collections::BTreeSet;

/// Most rounds in which names derived from a value are looked for.
const ROUNDS_MAX: usize = 4;

/// The key under which an expression reads a value: `state["url"]`, `state.get("url")`.
pub(super) fn key(expr: &Expr) -> Option<&str> {
    let key = match &expr.kind {
        ExprKind::Subscript(_, index) => index,
        ExprKind::Call { callee, args } if walk::last_name(callee) == Some("get") => &args.first()?.value,
        _ => return None,
    };
    match &key.kind {
        ExprKind::Str(key) => Some(key),
        _ => None,
    }
}

/// The spelling of a place that holds a value: `url`, `args.repo`, `state["repo_url"]`.
pub(super) fn label(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Attribute { .. } => walk::dotted(expr),
        ExprKind::Subscript(value, index) => match &index.kind {
            ExprKind::Str(key) => Some(format!("{}[{key:?}]", walk::dotted(value)?)),
            _ => None,
        },
        ExprKind::Call { callee, args } => match &callee.kind {
            ExprKind::Attribute { value, attribute } if attribute == "get" => match &args.first()?.value.kind
            {
                ExprKind::Str(key) => Some(format!("{}[{key:?}]", walk::dotted(value)?)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// The names and those that hold what is made from them: `parts = urlparse(url)`.
pub(super) fn derived(code: &Code<'_>, scope: ScopeId, mut names: BTreeSet<String>) -> BTreeSet<String> {
    for _ in 0..ROUNDS_MAX {
        let bindings = code.scopes[scope].bindings.iter();
        let made =
            bindings.filter(|(_, values)| values.iter().any(|binding| is_made_from(binding.value, &names)));
        let more: Vec<String> = made
            .map(|(name, _)| name.clone())
            .filter(|name| !names.contains(name))
            .collect();
        if more.is_empty() {
            break;
        }
        names.extend(more);
    }
    names
}

/// Whether a value is a text or a parsed form of one of these; the result of a call of another kind is not.
pub(super) fn is_made_from(value: &Expr, names: &BTreeSet<String>) -> bool {
    let is_named = |expr: &Expr| label(expr).is_some_and(|label| names.contains(&label));
    match &value.kind {
        _ if is_named(value) => true,
        ExprKind::Call { callee, args } => match &callee.kind {
            ExprKind::Attribute { value, .. } if is_made_from(value, names) => true,
            ExprKind::Attribute { attribute, .. } if is_reading(attribute) => mention_args(args, names),
            ExprKind::Name(name) if is_reading(name) => mention_args(args, names),
            _ => false,
        },
        ExprKind::Attribute { value, .. } | ExprKind::Subscript(value, _) => is_made_from(value, names),
        ExprKind::Logic(left, _, right) => is_made_from(left, names) || is_made_from(right, names),
        _ => false,
    }
}

pub(super) fn is_reading(name: &str) -> bool {
    matches!(
        name,
        "urlparse" | "urlsplit" | "str" | "match" | "fullmatch" | "search" | "unquote" | "strip" | "lower"
    ) || name.ends_with("Url")
}

pub(super) fn mention_args(args: &[Arg], names: &BTreeSet<String>) -> bool {
    args.iter().any(|arg| mentions(&arg.value, names))
}

pub(super) fn mentions(expr: &Expr, names: &BTreeSet<String>) -> bool {
    let mut found = false;
    walk::expression(expr, &mut |part| {
        found |= label(part).is_some_and(|label| names.contains(&label))
    });
    found
}
