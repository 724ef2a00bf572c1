//! `safety.clone_timeout`: a clone that hangs is stopped.

use super::git_calls::{GitCall, Means, place};
use super::{Showing, of_every_clone, strange_decorator, ways};
use court::evidence::Place;
use probes_core::{Probe, Search};
use python::ast::{Expr, ExprKind, Span, Stmt, StmtKind};
use python::code::Code;
use python::flow::{Along, Step, sources};
use python::given::given;
use python::scopes::ScopeId;
use python::walk;
use subject::names;
use wordlist::array;

pub(super) const PROBE: Probe = Probe::of_code(
    "safety.clone_timeout",
    "Every clone is stopped after a time limit",
    |snapshot| of_every_clone(snapshot, show),
);

fn show<'a>(code: &Code<'a>, clone: &GitCall<'a>) -> Showing {
    let ways = ways(code, clone);
    let argument = argument(code, clone);
    let given = match &argument {
        Limit::Set(place, why) => Some((place.clone(), *why)),
        _ => None,
    };
    let limit = given
        .or_else(|| command_limit(code, clone))
        .or_else(|| scope_limit(code, clone))
        .or_else(|| ways.iter().find_map(|(scope, call)| around(code, *scope, call)));
    let cloned = clone.place(code);
    if let Some((place, why)) = limit {
        let proofs = vec![(place, why.to_owned()), (cloned, "cloned here".to_owned())];
        return Showing::Holds(why.to_owned(), proofs);
    }
    let why = "nothing stops a clone that hangs: no timeout is given, and nothing watches the process";
    let mut search = Search::at([cloned]);
    if let Limit::Unknown(place) = argument {
        search = search.open(place, "whether it has a time limit could not be followed");
    }
    if let Some(place) = strange_decorator(code, &ways) {
        search = search.open(place, "what this does around the function is not known");
    }
    for (scope, _) in &ways {
        search = search.looked_at([place_of(code, *scope)]);
        for call in code.scopes[*scope]
            .calls
            .iter()
            .filter(|call| !std::ptr::eq(**call, clone.call))
        {
            if speaks_of_time(call) {
                search = search.open(
                    place(code, *scope, call),
                    "whether this stops the clone is not known",
                );
            }
        }
    }
    Showing::Fails(why.to_owned(), search)
}

fn place_of(code: &Code<'_>, scope: ScopeId) -> Place {
    let here = &code.scopes[scope];
    Place::line(here.path, here.function.map_or(1, |function| function.span.first))
}

/// Calls that start or ask something themselves: the time that they are given is theirs, not the clone's.
const OTHERS: [&str; 9] = array("run check_output check_call call get post head request urlopen");

/// Whether a call is named after a time limit, or is given one.
fn speaks_of_time(call: &Expr) -> bool {
    let ExprKind::Call { callee, args } = &call.kind else {
        return false;
    };
    let limits = |name: &str| {
        let words = names::words(name);
        words.iter().any(|word| {
            matches!(
                word.as_str(),
                "timeout" | "deadline" | "alarm" | "timer" | "watchdog"
            )
        })
    };
    let is_named = walk::last_name(callee).is_some_and(limits);
    let is_its_own = walk::last_name(callee).is_some_and(|name| OTHERS.contains(&name));
    let is_given = !is_its_own && args.iter().any(|arg| {
        let slow = matches!(&arg.value.kind, ExprKind::Dict(pairs) if pairs.iter().any(|(key, _)| {
            matches!(key.as_ref().map(|key| &key.kind), Some(ExprKind::Str(key)) if key.contains("LOW_SPEED"))
        }));
        slow || arg.name.as_deref().is_some_and(limits)
    });
    is_named || is_given
}

