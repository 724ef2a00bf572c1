//! Calls of JavaScript that are dangerous, and where data comes in.

use crate::walk::{Call, Reader, Walk, line_of};
use tree_sitter::Node;

/// Looks at a setting that is a danger by itself.
pub(super) fn look<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let said = match node.kind() {
        "pair" => (
            walk.field(node, "key").trim_matches(['"', '\'']),
            walk.field(node, "value"),
        ),
        "assignment_expression" => (walk.field(node, "left"), walk.field(node, "right")),
        _ => return,
    };
    let (name, value) = said;
    let name = name.rsplit('.').next().unwrap_or(name);
    let trusts_all = match name {
        "rejectUnauthorized" | "strictSSL" => value == "false",
        "NODE_TLS_REJECT_UNAUTHORIZED" => value.trim_matches(['"', '\'']) == "0",
        _ => false,
    };
    if trusts_all {
        walk.unverified(line_of(node), name);
    }
}

/// What a shell gets, where an option starts one.
fn through_shell<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let arguments = walk.arguments(call);
    let starts = |one: &Node<'t>| {
        let text: String = walk.text_of(*one).split_whitespace().collect();
        one.kind() == "object"
            && (text.contains("shell:true") || text.contains("shell:\"") || text.contains("shell:'"))
    };
    arguments
        .iter()
        .any(starts)
        .then(|| arguments.iter().filter(|one| !starts(one)).copied().collect())
}

/// Code that a timer is given as text.
fn timed<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let first = *walk.arguments(call).first()?;
    matches!(first.kind(), "string" | "template_string" | "binary_expression").then(|| vec![first])
}

/// What a broken hash or cipher is asked for by name.
fn broken<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let name = walk
        .text_of(*walk.arguments(call).first()?)
        .trim_matches(['"', '\'', '`'])
        .to_ascii_lowercase();
    let is_broken = matches!(name.as_str(), "md5" | "sha1" | "sha-1" | "md4" | "rc4" | "des")
        || name.starts_with("des-")
        || name.ends_with("-ecb");
    is_broken.then(|| vec![call.callee])
}

/// Who says which data of a call matter, by the names that the words give them.
pub(super) const READERS: &[(&str, Reader)] = &[
    ("broken", broken),
    ("through_shell", through_shell),
    ("timed", timed),
];
