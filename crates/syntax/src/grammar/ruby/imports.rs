//! What Ruby files bring in.

use super::children;
use crate::facts::Via;
use crate::walk::Walk;
use tree_sitter::Node;

/// How far out a guard may stand: beyond, nobody wrote it.
const ABOVE_MAX: usize = 64;

/// `require "x"`, `require_relative "x"` (told as `./x`), `load "x"`, `autoload :X, "x"`.
pub(super) fn look<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let method = walk.field(node, "method");
    if !matches!(method, "require" | "require_relative" | "load" | "autoload") {
        return;
    }
    let is_bare = walk
        .child(node, "receiver")
        .is_none_or(|on| matches!(walk.text_of(on), "Kernel"));
    let arguments = walk.child(node, "arguments").map(children).unwrap_or_default();
    let place = usize::from(method == "autoload");
    let Some(path) = arguments
        .get(place)
        .and_then(|one| written(*one, walk))
        .filter(|_| is_bare || place == 1)
    else {
        return;
    };
    let what = match method {
        "require_relative" if !path.starts_with('.') => format!("./{path}"),
        _ => path.to_owned(),
    };
    let names = match arguments.first() {
        Some(name) if place == 1 => vec![walk.text_of(*name).trim_start_matches(':').to_owned()],
        _ => Vec::new(),
    };
    let how = if place == 1 { Via::Late } else { via(walk) };
    walk.import(node, what, names, how);
}

/// A string without anything put into it.
fn written<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<&'t str> {
    let content = node
        .named_child(0)
        .filter(|_| node.kind() == "string" && node.named_child_count() == 1)?;
    (content.kind() == "string_content").then(|| walk.text_of(content))
}

fn via(walk: &Walk<'_>) -> Via {
    let mut how = Via::Use;
    for above in walk.outward(ABOVE_MAX) {
        match above.kind() {
            "begin" | "body_statement" if may_miss(above, walk) => return Via::Optional,
            "method" | "singleton_method" => how = Via::Late,
            _ => {}
        }
    }
    how
}

fn may_miss<'t>(block: Node<'t>, walk: &Walk<'t>) -> bool {
    children(block).into_iter().any(|one| {
        let errors = walk
            .child(one, "exceptions")
            .map_or("", |errors| walk.text_of(errors));
        one.kind() == "rescue" && errors.contains("LoadError")
    })
}
