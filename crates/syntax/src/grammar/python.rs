//! Python.

mod bodies;
mod calls;
mod imports;
mod lapses;
mod overwritten;

use crate::facts::{Body, Role};
use crate::walk::{Call, ClassDraft, Draft, Grammar, Reader, Source, Walk, has_fixed_alternative};
use tree_sitter::Node;
use wordlist::array;

/// Rules of Python.
pub(super) struct Python;

/// Packages whose import says that a file holds tests.
const TEST_PACKAGES: [&str; 6] = array("pytest unittest nose hypothesis django.test testtools");

/// Decorators that tell a runner to pass over a test, whatever happens.
const SKIPS: [&str; 4] = array("pytest.mark.skip mark.skip unittest.skip skip");

impl Grammar for Python {
    fn words(&self) -> &'static [&'static str] {
        &[include_str!("python.toml")]
    }

    fn readers(&self) -> &'static [(&'static str, Reader)] {
        calls::READERS
    }

    fn function<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
        Some(declared(node, walk))
    }

    fn class<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<ClassDraft<'t>> {
        let name = walk.field(node, "name");
        let is_documented = says_something(node, walk);
        Some(ClassDraft {
            name: name.into(),
            is_public: is_public(name, walk) && (is_documented || !holds_settings(node, walk)),
            is_documented,
            is_test: is_test_class(node, walk),
        })
    }

    fn import<'t>(&self, node: Node<'t>, walk: &mut Walk<'t>) {
        imports::look(node, walk);
    }

    fn call<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Call<'t>> {
        let callee = walk.child(node, "function")?;
        let (on, name) = match callee.kind() {
            "identifier" => (None, walk.text_of(callee)),
            "attribute" => {
                let on = walk.child(callee, "object");
                let of_module = on.is_some_and(|on| calls::CARRYING_MODULES.contains(&walk.text_of(on)));
                (on.filter(|_| !of_module), walk.field(callee, "attribute"))
            }
            _ => return None,
        };
        Some(walk.call_of(node, callee, on, name))
    }

    fn special<'t>(&self, node: Node<'t>, walk: &mut Walk<'t>) {
        match node.kind() {
            "module" if walk.text().starts_with("#!") => walk.entry(),
            "assert_statement" if can_fail(walk.text_of(node)) => walk.assertion(),
            "raise_statement" if walk.is_in_test() => walk.assertion(),
            // What explains is no code.
            "expression_statement" if docs(node) => walk.remark(node),
            "if_statement" => {
                let condition = walk.field(node, "condition");
                if condition.contains("__name__") && condition.contains("__main__") && !walk.is_in_function()
                {
                    walk.entry();
                }
            }
            _ => lapses::look(node, walk),
        }
    }

    fn called<'t>(&self, call: &Call<'t>, walk: &mut Walk<'t>) {
        lapses::called(call, walk);
        calls::called(call, walk);
    }

    fn is_assertion<'t>(&self, call: &Call<'t>, walk: &Walk<'t>) -> bool {
        calls::is_assertion(call, walk)
    }

    fn assignment<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<(Node<'t>, Node<'t>)> {
        let (left, right) = match node.kind() {
            "as_pattern" => (walk.child(node, "alias")?.named_child(0)?, node.named_child(0)?),
            "named_expression" => (walk.child(node, "name")?, walk.child(node, "value")?),
            _ => (walk.child(node, "left")?, walk.child(node, "right")?),
        };
        Some((left, right))
    }

    fn pretence<'t>(&self, only: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
        bodies::pretence(only, walk)
    }

    fn is_idle<'t>(&self, statement: Node<'t>, _walk: &Walk<'t>) -> bool {
        let is_ellipsis = |only: Node<'t>| only.kind() == "ellipsis";
        let is_statement = statement.kind() == "expression_statement";
        is_statement && (docs(statement) || statement.named_child(0).is_some_and(is_ellipsis))
    }

    fn is_doc(&self, _comment: &str) -> bool {
        false
    }

    fn is_test_file(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_named = name.starts_with("test_")
            || name.ends_with("_test.py")
            || name == "conftest.py"
            || name == "tests.py";
        let mut folders = path.split('/').rev().skip(1);
        is_named || folders.any(|folder| matches!(folder, "test" | "tests" | "testing"))
    }

    fn given_source<'t>(&self, function: Node<'t>, name: &str, walk: &Walk<'t>) -> Option<&'static Source> {
        calls::routed(function, name, walk)
    }
}

