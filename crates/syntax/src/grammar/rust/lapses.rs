//! Where Rust code lets errors and memory slip.

use crate::facts::Slip;
use crate::walk::{Call, Kind, Walk};
use tree_sitter::Node;
use wordlist::array;

/// Locks are only poisoned when another thread has panicked already; a joined thread hands its panic on.
const HANDED_ON: &[&str] = &["lock", "read", "write", "join", "try_lock", "wait", "into_inner"];

/// Looks at a node that may let something slip.
pub(super) fn look<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    match node.kind() {
        "let_declaration" => {
            if walk.child(node, "alternative").is_some() {
                walk.branch();
            }
            if drops_result(node, walk) {
                walk.lapse(Slip::Ignored, node);
            }
        }
        "expression_statement" if drops_error(node, walk) => walk.lapse(Slip::Ignored, node),
        "match_arm" => arm(node, walk),
        "if_expression" if asks_for_error(node, walk) => {
            walk.handler(node);
            if passes_over_error(node, walk) {
                walk.lapse(Slip::Swallowed, node);
            }
        }
        "if_expression" if takes_success_alone(node, walk) => walk.aside(node),
        _ => {}
    }
}

/// Calls that fail for one reason, which what comes instead says: a variable that is not set, a text that is no number.
const NARROW: [&str; 10] =
    array("var var_os parse try_from try_into from_utf8 from_str to_str into_string downcast");

/// `if let Ok(value) = f()`, and nothing where it failed.
fn takes_success_alone<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let condition = walk.child(node, "condition");
    let pattern = condition.filter(|condition| condition.kind() == "let_condition");
    walk.child(node, "alternative").is_none()
        && pattern.is_some_and(|condition| {
            let value = walk
                .child(condition, "value")
                .and_then(|value| super::calls::call(value, walk));
            let is_narrow = value.is_some_and(|call| NARROW.contains(&call.name));
            walk.field(condition, "pattern").starts_with("Ok(") && !is_narrow
        })
}

/// `f().ok()`, of which something is made.
fn leaves_error_aside<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let inner = call.on.and_then(|on| super::calls::call(on, walk));
    let is_dropped = || {
        walk.above(0)
            .is_some_and(|above| above.kind() == "expression_statement")
    };
    call.name == "ok"
        && walk.arguments(call).is_empty()
        && inner.is_some_and(|inner| !NARROW.contains(&inner.name))
        && !is_dropped()
}

/// `let _ = f();`, where `f` could give back an error.
fn drops_result<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let is_blank = walk.field(node, "pattern") == "_" && walk.child(node, "type").is_none();
    let value = walk.child(node, "value").filter(|_| is_blank);
    let value = match value {
        Some(value) if value.kind() == "await_expression" => value.named_child(0),
        value => value,
    };
    value
        .filter(|value| value.kind() == "call_expression")
        .and_then(|value| super::calls::call(value, walk))
        .is_some_and(|call| {
            let is_known = walk.lists().fallible.contains(call.name) || call.name.starts_with("try_");
            // A thread or a task that is given what it runs is let go, and has not failed.
            let is_let_go = call.name == "spawn" && !walk.arguments(&call).is_empty();
            is_known && !is_let_go || is_fallible_here(call.name, walk)
        })
}

/// Longest signature that is looked at, in bytes.
const SIGNATURE_BYTES_MAX: usize = 400;

/// Whether a function of the same file says that it gives back an error.
fn is_fallible_here(name: &str, walk: &Walk<'_>) -> bool {
    walk.may_search()
        && walk.places_of(name).any(|(line, after)| {
            let signature = after.split(['{', ';']).next().unwrap_or_default();
            line.ends_with("fn ") && signature.len() < SIGNATURE_BYTES_MAX && signature.contains("Result")
        })
}

/// `f().ok();`.
fn drops_error<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    node.named_child(0)
        .filter(|value| value.kind() == "call_expression" && walk.text_of(*value).ends_with(".ok()"))
        .and_then(|value| super::calls::call(value, walk))
        .is_some_and(|call| call.name == "ok")
}

/// An arm is a way through, unless it takes all the rest; `Err(_) => {}` passes over an error.
fn arm<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let pattern = walk.field(node, "pattern");
    if pattern != "_" && !walk.is_row(node) {
        walk.branch();
    }
    if !takes_every_error(pattern) {
        return;
    }
    walk.handler(node);
    let value = walk.child(node, "value");
    if value.is_some_and(|value| is_nothing(value, walk)) {
        walk.lapse(Slip::Swallowed, node);
    }
}

