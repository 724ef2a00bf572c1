//! Imports of JavaScript and TypeScript: both systems of modules.

use crate::facts::Via;
use crate::walk::{Walk, children};
use tree_sitter::Node;

/// How far out a guard may stand: beyond, nobody wrote it.
const ABOVE_MAX: usize = 64;

/// Looks at a statement or call that may bring something in.
pub(super) fn look<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    match node.kind() {
        "import_statement" => import(node, walk),
        "export_statement" => export(node, walk),
        "variable_declarator" => bind(node, walk),
        _ => called(node, walk),
    }
}

/// The text of a string that is written down.
fn written<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<&'t str> {
    (node.kind() == "string").then(|| walk.text_of(node).trim_matches(['"', '\'']))
}

fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| child.kind() == kind)
}

/// A module by its name alone: `node:fs` is `fs`.
fn module(path: &str) -> &str {
    path.strip_prefix("node:").unwrap_or(path)
}

fn import<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let required = child(node, "import_require_clause");
    let source = required.unwrap_or(node).child_by_field_name("source");
    let Some(what) = source.and_then(|source| written(source, walk)) else {
        return;
    };
    let mut names = Vec::new();
    let clause = child(node, "import_clause");
    for part in clause.map(children).unwrap_or_default() {
        taken(part, what, &mut names, walk);
    }
    if let Some(name) = required.and_then(|required| required.named_child(0)) {
        walk.bind(walk.text_of(name), module(what));
    }
    let is_typed = child(node, "type").is_some() || is_all_types(clause, walk);
    walk.import(node, what, names, if is_typed { Via::TypeOnly } else { Via::Use });
}

fn taken<'t>(part: Node<'t>, what: &str, names: &mut Vec<String>, walk: &mut Walk<'t>) {
    let module = module(what);
    match part.kind() {
        "identifier" => {
            names.push("default".to_owned());
            walk.bind(walk.text_of(part), module);
        }
        "namespace_import" => {
            names.push("*".to_owned());
            if let Some(name) = part.named_child(0) {
                walk.bind(walk.text_of(name), module);
            }
        }
        _ => {
            for one in children(part)
                .into_iter()
                .filter(|one| one.kind() == "import_specifier")
            {
                let name = walk.field(one, "name");
                let alias = walk.field(one, "alias");
                names.push(name.to_owned());
                walk.bind(
                    if alias.is_empty() { name } else { alias },
                    format!("{module}.{name}"),
                );
            }
        }
    }
}

fn is_all_types<'t>(clause: Option<Node<'t>>, walk: &Walk<'t>) -> bool {
    let Some(clause) = clause.filter(|clause| clause.named_child_count() == 1) else {
        return false;
    };
    let list = clause
        .named_child(0)
        .filter(|list| list.kind() == "named_imports");
    list.map(children).is_some_and(|all| {
        let mut all = all
            .into_iter()
            .filter(|one| one.kind() == "import_specifier")
            .peekable();
        all.peek().is_some() && all.all(|one| walk.text_of(one).starts_with("type "))
    })
}

fn export<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let Some(what) = walk
        .child(node, "source")
        .and_then(|source| written(source, walk))
    else {
        return;
    };
    let specifiers = child(node, "export_clause").map(children).unwrap_or_default();
    let mut names: Vec<String> = specifiers
        .iter()
        .map(|one| walk.field(*one, "name").to_owned())
        .collect();
    if child(node, "*").is_some() || child(node, "namespace_export").is_some() {
        names.push("*".to_owned());
    }
    let how = if child(node, "type").is_some() {
        Via::TypeOnly
    } else {
        Via::Offer
    };
    walk.import(node, what, names, how);
}

/// `require("x")` and `import("x")`.
fn called<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let is_import = match walk.field(node, "function") {
        "import" => true,
        "require" => false,
        _ => return,
    };
    let first = walk.child(node, "arguments").and_then(|list| list.named_child(0));
    if let Some(what) = first.and_then(|first| written(first, walk)) {
        let how = via(node, is_import, walk);
        walk.import(node, what, Vec::new(), how);
    }
}

fn via<'t>(node: Node<'t>, is_import: bool, walk: &Walk<'t>) -> Via {
    let mut how = if is_import { Via::Late } else { Via::Use };
    let mut below = node;
    for above in walk.outward(ABOVE_MAX) {
        match above.kind() {
            "try_statement" if walk.child(above, "body") == Some(below) => return Via::Optional,
            "function_declaration"
            | "method_definition"
            | "arrow_function"
            | "function_expression"
            | "generator_function"
            | "generator_function_declaration" => how = Via::Late,
            _ => {}
        }
        below = above;
    }
    how
}

/// What names mean that get a module, a part of one, or a promise of one.
fn bind<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let (Some(name), Some(value)) = (walk.child(node, "name"), walk.child(node, "value")) else {
        return;
    };
    let Some(path) = meant(value, walk) else {
        return;
    };
    if name.kind() == "identifier" {
        walk.bind(walk.text_of(name), path);
        return;
    }
    for part in children(name) {
        match part.kind() {
            "shorthand_property_identifier_pattern" => {
                let name = walk.text_of(part);
                walk.bind(name, format!("{path}.{name}"));
            }
            "pair_pattern" => {
                let here = walk.field(part, "value");
                let name = walk.field(part, "key");
                walk.bind(here, format!("{path}.{name}"));
            }
            _ => {}
        }
    }
}

/// `require("x")`, `require("x").y`, `await import("x")`, `promisify(exec)`.
fn meant<'t>(value: Node<'t>, walk: &Walk<'t>) -> Option<String> {
    match value.kind() {
        "await_expression" => meant(
            value
                .named_child(0)
                .filter(|inner| inner.kind() == "call_expression")?,
            walk,
        ),
        "member_expression" => {
            let object = walk
                .child(value, "object")
                .filter(|object| object.kind() == "call_expression")?;
            Some(format!(
                "{}.{}",
                meant(object, walk)?,
                walk.field(value, "property")
            ))
        }
        "call_expression" => {
            let first = walk.child(value, "arguments")?.named_child(0)?;
            match walk.field(value, "function") {
                "require" | "import" => written(first, walk).map(|what| module(what).to_owned()),
                "promisify" | "util.promisify" => Some(walk.resolve(walk.text_of(first))),
                _ => None,
            }
        }
        _ => None,
    }
}