/// The decorators of a function or class, as they are written, without `@` and arguments.
fn decorators<'t>(node: Node<'t>, walk: &Walk<'t>) -> Vec<&'t str> {
    let Some(around) = walk
        .above(0)
        .filter(|around| around.kind() == "decorated_definition")
    else {
        return Vec::new();
    };
    let mut cursor = around.walk();
    let found = around
        .named_children(&mut cursor)
        .filter(|child| child.kind() == "decorator" && *child != node);
    found
        .map(|decorator| walk.text_of(decorator).trim_start_matches('@').trim_start())
        .map(|text| text.split('(').next().unwrap_or(text).trim_end())
        .collect()
}

/// The class that a function is a method of.
fn class_of<'t>(walk: &Walk<'t>) -> Option<Node<'t>> {
    let skip = usize::from(walk.above(0)?.kind() == "decorated_definition");
    let class = walk.above(skip + 1)?;
    (walk.above(skip)?.kind() == "block" && class.kind() == "class_definition").then_some(class)
}

/// The classes that a class is made from, without `metaclass=` and the like.
fn bases<'t>(class: Node<'t>, walk: &Walk<'t>) -> Vec<&'t str> {
    let Some(list) = walk.child(class, "superclasses") else {
        return Vec::new();
    };
    let mut cursor = list.walk();
    list.named_children(&mut cursor)
        .map(|base| walk.text_of(base))
        .map(|base| base.split('[').next().unwrap_or(base))
        .filter(|base| *base != "object")
        .collect()
}

/// Whether a statement is nothing but a text.
fn docs(statement: Node<'_>) -> bool {
    statement
        .named_child(0)
        .is_some_and(|only| matches!(only.kind(), "string" | "concatenated_string"))
}

/// The text that explains a function or class.
fn docstring(node: Node<'_>) -> Option<Node<'_>> {
    let first = node.child_by_field_name("body")?.named_child(0)?;
    let text = first.named_child(0)?;
    (first.kind() == "expression_statement" && matches!(text.kind(), "string" | "concatenated_string"))
        .then_some(text)
}

/// Whether a text explains a function or class: quotes without words do not.
fn says_something<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    docstring(node).is_some_and(|text| {
        let said = walk.text_of(text).trim_start_matches(char::is_alphabetic);
        said.contains(char::is_alphabetic)
    })
}

/// Whether a class only sets what another reads by name: a framework asks for it by its form, and nobody calls it. Its names are
/// small, unlike those of an enumeration. It stands in another class (`Meta`), or takes after one and writes its values down.
fn holds_settings<'t>(class: Node<'t>, walk: &Walk<'t>) -> bool {
    let is_within = walk.owner().is_some();
    let set = |statement: &Node<'t>| {
        let set = statement
            .named_child(0)
            .filter(|set| set.kind() == "assignment")?;
        let is_small = !walk.field(set, "left").contains(char::is_uppercase);
        let is_plain = walk.child(set, "type").is_none() && is_small;
        walk.child(set, "right").filter(|_| is_plain)
    };
    let is_written =
        |value: Node<'t>| is_within || !walk.text_of(value).contains('(') || walk.is_constant(value);
    let body = walk.child(class, "body");
    let statements = body
        .map(|body| walk.statements(body, usize::MAX))
        .unwrap_or_default();
    !statements.is_empty()
        && (is_within || !bases(class, walk).is_empty())
        && statements.iter().all(|one| set(one).is_some_and(is_written))
}

fn is_public(name: &str, walk: &Walk<'_>) -> bool {
    if walk.is_in_function() {
        return false;
    }
    let offered = if walk.owner().is_none() {
        offered(walk.text())
    } else {
        None
    };
    match offered {
        Some(list) => list.contains(&format!("\"{name}\"")) || list.contains(&format!("'{name}'")),
        None => !name.starts_with('_'),
    }
}

/// The list of what a module says that it offers, where that is written down whole.
fn offered(text: &str) -> Option<&str> {
    let is_added = ["__all__ +=", "__all__.extend", "__all__.append"];
    let (_, rest) = text
        .split_once("\n__all__")
        .or_else(|| Some(("", text.strip_prefix("__all__")?)))?;
    let (_, rest) = rest.split_once('=')?;
    let rest = rest.trim_start();
    let end = rest.find([']', ')'])?;
    let is_whole = rest.starts_with(['[', '(']) && !rest[end + 1..].trim_start_matches(' ').starts_with('+');
    (is_whole && !is_added.iter().any(|word| rest.contains(word))).then(|| &rest[..end])
}

