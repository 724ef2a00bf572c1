//! What a function reads of the state that it is given.

use python::ast::{Expr, ExprKind, Stmt, StmtKind};
use python::program::FunctionRef;
use python::walk;
use std::collections::{BTreeMap, BTreeSet};

/// Which variables of a function hold what it read from its state.
pub(super) struct Reads<'a> {
    state: Option<&'a str>,
    locals: BTreeMap<&'a str, BTreeSet<String>>,
}

impl<'a> Reads<'a> {
    pub(super) fn of(function: &FunctionRef<'a>) -> Self {
        let mut params = function.function.params.iter().map(|param| param.name.as_str());
        let state = params.find(|name| !matches!(*name, "self" | "cls"));
        let mut reads = Self {
            state,
            locals: BTreeMap::new(),
        };
        walk::scope(&function.function.body, &mut |stmt| {
            if let Some((ExprKind::Name(name), value)) = assigned(stmt) {
                let keys = reads.keys(value);
                reads.locals.entry(name).or_default().extend(keys);
            }
        });
        reads
    }

    /// The keys of the state that an expression depends on.
    pub(super) fn keys(&self, expr: &Expr) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        walk::expression(expr, &mut |part| {
            found.extend(self.read(part));
            if let ExprKind::Name(name) = &part.kind {
                found.extend(self.locals.get(name.as_str()).into_iter().flatten().cloned());
            }
        });
        found
    }

    /// `state["key"]`, `state.get("key")`, `state.key`.
    fn read(&self, expr: &Expr) -> Option<String> {
        let is_state = |owner: &Expr| walk::dotted(owner).as_deref() == self.state;
        let text = |expr: &Expr| match &expr.kind {
            ExprKind::Str(text) => Some(text.clone()),
            _ => None,
        };
        match &expr.kind {
            ExprKind::Subscript(value, index) if is_state(value) => text(index),
            ExprKind::Attribute { value, attribute } if is_state(value) && attribute != "get" => {
                Some(attribute.clone())
            }
            ExprKind::Call { callee, args } => match &callee.kind {
                ExprKind::Attribute { value, attribute } if attribute == "get" && is_state(value) => {
                    text(&args.first()?.value)
                }
                ExprKind::Name(name) if name == "getattr" && is_state(&args.first()?.value) => {
                    text(&args.get(1)?.value)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// All keys that a function reads.
    pub(super) fn all(&self, function: &FunctionRef<'_>) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        walk::scope_expressions(&function.function.body, &mut |expr| found.extend(self.read(expr)));
        found
    }

    /// The keys that it reads as those of a dict, with their lines.
    pub(super) fn items(&self, function: &FunctionRef<'_>) -> BTreeMap<String, u32> {
        let mut found = BTreeMap::new();
        walk::scope_expressions(&function.function.body, &mut |expr| {
            if !matches!(expr.kind, ExprKind::Attribute { .. })
                && let Some(key) = self.read(expr)
            {
                found.entry(key).or_insert(expr.span.first);
            }
        });
        found
    }

    /// The keys that a function compares by order or value.
    pub(super) fn compared(&self, function: &FunctionRef<'_>) -> BTreeSet<String> {
        self.held(function, |operator, _| {
            is_order(operator) || is_equality(operator)
        })
    }

    /// The keys that it holds against a number: by their order, or against one that is written out or a constant.
    pub(super) fn measured(&self, function: &FunctionRef<'_>) -> BTreeSet<String> {
        self.held(function, |operator, sides| {
            is_order(operator) || is_equality(operator) && sides.into_iter().any(is_number)
        })
    }

    fn held(&self, function: &FunctionRef<'_>, is_it: impl Fn(&str, [&Expr; 2]) -> bool) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        walk::scope_expressions(&function.function.body, &mut |expr| {
            if let ExprKind::Compare { left, rest } = &expr.kind {
                let mut before = left.as_ref();
                for (operator, right) in rest {
                    if is_it(operator.trim(), [before, right]) {
                        found.extend([before, right].into_iter().flat_map(|side| self.keys(side)));
                    }
                    before = right;
                }
            }
        });
        found
    }
}

/// A number that is written out, or the name of a constant.
fn is_number(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(_) => true,
        ExprKind::Name(name) => name.len() > 1 && !name.contains(char::is_lowercase),
        _ => false,
    }
}

fn is_order(operator: &str) -> bool {
    matches!(operator, "<" | "<=" | ">" | ">=")
}

fn is_equality(operator: &str) -> bool {
    matches!(operator, "==" | "!=")
}

/// A variable, item or attribute with what is assigned to it.
pub(super) fn assigned(stmt: &Stmt) -> Option<(&ExprKind, &Expr)> {
    match &stmt.kind {
        StmtKind::Assign { targets, value } => Some((&targets.first()?.kind, value)),
        StmtKind::Annotated(target, _, Some(value)) | StmtKind::Augmented(target, _, value) => {
            Some((&target.kind, value))
        }
        _ => None,
    }
}
