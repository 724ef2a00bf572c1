//! Shells: where the program hands a text to one, and where its text only speaks of that.

use super::git_calls::place;
use court::evidence::Place;
use probes_core::{Answer, Search, Subject};
use python::ast::{Arg, Expr, ExprKind};
use python::code::{Code, is_true};
use python::flow::{Along, sources};
use python::given::given;
use python::scopes::ScopeId;
use wordlist::array;

/// Most places shown where a call is only spoken of.
const MENTIONS_SHOWN_MAX: usize = 3;

/// `os.system` and `os.popen`, by any of their names.
pub(super) fn is_os_system(name: &str) -> bool {
    ["os.system", "os.popen", "posix.system", "nt.system"].contains(&name)
}

/// Functions that hand their text to a shell without being asked to.
pub(super) fn is_implied(name: &str) -> bool {
    let implied = const {
        array::<4>(
            "subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell \
         asyncio.subprocess.create_subprocess_shell",
        )
    };
    implied.contains(&name)
}

/// Whether a call asks for a shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// `shell=True`, or something that may be true.
    Yes,
    /// Nothing says so.
    No,
    /// What says so could not be followed.
    Unknown,
}

/// Whether a call has `shell=True`, or something that may be true for `shell`.
pub(super) fn asks_for_shell<'a>(code: &Code<'a>, scope: ScopeId, args: &'a [Arg]) -> Asks {
    let shell = given(code, scope, args, "shell");
    let mut asks = if shell.open.is_empty() {
        Asks::No
    } else {
        Asks::Unknown
    };
    for (scope, value) in shell.values {
        for step in sources(code, scope, value, Along::Text) {
            match &step.expr.kind {
                _ if is_true(step.expr) => return Asks::Yes,
                ExprKind::Bool(_) | ExprKind::None | ExprKind::Number(_) => {}
                _ if step.is_end => asks = Asks::Unknown,
                _ => {}
            }
        }
    }
    asks
}

/// The calls outside tests that `is_wanted` picks by the full name of what is called and its arguments.
pub(super) fn calls<'a>(
    code: &Code<'a>,
    is_wanted: impl Fn(ScopeId, &str, &'a [Arg]) -> bool,
) -> Vec<(ScopeId, &'a Expr)> {
    let wanted = code.outward().iter().filter(|outward| {
        let ExprKind::Call { args, .. } = &outward.call.kind else {
            return false;
        };
        let name = outward.function.as_deref();
        name.is_some_and(|name| is_wanted(outward.scope, name, args))
    });
    wanted.map(|outward| (outward.scope, outward.call)).collect()
}

/// The answer to "is this called": the calls, or how the text comes to speak of it.
pub(super) fn answer(
    snapshot: &Subject,
    code: &Code<'_>,
    what: &str,
    words: &[&str],
    calls: &[(ScopeId, &Expr)],
    search: Search,
) -> Answer {
    if calls.is_empty() {
        return absent(snapshot, what, words, search);
    }
    let reached = calls
        .iter()
        .filter(|(scope, _)| code.scopes[*scope].is_reached)
        .count();
    let reach = match reached {
        0 => "none of them reached from an entry point",
        all if all == calls.len() => "all reached from an entry point",
        _ => "some reached from an entry point",
    };
    let rationale = format!("{what} is called outside tests {} ({reach})", times(calls.len()));
    let places = calls.iter().map(|(scope, call)| place(code, *scope, call));
    Answer::present(rationale).at_all(places)
}

fn absent(snapshot: &Subject, what: &str, words: &[&str], search: Search) -> Answer {
    let mentions = mentions(snapshot, words);
    let spoken = match mentions.len() {
        0 => String::new(),
        count => format!(
            "; it stands only in strings, comments or documentation, {}",
            times(count)
        ),
    };
    let answer = Answer::absent(format!("no call of {what} outside tests{spoken}"), search);
    if !answer.finding.is_observed() {
        return answer;
    }
    let note = format!("{what} is only spoken of here, not called");
    let mentions = mentions.into_iter().take(MENTIONS_SHOWN_MAX);
    mentions.fold(answer, |answer, mention| answer.at_noting(mention, note.clone()))
}

fn times(count: usize) -> String {
    if count == 1 {
        "once".to_owned()
    } else {
        format!("{count} times")
    }
}

/// The lines of Python outside tests that speak of one of these words.
fn mentions(snapshot: &Subject, words: &[&str]) -> Vec<Place> {
    let program = snapshot.program();
    let paths = program.paths().filter(|path| !program.is_test(path));
    let lines = paths.flat_map(|path| {
        let text = snapshot.text(path).unwrap_or_default();
        let lines = (1u32..).zip(text.lines());
        let spoken = lines.filter(|(_, line)| words.iter().any(|word| line.contains(word)));
        spoken.map(move |(number, _)| Place::line(path, number))
    });
    lines.collect()
}
