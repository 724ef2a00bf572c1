//! Tests of Ruby: minitest, test-unit, RSpec and their kin.

use super::children;
use crate::facts::{Body, Role};
use crate::walk::{Call, Draft, Scope, Walk, begins, names, snippet};
use tree_sitter::Node;

/// Longest text of a test that is kept, in characters.
const TEXT_CHARS_MAX: usize = 200;

/// Whether a class holds tests.
pub(super) fn is_case<'t>(class: Node<'t>, walk: &Walk<'t>) -> bool {
    let from = walk.field(class, "superclass").trim_start_matches(['<', ' ']);
    let last = from.rsplit("::").next().unwrap_or(from);
    ["Test", "TestCase", "Tests", "Spec"]
        .iter()
        .any(|end| last.ends_with(end))
}

fn is_in_suite(walk: &Walk<'_>) -> bool {
    walk.is_in_test()
        || ["minitest", "rspec", "spec_helper", "test_helper", "test/unit"]
            .iter()
            .any(|name| walk.brings(name))
}

fn text<'t>(node: Node<'t>, walk: &Walk<'t>) -> String {
    let list = walk.child(node, "arguments").map(children).unwrap_or_default();
    let first = list.first().map_or("", |first| walk.text_of(*first));
    snippet(first.trim_matches(['"', '\'']), TEXT_CHARS_MAX)
}

/// `it "…" do … end`.
pub(super) fn test<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
    let word = walk.field(node, "method");
    let block = walk.child(node, "block")?;
    let is_bare = walk.child(node, "receiver").is_none();
    if !is_bare || !walk.lists().tests.contains(word) || !is_in_suite(walk) {
        return None;
    }
    let given = walk.child(node, "arguments").and_then(|list| list.named_child(0));
    if given.is_some_and(|given| given.kind() == "splat_argument") {
        return None;
    }
    let body = walk.child(block, "body");
    let says = text(node, walk);
    let name = match body {
        Some(body) if says.is_empty() => snippet(walk.text_of(body), TEXT_CHARS_MAX),
        _ => says,
    };
    let is_off = word.starts_with('x');
    let is_empty = body.is_none() && !is_off && block_is_bare(block);
    Some(Draft {
        verdict: Some(if is_empty { Body::Empty } else { Body::Real }),
        may_be_empty: is_empty,
        role: Some(Role::Test),
        is_off: is_off || body.is_some_and(|body| takes_what_skips(body, walk)),
        returns_type: false,
        assertions: u16::from(word == "its"),
        ..Draft::of(name, body)
    })
}

/// Most values of a file that skip whoever asks for them: `let(:attributes) { skip("…") }`, as scaffolds write them.
const SKIPPING_MAX: usize = 20;

/// Whether a test asks for such a value.
fn takes_what_skips<'t>(body: Node<'t>, walk: &Walk<'t>) -> bool {
    let lets = walk.text().split("let(:").skip(1).take(SKIPPING_MAX);
    let mut skipping = lets.filter_map(|given| {
        let (name, rest) = given.split_once(')')?;
        let rest = rest.trim_start();
        let does = rest.strip_prefix('{').or_else(|| rest.strip_prefix("do"))?;
        does.trim_start().starts_with("skip(").then_some(name)
    });
    skipping.any(|name| names(walk.text_of(body)).any(|word| word == name))
}

/// Whether nothing at all stands in a block.
fn block_is_bare(block: Node<'_>) -> bool {
    block.named_child_count() == 0
}

/// `describe "…" do … end`.
pub(super) fn suite<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Scope<'t>> {
    let word = walk.field(node, "method");
    walk.child(node, "block")?;
    let on = walk.child(node, "receiver").map_or("", |on| walk.text_of(on));
    if !walk.lists().suites.contains(word)
        || !matches!(on, "" | "RSpec" | "Minitest")
        || !(on == "RSpec" || is_in_suite(walk))
    {
        return None;
    }
    Some(Scope {
        owner: Some(text(node, walk).into()),
        is_test: true,
    })
}

/// Whether a call asks a mock, or Approvals, whether all is as it was. Other calls of such names are mostly what is under test:
/// `token.verify(key)`, `verify_authorized`.
pub(super) fn verifies<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let on = walk.on(call);
    let has_block = || walk.child(call.node, "block").is_some();
    let is_asked = match on {
        "Approvals" => true,
        "" => has_block(),
        _ => walk.arguments(call).is_empty(),
    };
    call.name == "verify" && is_asked
}

/// Whether a call in a test checks something.
pub(super) fn checks(name: &str, on: &str, walk: &Walk<'_>) -> bool {
    let of_subject = matches!(name, "to" | "not_to" | "to_not") && on.starts_with("is_expected");
    of_subject || begins(&walk.lists().checking, name) || name.contains("assert") || name.contains("expect")
}