/// What a call says of its time limit.
enum Limit {
    /// It has one.
    Set(Place, &'static str),
    /// It has none.
    Unset,
    /// It may have one.
    Unknown(Place),
}

/// `timeout=` of `subprocess`, `kill_after_timeout=` of GitPython.
fn argument<'a>(code: &Code<'a>, clone: &GitCall<'a>) -> Limit {
    let (name, why) = match &clone.means {
        Means::Library(_) => ("kill_after_timeout", "the clone is killed after a timeout"),
        Means::Process(_) | Means::Shell(_) => ("timeout", "the clone has a timeout"),
    };
    let given = given(code, clone.scope, clone.args(), name);
    let starts = matches!(&clone.means, Means::Process(by) | Means::Shell(by) if by.ends_with("Popen"));
    if starts {
        return Limit::Unset;
    }
    let mut limit = Limit::Unset;
    for (scope, value) in given.open {
        limit = Limit::Unknown(place(code, scope, value));
    }
    for (scope, value) in given.values {
        match is_set(code, scope, value) {
            Some(true) => return Limit::Set(place(code, scope, value), why),
            Some(false) => {}
            None => limit = Limit::Unknown(place(code, scope, value)),
        }
    }
    if let (Limit::Unset, Some((scope, env))) = (&limit, low_speed(code, clone)) {
        limit = Limit::Unknown(place(code, scope, env));
    }
    limit
}

/// `GIT_HTTP_LOW_SPEED_TIME` in the environment: git gives up where too little comes.
fn low_speed<'a>(code: &Code<'a>, clone: &GitCall<'a>) -> Option<(ScopeId, &'a Expr)> {
    let writers = code.writers("GIT_HTTP_LOW_SPEED_TIME").iter();
    let mut near = writers.filter(|(scope, _)| *scope == clone.scope || clone.through.contains(scope));
    near.next().copied()
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
    let at = match attribute.as_str() {
        "communicate" => 1,
        "wait" | "result" => 0,
        _ => return None,
    };
    let plain = args.iter().filter(|arg| arg.name.is_none()).nth(at);
    let named = args.iter().find(|arg| arg.name.as_deref() == Some("timeout"));
    let limit = &named.or(plain)?.value;
    (is_set(code, scope, limit) == Some(true)).then_some("waiting for git has a timeout")
}

/// What stands around a call on the way to the clone and limits it: `wait_for(clone(…), 60)`, `with time_limit(60):`.
fn around<'a>(code: &Code<'a>, scope: ScopeId, call: &'a Expr) -> Option<(Place, &'static str)> {
    let mut found = None;
    let contains = |expr: &'a Expr| {
        let mut is_inside = false;
        walk::expression(expr, &mut |part| is_inside |= std::ptr::eq(part, call));
        is_inside
    };
    for outer in &code.scopes[scope].calls {
        if let Some(why) = waiting(code, scope, outer).filter(|_| contains(outer)) {
            return Some((place(code, scope, outer), why));
        }
    }
    code.scopes[scope].statements(&mut |stmt| {
        let StmtKind::With { items, body } = &stmt.kind else {
            return;
        };
        let mut is_inside = false;
        walk::expressions(body, &mut |part| is_inside |= std::ptr::eq(part, call));
        for (context, _) in items.iter().filter(|_| is_inside) {
            let ExprKind::Call { callee, .. } = &context.kind else {
                continue;
            };
            let own = code.targets(scope, callee).into_iter().find_map(|target| {
                code.scopes[target]
                    .calls
                    .iter()
                    .find_map(|call| waiting(code, target, call))
            });
            if let Some(why) = waiting(code, scope, context).or(own) {
                found.get_or_insert((place(code, scope, context), why));
            }
        }
    });
    found
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
    let clocks = const { array::<4>("time.time time.monotonic time.perf_counter datetime.datetime.now") };
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

/// Whether a limit is ever anything but `None`; nothing where the trail of it ends before.
fn is_set<'a>(code: &Code<'a>, scope: ScopeId, value: &'a Expr) -> Option<bool> {
    let steps = sources(code, scope, value, Along::Text);
    let is_open = |step: &Step<'_>| step.is_end && matches!(step.expr.kind, ExprKind::Name(_));
    let is_value = |expr: &Expr| {
        !matches!(
            expr.kind,
            ExprKind::None | ExprKind::Name(_) | ExprKind::Logic(..) | ExprKind::Conditional { .. }
        )
    };
    match steps.iter().any(|step| is_value(step.expr)) {
        true => Some(true),
        false => (!steps.iter().any(is_open)).then_some(false),
    }
}
