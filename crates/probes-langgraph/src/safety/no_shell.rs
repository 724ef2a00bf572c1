//! `safety.no_shell`: git is run with an argument list, or by a library.

use super::git_calls::{GitCall, Means, git_calls};
use super::shells::{Asks, asks_for_shell};
use probes_core::{Answer, Probe, Search, Subject};
use python::code::Code;

pub(super) const PROBE: Probe = Probe::of_code(
    "safety.no_shell",
    "Git is run with an argument list and no shell, or by a library, everywhere",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let code = snapshot.code();
    let calls = git_calls(code);
    if code.scopes.is_empty() {
        return super::no_python(snapshot);
    }
    if calls.is_empty() {
        let nothing = "nothing in the Python of this repository runs git";
        return super::nothing_runs(snapshot, &["clone", "log", "show", "rev-parse", "-C"], nothing);
    }
    let (shell, plain): (Vec<&GitCall<'_>>, Vec<&GitCall<'_>>) = calls
        .iter()
        .partition(|call| matches!(call.means, Means::Shell(_)));
    if !shell.is_empty() {
        return described(code, false, &shell);
    }
    let unknown = calls.iter().find(|call| {
        matches!(call.means, Means::Process(_))
            && asks_for_shell(code, call.scope, call.args()) == Asks::Unknown
    });
    match unknown {
        Some(call) => {
            let cause = "whether git goes through a shell there could not be followed";
            Answer::unobserved(cause).at(call.place(code))
        }
        None => described(code, true, &plain),
    }
}

fn described(code: &Code<'_>, holds: bool, calls: &[&GitCall<'_>]) -> Answer {
    let rationale = if holds {
        format!(
            "every call of git ({}) has an argument list or goes through a library",
            calls.len()
        )
    } else {
        format!("git goes through a shell in {} calls", calls.len())
    };
    let mut places = Vec::new();
    let mut answer = match holds {
        true => Answer::present(rationale),
        // It was seen: what else there is changes nothing.
        false => Answer::absent(rationale, Search::default()),
    };
    for call in calls {
        let place = call.place(code);
        if !places.contains(&place) {
            answer = answer.at_noting(place.clone(), note(call));
            places.push(place);
        }
    }
    answer
}

fn note(call: &GitCall<'_>) -> String {
    let action = call.action.as_deref().unwrap_or("some command");
    match &call.means {
        Means::Process(by) => format!("git {action} with an argument list, by {by}"),
        Means::Shell(by) => format!("git {action} through a shell, by {by}"),
        Means::Library(by) => format!("{action} by the library, {by}"),
    }
}
