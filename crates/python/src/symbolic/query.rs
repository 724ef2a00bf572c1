//! Asking terms.

use super::term::{Term, Terms, parts};
use subject::follow;

/// Every term within these, each once, outermost first; terms within functions that were not called are not.
pub fn reachable(terms: &Terms, from: impl IntoIterator<Item = Term>) -> Vec<Term> {
    let mut waiting: Vec<Term> = from.into_iter().collect();
    waiting.reverse();
    let mut found = Vec::new();
    follow(waiting, |term, next| {
        found.push(term);
        next.extend(parts(terms.node(term)).into_iter().rev());
    });
    found
}
