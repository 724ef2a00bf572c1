//! Imports of Python, and what guards them.

use super::lapses;
use crate::facts::Via;
use crate::walk::Walk;
use tree_sitter::Node;

/// Errors by which a missing module is caught.
const MISSING: &[&str] = &["ImportError", "ModuleNotFoundError", "Exception", "BaseException"];
/// How far out a guard may stand: beyond, nobody wrote it.
const ABOVE_MAX: usize = 64;

/// Looks at a statement or call that may bring something in.
pub(super) fn look<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    match node.kind() {
        "import_statement" => plain(node, walk),
        "import_from_statement" => from(node, walk),
        "future_import_statement" => {
            let names = names(node, walk).map(|(name, _)| name.to_owned()).collect();
            walk.import(node, "__future__", names, Via::Use);
        }
        _ => late(node, walk),
    }
}

/// What a statement names, and how it is called here.
fn names<'t>(node: Node<'t>, walk: &Walk<'t>) -> impl Iterator<Item = (&'t str, &'t str)> {
    let mut cursor = node.walk();
    let all: Vec<_> = node.children_by_field_name("name", &mut cursor).collect();
    all.into_iter().map(|name| {
        if name.kind() == "aliased_import" {
            (walk.field(name, "name"), walk.field(name, "alias"))
        } else {
            (walk.text_of(name), walk.text_of(name))
        }
    })
}

fn plain<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let how = via(node, walk);
    let all: Vec<_> = names(node, walk).collect();
    for (what, here) in all {
        walk.import(node, what, Vec::new(), how);
        if what != here {
            walk.bind(here, what);
        }
    }
}

fn from<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let how = via(node, walk);
    let what: String = walk.field(node, "module_name").split_whitespace().collect();
    let all: Vec<_> = names(node, walk).collect();
    for (name, here) in &all {
        walk.bind(here, format!("{what}.{name}"));
    }
    let mut cursor = node.walk();
    let takes_all = node
        .named_children(&mut cursor)
        .any(|child| child.kind() == "wildcard_import");
    let mut names: Vec<String> = all.iter().map(|(name, _)| (*name).to_owned()).collect();
    if takes_all {
        names.push("*".to_owned());
    }
    walk.import(node, what, names, how);
}

/// `importlib.import_module("x")` with a name that is written down.
fn late<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let callee = walk.field(node, "function");
    if !matches!(callee, "importlib.import_module" | "import_module" | "__import__") {
        return;
    }
    let first = walk.child(node, "arguments").and_then(|list| list.named_child(0));
    let content = first.filter(|first| first.kind() == "string" && first.named_child_count() == 3);
    if let Some(content) = content.and_then(|first| first.named_child(1)) {
        let what = walk.text_of(content);
        if content.kind() == "string_content" {
            walk.import(node, what, Vec::new(), Via::Late);
        }
    }
}

fn via<'t>(node: Node<'t>, walk: &Walk<'t>) -> Via {
    let mut how = Via::Use;
    let mut below = node;
    for above in walk.outward(ABOVE_MAX) {
        match above.kind() {
            "if_statement" if is_for_types(above, below, walk) => return Via::TypeOnly,
            "try_statement" if may_miss(above, below, walk) => return Via::Optional,
            "with_statement" if suppresses(above, walk) => return Via::Optional,
            "if_statement" if walk.field(above, "condition").contains("__main__") => how = Via::Late,
            "function_definition" => how = Via::Late,
            _ => {}
        }
        below = above;
    }
    how
}

fn is_for_types<'t>(branch: Node<'t>, below: Node<'t>, walk: &Walk<'t>) -> bool {
    let condition = walk.field(branch, "condition");
    walk.child(branch, "consequence") == Some(below) && condition.rsplit('.').next() == Some("TYPE_CHECKING")
}

/// Whether a missing module is caught, or what stands in for one that was missed.
fn may_miss<'t>(attempt: Node<'t>, below: Node<'t>, walk: &Walk<'t>) -> bool {
    let mut cursor = attempt.walk();
    let mut handlers = attempt
        .named_children(&mut cursor)
        .filter(|child| child.kind() == "except_clause");
    let is_guarded = walk.child(attempt, "body") == Some(below) || below.kind() == "except_clause";
    is_guarded
        && handlers.any(|handler| {
            let caught = lapses::caught(handler, walk);
            caught.is_empty() || caught.iter().any(|name| MISSING.contains(name))
        })
}

fn suppresses<'t>(with: Node<'t>, walk: &Walk<'t>) -> bool {
    with.named_child(0).is_some_and(|head| {
        let head = walk.text_of(head);
        head.contains("suppress(") && MISSING.iter().any(|error| head.contains(error))
    })
}