fn is_nothing<'t>(value: Node<'t>, walk: &Walk<'t>) -> bool {
    match value.kind() {
        "unit_expression" => true,
        "block" => walk.statements(value, 1).is_empty(),
        _ => false,
    }
}

/// `Err(_)`, `Err(e)`: not one kind of error.
fn takes_every_error(pattern: &str) -> bool {
    pattern
        .strip_prefix("Err(")
        .and_then(|rest| rest.strip_suffix(')'))
        .is_some_and(|name| {
            let is_name = name
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter == '_');
            name == ".." || is_name && !name.is_empty()
        })
}

/// `if let Err(_) = f()`.
fn asks_for_error<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let condition = walk.child(node, "condition");
    let pattern = condition.filter(|condition| condition.kind() == "let_condition");
    pattern.is_some_and(|condition| takes_every_error(walk.field(condition, "pattern")))
}

/// `{}` after such a question, and nothing else.
fn passes_over_error<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let consequence = walk.child(node, "consequence");
    walk.child(node, "alternative").is_none()
        && consequence.is_some_and(|block| walk.statements(block, 1).is_empty())
}

/// Looks at a call that may end the program.
pub(super) fn called<'t>(call: &Call<'t>, walk: &mut Walk<'t>) {
    if walk.is_in_test() || call.on.is_none() || is_for_developers(walk.path()) {
        return;
    }
    if leaves_error_aside(call, walk) {
        walk.aside(call.node);
    }
    let ends = match call.name {
        "unwrap" => walk.arguments(call).is_empty(),
        "expect" => walk
            .arguments(call)
            .first()
            .is_some_and(|why| walk.text_of(*why) == "\"\""),
        _ => false,
    };
    if ends && !is_sure(call, walk) && !is_asked_before(call, walk) {
        walk.lapse(Slip::Fatal, call.node);
    }
}

/// Calls that hand on what is there as it is.
const LENDS: [&str; 6] = array(".as_ref() .as_mut() .as_deref() .clone() .take() .to_owned()");
/// Questions after which what is unwrapped is known to be there, or the function has been left.
const ASKS: [&str; 4] = array(".is_some() .is_ok() .is_none() .is_err()");

/// Whether the function asks before whether the same value is there.
fn is_asked_before<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let mut value = call.on.map_or("", |on| walk.text_of(on));
    while let Some(rest) = LENDS.iter().find_map(|lends| value.strip_suffix(lends)) {
        value = rest;
    }
    let start = walk.around().map(|function| function.start_byte());
    let before = start.and_then(|start| walk.text().get(start..call.node.start_byte()));
    let is_place = !value.is_empty() && !value.contains('(');
    let asks = |before: &str| ASKS.iter().any(|asks| before.contains(&format!("{value}{asks}")));
    is_place && before.is_some_and(asks)
}

/// Build scripts and examples are run by those who can read what they say.
fn is_for_developers(path: &str) -> bool {
    path.ends_with("build.rs") || path.split('/').any(|part| matches!(part, "examples" | "benches"))
}

/// Whether what is unwrapped cannot fail by what it is given: all of it is written here (`Regex::new("…")`), or
/// only a panic elsewhere makes it fail.
fn is_sure<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let Some(inner) = call.on.and_then(|on| super::calls::call(on, walk)) else {
        return false;
    };
    let given = walk.arguments(&inner);
    let is_literal = |node: &Node<'t>| walk.kind(*node).is(Kind::LITERAL);
    let is_handed_on = given.is_empty() && HANDED_ON.contains(&inner.name);
    // `Utc.timestamp_opt(0, 0)`: called on what has no parts of its own.
    let is_unit = |on: Node<'t>| {
        on.kind() == "identifier"
            && walk
                .text_of(on)
                .starts_with(|letter: char| letter.is_ascii_uppercase())
    };
    let is_written = !given.is_empty() && inner.on.is_none_or(is_unit) && given.iter().all(is_literal);
    let is_parsed = inner.name == "parse" && inner.on.as_ref().is_some_and(is_literal);
    // Whatever is split has a first part.
    let is_first = inner.name == "next" && {
        let split = inner.on.and_then(|on| super::calls::call(on, walk));
        split.is_some_and(|call| call.name.starts_with("split") && !call.name.contains("whitespace"))
    };
    is_handed_on || is_written || is_parsed || is_first || matches!(inner.name, "write" | "writeln")
}
