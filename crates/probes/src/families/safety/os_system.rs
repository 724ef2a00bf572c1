//! `safety.os_system`: a text is handed to the shell of the operating system.

use super::shells::{answer, calls, is_os_system};
use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::Detective;

/// Whether `os.system` or `os.popen` is called outside tests.
pub(super) const PROBE: Probe = Probe {
    id: "safety.os_system",
    detective: Detective::RepoInvestigator,
    goal: "No command goes through os.system or os.popen: an argument list has no shell to inject into",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    let code = snapshot.code();
    if code.scopes.is_empty() {
        return super::no_python(snapshot);
    }
    let found = calls(code, |_, name, _| is_os_system(name));
    answer(
        snapshot,
        code,
        "os.system or os.popen",
        &["os.system", "os.popen"],
        &found,
    )
}
