//! Calls of Ruby that are dangerous, and where data comes in.

use super::{children, test_cases};
use crate::facts::Risk;
use crate::walk::{Call, Reader, Reads, Sink, Walk, line_of};
use std::borrow::Cow;
use tree_sitter::Node;

/// A bare name that stands as a statement calls something.
pub(super) fn bare<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let is_statement = walk.above(0).is_some_and(|above| {
        matches!(
            above.kind(),
            "body_statement" | "block_body" | "then" | "do" | "begin"
        )
    });
    if is_statement {
        let name = walk.text_of(node);
        let is_assertion = walk.is_in_test() && test_cases::checks(name, "", walk);
        walk.calls(name, is_assertion);
    }
}

/// What a shell reads between backquotes.
pub(super) fn subshell<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    static SUBSHELL: Sink = Sink {
        callee: Cow::Borrowed(""),
        kind: Risk::Shell,
        reads: Reads::By(put_in),
    };
    walk.suspect(
        &SUBSHELL,
        Call {
            node,
            callee: node,
            name: "`",
            on: None,
            arguments: None,
        },
    );
}

fn put_in<'t>(call: &Call<'t>, _walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    Some(children(call.node))
}

/// How far out of a setting the other choice is looked for: the branch, its condition, the statement around.
const CHOICE_NODES_MAX: usize = 5;

/// `VERIFY_NONE`, where it is set.
pub(super) fn setting<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let is_set = walk.above(0).is_some_and(|above| {
        above.kind() == "pair" || walk.child(above, "right") == Some(node) && above.kind() == "assignment"
    });
    let name = walk.field(node, "name");
    // Where the other choice stands beside it, a setting decides.
    let is_choice = || {
        walk.outward(CHOICE_NODES_MAX)
            .any(|above| walk.text_of(above).contains("VERIFY_PEER"))
    };
    if is_set && name == "VERIFY_NONE" && !is_choice() {
        walk.unverified(line_of(node), name);
    }
}

/// What a shell gets: one text alone. Several arguments start the program itself.
fn command<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let given: Vec<Node<'t>> = walk
        .arguments(call)
        .into_iter()
        .filter(|one| {
            !matches!(
                one.kind(),
                "pair" | "hash" | "hash_splat_argument" | "block_argument"
            )
        })
        .collect();
    match given.as_slice() {
        [only] if !matches!(only.kind(), "array" | "splat_argument") => Some(given),
        [environment, _] if walk.text_of(*environment) == "env" => Some(given[1..].to_vec()),
        _ => None,
    }
}

/// A text that is run as code. Methods that are written by a text between marks are how Ruby makes methods.
fn code<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let first = *walk.arguments(call).first()?;
    let is_written = matches!(
        first.kind(),
        "heredoc_beginning" | "block_argument" | "simple_symbol"
    );
    (!is_written).then(|| vec![first])
}

/// A method that is chosen by a request.
fn chosen<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let first = *walk.arguments(call).first()?;
    walk.text_of(first).starts_with("params[").then(|| vec![first])
}

/// A class that is chosen by a request.
fn named<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let name = call.on?;
    walk.text_of(name).starts_with("params[").then(|| vec![name])
}

/// Bytes that become objects, unless the program made them a moment ago, or Ruby hands them on while it makes an object of bytes.
fn bytes<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let first = *walk.arguments(call).first()?;
    let mut around = std::iter::successors(Some(call.node), Node::parent).take(crate::DEPTH_MAX);
    let is_hook = around.any(|node| {
        let name = node
            .child_by_field_name("name")
            .filter(|_| node.kind().ends_with("method"));
        name.is_some_and(|name| matches!(walk.text_of(name), "_load" | "marshal_load"))
    });
    (!is_hook && !walk.text_of(first).contains(".dump")).then(|| vec![first])
}

fn yaml<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let arguments = walk.arguments(call);
    let is_limited = arguments
        .iter()
        .any(|one| walk.text_of(*one).starts_with("permitted_classes"));
    (!is_limited).then(|| arguments.into_iter().take(1).collect())
}

/// A condition of a query into which a value is put.
fn condition<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let first = *walk.arguments(call).first()?;
    let parts = if first.kind() == "string" {
        children(first)
    } else {
        Vec::new()
    };
    let is_value = parts.windows(2).any(|pair| {
        let before = walk.text_of(pair[0]).trim_end_matches(' ');
        pair[1].kind() == "interpolation" && before.ends_with(['\'', '=', '%', '<', '>'])
    });
    is_value.then(|| vec![first])
}

/// A broken hash that is asked for by name.
fn broken<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let name = walk
        .text_of(*walk.arguments(call).first()?)
        .trim_matches(['"', '\''])
        .to_ascii_lowercase();
    let is_broken =
        matches!(name.as_str(), "md5" | "sha1") || name.starts_with("des-") || name == "des" || name == "rc4";
    is_broken.then(|| call.on.into_iter().collect())
}

/// Who says which data of a call matter, by the names that the words give them.
pub(super) const READERS: &[(&str, Reader)] = &[
    ("broken", broken),
    ("bytes", bytes),
    ("chosen", chosen),
    ("code", code),
    ("command", command),
    ("condition", condition),
    ("named", named),
    ("yaml", yaml),
];
