//! Tests of JavaScript: blocks that a runner starts, suites around them, and what checks in them.

use crate::facts::{Body, Role};
use crate::walk::{Call, Draft, Scope, Walk, begins_words, children, names, snippet};
use std::collections::BTreeSet;
use tree_sitter::Node;
use wordlist::{Words, array};

/// What may stand behind them, after a dot.
static MANNERS: Words = Words::new(|| wordlist::words(include_str!("../../../words/test_cases_manners.txt")));
/// Longest text of a test that is kept, in characters.
const TEXT_CHARS_MAX: usize = 200;

/// The words of what is called in a block: `it.each` of `it.each(table)("…", …)`, through the file's imports.
fn words<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<String> {
    const MODULES: [&str; 9] =
        array("test. ava tap vitest. @jest/globals. uvu. bun:test. @playwright/test. mocha.");
    let callee = walk.child(node, "function")?;
    let callee = match callee.kind() {
        "call_expression" => walk.child(callee, "function")?,
        _ => callee,
    };
    if !matches!(callee.kind(), "identifier" | "member_expression") {
        return None;
    }
    let written = walk.text_of(callee);
    let is_bound = walk.bound(written.split('.').next().unwrap_or(written)).is_some();
    let whole = if is_bound {
        walk.resolve(written)
    } else {
        String::new()
    };
    let from = MODULES
        .iter()
        .find_map(|module| Some((*module, whole.strip_prefix(module)?)));
    Some(match from {
        Some(("ava" | "tap", rest)) if rest.is_empty() || rest.starts_with('.') => {
            format!("test{}", rest.strip_prefix(".test").unwrap_or(rest))
        }
        // Of a runner that is itself the word for a test, parts are manners: `test.skip`.
        Some(("test.", rest)) if is_manner(rest) => whole.clone(),
        Some((module, rest)) if module.ends_with('.') => rest.to_owned(),
        _ => written.to_owned(),
    })
}

fn is_manner(rest: &str) -> bool {
    rest.split('.').all(|one| MANNERS.contains(&one)) && rest != "describe"
}

/// Whether words are one of a list, with manners behind.
fn is_one(words: &str, of: &BTreeSet<String>) -> bool {
    of.iter().any(|word| {
        words.strip_prefix(word.as_str()).is_some_and(|rest| {
            rest.is_empty() || rest.starts_with('.') && rest[1..].split('.').all(|one| MANNERS.contains(&one))
        })
    })
}

fn arguments<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let list = node
        .child_by_field_name("arguments")
        .filter(|list| list.kind() == "arguments");
    list.map(|list| {
        let mut cursor = list.walk();
        list.named_children(&mut cursor)
            .filter(|child| child.kind() != "comment")
            .take(4)
            .collect()
    })
    .unwrap_or_default()
}

fn closure(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "arrow_function" | "function_expression" | "generator_function"
    )
}

/// What a block is called, and what it runs.
fn block<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<(String, Node<'t>)> {
    let arguments = arguments(node);
    let run = arguments.iter().copied().find(|one| closure(*one)).or_else(|| {
        let wrapped = arguments
            .last()
            .filter(|last| last.kind() == "call_expression" && arguments.len() > 1)?;
        self::arguments(*wrapped).into_iter().find(|one| closure(*one))
    })?;
    let first = arguments.first().filter(|first| **first != run)?;
    let text = walk.text_of(*first);
    let is_text = matches!(first.kind(), "string" | "template_string");
    if !is_text
        && !matches!(
            first.kind(),
            "identifier" | "member_expression" | "binary_expression"
        )
    {
        return None;
    }
    let name = if is_text {
        text.trim_matches(['"', '\'', '`'])
    } else {
        text
    };
    Some((snippet(name, TEXT_CHARS_MAX), run))
}

/// `it("…", () => …)`.
pub(super) fn test<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
    let words = words(node, walk)?;
    let head = words.split('.').next().unwrap_or(&words);
    if !is_one(&words, &walk.lists().tests)
        || is_one(&words, &walk.lists().suites)
        // What is brought in under that name (`const test = require("node:test")`) is written elsewhere.
        || walk.bound(head).is_none() && is_written(head, walk)
    {
        return None;
    }
    let (name, run) = block(node, walk)?;
    let body = walk.child(run, "body");
    let runs = named_body(node, run, walk);
    let is_bare =
        body.is_some_and(|body| body.kind() == "statement_block" && walk.statements(body, 1).is_empty());
    let is_off = ["skip", "todo", "fixme"].iter().any(|word| words.contains(word)) || words.starts_with('x');
    let is_skipped = words.starts_with('x') || words.split('.').any(|word| matches!(word, "skip" | "fixme"));
    Some(Draft {
        verdict: (!is_bare || is_off).then_some(Body::Real),
        may_be_empty: is_bare && !is_off,
        role: Some(Role::Test),
        is_off: is_skipped,
        assertions: u16::from(tells_runner(run, walk) || runs.is_some_and(|name| !is_written(name, walk))),
        runs,
        ..Draft::of(name, body)
    })
}

/// What a test runs by its name, where a closure behind it may only be handed on: `test("…", macro, () => …)`.
fn named_body<'t>(node: Node<'t>, run: Node<'t>, walk: &Walk<'t>) -> Option<&'t str> {
    let second = *arguments(node).get(1)?;
    let is_name = second != run && matches!(second.kind(), "identifier" | "member_expression");
    is_name.then(|| walk.text_of(second))
}

