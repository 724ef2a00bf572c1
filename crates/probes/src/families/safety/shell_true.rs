//! `safety.shell_true`: a child process is started through a shell.

use super::shells::{answer, asks_for_shell, calls, is_implied};
use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::Detective;

/// Whether a function of `subprocess` is called with a shell outside tests.
pub(super) const PROBE: Probe = Probe {
    id: "safety.shell_true",
    detective: Detective::RepoInvestigator,
    goal: "No child process is started with shell=True: an argument list has no shell to inject into",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    let code = snapshot.code();
    if code.scopes.is_empty() {
        return super::no_python(snapshot);
    }
    let found = calls(code, |scope, name, args| {
        is_implied(name) || (starts_process(name) && asks_for_shell(code, scope, args))
    });
    answer(
        snapshot,
        code,
        "subprocess with shell=True",
        &["shell=True"],
        &found,
    )
}

fn starts_process(name: &str) -> bool {
    name.starts_with("subprocess.") || name.starts_with("asyncio.subprocess.")
}
