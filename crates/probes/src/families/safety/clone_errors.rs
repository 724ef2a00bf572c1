//! `safety.clone_errors`: a failed clone is noticed and told.

use super::git_calls::{GitCall, Means};
use super::{Showing, of_every_clone};
use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::{Detective, Place};
use python::ast::{Expr, ExprKind, Handler, Stmt, StmtKind};
use python::code::Code;
use python::scopes::ScopeId;
use python::walk;
use std::collections::BTreeSet;

/// Most callers above a clone that are asked whether they handle its failure.
const CALLERS_MAX: usize = 24;

/// Whether failed clones are caught and reported.
pub(super) const PROBE: Probe = Probe {
    id: "safety.clone_errors",
    detective: Detective::RepoInvestigator,
    goal: "A clone that fails (no access, not found, no network) is caught and told as data or a clear error",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    of_every_clone(snapshot, show)
}

fn show(code: &Code<'_>, clone: &GitCall<'_>) -> Showing {
    let cloned = (clone.place(code), "cloned here".to_owned());
    let mut through: Vec<ScopeId> = clone.through.clone();
    if !through.contains(&clone.scope) {
        through.insert(0, clone.scope);
    }
    if !is_noticed(code, clone, &through) {
        return Showing {
            holds: false,
            why: "nobody looks whether the clone worked: no check=True, and its return code is not read"
                .to_owned(),
            proofs: vec![cloned],
        };
    }
    match told(code, clone, &through) {
        Some((place, why)) => Showing {
            holds: true,
            why: format!("{why}{}", asking(code, &through)),
            proofs: vec![(place, why.to_owned()), cloned],
        },
        None => Showing {
            holds: false,
            why: "a failed clone ends in a bare exception or in silence: nothing catches it and says what happened".to_owned(),
            proofs: vec![cloned],
        },
    }
}

/// Whether a failure raises, or the return code is read.
fn is_noticed(code: &Code<'_>, clone: &GitCall<'_>, through: &[ScopeId]) -> bool {
    let raises = match &clone.means {
        Means::Library(_) => true,
        Means::Process(by) | Means::Shell(by) => by.ends_with("check_call") || by.ends_with("check_output"),
    };
    let checks = clone
        .args()
        .iter()
        .any(|arg| arg.name.as_deref() == Some("check") && python::code::is_true(&arg.value));
    raises || checks || through.iter().any(|scope| reads_status(code, *scope))
}

fn reads_status(code: &Code<'_>, scope: ScopeId) -> bool {
    let mut reads = false;
    code.scopes[scope].expressions(&mut |expr| reads |= is_status(expr));
    reads
}

fn is_status(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Attribute { attribute, .. } => {
            matches!(attribute.as_str(), "returncode" | "check_returncode")
        }
        _ => false,
    }
}

/// Where a failure becomes data or a clear error: by a test of the status, or by a handler here or in a caller.
fn told(code: &Code<'_>, clone: &GitCall<'_>, through: &[ScopeId]) -> Option<(Place, &'static str)> {
    let by_status = through.iter().find_map(|scope| by_status(code, *scope));
    by_status.or_else(|| by_handler(code, clone, through))
}

fn by_status(code: &Code<'_>, scope: ScopeId) -> Option<(Place, &'static str)> {
    let mut found = None;
    let status = names_of_status(code, scope);
    code.scopes[scope].statements(&mut |stmt| {
        if let StmtKind::If { test, body, orelse } = &stmt.kind
            && mentions_status(test, &status)
            && (tells(body, None) || tells(orelse, None))
        {
            let place = Place::line(code.scopes[scope].path, stmt.span.first);
            found.get_or_insert((
                place,
                "the return code is tested, and a failure becomes an error or a result",
            ));
        }
    });
    found
}

/// Names that hold a return code.
fn names_of_status(code: &Code<'_>, scope: ScopeId) -> BTreeSet<String> {
    let bindings = code.scopes[scope].bindings.iter();
    let holds =
        bindings.filter(|(_, values)| values.iter().any(|binding| contains(binding.value, &is_status)));
    holds.map(|(name, _)| name.clone()).collect()
}

fn mentions_status(test: &Expr, names: &BTreeSet<String>) -> bool {
    contains(test, &|expr| {
        is_status(expr) || walk::dotted(expr).is_some_and(|name| names.contains(&name))
    })
}

fn contains(expr: &Expr, is_it: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    walk::expression(expr, &mut |part| found |= is_it(part));
    found
}

