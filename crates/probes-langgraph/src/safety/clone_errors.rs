//! `safety.clone_errors`: a failed clone is noticed and told.

use super::git_calls::{GitCall, Means};
use super::{Showing, of_every_clone, strange_decorator, ways};
use court::evidence::Place;
use probes_core::{Probe, Search};
use python::ast::{Expr, ExprKind, Handler, Stmt, StmtKind};
use python::code::Code;
use python::flow::{Along, sources};
use python::given::given;
use python::scopes::ScopeId;
use python::walk;
use wordlist::array;

pub(super) const PROBE: Probe = Probe::of_code(
    "safety.clone_errors",
    "A clone that fails (no access, not found, no network) is caught and told as data or a clear error",
    |snapshot| of_every_clone(snapshot, show),
);

fn show<'a>(code: &Code<'a>, clone: &GitCall<'a>) -> Showing {
    let cloned = (clone.place(code), "cloned here".to_owned());
    let ways = ways(code, clone);
    let raises = raises(code, clone);
    let by_status = || ways.iter().find_map(|(scope, _)| by_status(code, *scope, clone));
    let by_handler = || {
        ways.iter()
            .find_map(|(scope, call)| by_handler(code, *scope, call))
    };
    if let Some((place, why)) = by_status().or_else(|| raises.then(by_handler)?) {
        let asking = asking(code, &ways);
        return Showing::Holds(format!("{why}{asking}"), vec![(place, why.to_owned()), cloned]);
    }
    let why = match raises {
        true => {
            "a failed clone ends in a bare exception or in silence: nothing catches it and says what happened"
        }
        false => "nobody looks whether the clone worked: no check=True, and its return code is not read",
    };
    let mut search = Search::at([clone.place(code)]);
    for (scope, call) in &ways {
        for (line, why) in doubts(code, *scope, call, clone) {
            search = search.open(Place::line(code.scopes[*scope].path, line), why);
        }
    }
    if let Some(place) = strange_decorator(code, &ways) {
        search = search.open(place, "what this does around the function is not known");
    }
    Showing::Fails(why.to_owned(), search)
}

/// Whether a failure raises.
fn raises<'a>(code: &Code<'a>, clone: &GitCall<'a>) -> bool {
    let by_name = match &clone.means {
        Means::Library(_) => true,
        Means::Process(by) | Means::Shell(by) => by.ends_with("check_call") || by.ends_with("check_output"),
    };
    let check = given(code, clone.scope, clone.args(), "check");
    let checks = |(scope, value): &(ScopeId, &'a Expr)| {
        sources(code, *scope, value, Along::Text).iter().any(|step| {
            let is_open = step.is_end && !matches!(step.expr.kind, ExprKind::Bool(_) | ExprKind::None);
            python::code::is_true(step.expr) || is_open
        })
    };
    let asks = || {
        let calls = code.scopes[clone.scope].calls.iter();
        calls.into_iter().any(|call| matches!(&call.kind, ExprKind::Call { callee, .. } if walk::last_name(callee) == Some("check_returncode")))
    };
    by_name || !check.open.is_empty() || check.values.iter().any(checks) || asks()
}

/// An attribute or call that gives the status of a process.
fn is_status(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Attribute { attribute, .. } => {
            matches!(attribute.as_str(), "returncode" | "exit_code" | "exitcode")
        }
        ExprKind::Call { callee, .. } => {
            matches!(&callee.kind, ExprKind::Attribute { attribute, .. } if matches!(attribute.as_str(), "wait" | "poll"))
        }
        _ => false,
    }
}

/// Functions that return the status themselves.
fn gives_status(clone: &GitCall<'_>) -> bool {
    match &clone.means {
        Means::Process(by) | Means::Shell(by) => ["subprocess.call", "os.system", "getstatusoutput"]
            .iter()
            .any(|name| by.ends_with(name)),
        Means::Library(_) => false,
    }
}

/// A test of the status in one function on the way, after which a failure becomes an error or a result.
fn by_status<'a>(code: &Code<'a>, scope: ScopeId, clone: &GitCall<'a>) -> Option<(Place, &'static str)> {
    let mut found = None;
    code.scopes[scope].statements(&mut |stmt| {
        if let StmtKind::If { test, body, orelse } = &stmt.kind
            && found.is_none()
            && [body, orelse]
                .into_iter()
                .any(|block| tells(block, None) || quotes(block))
            && speaks_of_status(code, scope, test, clone)
        {
            let place = Place::line(code.scopes[scope].path, stmt.span.first);
            let why = "the return code is tested, and a failure becomes an error or a result";
            found = Some((place, why));
        }
    });
    found
}

/// Whether a block passes on what git wrote about its failure: to a log, an error or a result.
fn quotes(body: &[Stmt]) -> bool {
    let mut quotes = false;
    walk::scope_expressions(body, &mut |expr| {
        quotes |= matches!(&expr.kind, ExprKind::Name(name) | ExprKind::Attribute { attribute: name, .. } if name == "stderr");
    });
    quotes
}

