//! `safety.shell_true`: a child process is started through a shell.

use super::git_calls::place;
use super::shells::{Asks, answer, asks_for_shell, is_implied};
use probes_core::{Answer, Probe, Search, Subject};
use python::ast::{Expr, ExprKind};
use python::code::{Code, is_true};
use python::program::Thing;
use python::scopes::ScopeId;

pub(super) const PROBE: Probe = Probe::of_code(
    "safety.shell_true",
    "No child process is started with shell=True: an argument list has no shell to inject into",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let code = snapshot.code();
    if code.scopes.is_empty() {
        return super::no_python(snapshot);
    }
    let mut search = Search::of_code(snapshot);
    let mut found = Vec::new();
    for (id, scope) in code.scopes.iter().enumerate() {
        for call in &scope.calls {
            let ExprKind::Call { args, .. } = &call.kind else {
                continue;
            };
            let name = code.external_call(id, call).unwrap_or_default();
            let partial =
                name == "functools.partial" && args.first().is_some_and(|arg| runs(code, id, &arg.value));
            let asks = match starts_process(&name) || partial {
                _ if is_implied(&name) => Asks::Yes,
                true => asks_for_shell(code, id, args),
                // Of another function the keyword may mean the same.
                false
                    if args
                        .iter()
                        .any(|arg| arg.name.as_deref() == Some("shell") && is_true(&arg.value)) =>
                {
                    followed(code, id, call)
                }
                false => Asks::No,
            };
            match asks {
                Asks::Yes => found.push((id, *call)),
                Asks::Unknown => {
                    search = search.open(
                        place(code, id, call),
                        "whether it goes through a shell could not be followed",
                    );
                }
                Asks::No => {}
            }
        }
    }
    answer(
        snapshot,
        code,
        "subprocess with shell=True",
        &["shell=True"],
        &found,
        search,
    )
}

/// Whether a function that is told `shell=True` may start a process with it. One of the repository is followed, one of a
/// library is known not to where the library starts none.
fn followed<'a>(code: &Code<'a>, scope: ScopeId, call: &'a Expr) -> Asks {
    const STARTING: [&str; 6] = ["git", "invoke", "fabric", "anyio", "trio", "psutil"];
    let ExprKind::Call { callee, .. } = &call.kind else {
        return Asks::No;
    };
    match code.thing(scope, callee) {
        Some(Thing::External(name)) if !STARTING.iter().any(|root| name.starts_with(root)) => Asks::No,
        Some(Thing::Class(..)) => Asks::No,
        _ if !code.targets(scope, callee).is_empty() => Asks::No,
        _ => Asks::Unknown,
    }
}

fn runs<'a>(code: &Code<'a>, scope: ScopeId, function: &'a Expr) -> bool {
    matches!(code.thing(scope, function), Some(Thing::External(name)) if starts_process(&name))
}

fn starts_process(name: &str) -> bool {
    name.starts_with("subprocess.") || name.starts_with("asyncio.subprocess.")
}
