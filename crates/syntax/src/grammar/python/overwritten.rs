//! Functions of Python that another of the same name takes the place of.

use crate::walk::Walk;
use tree_sitter::Node;

/// Whether a function behind it in the same block has its name, so that nobody ever calls this one.
pub(super) fn is_overwritten<'t>(function: Node<'t>, name: &str, walk: &Walk<'t>) -> bool {
    let column = function.start_position().column;
    let rest = walk.text().get(function.end_byte()..).unwrap_or_default();
    walk.may_search()
        && rest
            .lines()
            .skip(1)
            .take_while(|line| line.trim().is_empty() || indent(line) >= column)
            .any(|line| indent(line) == column && defines(line, name))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn defines(line: &str, name: &str) -> bool {
    let line = line.trim_start();
    let head = line.strip_prefix("async ").unwrap_or(line);
    let rest = head.strip_prefix("def ").and_then(|rest| rest.strip_prefix(name));
    rest.is_some_and(|rest| rest.starts_with('('))
}
