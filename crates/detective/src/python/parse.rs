//! From bytes to the owned syntax tree: error-tolerant, bounded in bytes, steps and depth.

mod definitions;
mod expressions;
mod statements;
mod strings;

use super::ast::{Expr, ExprKind, Module, Span};
use survey::reading;
use thiserror::Error;
use tree_sitter::{Node, Tree};

/// Longest file that is parsed, in bytes; hand-written modules stay far below.
pub const BYTES_MAX: usize = 2 << 20;
/// Deepest nesting that is kept. Python itself refuses 100 blocks or 200 brackets; every reader of the tree
/// recurses this deep at most.
pub const DEPTH_MAX: usize = 160;
/// Most places noted where the parser lost its way.
pub const ERRORS_MAX: usize = 100;

/// Why a file has no tree.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Unparsed {
    /// More than [`BYTES_MAX`].
    #[error("the file is longer than {BYTES_MAX} bytes")]
    TooLong,
    /// The parser takes more steps than its length explains, or reads the same lines again and again.
    #[error("parsing takes more steps than any program of its length")]
    TooSlow,
}

/// Parses one file.
///
/// # Errors
/// When the file is longer or takes longer than the limits of this module; a syntax error is no such error.
pub fn parse(path: &str, source: &[u8]) -> Result<Module, Unparsed> {
    if source.len() > BYTES_MAX {
        return Err(Unparsed::TooLong);
    }
    let tree = tree(source).ok_or(Unparsed::TooSlow)?;
    let mut reader = Reader {
        source,
        depth: 0,
        errors: errors(&tree),
    };
    let body = reader.block(tree.root_node());
    Ok(Module {
        path: path.to_owned(),
        body,
        errors: reader.errors,
    })
}

fn tree(source: &[u8]) -> Option<Tree> {
    let text = reading::thinned(source);
    reading::tree(&tree_sitter_python::LANGUAGE.into(), &text)
}

fn errors(tree: &Tree) -> Vec<Span> {
    let mut found = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let is_fault = node.is_error() || node.is_missing();
        if is_fault && found.len() < ERRORS_MAX {
            found.push(span(node));
        }
        if node.has_error() && !node.is_missing() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

/// Turns the parser's nodes into owned ones.
struct Reader<'s> {
    source: &'s [u8],
    depth: usize,
    errors: Vec<Span>,
}

impl Reader<'_> {
    fn text(&self, node: Node<'_>) -> String {
        let bytes = self.source.get(node.byte_range()).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    }

    fn field_text(&self, node: Node<'_>, field: &str) -> String {
        node.child_by_field_name(field)
            .map(|child| self.text(child))
            .unwrap_or_default()
    }

    /// Reads one level further down; beyond [`DEPTH_MAX`] there is nothing, and that is noted.
    fn deeper<T>(&mut self, node: Node<'_>, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= DEPTH_MAX {
            if self.errors.len() < ERRORS_MAX {
                self.errors.push(span(node));
            }
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        Some(result)
    }
}

/// The named children that are code.
fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| !child.is_extra())
        .collect()
}

fn child_of_kind<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    children(node).into_iter().find(|child| child.kind() == kind)
}

fn by_field<'t>(node: Node<'t>, field: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children_by_field_name(field, &mut cursor)
        .filter(|child| child.is_named() && !child.is_extra())
        .collect()
}

fn has_token(node: Node<'_>, token: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| child.kind() == token)
}

/// 1-based and inclusive; an end in front of the first column belongs to the line before.
fn span(node: Node<'_>) -> Span {
    let line = |row: usize| u32::try_from(row + 1).unwrap_or(u32::MAX);
    let (start, end) = (node.start_position(), node.end_position());
    let last = if end.column == 0 && end.row > start.row {
        end.row - 1
    } else {
        end.row
    };
    Span {
        first: line(start.row),
        last: line(last),
    }
}

fn unknown(node: Node<'_>) -> Expr {
    Expr {
        span: span(node),
        kind: ExprKind::Unknown,
    }
}

#[cfg(test)]
mod tests;
