//! Functions and what they belong to.

use crate::facts::Role;
use crate::walk::{Draft, Kind, Walk};
use tree_sitter::Node;

/// A function, or one that a trait asks for.
pub(super) fn function<'t>(node: Node<'t>, walk: &Walk<'t>) -> Draft<'t> {
    let name = walk.field(node, "name");
    let (params, used) = count(walk.child(node, "parameters"), walk);
    let home = walk.above(1).filter(|_| is_in_list(walk));
    let is_obliged =
        home.is_some_and(|home| home.kind() == "trait_item" || walk.child(home, "trait").is_some());
    let is_variant = (has_attribute(node, walk, "cfg") && !is_for_tests(node, walk)) || is_in_variant(walk);
    let is_free = !is_obliged && !is_variant;
    let is_of_trait = home.is_some_and(|home| home.kind() == "trait_item");
    let role = role(node, walk);
    Draft {
        may_pretend: is_free && used > 0,
        may_be_empty: is_free
            && !walk.is_in_function()
            && name != "main"
            && walk.adornments(node).is_empty()
            && walk.child(node, "type_parameters").is_none()
            && !walk.field(node, "parameters").contains(": impl ")
            && (params == 0 || takes_something(node, walk)),
        is_public: is_public(node, walk) || is_of_trait && home.is_some_and(|home| is_public(home, walk)),
        role,
        is_documented: has_attribute(node, walk, "doc"),
        params,
        typed: params,
        assertions: u16::from(has_attribute(node, walk, "should_panic")),
        ..Draft::of(name, walk.child(node, "body"))
    }
}

/// Whether a parameter has a name that does not say that it is left.
fn takes_something<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let Some(list) = walk.child(node, "parameters") else {
        return false;
    };
    let mut cursor = list.walk();
    list.named_children(&mut cursor)
        .filter_map(|parameter| walk.child(parameter, "pattern"))
        .any(|pattern| !walk.text_of(pattern).starts_with('_'))
}

/// The word for what stands only in some builds.
const VARIANT: &str = "variant";
/// How far up it is looked for.
const STEPS_MAX: usize = 8;

/// Keeps that a module or an implementation stands only in some builds.
pub(super) fn keep_variant<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    if has_attribute(node, walk, "cfg") {
        walk.keep(node, VARIANT);
    }
}

fn is_in_variant(walk: &Walk<'_>) -> bool {
    walk.outward(STEPS_MAX)
        .any(|outer| walk.kept(outer) == Some(VARIANT) && !is_for_tests(outer, walk))
}

fn is_in_list(walk: &Walk<'_>) -> bool {
    walk.above(0)
        .is_some_and(|list| list.kind() == "declaration_list")
}

/// A closure that gets a name.
pub(super) fn closure<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
    let holder = walk
        .above(0)
        .filter(|holder| holder.kind() == "let_declaration")?;
    let name = walk
        .child(holder, "pattern")
        .filter(|name| name.kind() == "identifier")?;
    let mut cursor = node.walk();
    let list = walk.child(node, "parameters")?;
    let params = u16::try_from(list.named_children(&mut cursor).count()).unwrap_or(u16::MAX);
    Some(Draft {
        params,
        typed: params,
        ..Draft::of(walk.text_of(name), walk.child(node, "body"))
    })
}

/// A macro beside tests that checks something.
pub(super) fn checking_macro<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
    let checks = walk.is_in_test() && walk.text_of(node).contains("assert");
    checks.then(|| Draft {
        assertions: 1,
        ..Draft::of(walk.field(node, "name"), None)
    })
}

/// How many parameters there are besides `self`, and how many of them have a name.
fn count<'t>(list: Option<Node<'t>>, walk: &Walk<'t>) -> (u16, u16) {
    let Some(list) = list else {
        return (0, 0);
    };
    let mut cursor = list.walk();
    let (mut params, mut used) = (0_u16, 0_u16);
    for parameter in list.named_children(&mut cursor) {
        if !walk.kind(parameter).is(Kind::COMMENT)
            && !matches!(parameter.kind(), "self_parameter" | "attribute_item")
        {
            params = params.saturating_add(1);
            used = used.saturating_add(u16::from(walk.field(parameter, "pattern") != "_"));
        }
    }
    (params, used)
}

fn role<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Role> {
    let names = walk
        .adornments(node)
        .iter()
        .map(|attribute| attribute_name(*attribute, walk));
    let is_test = names.clone().any(|name| {
        let last = name.rsplit("::").next().unwrap_or(name);
        last.ends_with("test") || matches!(last, "test_case" | "test_matrix" | "quickcheck" | "parameterized")
    });
    let helps = is_for_tests(node, walk)
        || names
            .clone()
            .any(|name| name == "bench" || name.ends_with("fixture"));
    match (is_test, helps) {
        (true, _) => Some(Role::Test),
        (false, true) => Some(Role::TestHelp),
        (false, false) => None,
    }
}

/// The path of an attribute: `tokio::test` of `#[tokio::test(…)]`.
pub(super) fn attribute_name<'t>(attribute: Node<'t>, walk: &Walk<'t>) -> &'t str {
    attribute
        .named_child(0)
        .and_then(|inside| inside.named_child(0))
        .map_or("", |path| walk.text_of(path))
}

/// Whether an attribute of that name stands before a node.
pub(super) fn has_attribute<'t>(node: Node<'t>, walk: &Walk<'t>, name: &str) -> bool {
    walk.adornments(node)
        .iter()
        .any(|attribute| attribute_name(*attribute, walk) == name)
}

/// Whether `#[cfg(test)]` or something like it stands before a node.
pub(super) fn is_for_tests<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    walk.adornments(node).iter().any(|attribute| {
        let text = walk.text_of(*attribute);
        attribute_name(*attribute, walk) == "cfg" && names_test(text) && !text.contains("not(test")
    })
}

/// Whether `test` stands in a condition as a word of its own.
fn names_test(condition: &str) -> bool {
    condition
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '"')
        .any(|word| word == "test")
}

/// Whether everybody may use it: `pub`, not `pub(crate)`.
pub(super) fn is_public<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .take(3)
        .any(|child| child.kind() == "visibility_modifier" && walk.text_of(child) == "pub")
}

/// A type without what it is made over: `Store` of `a::Store<T>`.
pub(super) fn plain_type(written: &str) -> &str {
    let bare = written.trim_start_matches(['&', '*']).trim_start_matches("mut ");
    let bare = bare.split('<').next().unwrap_or(bare);
    bare.rsplit("::").next().unwrap_or(bare)
}
