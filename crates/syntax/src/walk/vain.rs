//! Checks that hold whatever the program does, and handlers that only print.

use super::{Call, Walk};
use tree_sitter::Node;

/// Values that say nothing of the program.
const FIXED: &[&str] = &["true", "false", "True", "False", "1", "0"];
/// What checks are called on that take what is checked as an argument.
const CHECKERS: &[&str] = &["", "assert", "Assert", "Assertions", "self", "chai.assert", "t"];

/// Whether a check is given nothing but fixed values: `expect(true).to.equal(true)`, `assertTrue(true)`.
pub(super) fn holds_anyway<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let given = walk.arguments(call);
    let is_fixed = |node: &Node<'t>| FIXED.contains(&walk.text_of(*node));
    if given.is_empty() || !given.iter().all(is_fixed) {
        return false;
    }
    let on = walk.on(call);
    let chained = on.strip_prefix("expect(").and_then(|rest| rest.split_once(')'));
    let takes_value = ["assert", "expect", "ok", "equal", "isTrue", "truthy", "is"]
        .iter()
        .any(|word| call.name.starts_with(word));
    match chained {
        Some((value, _)) => FIXED.contains(&value.trim()),
        None => takes_value && CHECKERS.contains(&on),
    }
}

/// Most statements of a handler that does nothing but print.
const PRINTS_MAX: usize = 3;
/// What a handler gives back that says nothing of what went wrong.
const NOTHINGS: &[&str] = &[
    "",
    "None",
    "null",
    "nil",
    "undefined",
    "false",
    "False",
    "[]",
    "{}",
    "\"\"",
    "''",
];

impl<'t> Walk<'t> {
    /// Whether a handler prints to the console, by calls that begin so, and goes on as if nothing had been.
    pub(crate) fn only_prints(&self, body: Node<'t>, prints: &[&str]) -> bool {
        let statements = self.statements(body, PRINTS_MAX + 1);
        let is_print = |text: &str| prints.iter().any(|print| text.starts_with(print));
        let goes_on = |text: &str| {
            let text = text.trim_end_matches(';').trim();
            text == "continue"
                || text
                    .strip_prefix("return")
                    .is_some_and(|given| NOTHINGS.contains(&given.trim()))
        };
        let mut texts = statements.iter().map(|one| self.text_of(*one).trim_start());
        statements.len() <= PRINTS_MAX
            && statements
                .iter()
                .any(|one| is_print(self.text_of(*one).trim_start()))
            && texts.all(|text| is_print(text) || goes_on(text))
    }
}