/// A handler around the clone, or around a call that leads to it.
fn by_handler(code: &Code<'_>, clone: &GitCall<'_>, through: &[ScopeId]) -> Option<(Place, &'static str)> {
    let mut pending: Vec<(ScopeId, &Expr)> = vec![(clone.scope, clone.call)];
    let mut seen = BTreeSet::new();
    let mut at = 0;
    while let Some((scope, call)) = pending.get(at).copied().filter(|_| at < CALLERS_MAX) {
        if let Some(line) = handled(code, scope, call) {
            let why = "a failed clone is caught and told";
            return Some((Place::line(code.scopes[scope].path, line), why));
        }
        if seen.insert(scope) {
            let callers = code.sites(scope).iter();
            // A helper that runs every command has callers that have nothing to do with this clone.
            let on_the_way = callers.filter(|site| {
                !through.contains(&scope) || scope == clone.origin() || through.contains(&site.caller)
            });
            pending.extend(on_the_way.map(|site| (site.caller, site.call)));
        }
        at += 1;
    }
    None
}

/// The line of a handler that tells of a failure of this call.
fn handled(code: &Code<'_>, scope: ScopeId, call: &Expr) -> Option<u32> {
    let mut found = None;
    code.scopes[scope].statements(&mut |stmt| {
        let StmtKind::Try { body, handlers, .. } = &stmt.kind else {
            return;
        };
        let mut is_inside = false;
        walk::expressions(body, &mut |expr| is_inside |= std::ptr::eq(expr, call));
        let telling = handlers
            .iter()
            .find(|handler| catches_failure(handler) && tells(&handler.body, handler.name.as_deref()));
        if let Some(handler) = telling.filter(|_| is_inside) {
            found.get_or_insert(handler.span.first);
        }
    });
    found
}

/// Whether a handler catches more than a missing program or a timeout.
fn catches_failure(handler: &Handler) -> bool {
    const NARROW: [&str; 9] = [
        "TimeoutExpired",
        "TimeoutError",
        "FileNotFoundError",
        "PermissionError",
        "NotADirectoryError",
        "FileExistsError",
        "KeyboardInterrupt",
        "ImportError",
        "ModuleNotFoundError",
    ];
    let is_narrow = |expr: &Expr| {
        let name = walk::dotted(expr).unwrap_or_default();
        name.rsplit('.').next().is_some_and(|last| NARROW.contains(&last))
    };
    match handler.catches.as_ref().map(|expr| &expr.kind) {
        None => true,
        Some(ExprKind::Tuple(items)) => items.iter().any(|item| !is_narrow(item)),
        Some(_) => handler.catches.as_ref().is_some_and(|expr| !is_narrow(expr)),
    }
}

/// Whether a block says what happened: it raises, returns something, or uses the exception.
fn tells(body: &[Stmt], exception: Option<&str>) -> bool {
    let mut tells = false;
    walk::scope(body, &mut |stmt| match &stmt.kind {
        StmtKind::Raise(_) => tells = true,
        StmtKind::Return(Some(value)) => tells |= !is_empty(value),
        _ => {}
    });
    let is_used = |name: &str| {
        let mut used = false;
        walk::scope_expressions(body, &mut |expr| {
            used |= matches!(&expr.kind, ExprKind::Name(n) if n == name)
        });
        used
    };
    tells || exception.is_some_and(is_used) || exits(body)
}

fn exits(body: &[Stmt]) -> bool {
    let mut exits = false;
    walk::scope_expressions(body, &mut |expr| {
        if let ExprKind::Call { callee, .. } = &expr.kind {
            exits |= matches!(
                walk::dotted(callee).as_deref(),
                Some("sys.exit" | "exit" | "parser.error")
            );
        }
    });
    exits
}

fn is_empty(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::None | ExprKind::Bool(false) => true,
        ExprKind::Str(text) => text.is_empty(),
        ExprKind::List(items) | ExprKind::Tuple(items) => items.iter().all(is_empty),
        ExprKind::Dict(pairs) => pairs.is_empty(),
        _ => false,
    }
}

/// Whether git is kept from asking for a password, which would hang instead of failing.
fn asking(code: &Code<'_>, through: &[ScopeId]) -> &'static str {
    let is_quiet = code
        .writers("GIT_TERMINAL_PROMPT")
        .iter()
        .any(|(scope, _)| through.contains(scope));
    if is_quiet {
        "; git is kept from asking for a password"
    } else {
        ""
    }
}
