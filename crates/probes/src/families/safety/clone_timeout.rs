//! `safety.clone_timeout`: a clone that hangs is stopped.

use super::git_calls::{GitCall, Means, place};
use super::{Showing, of_every_clone};
use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::{Detective, Place};
use python::ast::{Expr, ExprKind, Span, Stmt, StmtKind};
use python::code::Code;
use python::flow::{Along, sources};
use python::scopes::ScopeId;
use python::walk;

/// Whether clones have a time limit.
pub(super) const PROBE: Probe = Probe {
    id: "safety.clone_timeout",
    detective: Detective::RepoInvestigator,
    goal: "Every clone is stopped after a time limit",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    of_every_clone(snapshot, show)
}

fn show<'a>(code: &Code<'a>, clone: &GitCall<'a>) -> Showing {
    let limit = argument_limit(code, clone)
        .or_else(|| command_limit(code, clone))
        .or_else(|| scope_limit(code, clone));
    match limit {
        Some((place, why)) => Showing {
            holds: true,
            why: why.to_owned(),
            proofs: vec![
                (place, why.to_owned()),
                (clone.place(code), "cloned here".to_owned()),
            ],
        },
        None => Showing {
            holds: false,
            why: "nothing stops a clone that hangs: no timeout is given, and nothing watches the process"
                .to_owned(),
            proofs: vec![(clone.place(code), "cloned here without a time limit".to_owned())],
        },
    }
}

/// `timeout=` of `subprocess`, `kill_after_timeout=` of GitPython.
fn argument_limit<'a>(code: &Code<'a>, clone: &GitCall<'a>) -> Option<(Place, &'static str)> {
    let name = match &clone.means {
        Means::Library(_) => "kill_after_timeout",
        Means::Process(by) | Means::Shell(by) if by.ends_with("Popen") => return None,
        Means::Process(_) | Means::Shell(_) => "timeout",
    };
    let ExprKind::Call { args, .. } = &clone.call.kind else {
        return None;
    };
    let value = code.keyword(clone.scope, args, name)?;
    is_set(code, clone.scope, value).then(|| {
        let why = if name == "timeout" {
            "the clone has a timeout"
        } else {
            "the clone is killed after a timeout"
        };
        (place(code, clone.scope, value), why)
    })
}

/// `timeout 60 git clone …`.
fn command_limit<'a>(code: &Code<'a>, clone: &GitCall<'a>) -> Option<(Place, &'static str)> {
    let is_limit = |word: &String| matches!(word.rsplit('/').next(), Some("timeout" | "gtimeout"));
    let first = clone.before.first().filter(|word| is_limit(word));
    first.map(|_| (clone.place(code), "git is run by the timeout command"))
}

/// What the function that starts git does to limit it.
fn scope_limit<'a>(code: &Code<'a>, clone: &GitCall<'a>) -> Option<(Place, &'static str)> {
    let waits = code.scopes[clone.scope].calls.iter().find_map(|call| {
        let why = waiting(code, clone.scope, call)?;
        Some((place(code, clone.scope, call), why))
    });
    let watched = || {
        watch(code, clone.scope).map(|span| {
            let place = Place::lines(code.scopes[clone.scope].path, span.first, span.last);
            (place, "the process is killed when its time is up")
        })
    };
    waits.or_else(watched)
}

/// `process.communicate(timeout=…)`, `asyncio.wait_for(…)`, `threading.Timer(…, process.kill)`, `signal.alarm(…)`.
fn waiting<'a>(code: &Code<'a>, scope: ScopeId, call: &'a Expr) -> Option<&'static str> {
    let ExprKind::Call { callee, args } = &call.kind else {
        return None;
    };
    let name = code.external_call(scope, call);
    match name.as_deref() {
        Some(
            "asyncio.wait_for"
            | "asyncio.timeout"
            | "async_timeout.timeout"
            | "anyio.fail_after"
            | "trio.fail_after",
        ) => {
            return Some("waiting for git has a timeout");
        }
        Some("threading.Timer") => return Some("a timer stops git"),
        Some("signal.alarm" | "signal.setitimer") => return Some("an alarm stops git"),
        _ => {}
    }
    let ExprKind::Attribute { attribute, .. } = &callee.kind else {
        return None;
    };
    let waits = matches!(attribute.as_str(), "communicate" | "wait");
    let limit = code.keyword(scope, args, "timeout");
    let is_limited = waits && limit.is_some_and(|limit| is_set(code, scope, limit));
    is_limited.then_some("waiting for git has a timeout")
}

/// A branch that compares the time and kills.
fn watch<'a>(code: &Code<'a>, scope: ScopeId) -> Option<Span> {
    let mut found = None;
    code.scopes[scope].statements(&mut |stmt| {
        if let StmtKind::If { test, body, .. } | StmtKind::While { test, body, .. } = &stmt.kind
            && tells_time(code, scope, test)
            && kills(body)
        {
            found.get_or_insert(Span {
                first: stmt.span.first,
                last: stmt.span.first,
            });
        }
    });
    found
}

fn tells_time<'a>(code: &Code<'a>, scope: ScopeId, test: &'a Expr) -> bool {
    let clocks = [
        "time.time",
        "time.monotonic",
        "time.perf_counter",
        "datetime.datetime.now",
    ];
    let mut tells = false;
    walk::expression(test, &mut |expr| {
        if matches!(expr.kind, ExprKind::Call { .. } | ExprKind::Name(_)) {
            let from = sources(code, scope, expr, Along::Text);
            tells |= from.iter().any(|step| {
                code.external_call(step.scope, step.expr)
                    .is_some_and(|name| clocks.contains(&name.as_str()))
            });
        }
    });
    tells
}

fn kills(body: &[Stmt]) -> bool {
    let mut kills = false;
    walk::expressions(body, &mut |expr| {
        if let ExprKind::Call { callee, .. } = &expr.kind
            && let ExprKind::Attribute { attribute, .. } = &callee.kind
        {
            kills |= matches!(
                attribute.as_str(),
                "kill" | "terminate" | "killpg" | "send_signal"
            );
        }
    });
    kills
}

/// Whether a limit is ever anything but `None`.
fn is_set<'a>(code: &Code<'a>, scope: ScopeId, value: &'a Expr) -> bool {
    let steps = sources(code, scope, value, Along::Text);
    let is_value = |expr: &Expr| {
        !matches!(
            expr.kind,
            ExprKind::None | ExprKind::Name(_) | ExprKind::Logic { .. } | ExprKind::Conditional { .. }
        )
    };
    steps.iter().any(|step| is_value(step.expr))
}
