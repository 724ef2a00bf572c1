//! Checks that hold whatever the program does.

use super::{Call, Walk};
use tree_sitter::Node;

/// Values that say nothing of the program.
const FIXED: &[&str] = &["true", "false", "True", "False", "1", "0"];
/// What checks are called on that take what is checked as an argument.
const CHECKERS: &[&str] = &["", "assert", "Assert", "Assertions", "self", "chai.assert", "t"];

/// Whether a condition holds by its last alternative: `status == 200 or 201`.
pub(crate) fn has_fixed_alternative(condition: &str) -> bool {
    let last = condition
        .rsplit_once(" or ")
        .or_else(|| condition.rsplit_once(" || "));
    let is_set = |value: &str| {
        let value = value.trim();
        let is_number = !value.is_empty() && value.chars().all(|c| c.is_ascii_digit()) && value != "0";
        is_number || value == "True" || value == "true"
    };
    last.is_some_and(|(_, value)| is_set(value))
}

/// Whether something is a fixed value, or a text in plain quotes.
fn is_written(value: &str) -> bool {
    let quoted = value
        .strip_prefix(['"', '\''])
        .filter(|rest| rest.ends_with(['"', '\'']));
    FIXED.contains(&value) || quoted.is_some_and(|rest| rest.find(['"', '\'']) == Some(rest.len() - 1))
}

/// Whether a check is given nothing but fixed values: `expect(true).to.equal(true)`, `expect('a').toBe('a')`, `assertTrue(true)`.
pub(super) fn holds_anyway<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let given = walk.arguments(call);
    let on = walk.on(call);
    // A helper of the project's own may be given a text and check what comes of it.
    let is_expect = on.starts_with("expect(") || on.is_empty() && call.name == "expect";
    let is_fixed = |node: &Node<'t>| match is_expect {
        true => is_written(walk.text_of(*node)),
        false => FIXED.contains(&walk.text_of(*node)),
    };
    if given.is_empty() || !given.iter().all(is_fixed) {
        return false;
    }
    let chained = on.strip_prefix("expect(").and_then(|rest| rest.split_once(')'));
    let takes_value = ["assert", "expect", "ok", "equal", "isTrue", "truthy", "is"]
        .iter()
        .any(|word| call.name.starts_with(word));
    match chained {
        Some((value, _)) => is_written(value.trim()),
        None if is_expect => compares(call, walk),
        None => takes_value && CHECKERS.contains(&on),
    }
}

/// Words that hold a value against another; a matcher of the project's own may do anything with it.
const COMPARING: [&str; 12] = [
    "eq",
    "eql",
    "equal",
    "equals",
    "be",
    "true",
    "be_truthy",
    "toBe",
    "toEqual",
    "toStrictEqual",
    "toBeTruthy",
    "toBeDefined",
];

/// Whether what follows `expect(1)` only compares.
fn compares<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let chain = call.node.parent().map_or("", |chain| walk.text_of(chain));
    let behind = chain.strip_prefix(walk.text_of(call.node)).unwrap_or_default();
    let mut words = behind.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|word| COMPARING.contains(&word))
}
