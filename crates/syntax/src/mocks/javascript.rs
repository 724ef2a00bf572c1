//! JavaScript and TypeScript: a file named after a module, in which that module is mocked as a whole.

use super::tree::Page;
use super::{mock, test_at};
use crate::facts::{Function, Mock};
use crate::walk::{children, line_of};
use std::collections::BTreeSet;
use tree_sitter::Node;
use wordlist::array;

/// By which the real module, or some of it, is there after all.
const REAL: [&str; 8] =
    array("requireActual importActual importOriginal unmock dontMock spy: jest.requireMock resetModules");

pub(super) fn mocks(page: &Page<'_>, path: &str, tests: &[&Function]) -> Vec<Mock> {
    let file = path.rsplit('/').next().unwrap_or_default();
    let stem = file.split('.').next().unwrap_or_default();
    if stem.is_empty() || stem == "index" || REAL.iter().any(|word| page.text.contains(word)) {
        return Vec::new();
    }
    let brought = brought(page);
    let named_alike: BTreeSet<&str> = brought
        .iter()
        .map(|(module, _)| *module)
        .filter(|module| is_named(module, stem))
        .collect();
    let calls = page.all(&["call_expression"]);
    let mocked = calls.iter().filter_map(|call| mocked(page, *call));
    let mocked: Vec<&str> = mocked.filter(|module| is_named(module, stem)).collect();
    let ([unit], true) = (mocked.as_slice(), named_alike.len() == 1) else {
        return Vec::new();
    };
    if !named_alike.contains(unit) {
        return Vec::new();
    }
    let of_unit = brought.iter().filter(|(module, _)| module == unit);
    let names: BTreeSet<&str> = of_unit.flat_map(|(_, names)| names.iter().copied()).collect();
    let checked = calls
        .iter()
        .filter(|call| is_of(page, **call, &names) && is_checked(page, **call));
    checked
        .filter_map(|call| test_at(tests, line_of(*call)))
        .map(|test| mock(test, *unit))
        .collect()
}

/// Whether a module of this address has the name.
fn is_named(module: &str, stem: &str) -> bool {
    let last = module.rsplit('/').next().unwrap_or_default();
    last.split('.').next() == Some(stem)
}

/// The module that a call replaces for the whole file.
fn mocked<'t>(page: &Page<'t>, call: Node<'t>) -> Option<&'t str> {
    let is_mock = matches!(page.field(call, "function"), "jest.mock" | "vi.mock");
    let is_outside = call.parent()?.parent()?.kind() == "program";
    let first = call.child_by_field_name("arguments")?.named_child(0)?;
    page.string(first)
        .filter(|module| is_mock && is_outside && module.starts_with('.'))
}

/// The modules that the file brings in, with the names that stand for them or for something of them.
fn brought<'t>(page: &Page<'t>) -> Vec<(&'t str, Vec<&'t str>)> {
    let imports = page.all(&["import_statement"]).into_iter().filter_map(|import| {
        let module = page.string(import.child_by_field_name("source")?)?;
        let clause = children(import)
            .into_iter()
            .find(|part| part.kind() == "import_clause");
        Some((
            module,
            clause.map(|clause| names(page, clause)).unwrap_or_default(),
        ))
    });
    let requires = page
        .all(&["variable_declarator"])
        .into_iter()
        .filter_map(|variable| {
            let call = variable.child_by_field_name("value")?;
            let is_require = page.field(call, "function") == "require";
            let module = call.child_by_field_name("arguments").filter(|_| is_require)?;
            let module = page.string(module.named_child(0)?)?;
            Some((module, names(page, variable.child_by_field_name("name")?)))
        });
    imports.chain(requires).collect()
}

fn names<'t>(page: &Page<'t>, clause: Node<'t>) -> Vec<&'t str> {
    let kinds = ["identifier", "shorthand_property_identifier_pattern"];
    let found = page.below(clause, &kinds).into_iter();
    found.map(|name| page.says(name)).collect()
}

/// Whether a call is of one of the names, or of something of one.
fn is_of(page: &Page<'_>, call: Node<'_>, names: &BTreeSet<&str>) -> bool {
    let Some(function) = call.child_by_field_name("function") else {
        return false;
    };
    let name = match function.kind() {
        "identifier" => page.says(function),
        // Of a function that is a mock, `mockReturnValue` and the like are no call of what is tested.
        "member_expression" if !page.field(function, "property").starts_with("mock") => {
            page.field(function, "object")
        }
        _ => return false,
    };
    names.contains(name)
}

/// Whether what a call gives back is all that an expectation looks at.
fn is_checked(page: &Page<'_>, call: Node<'_>) -> bool {
    let mut outer = page
        .around(call)
        .skip_while(|outer| matches!(outer.kind(), "await_expression" | "parenthesized_expression"));
    let is_argument = outer.next().is_some_and(|list| list.kind() == "arguments");
    is_argument
        && outer
            .next()
            .is_some_and(|call| page.field(call, "function") == "expect")
}
