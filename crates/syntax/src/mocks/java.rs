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
        .flat_map(|(class, unit)| {
            let mut found = in_class(page, tests, class, unit);
            found.extend(replaced(page, tests, class, unit));
            found
        })
        .collect()
}

/// Where parts of the unit are replaced while the rest of it is tested: `when(it.part())`, where `it` is a spy of the unit.
fn replaced(page: &Page<'_>, tests: &[&Function], class: Node<'_>, unit: &str) -> Vec<Mock> {
    let held = page.below(class, &["local_variable_declaration", "field_declaration"]);
    let spies = held.into_iter().filter_map(|held| {
        let variable = held.child_by_field_name("declarator")?;
        let is_spy = match variable.child_by_field_name("value") {
            Some(value) => is_call_of(
                page,
                value,
                "spy",
                &[&format!("{unit}.class"), &format!("new {unit}(")],
            ),
            None => is_annotated(page, held, &["Spy"]) && page.field(held, "type") == unit,
        };
        is_spy.then(|| page.field(variable, "name"))
    });
    let spies: BTreeSet<&str> = spies.collect();
    let calls = page.below(class, &["method_invocation"]).into_iter();
    let stubs = calls.filter(|call| {
        let given = call
            .child_by_field_name("arguments")
            .and_then(|list| list.named_child(0));
        let of = given.map_or("", |given| match given.kind() {
            "method_invocation" => page.field(given, "object"),
            _ => page.says(given),
        });
        matches!(page.field(*call, "name"), "when" | "given") && spies.contains(of)
    });
    let stubbed = stubs
        .take(CALLS_MAX)
        .filter_map(|call| test_at(tests, line_of(call)));
    stubbed.map(|test| mock(test, unit)).collect()
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
                    None if is_annotated(page, parent, MOCKED) => {}
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
    node.is_some_and(|node| is_call_of(page, node, "mock", &[""]))
}

/// Whether a node is a call of Mockito's with one argument that begins in one of some ways.
fn is_call_of(page: &Page<'_>, node: Node<'_>, name: &str, begins: &[&str]) -> bool {
    let list = node.child_by_field_name("arguments");
    let only = list.filter(|list| list.named_child_count() == 1);
    node.kind() == "method_invocation"
        && page.field(node, "name") == name
        && matches!(page.field(node, "object"), "" | "Mockito")
        && only
            .and_then(|list| list.named_child(0))
            .is_some_and(|one| begins.iter().any(|begin| page.says(one).starts_with(begin)))
}

fn is_annotated(page: &Page<'_>, field: Node<'_>, names: &[&str]) -> bool {
    let adornments = children(field)
        .into_iter()
        .filter(|child| child.kind() == "modifiers")
        .flat_map(children);
    adornments
        .filter(|one| one.kind() == "marker_annotation")
        .any(|one| names.contains(&page.field(one, "name")))
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
