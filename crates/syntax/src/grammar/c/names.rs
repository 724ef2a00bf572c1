//! Names, places and access.

use crate::walk::Walk;
use tree_sitter::Node;
use wordlist::array;

/// Deepest nesting of declarators (`*(*f)(…)`) that is followed.
const DECLARATORS_MAX: usize = 12;

/// The last segment of a qualified name.
pub(super) fn last(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// The declarator of the function that a node defines or declares. Variables that hold functions are none. Nor is a class with all
/// that stands in it, which macros may make look like what a function gives back.
pub(super) fn function_declarator(node: Node<'_>) -> Option<Node<'_>> {
    let kind = node.child_by_field_name("type");
    if kind.is_some_and(|kind| kind.child_by_field_name("body").is_some()) {
        return None;
    }
    let mut at = node.child_by_field_name("declarator")?;
    for _ in 0..DECLARATORS_MAX {
        match at.kind() {
            "function_declarator" => {
                let name = at.child_by_field_name("declarator")?;
                return (!matches!(name.kind(), "parenthesized_declarator" | "function_declarator"))
                    .then_some(at);
            }
            "pointer_declarator" => at = at.child_by_field_name("declarator")?,
            "reference_declarator" | "attributed_declarator" => at = at.named_child(0)?,
            _ => return None,
        }
    }
    None
}

/// The name that a declaration of a variable gives.
pub(super) fn declared(node: Node<'_>) -> Option<Node<'_>> {
    let mut at = node.child_by_field_name("declarator")?;
    for _ in 0..DECLARATORS_MAX {
        at = match at.kind() {
            "identifier" => return Some(at),
            "reference_declarator" => at.named_child(0)?,
            _ => at.child_by_field_name("declarator")?,
        };
    }
    None
}

/// What a stream is given (`sql << "…" << id`): each inserted value is added to the name that the chain begins with.
pub(super) fn inserted<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<(Node<'t>, Node<'t>)> {
    if walk.field(node, "operator") != "<<" {
        return None;
    }
    let mut stream = node;
    while stream.kind() == "binary_expression" {
        stream = stream.child_by_field_name("left")?;
    }
    (stream.kind() == "identifier").then_some((stream, walk.child(node, "right")?))
}

/// Keeps what an access specifier says for what follows in its class.
pub(super) fn keep_access<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let Some(class) = walk
        .above(0)
        .filter(|list| list.kind() == "field_declaration_list")
    else {
        return;
    };
    let word = match walk.text_of(node) {
        "public" => "public",
        _ => "private",
    };
    walk.keep(class, word);
}

/// Whether the class around lets others use what stands here; `None` outside of classes.
pub(super) fn access(walk: &Walk<'_>) -> Option<&'static str> {
    let at = (0..2).find(|steps| {
        walk.above(*steps)
            .is_some_and(|list| list.kind() == "field_declaration_list")
    })?;
    let said = walk.kept(walk.above(at)?);
    let is_class = walk
        .above(at + 1)
        .is_some_and(|class| class.kind() == "class_specifier");
    said.or(Some(if is_class { "private" } else { "public" }))
}

/// Words of names that only a build of tests defines.
const TESTING: [&str; 5] = array("TEST TESTS TESTING UNITTEST UNITTESTS");

/// Whether the preprocessor keeps what stands in a condition for a build of tests alone: `#ifdef SDS_TEST_MAIN`.
pub(super) fn is_for_tests<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let condition = walk.child(node, "name").or_else(|| walk.child(node, "condition"));
    let asked = condition.map_or("", |condition| walk.text_of(condition));
    let is_denied = asked.contains('!') || walk.text_of(node).starts_with("#ifndef");
    let mut words = asked.split(|c: char| !c.is_ascii_alphanumeric());
    !is_denied && walk.child(node, "alternative").is_none() && words.any(|word| TESTING.contains(&word))
}

/// Whether a file holds only tests, by the usual places and names.
pub(super) fn is_test_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    let is_place = |part: &str| matches!(part, "test" | "tests" | "unittests" | "unittest" | "testing");
    let folders = path.split('/').rev().skip(1);
    let is_named = matches!(stem, "test" | "tests")
        || ["_test", "_tests", "_unittest", "-test", "-tests"]
            .iter()
            .any(|end| stem.ends_with(end));
    is_named || stem.starts_with("test_") || stem.starts_with("test-") || folders.into_iter().any(is_place)
}
