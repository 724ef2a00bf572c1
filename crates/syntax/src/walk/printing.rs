//! Handlers that only print.

use super::Walk;
use tree_sitter::Node;

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
