//! Where Python code lets errors and types slip.

use crate::facts::Slip;
use crate::walk::{Call, Kind, Walk, goes_on};
use tree_sitter::Node;
use wordlist::array;

/// Errors that stand for all errors.
const ALL: &[&str] = &["Exception", "BaseException"];
/// Calls that only tell whoever looks at the console.
const PRINTS: &[&str] = &["print(", "traceback.print_exc("];
/// Packages of programs that people start: there, ending the program is the program's own business.
const COMMANDS: [&str; 8] = array("argparse click typer optparse docopt fire getopt getpass");
/// Names of functions that are started from outside.
const STARTED: [&str; 9] = array("main _main cli run run_cli entrypoint entry_point start usage");

/// Looks at a node that may let something slip.
pub(super) fn look<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    match node.kind() {
        "except_clause" => {
            walk.handler(node);
            handler(node, walk);
        }
        "finally_clause" => replaced(node, walk),
        "with_statement" => suppressed(node, walk),
        "typed_parameter" | "typed_default_parameter" => {
            let is_whole = node
                .named_child(0)
                .is_some_and(|name| !name.kind().ends_with("splat_pattern"));
            if is_whole && is_any(walk.field(node, "type")) {
                walk.lapse(Slip::Untyped, node);
            }
        }
        _ => {}
    }
}

/// Whether a type is open. The function `any` is none, and checkers take it for one.
fn is_any(kind: &str) -> bool {
    matches!(kind, "Any" | "typing.Any" | "t.Any" | "any")
}

/// The errors that a clause catches; none when it catches all.
pub(super) fn caught<'t>(handler: Node<'t>, walk: &Walk<'t>) -> Vec<&'t str> {
    let Some(value) = value(handler, walk) else {
        return Vec::new();
    };
    let value = if value.kind() == "as_pattern" {
        value.named_child(0).unwrap_or(value)
    } else {
        value
    };
    let list = if matches!(value.kind(), "tuple" | "parenthesized_expression") {
        Some(value)
    } else {
        None
    };
    match list {
        None => vec![walk.text_of(value)],
        Some(list) => {
            let mut cursor = list.walk();
            list.named_children(&mut cursor)
                .map(|one| walk.text_of(one))
                .collect()
        }
    }
}

fn value<'t>(handler: Node<'t>, walk: &Walk<'t>) -> Option<Node<'t>> {
    let first = walk.child(handler, "value");
    first.or_else(|| {
        handler
            .named_child(0)
            .filter(|child| child.kind() != "block" && !walk.kind(*child).is(Kind::COMMENT))
    })
}

fn block(handler: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = handler.walk();
    handler
        .named_children(&mut cursor)
        .find(|child| child.kind() == "block")
}

fn handler<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let errors = caught(node, walk);
    let is_all = errors.is_empty() || errors.iter().any(|error| ALL.contains(error));
    let Some(body) = block(node).filter(|_| is_all) else {
        return;
    };
    let is_explained = walk.has_reason(node) || walk.has_reason(body);
    let statements = walk.statements(body, 2);
    let does_nothing = match statements.as_slice() {
        [] => true,
        [only] => only.kind() == "continue_statement",
        _ => false,
    };
    if does_nothing || walk.only_prints(body, PRINTS) {
        walk.lapse_told(Slip::Swallowed, node, is_explained);
    } else if is_blind(node, body, errors.first().copied(), walk) {
        walk.lapse_told(Slip::CaughtAll, node, is_explained);
    }
}

/// Whether what was caught ends here: neither raised again, nor handed on, nor logged with its trace.
fn is_blind<'t>(node: Node<'t>, body: Node<'t>, error: Option<&str>, walk: &Walk<'t>) -> bool {
    const TELLS: [&str; 9] = array("raise exc_info .exception( traceback sys.exit _exit( skip( fail( abort(");
    let text = walk.text_of(body);
    if TELLS.iter().any(|word| text.contains(word)) {
        return false;
    }
    let named = value(node, walk).and_then(|value| walk.child(value, "alias"));
    let is_handed_on = named.is_some_and(|name| goes_on(text, walk.text_of(name)));
    let catches_exits = error.is_none_or(|error| error == "BaseException");
    !is_handed_on || (catches_exits && named.is_none())
}

/// `finally: return x`: whatever went wrong, and what was given back for it, is gone.
fn replaced<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let statements = block(node)
        .map(|body| walk.statements(body, REPLACED_MAX))
        .unwrap_or_default();
    if let Some(last) = statements.last().filter(|last| last.kind() == "return_statement") {
        let is_explained = walk.has_reason(node) || block(node).is_some_and(|body| walk.has_reason(body));
        walk.handler(*last);
        walk.lapse_told(Slip::Swallowed, *last, is_explained);
    }
}

/// Most statements of such a block of which the last is looked at.
const REPLACED_MAX: usize = 50;

/// `with suppress(Exception):`.
fn suppressed<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let Some(head) = node.named_child(0) else {
        return;
    };
    let text = walk.text_of(head);
    let given = text
        .split_once("suppress(")
        .and_then(|(_, rest)| rest.split_once(')'));
    if given.is_some() {
        walk.handler(head);
    }
    if given.is_some_and(|(given, _)| given.split(',').any(|error| ALL.contains(&error.trim()))) {
        walk.lapse(Slip::Swallowed, head);
    }
}

/// Looks at a call that may end the program or give up a type.
pub(super) fn called<'t>(call: &Call<'t>, walk: &mut Walk<'t>) {
    let callee = walk.resolve(walk.text_of(call.callee));
    match callee.as_str() {
        "sys.exit" | "os._exit" if walk.tells_failure(call) && ends_library(walk) => {
            walk.lapse(Slip::Fatal, call.node)
        }
        "typing.cast"
            if walk
                .arguments(call)
                .first()
                .is_some_and(|kind| is_any(walk.text_of(*kind))) =>
        {
            walk.lapse(Slip::Untyped, call.node);
        }
        _ => {}
    }
}

/// Whether nobody starts the place where a program is ended: not a script, not a command, not `main`.
fn ends_library(walk: &Walk<'_>) -> bool {
    let around = walk.around().map_or("", |function| walk.field(function, "name"));
    let is_started = STARTED.contains(&around)
        || around.contains("main")
        || around.contains("exit")
        || around.contains("cli");
    let is_program = walk.text().contains("__main__")
        || walk.path().ends_with("__main__.py")
        || COMMANDS.iter().any(|package| walk.brings(package));
    walk.is_in_function() && !is_started && !is_program && !walk.is_in_test()
}
