//! Python: a test named after a function, in which that function is patched, and whose result is then asserted on.

use super::tree::{Page, is_within};
use super::{CALLS_MAX, mock};
use crate::facts::{Function, Mock};
use crate::walk::{children, line_of};
use std::collections::BTreeMap;
use tree_sitter::Node;
use wordlist::array;

/// What the patched thing becomes where the patch says so.
const KEYS: &[&str] = &["new", "return_value", "autospec", "spec", "raising"];
/// Classes whose objects only pretend.
const DOUBLES: [&str; 6] = array("Mock MagicMock AsyncMock mock.Mock mock.MagicMock mock.AsyncMock");

/// Longest text that is taken for a name in parts, or for a value that runs nothing, in bytes.
const NAME_BYTES_MAX: usize = 200;
/// Most patches of one test that are followed.
const PATCHES_MAX: usize = 20;

/// What names of the file stand for.
type Bound<'t> = BTreeMap<&'t str, String>;

/// What a patch replaces, and the first and the last byte of where it holds.
struct Patch {
    unit: String,
    from: usize,
    to: usize,
}

pub(super) fn mocks(page: &Page<'_>, tests: &[&Function]) -> Vec<Mock> {
    let bound = bound(page);
    let functions = page.all(&["function_definition"]).into_iter();
    let mut found = Vec::new();
    for function in functions {
        let is_it =
            |test: &&&Function| test.first == line_of(function) && test.name == page.field(function, "name");
        if let Some(test) = tests.iter().find(is_it)
            && let Some(unit) = mocked(page, function, &bound)
        {
            found.push(mock(test, unit));
        }
    }
    found
}

/// The function that a test patches, is named after, calls and asserts on.
fn mocked<'t>(page: &Page<'t>, function: Node<'t>, bound: &Bound<'t>) -> Option<String> {
    let name = page.field(function, "name");
    let is_tested = |patch: &Patch| {
        let last = patch.unit.rsplit('.').next().unwrap_or_default();
        let last = last.trim_matches('_');
        !last.is_empty() && says(name, last)
    };
    let patches: Vec<Patch> = patches(page, function, bound)
        .into_iter()
        .filter(is_tested)
        .take(PATCHES_MAX)
        .collect();
    // A mock with a side effect may well run what is real.
    if patches.is_empty() || page.says(function).contains("side_effect") {
        return None;
    }
    let makers = makers(page, function);
    let calls = page.below(function.child_by_field_name("body")?, &["call"]);
    let called = calls
        .iter()
        .filter_map(|call| Some((*call, callee(page, *call, &makers, bound)?)));
    let mut tested = called.flat_map(|(call, callee)| {
        let is_mocked = move |patch: &&Patch| {
            patch.unit == callee && patch.from <= call.start_byte() && call.end_byte() <= patch.to
        };
        patches.iter().find(is_mocked).map(|patch| (call, patch))
    });
    let tested = tested
        .by_ref()
        .take(CALLS_MAX)
        .find(|(call, _)| is_checked(page, function, *call));
    tested.map(|(_, patch)| patch.unit.clone())
}

/// By what call each name of a test gets its value; `None` where it gets several.
fn makers<'t>(page: &Page<'t>, test: Node<'t>) -> BTreeMap<&'t str, Option<Node<'t>>> {
    let mut makers = BTreeMap::new();
    for assignment in page.below(test, &["assignment"]) {
        makers
            .entry(page.field(assignment, "left"))
            .and_modify(|maker| *maker = None)
            .or_insert(assignment.child_by_field_name("right"));
    }
    makers
}

/// Whether the name of a test has all words of a name in it, side by side.
fn says(test: &str, name: &str) -> bool {
    let test = format!("_{}_", test.to_ascii_lowercase());
    test.contains(&format!("_{}_", name.to_ascii_lowercase()))
}

/// What the names that a file brings in stand for.
fn bound<'t>(page: &Page<'t>) -> Bound<'t> {
    let mut bound = Bound::new();
    for import in page.all(&["import_statement", "import_from_statement"]) {
        let module = import.child_by_field_name("module_name");
        let prefix = module.map(|module| format!("{}.", page.says(module).trim_end_matches('.')));
        for part in children(import).into_iter().filter(|part| Some(*part) != module) {
            let (what, name) = match part.kind() {
                "aliased_import" => (page.field(part, "name"), page.field(part, "alias")),
                "dotted_name" if prefix.is_none() => {
                    let first = page.says(part).split('.').next().unwrap_or_default();
                    (first, first)
                }
                "dotted_name" => (page.says(part), page.says(part)),
                _ => continue,
            };
            bound.insert(name, format!("{}{what}", prefix.as_deref().unwrap_or_default()));
        }
    }
    bound
}

/// What a dotted name stands for, where it begins with one that was brought in.
fn meant(page: &Page<'_>, node: Node<'_>, bound: &Bound<'_>) -> Option<String> {
    let said = page.says(node);
    let is_dotted = said.len() <= NAME_BYTES_MAX
        && said
            .chars()
            .all(|letter| letter.is_alphanumeric() || "_.".contains(letter));
    let (first, rest) = said
        .split_once('.')
        .map_or((said, None), |(first, rest)| (first, Some(rest)));
    let base = bound.get(first).filter(|_| is_dotted)?;
    Some(rest.map_or_else(|| base.clone(), |rest| format!("{base}.{rest}")))
}

