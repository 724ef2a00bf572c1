//! Calls of Go: which check, which are dangerous, where data comes in.

use crate::walk::{Call, Reader, Walk, is_shell, is_shell_flag};
use tree_sitter::Node;
use wordlist::array;

/// Methods of `*testing.T` and its kin that fail a test.
const FAILURES: &[&str] = &["Error", "Errorf", "Fatal", "Fatalf", "Fail", "FailNow"];
/// Names under which packages of assertions are brought in.
const CHECKERS: [&str; 9] = array("assert require must is expect check qt td cmp");
/// Whether a call in a test checks something: it fails the test, belongs to a package of assertions, or is given
/// the test itself, so that it can fail it.
pub(super) fn is_assertion<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let on = walk.on(call);
    match call.on {
        None => {
            let checks = walk.lists().checks.contains(call.name);
            checks && !is_all_of_a_stand_in(call, walk) || takes_test(call, walk)
        }
        Some(_) if FAILURES.contains(&call.name) && is_test_name(on) => true,
        Some(_) if call.name == "Run" && is_test_name(on) => runs_another(call),
        Some(_) => CHECKERS.contains(&on) || takes_test(call, walk) || is_suite(on),
    }
}

/// Whether a method that others can name takes nothing and always panics: `func (j BadJob) Run() { panic("bad") }`. The program calls it
/// to see what comes of that; a test that did so by itself would never pass.
fn is_all_of_a_stand_in<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let method = walk
        .above(3)
        .filter(|method| call.name == "panic" && method.kind() == "method_declaration");
    method.is_some_and(|method| {
        let takes = walk
            .child(method, "parameters")
            .map_or(0, |list| list.named_child_count());
        takes == 0 && walk.field(method, "name").starts_with(char::is_uppercase)
    })
}

/// `t.Run(test.name, test.function)`: what runs stands elsewhere, and is given the test.
fn runs_another(call: &Call<'_>) -> bool {
    let second = call.arguments.and_then(|arguments| arguments.named_child(1));
    second.is_some_and(|second| second.kind() != "func_literal")
}

/// The names that people give the test: it has a type of `testing`, which cannot be seen at every place.
fn is_test_name(name: &str) -> bool {
    matches!(
        name,
        "t" | "tb" | "b" | "f" | "s" | "st" | "tt" | "c" | "T" | "test"
    ) || name.ends_with(".T()")
}

fn takes_test<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let first = call.arguments.and_then(|arguments| arguments.named_child(0));
    first.is_some_and(|first| matches!(walk.text_of(first), "t" | "tb" | "b" | "s.T()" | "suite.T()"))
}

/// Suites of testify check through themselves: `s.Require().Equal`, `suite.Equal`. So do answers of which something is expected:
/// `api.GET("/").Expect().Status(200)`.
fn is_suite(on: &str) -> bool {
    on == "suite" || on.ends_with(".Require()") || on.ends_with(".Assert()") || on.contains(".Expect()")
}

/// What a shell is given as commands; nothing where no shell is started.
fn commands<'t>(arguments: &[Node<'t>], walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let text = |node: &Node<'t>| walk.text_of(*node).trim_matches(['"', '`']);
    let (program, rest) = arguments.split_first()?;
    let name = text(program).rsplit('/').next()?;
    let at = rest.iter().position(|flag| is_shell_flag(text(flag)))?;
    is_shell(name).then(|| rest[at + 1..].iter().take(1).copied().collect())
}

fn command<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    commands(&walk.arguments(call), walk)
}

fn command_in_context<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    commands(walk.arguments(call).get(1..)?, walk)
}

/// Who says which data of a call matter, by the names that the words give them.
pub(super) const READERS: &[(&str, Reader)] =
    &[("command", command), ("command_in_context", command_in_context)];