fn declared<'t>(node: Node<'t>, walk: &Walk<'t>) -> Draft<'t> {
    let name = walk.field(node, "name");
    let class = class_of(walk);
    let decorators = decorators(node, walk);
    // Below a condition in a class, the parameter's own name tells it.
    let first = walk
        .field(node, "parameters")
        .trim_start_matches(['(', ' ', '\n']);
    let first = first
        .split([',', ')', ':', '='])
        .next()
        .unwrap_or_default()
        .trim();
    let has_receiver =
        class.is_some() && !decorators.contains(&"staticmethod") || matches!(first, "self" | "cls");
    let (params, typed) = count(node, has_receiver);
    let judged = bodies::judge(node, class, &decorators, walk);
    Draft {
        is_public: is_public(name, walk),
        role: role(node, class, &decorators, walk),
        is_off: decorators.iter().any(|one| SKIPS.contains(one))
            || name.starts_with("test") && overwritten::is_overwritten(node, name, walk),
        is_documented: says_something(node, walk),
        typed,
        returns_type: walk.child(node, "return_type").is_some(),
        ..judged.draft(name, walk.child(node, "body"), params)
    }
}

/// How many parameters a function has, and how many of them have a type.
fn count(function: Node<'_>, has_receiver: bool) -> (u16, u16) {
    let Some(list) = function.child_by_field_name("parameters") else {
        return (0, 0);
    };
    let mut cursor = list.walk();
    let is_parameter = |kind: &str| {
        matches!(
            kind,
            "identifier"
                | "default_parameter"
                | "typed_parameter"
                | "typed_default_parameter"
                | "list_splat_pattern"
                | "dictionary_splat_pattern"
                | "tuple_pattern"
        )
    };
    let kinds = list
        .named_children(&mut cursor)
        .map(|child| child.kind())
        .filter(|kind| is_parameter(kind));
    kinds
        .skip(usize::from(has_receiver))
        .fold((0_u16, 0_u16), |(params, typed), kind| {
            (
                params.saturating_add(1),
                typed.saturating_add(u16::from(kind.starts_with("typed"))),
            )
        })
}

/// Whether a class holds tests that a runner starts.
fn is_test_class<'t>(class: Node<'t>, walk: &Walk<'t>) -> bool {
    let bases = bases(class, walk);
    let is_case = bases.iter().any(|base| base.ends_with("TestCase"));
    is_case
        || (walk.field(class, "name").starts_with("Test") && holds_tests(walk))
        || (walk.is_test_file()
            && bases
                .iter()
                .any(|base| base.ends_with("Test") || base.ends_with("Tests")))
}

/// Whether a class that holds tests is made from one of that name in a file of tests: `class TestSets(Sets, TestCase)`.
fn is_mixed_in(name: &str, walk: &Walk<'_>) -> bool {
    let is_heir = |(line, after): (&str, &str)| {
        let head = line.trim_start().strip_prefix("class ");
        let bases = after.split(')').next().unwrap_or_default();
        head.and_then(|head| head.split_once('('))
            .is_some_and(|(heir, before)| {
                heir.starts_with("Test") || before.contains("TestCase") || bases.contains("TestCase")
            })
    };
    walk.is_test_file() && walk.may_search() && walk.places_of(name).any(is_heir)
}

fn holds_tests(walk: &Walk<'_>) -> bool {
    walk.is_test_file() || TEST_PACKAGES.iter().any(|package| walk.brings(package))
}

fn role<'t>(node: Node<'t>, class: Option<Node<'t>>, decorators: &[&str], walk: &Walk<'t>) -> Option<Role> {
    let name = walk.field(node, "name");
    let is_fixture = decorators.iter().any(|decorator| decorator.ends_with("fixture"));
    if is_fixture {
        return Some(Role::TestHelp);
    }
    let is_nested = walk.is_in_function();
    let is_named = !is_nested && name.starts_with("test") && name != "test";
    let is_started = || match class {
        Some(class) => is_test_class(class, walk) || is_mixed_in(walk.field(class, "name"), walk),
        None => holds_tests(walk),
    };
    let is_test = is_named && is_started();
    is_test.then(|| {
        if only_measures(node, walk) {
            Role::TestHelp
        } else {
            Role::Test
        }
    })
}

/// Whether a function is handed what measures, and checks nothing.
fn only_measures<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let mut taken = walk.field(node, "parameters").split([',', '(', ')', ':']);
    taken.any(|one| one.trim() == "benchmark") && !walk.field(node, "body").contains("assert")
}

/// Whether an assertion says something of the program.
fn can_fail(assertion: &str) -> bool {
    let condition = assertion.trim_start_matches("assert").trim();
    condition != "True" && !has_fixed_alternative(condition)
}