fn patches<'t>(page: &Page<'t>, function: Node<'t>, bound: &Bound<'t>) -> Vec<Patch> {
    let decorated = function
        .parent()
        .filter(|outer| outer.kind() == "decorated_definition");
    let whole = decorated.unwrap_or(function);
    let calls = page.below(whole, &["call"]).into_iter();
    let patch = |call: Node<'t>| {
        let unit = replaced(page, call, bound)?;
        let mut outer = page.around(call).take_while(|outer| is_within(*outer, whole));
        let holder = outer.find(|outer| {
            matches!(
                outer.kind(),
                "decorator" | "with_item" | "expression_statement" | "assignment"
            )
        })?;
        let is_with = page.field(call, "function").ends_with("setattr")
            || page.field(call, "function").starts_with("mocker.");
        let (from, to) = match holder.kind() {
            "decorator" if !is_with => (function.start_byte(), function.end_byte()),
            "with_item" if !is_with => {
                let body = page
                    .around(holder)
                    .find(|outer| outer.kind() == "with_statement")?;
                let body = body.child_by_field_name("body")?;
                (body.start_byte(), body.end_byte())
            }
            "expression_statement" | "assignment" if is_with => (holder.end_byte(), function.end_byte()),
            _ => return None,
        };
        Some(Patch { unit, from, to })
    };
    calls.filter_map(patch).collect()
}

/// What a call of a patching function replaces by something that only pretends.
fn replaced<'t>(page: &Page<'t>, call: Node<'t>, bound: &Bound<'t>) -> Option<String> {
    let function = page.field(call, "function");
    let list = children(call.child_by_field_name("arguments")?);
    let (keys, plain): (Vec<Node<'_>>, Vec<Node<'_>>) =
        list.into_iter().partition(|one| one.kind() == "keyword_argument");
    let is_known = |key: &Node<'_>| {
        KEYS.contains(&page.field(*key, "name"))
            && (page.field(*key, "name") != "new"
                || key
                    .child_by_field_name("value")
                    .is_some_and(|value| is_double(page, value)))
    };
    if !keys.iter().all(is_known) {
        return None;
    }
    let first = *plain.first()?;
    let by_object = function.ends_with("patch.object");
    let is_patch = matches!(
        function,
        "patch" | "mock.patch" | "unittest.mock.patch" | "mocker.patch"
    );
    let is_setattr = function == "monkeypatch.setattr";
    if !(by_object || is_patch || is_setattr) {
        return None;
    }
    let (unit, rest) = match page.string(first) {
        Some(unit) if !by_object => (unit.to_owned(), plain.get(1..)?),
        None if !is_patch => {
            let member = page.string(*plain.get(1)?)?;
            (
                format!("{}.{member}", meant(page, first, bound)?),
                plain.get(2..)?,
            )
        }
        _ => return None,
    };
    let is_pretence = rest.iter().all(|value| is_double(page, *value)) && (!is_setattr || rest.len() == 1);
    is_pretence.then_some(unit)
}

/// Whether a value runs nothing of the program: a lambda that calls nothing, a mock.
fn is_double(page: &Page<'_>, value: Node<'_>) -> bool {
    match value.kind() {
        _ if page.says(value).len() > NAME_BYTES_MAX => false,
        "lambda" => value
            .child_by_field_name("body")
            .is_some_and(|body| page.below(body, &["call", "await"]).is_empty()),
        "call" => {
            let says = |list: Node<'_>| {
                ["wraps", "side_effect"]
                    .iter()
                    .any(|key| page.says(list).contains(key))
            };
            DOUBLES.contains(&page.field(value, "function"))
                && !value.child_by_field_name("arguments").is_some_and(says)
        }
        _ => false,
    }
}

/// What a call in a test calls, whole: through a module, a class, or an object made of one in the test.
fn callee<'t>(
    page: &Page<'t>,
    call: Node<'t>,
    makers: &BTreeMap<&'t str, Option<Node<'t>>>,
    bound: &Bound<'t>,
) -> Option<String> {
    let function = call.child_by_field_name("function")?;
    // A name alone was bound before the patch, to what is real.
    let object = function.child_by_field_name("object")?;
    if let Some(module) = meant(page, object, bound) {
        return Some(format!("{module}.{}", page.field(function, "attribute")));
    }
    let maker = match object.kind() {
        "call" => object,
        "identifier" => (*makers.get(page.says(object))?)?,
        _ => return None,
    };
    let class = meant(page, maker.child_by_field_name("function")?, bound)?;
    let last = class.rsplit('.').next()?;
    let is_class = last.starts_with(|first: char| first.is_ascii_uppercase());
    is_class.then(|| format!("{class}.{}", page.field(function, "attribute")))
}

/// Whether what a call gives back is compared with something: at the place, or by the name it is given.
fn is_checked<'t>(page: &Page<'t>, test: Node<'t>, call: Node<'t>) -> bool {
    let mut holder = None;
    for outer in page.around(call).take_while(|outer| is_within(*outer, test)) {
        match outer.kind() {
            "assert_statement" => return true,
            "call" => return page.field(outer, "function").starts_with("self.assert"),
            "assignment" => {
                holder = outer.child_by_field_name("left");
                break;
            }
            "expression_statement" | "lambda" | "function_definition" => return false,
            _ => {}
        }
    }
    let Some(name) = holder
        .filter(|left| left.kind() == "identifier")
        .map(|left| page.says(left))
    else {
        return false;
    };
    let asserts = page.below(test, &["assert_statement"]).into_iter();
    let methods = page
        .below(test, &["call"])
        .into_iter()
        .filter(|one| page.field(*one, "function").starts_with("self.assert"));
    asserts
        .chain(methods)
        .flat_map(|check| page.below(check, &["identifier"]))
        .any(|one| page.says(one) == name)
}