/// Whether an expression comes from the status of a process.
fn speaks_of_status<'a>(code: &Code<'a>, scope: ScopeId, expr: &'a Expr, clone: &GitCall<'a>) -> bool {
    let is_it = |part: &Expr| is_status(part) || (gives_status(clone) && std::ptr::eq(part, clone.call));
    if contains(expr, &is_it) {
        return true;
    }
    let mut names: Vec<&'a Expr> = Vec::new();
    walk::expression(expr, &mut |part| {
        if matches!(
            part.kind,
            ExprKind::Name(_) | ExprKind::Attribute { .. } | ExprKind::Subscript(..)
        ) {
            names.push(part);
        }
    });
    names.into_iter().any(|name| {
        let steps = sources(code, scope, name, Along::Text);
        steps.iter().any(|step| contains(step.expr, &is_it))
    })
}

/// What one function on the way may do about a failure, where that was not followed.
fn doubts<'a>(
    code: &Code<'a>,
    scope: ScopeId,
    call: &'a Expr,
    clone: &GitCall<'a>,
) -> Vec<(u32, &'static str)> {
    let mut found = Vec::new();
    let here = &code.scopes[scope];
    let is_handed_over = match &call.kind {
        ExprKind::Call { callee, .. } => scope != clone.scope && code.targets(scope, callee).is_empty(),
        _ => false,
    };
    here.statements(&mut |stmt| match &stmt.kind {
        StmtKind::Try { body, handlers, .. } if is_handed_over || holds(body, call) => {
            let telling = handlers
                .iter()
                .find(|handler| catches_failure(handler) && !is_silent(&handler.body));
            found.extend(telling.map(|handler| (handler.span.first, "what this handler tells is not known")));
        }
        StmtKind::With { items, body } if holds(body, call) => {
            let strange = items.iter().find(|(context, _)| {
                let ExprKind::Call { callee, .. } = &context.kind else {
                    return false;
                };
                let catches = |target: ScopeId| {
                    let mut catches = false;
                    code.scopes[target].statements(&mut |stmt| {
                        catches |=
                            matches!(&stmt.kind, StmtKind::Try { handlers, .. } if !handlers.is_empty());
                    });
                    catches
                };
                code.targets(scope, callee).into_iter().any(catches)
            });
            found.extend(strange.map(|(context, _)| {
                (
                    context.span.first,
                    "what this does with an exception is not known",
                )
            }));
        }
        _ => {}
    });
    here.expressions(&mut |expr| {
        if is_status(expr) && found.is_empty() {
            found.push((expr.span.first, "what becomes of the return code is not known"));
        }
    });
    found
}

fn holds(body: &[Stmt], call: &Expr) -> bool {
    let mut is_inside = false;
    walk::expressions(body, &mut |expr| is_inside |= std::ptr::eq(expr, call));
    is_inside
}

/// Whether a block says nothing to anybody.
fn is_silent(body: &[Stmt]) -> bool {
    body.iter().all(|stmt| match &stmt.kind {
        StmtKind::Expr(expr) => matches!(expr.kind, ExprKind::Ellipsis | ExprKind::Str(_)),
        StmtKind::Other(_) => true,
        _ => false,
    })
}

fn contains(expr: &Expr, is_it: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    walk::expression(expr, &mut |part| found |= is_it(part));
    found
}

/// A handler around a call on the way that tells of a failure.
fn by_handler<'a>(code: &Code<'a>, scope: ScopeId, call: &'a Expr) -> Option<(Place, &'static str)> {
    let mut found = None;
    code.scopes[scope].statements(&mut |stmt| {
        let StmtKind::Try { body, handlers, .. } = &stmt.kind else {
            return;
        };
        let telling = handlers
            .iter()
            .find(|handler| catches_failure(handler) && tells(&handler.body, handler.name.as_deref()));
        if let Some(handler) = telling.filter(|_| holds(body, call)) {
            found.get_or_insert(handler.span.first);
        }
    });
    let line = found?;
    Some((
        Place::line(code.scopes[scope].path, line),
        "a failed clone is caught and told",
    ))
}

/// Whether a handler catches more than a missing program or a timeout.
fn catches_failure(handler: &Handler) -> bool {
    const NARROW: [&str; 9] = array(
        "TimeoutExpired TimeoutError FileNotFoundError PermissionError NotADirectoryError FileExistsError \
         KeyboardInterrupt ImportError ModuleNotFoundError",
    );
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
fn asking(code: &Code<'_>, ways: &[(ScopeId, &Expr)]) -> &'static str {
    let writers = code.writers("GIT_TERMINAL_PROMPT");
    let is_quiet = writers
        .iter()
        .any(|(scope, _)| ways.iter().any(|(way, _)| way == scope));
    if is_quiet {
        "; git is kept from asking for a password"
    } else {
        ""
    }
}
