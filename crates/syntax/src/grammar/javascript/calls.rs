//! Calls of JavaScript that are dangerous, and where data comes in.

use crate::walk::{Call, Reader, Walk, is_shell, line_of};
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

/// What a shell gets, where it is what is started, or an option starts one.
fn through_shell<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let arguments = walk.arguments(call);
    if let [program, rest @ ..] = arguments.as_slice()
        && program.kind() == "string"
        && is_shell(walk.text_of(*program).trim_matches(['"', '\'', '`']))
    {
        return Some(rest.to_vec());
    }
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

/// Where a browser is sent: the last argument, behind a number that may stand before it.
fn goal<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    walk.arguments(call).last().map(|goal| vec![*goal])
}

/// Names of what only its owner knows.
const CREDENTIALS: [&str; 6] = ["password", "passwd", "pass", "pwd", "token", "secret"];

/// What a document database looks a password or a token up by, as it came in: an object with an operator in it
/// (`{"$gt": ""}`) finds everybody's. So does a filter that is the whole of what came in.
fn credentials<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let asks = ["mongoose", "mongodb", "mongojs", "monk"];
    let filter = *walk.arguments(call).first()?;
    if !asks.iter().any(|package| walk.brings(package)) {
        return None;
    }
    let whole = [
        "JSON.parse(",
        "req.body",
        "req.query",
        "request.body",
        "request.query",
    ];
    let written = walk.text_of(filter);
    if written.starts_with(whole[0]) || whole[1..].contains(&written) {
        return Some(vec![filter]);
    }
    if filter.kind() != "object" {
        return None;
    }
    let mut cursor = filter.walk();
    let pairs = filter.named_children(&mut cursor).filter(|pair| {
        let key = walk
            .field(*pair, "key")
            .trim_matches(['"', '\''])
            .to_ascii_lowercase();
        CREDENTIALS.contains(&key.as_str())
    });
    let values: Vec<Node<'t>> = pairs
        .filter_map(|pair| walk.child(pair, "value"))
        .filter(|value| {
            ["req.body.", "request.body."]
                .iter()
                .any(|body| walk.text_of(*value).starts_with(body))
        })
        .collect();
    (!values.is_empty()).then_some(values)
}

/// Who says which data of a call matter, by the names that the words give them.
pub(super) const READERS: &[(&str, Reader)] = &[
    ("broken", broken),
    ("credentials", credentials),
    ("goal", goal),
    ("through_shell", through_shell),
    ("timed", timed),
];
