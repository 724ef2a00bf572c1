//! Where Ruby code lets errors and types slip.

use super::children;
use crate::facts::Slip;
use crate::walk::{Call, Walk, goes_on, names};
use tree_sitter::Node;
use wordlist::array;

/// Errors that stand for all errors.
const ALL: &[&str] = &["StandardError", "Exception", "::StandardError", "::Exception"];

/// Calls that only tell whoever looks at the console.
const PRINTS: &[&str] = &["puts ", "puts(", "p ", "warn ", "print "];

/// Looks at a node that may let something slip.
pub(super) fn look<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    match node.kind() {
        "rescue" => {
            walk.handler(node);
            handler(node, walk);
        }
        "rescue_modifier" => {
            walk.handler(node);
            if walk.field(node, "handler") == "nil" {
                walk.lapse(Slip::Swallowed, node);
            }
        }
        _ => {}
    }
}

fn handler<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let errors = walk.child(node, "exceptions").map(children).unwrap_or_default();
    let errors: Vec<&str> = errors.into_iter().map(|error| walk.text_of(error)).collect();
    if !errors.is_empty() && !errors.iter().any(|error| ALL.contains(error)) {
        return;
    }
    let body = walk.child(node, "body");
    let statements = body.map(|body| walk.statements(body, 2)).unwrap_or_default();
    let does_nothing = match statements.as_slice() {
        [] => true,
        [only] => matches!(walk.text_of(*only), "nil" | "next"),
        _ => false,
    };
    let is_explained = walk.has_reason(node) || body.is_some_and(|body| walk.has_reason(body));
    if does_nothing || body.is_some_and(|body| walk.only_prints(body, PRINTS)) {
        walk.lapse_told(Slip::Swallowed, node, is_explained);
    } else if body.is_some_and(|body| is_blind(node, body, walk)) {
        walk.lapse_told(Slip::CaughtAll, node, is_explained);
    }
}

/// Whether what was caught ends here: neither raised again nor handed on.
fn is_blind<'t>(node: Node<'t>, body: Node<'t>, walk: &Walk<'t>) -> bool {
    let text = walk.text_of(body);
    let name = walk.field(node, "variable").trim_start_matches(['=', '>', ' ']);
    let ends = |word: &str| matches!(word, "raise" | "abort" | "exit" | "fail" | "throw");
    !goes_on(text, name) && !names(text).any(ends)
}

/// Looks at a call that may end the program or give up a type.
pub(super) fn called<'t>(call: &Call<'t>, walk: &mut Walk<'t>) {
    let on = walk.on(call);
    match (on, call.name) {
        ("T", "untyped" | "unsafe") => walk.lapse(Slip::Untyped, call.node),
        ("" | "Kernel" | "Process", "exit" | "exit!" | "abort") if ends_library(call, walk) => {
            walk.lapse(Slip::Fatal, call.node);
        }
        _ => {}
    }
}

/// Whether a program is ended as failed by something that others call.
fn ends_library<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    const SIGNS: [&str; 7] = array("ARGV OptionParser Thor __FILE__ #! Signal.trap trap(");
    let code = walk
        .arguments(call)
        .first()
        .map_or("0", |code| walk.text_of(*code));
    let is_failure = call.name == "abort" || !matches!(code, "0" | "true");
    let text = walk.text();
    let is_program = SIGNS.iter().any(|sign| text.contains(sign))
        || walk.path().ends_with(".rake")
        || walk.path().ends_with("Rakefile");
    is_failure && !is_program && walk.is_in_function() && !walk.is_in_test()
}