/// Whether the file writes a function of that name: what comes from elsewhere is handed the test, so that it can check.
fn is_written(name: &str, walk: &Walk<'_>) -> bool {
    let begins = [
        format!("function {name}("),
        format!("const {name} = "),
        format!("let {name} = "),
    ];
    begins.iter().any(|begin| walk.text().contains(begin.as_str()))
}

/// Whether a test calls the runner back or hands its callback on: without the call it fails.
fn tells_runner<'t>(run: Node<'t>, walk: &Walk<'t>) -> bool {
    let list = walk.child(run, "parameters").map(children).unwrap_or_default();
    let taken = list.into_iter().take(2).chain(walk.child(run, "parameter"));
    let mut taken = taken
        .map(|one| walk.text_of(one))
        .filter(|name| matches!(*name, "done" | "cb" | "callback" | "next" | "end" | "resolve"));
    taken.any(|name| names(walk.field(run, "body")).any(|word| word == name))
}

/// `describe("…", () => …)`.
pub(super) fn suite<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Scope<'t>> {
    let words = words(node, walk)?;
    if !is_one(&words, &walk.lists().suites) {
        return None;
    }
    let (name, _) = block(node, walk)?;
    Some(Scope {
        owner: Some(name.into()),
        is_test: true,
    })
}

/// Packages whose tests are given what they check by, under a name of their own choice: `test('…', (ct) => ct.equal(1, 1))`.
const GIVING: [&str; 5] = ["tap", "tape", "ava", "node:test", "brittle"];
/// Longest name that is taken for one of these; longer ones say what they are.
const GIVEN_CHARS_MAX: usize = 4;

fn is_given(on: &str, walk: &Walk<'_>) -> bool {
    let is_name = !on.is_empty() && on.len() <= GIVEN_CHARS_MAX && on.chars().all(char::is_alphanumeric);
    is_name && GIVING.iter().any(|package| walk.brings_whole(package))
}

/// How far out of a call the test is looked for that takes it.
const OUTWARD_MAX: usize = 40;

/// Whether a test takes a check by its name out of what it is given: `test('…', ({ equal }) => equal(1, 1))`.
fn is_taken(name: &str, walk: &Walk<'_>) -> bool {
    let takes = |run: Node<'_>| {
        let list = run.child_by_field_name("parameters");
        let first = list.and_then(|list| list.named_child(0));
        let pattern = first.filter(|first| first.kind() == "object_pattern");
        pattern.is_some_and(|pattern| names(walk.text_of(pattern)).any(|word| word == name))
    };
    walk.lists().checks.contains(name)
        && GIVING.iter().any(|package| walk.brings_whole(package))
        && walk.outward(OUTWARD_MAX).any(takes)
}

/// Whether a call in a test checks something, or is given the test itself, so that it can.
pub(super) fn is_assertion<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    if !walk.is_in_test() {
        return false;
    }
    if is_left_behind(call, walk) {
        return false;
    }
    let on = walk.on(call);
    if call.name.to_ascii_lowercase().contains("assert")
        || on != "t" && walk.arguments(call).iter().any(|one| walk.text_of(*one) == "t")
    {
        return true;
    }
    let begins = begins_words(&walk.lists().checking, call.name);
    match on {
        "" => {
            let whole = walk.resolve(call.name);
            begins || whole.starts_with("assert.") || whole.starts_with("chai.") || is_taken(call.name, walk)
        }
        "expect" | "expectTypeOf" => true,
        "cy" => matches!(call.name, "get" | "contains" | "find" | "url" | "location"),
        "t" | "assert" | "tap" | "assertion" => walk.lists().checks.contains(call.name) || on == "assert",
        // What such a test is given has any name.
        _ if is_given(on, walk) && walk.lists().checks.contains(call.name) => true,
        // ESLint's own, which fails where a rule does.
        _ if on.ends_with("uleTester") => call.name == "run",
        _ => begins || on.ends_with("assert") || on.contains(".should") || is_asserting(on, walk),
    }
}

/// Most parts of a chain that begins with `expect`.
const CHAIN_MAX: usize = 12;

/// Whether a check of what a promise comes to is neither awaited nor given back: the test is over before, whatever comes.
/// Vitest awaits it by itself.
fn is_left_behind<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let is_link = |node: &Node<'t>| matches!(node.kind(), "member_expression" | "call_expression");
    let outward = std::iter::successors(Some(call.node), |node| node.parent().filter(is_link));
    let Some(whole) = outward.take(CHAIN_MAX).last() else {
        return false;
    };
    let text = walk.text_of(whole);
    let is_promised = text.starts_with("expect(")
        && [").rejects.", ").resolves."]
            .iter()
            .any(|part| text.contains(part));
    is_promised
        && !walk.brings("vitest")
        && whole
            .parent()
            .is_some_and(|around| around.kind() == "expression_statement")
}

/// Whether something is a module of assertions under another name.
fn is_asserting(on: &str, walk: &Walk<'_>) -> bool {
    walk.bound(on)
        .is_some_and(|module| module.starts_with("assert") || module.contains("chai"))
}
