//! What a file brings in.

use super::calls::TOKENS_MAX;
use crate::facts::Via;
use crate::walk::Walk;
use tree_sitter::Node;

/// Deepest nesting of groups in a `use`, and most names in one: nobody writes more.
const GROUPS_MAX: usize = 16;
const NAMES_MAX: usize = 1_000;

/// `use`, `extern crate`, `mod x;`.
pub(super) fn import<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    match node.kind() {
        "mod_item" => {
            if walk.child(node, "body").is_none() {
                let name = walk.field(node, "name");
                walk.import(node, name, Vec::new(), Via::Declare);
            }
        }
        "extern_crate_declaration" => {
            let name = walk.field(node, "name");
            walk.import(node, name, Vec::new(), how(node));
            let alias = walk.field(node, "alias");
            walk.bind(if alias.is_empty() { name } else { alias }, name);
        }
        _ => tree(node, walk),
    }
}

/// Files that a macro outside of functions declares, as those do that switch parts on and off: `feature! { pub mod x; }`.
pub(super) fn declared_in_macro<'t>(tree: Node<'t>, walk: &mut Walk<'t>) {
    let mut cursor = tree.walk();
    let tokens: Vec<Node<'t>> = tree.children(&mut cursor).take(TOKENS_MAX).collect();
    for declared in tokens.windows(3) {
        if declared[0].kind() == "mod" && walk.text_of(declared[2]) == ";" {
            let name = walk.text_of(declared[1]);
            walk.import(declared[1], name, Vec::new(), Via::Declare);
        }
    }
}

/// What only its own crate may use (`pub(crate)`) is not offered.
fn how(node: Node<'_>) -> Via {
    match node.named_child(0) {
        Some(first) if first.kind() == "visibility_modifier" && first.child_count() == 1 => Via::Offer,
        _ => Via::Use,
    }
}

/// Flattens the tree of a `use` into whole paths, in the order of the text.
fn tree<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let Some(argument) = walk.child(node, "argument") else {
        return;
    };
    let how = how(node);
    let mut open = vec![(argument, String::new(), 0)];
    let mut left = NAMES_MAX;
    while let Some((part, prefix, depth)) = open.pop() {
        left = left.saturating_sub(1);
        if left == 0 || depth > GROUPS_MAX {
            return;
        }
        match part.kind() {
            "scoped_use_list" => {
                let prefix = joined(&prefix, walk.field(part, "path"));
                open.extend(walk.child(part, "list").map(|list| (list, prefix, depth)));
            }
            "use_list" => {
                let mut cursor = part.walk();
                let inner: Vec<Node<'t>> = part.named_children(&mut cursor).take(NAMES_MAX).collect();
                open.extend(
                    inner
                        .into_iter()
                        .rev()
                        .map(|one| (one, prefix.clone(), depth + 1)),
                );
            }
            _ => leaf(part, &prefix, how, walk),
        }
    }
}

fn leaf<'t>(part: Node<'t>, prefix: &str, how: Via, walk: &mut Walk<'t>) {
    match part.kind() {
        "use_wildcard" => {
            let path = part.named_child(0).map_or("", |path| walk.text_of(path));
            walk.import(part, joined(prefix, path), vec!["*".to_owned()], how);
        }
        "use_as_clause" => {
            let path = joined(prefix, walk.field(part, "path"));
            walk.bind(walk.field(part, "alias"), path.clone());
            walk.import(part, path, Vec::new(), how);
        }
        "identifier" | "scoped_identifier" | "self" | "crate" | "super" | "metavariable" => {
            let text = walk.text_of(part);
            let path = if text == "self" && !prefix.is_empty() {
                prefix.to_owned()
            } else {
                joined(prefix, text)
            };
            let name = if text == "self" {
                prefix_name(walk, part, prefix)
            } else {
                last(text)
            };
            walk.bind(name, path.clone());
            walk.import(part, path, Vec::new(), how);
        }
        _ => {}
    }
}

/// The name that `self` stands for in a group: the last segment before it, as it stands in the text.
fn prefix_name<'t>(walk: &Walk<'t>, part: Node<'t>, prefix: &str) -> &'t str {
    let before = walk.text().get(..part.start_byte()).unwrap_or_default();
    let name = last(prefix);
    before
        .rfind(name)
        .and_then(|at| before.get(at..at + name.len()))
        .unwrap_or_default()
}

fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

fn joined(prefix: &str, path: &str) -> String {
    let path: String = path.split_whitespace().collect();
    if prefix.is_empty() {
        path
    } else if path.is_empty() {
        prefix.to_owned()
    } else {
        format!("{prefix}::{path}")
    }
}
