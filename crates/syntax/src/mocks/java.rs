//! Java: a class named after what it tests, in which that is nothing but a mock.

use super::tree::{Page, is_within};
use super::{CALLS_MAX, mock, test_at};
use crate::facts::{Function, Mock};
use crate::walk::{children, line_of};
use std::collections::BTreeSet;
use tree_sitter::Node;

/// How classes with tests are named behind what they test.
const ENDS: &[&str] = &["Tests", "TestCase", "UnitTest", "Test", "IT"];
/// Annotations by which a field becomes a mock.
const MOCKED: &[&str] = &["Mock", "MockBean", "MockitoBean"];
/// By which the real code runs after all.
const REAL: &[&str] = &["CALLS_REAL_METHODS", "allRealMethod"];

pub(super) fn mocks(page: &Page<'_>, tests: &[&Function]) -> Vec<Mock> {
    if REAL.iter().any(|word| page.text.contains(word)) {
        return Vec::new();
    }
    let classes = children(page.root())
        .into_iter()
        .filter(|node| node.kind() == "class_declaration");
    classes
        .filter_map(|class| Some((class, unit(page.field(class, "name"))?)))
        .flat_map(|(class, unit)| in_class(page, tests, class, unit))
        .collect()
}

/// What a class of this name tests.
fn unit(class: &str) -> Option<&str> {
    let of_end = ENDS.iter().find_map(|end| class.strip_suffix(end));
    of_end
        .or_else(|| class.strip_prefix("Test"))
        .filter(|unit| !unit.is_empty())
}

fn in_class(page: &Page<'_>, tests: &[&Function], class: Node<'_>, unit: &str) -> Vec<Mock> {
    let Some(doubles) = doubles(page, unit) else {
        return Vec::new();
    };
    let calls = page.below(class, &["method_invocation"]);
    let of_double = calls.iter().filter(|call| {
        let object = call.child_by_field_name("object");
        object.is_some_and(|object| object.kind() == "identifier" && doubles.contains(page.says(object)))
    });
    let checked = of_double
        .take(CALLS_MAX)
        .filter(|call| is_checked(page, **call, class));
    checked
        .filter_map(|call| test_at(tests, line_of(*call)))
        .map(|test| mock(test, unit))
        .collect()
}

/// The variables that hold a mock of `unit`; nothing where it may be had in any other way.
fn doubles<'t>(page: &Page<'t>, unit: &str) -> Option<BTreeSet<&'t str>> {
    let mut doubles = BTreeSet::new();
    let names = page.all(&["identifier", "type_identifier"]);
    for name in names.into_iter().filter(|name| page.says(*name) == unit) {
        let mut outer = page.around(name);
        let parent = outer.next()?;
        match parent.kind() {
            "scoped_identifier" if outer.any(|node| node.kind() == "import_declaration") => {}
            "class_literal" => {
                outer.next().filter(|list| is_mock_call(page, list.parent()))?;
            }
            "field_declaration" | "local_variable_declaration" => {
                let variable = parent.child_by_field_name("declarator")?;
                let value = variable.child_by_field_name("value");
                match value {
                    Some(value) if is_mock_call(page, Some(value)) => {}
                    None if is_mocked_field(page, parent) => {}
                    _ => return None,
                }
                doubles.insert(page.field(variable, "name"));
            }
            _ => return None,
        }
    }
    Some(doubles)
}

fn is_mock_call(page: &Page<'_>, node: Option<Node<'_>>) -> bool {
    node.is_some_and(|node| {
        let owner = page.field(node, "object");
        let list = node.child_by_field_name("arguments");
        node.kind() == "method_invocation"
            && page.field(node, "name") == "mock"
            && matches!(owner, "" | "Mockito")
            && list.is_some_and(|list| list.named_child_count() == 1)
    })
}

fn is_mocked_field(page: &Page<'_>, field: Node<'_>) -> bool {
    let adornments = children(field)
        .into_iter()
        .filter(|child| child.kind() == "modifiers")
        .flat_map(children);
    adornments
        .filter(|one| one.kind() == "marker_annotation")
        .any(|one| MOCKED.contains(&page.field(one, "name")))
}

/// Whether what a call gives back is what an assertion of the same method looks at.
fn is_checked(page: &Page<'_>, call: Node<'_>, class: Node<'_>) -> bool {
    let mut holder = None;
    for outer in page.around(call).take_while(|outer| is_within(*outer, class)) {
        match outer.kind() {
            "method_invocation" => return page.field(outer, "name").starts_with("assert"),
            "variable_declarator" => holder = Some(page.field(outer, "name")),
            "lambda_expression" => return false,
            "method_declaration" => {
                let asserted = |name: &str| {
                    page.below(outer, &["method_invocation"])
                        .into_iter()
                        .filter(|one| page.field(*one, "name").starts_with("assert"))
                        .flat_map(|one| page.below(one, &["identifier"]))
                        .any(|one| page.says(one) == name)
                };
                return holder.is_some_and(asserted);
            }
            _ => {}
        }
    }
    false
}
