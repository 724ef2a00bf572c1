//! Asking terms.

use super::term::{Node, Term, Terms, parts};
use std::collections::BTreeSet;

/// Every term within these, each once, outermost first; terms within functions that were not called are not.
pub fn reachable(terms: &Terms, from: impl IntoIterator<Item = Term>) -> Vec<Term> {
    let mut waiting: Vec<Term> = from.into_iter().collect();
    waiting.reverse();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    while let Some(term) = waiting.pop() {
        if !seen.insert(term) {
            continue;
        }
        found.push(term);
        let node: &Node = terms.node(term);
        waiting.extend(parts(node).into_iter().rev());
    }
    found
}
