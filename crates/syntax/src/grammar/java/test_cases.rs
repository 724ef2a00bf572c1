//! Tests of Java: JUnit of all ages, TestNG, and what checks in them.

use super::{annotations, has_word};
use crate::facts::Role;
use crate::walk::{Call, Walk, begins_words};
use tree_sitter::Node;

/// Whether a runner starts a method.
pub(super) fn is_test<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let is_marked = annotations(node, walk)
        .iter()
        .any(|(name, _)| walk.lists().tests.contains(*name));
    is_marked || is_of_old(node, walk)
}

/// `public void testX()` of a `TestCase`, or of what tests of the project have as their base, where none is marked.
fn is_of_old<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let of_case = walk.above(1).is_some_and(|class| {
        let base = walk.field(class, "superclass");
        let is_base = walk.is_in_test() && base.contains("Test") && !walk.text_of(class).contains("@Test");
        base.ends_with("TestCase") || is_base
    });
    of_case
        && walk.field(node, "name").starts_with("test")
        && has_word(node, "public")
        && walk
            .child(node, "parameters")
            .is_some_and(|list| list.named_child_count() == 0)
}

pub(super) fn role<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Role> {
    if is_test(node, walk) {
        let is_off = is_switched_off(node, walk);
        return Some(if is_off { Role::TestHelp } else { Role::Test });
    }
    let helps = annotations(node, walk)
        .iter()
        .any(|(name, _)| walk.lists().helpers.contains(*name));
    (helps && walk.is_in_test()).then_some(Role::TestHelp)
}

/// Whether a test only takes back what its class has from its base: overridden with nothing.
fn is_switched_off<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let is_override = annotations(node, walk)
        .iter()
        .any(|(name, _)| *name == "Override");
    let body = walk.child(node, "body");
    is_override && body.is_some_and(|body| walk.statements(body, 1).is_empty())
}

/// `@Test(expected = …)`.
pub(super) fn expects_error<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    annotations(node, walk)
        .iter()
        .any(|(name, at)| *name == "Test" && walk.field(*at, "arguments").contains("expected"))
}

/// Whether a method checks something without any statement: an error that it expects, or that Spring starts the program.
pub(super) fn checks_by_itself<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let starts = |class: Node<'t>| {
        let mut all = annotations(class, walk).into_iter();
        all.any(|(name, _)| name == "SpringBootTest")
    };
    let is_bare = |body: Node<'t>| walk.statements(body, 1).is_empty();
    expects_error(node, walk)
        || is_test(node, walk)
            && walk.child(node, "body").is_some_and(is_bare)
            && walk.above(1).is_some_and(starts)
}

/// Whether a call in a test checks something.
pub(super) fn is_assertion<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let begins = begins_words(&walk.lists().checking, call.name);
    let on = walk.on(call);
    let says = call.name.contains("Assert") || call.name.starts_with("waitFor");
    begins || says || on == "expect" || on == "Assert" || on == "Assertions" || call.name == "AssertionError"
}
