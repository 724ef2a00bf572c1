//! `safety.os_system`: a text is handed to the shell of the operating system.

use super::git_calls::place;
use super::shells::{answer, calls, is_os_system};
use probes_core::{Answer, Probe, Search, Subject};
use python::ast::{Expr, ExprKind};
use python::code::Code;
use python::program::Thing;
use python::scopes::ScopeId;
use python::walk;

pub(super) const PROBE: Probe = Probe::of_code(
    "safety.os_system",
    "No command goes through os.system or os.popen: an argument list has no shell to inject into",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let code = snapshot.code();
    if code.scopes.is_empty() {
        return super::no_python(snapshot);
    }
    let mut found = calls(code, |_, name, _| is_os_system(name));
    let mut search = Search::of_code(snapshot);
    let is_called = !found.is_empty();
    for (id, scope) in code.scopes.iter().enumerate() {
        let called: Vec<&Expr> = scope.calls.iter().filter_map(|call| call.callee()).collect();
        scope.expressions(&mut |expr| {
            let is_handed_over = !is_called
                && matches!(walk::last_name(expr), Some("system" | "popen"))
                && !called.iter().any(|callee| std::ptr::eq(*callee, expr))
                && matches!(code.thing(id, expr), Some(Thing::External(name)) if is_os_system(&name));
            if is_handed_over {
                found.push((id, expr));
            }
        });
        for call in scope.calls.iter().filter(|call| chooses(code, id, call)) {
            let why = "which function of `os` is called there is not known";
            search = search.open(place(code, id, call), why);
        }
    }
    answer(
        snapshot,
        code,
        "os.system or os.popen",
        &["os.system", "os.popen"],
        &found,
        search,
    )
}

/// `getattr(os, name)` with a name that is no constant.
fn chooses<'a>(code: &Code<'a>, scope: ScopeId, call: &'a Expr) -> bool {
    let ExprKind::Call { callee, args } = &call.kind else {
        return false;
    };
    let [object, name, ..] = args.as_slice() else {
        return false;
    };
    matches!(&callee.kind, ExprKind::Name(name) if name == "getattr")
        && !matches!(name.value.kind, ExprKind::Str(_))
        && matches!(code.thing(scope, &object.value), Some(Thing::External(name)) if name == "os")
}
