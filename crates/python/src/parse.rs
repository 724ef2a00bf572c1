//! From bytes to the owned syntax tree: error-tolerant, bounded in bytes, steps and depth.

mod braces;
mod definitions;
mod expressions;
mod statements;
mod strings;

use super::ast::{Expr, ExprKind, Module, Span};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use syntax::reading::{self, Lines};
use thiserror::Error;
use tree_sitter::{Language, Node, Tree};
use unicode_normalization::UnicodeNormalization as _;

/// Longest file that is parsed, in bytes; hand-written modules stay far below.
pub const BYTES_MAX: usize = 2 << 20;
/// Deepest nesting that is kept. Python itself refuses 100 blocks or 200 brackets; every reader of the tree
/// recurses this deep at most.
pub const DEPTH_MAX: usize = 160;
/// The level down to which an `elif` is the `else` of the one before it. Further ones follow one another: no reader
/// takes a long chain for a deep one, and nothing that stands in it is lost.
const ELIF_DEPTH_MAX: usize = DEPTH_MAX / 2;
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
    /// More indentations than any program has.
    #[error("it has more than {} different indentations", reading::INDENTS_MAX)]
    TooSteep,
    /// More open brackets than any program has, or a coding of another text.
    #[error("{0}")]
    Refused(&'static str),
}

/// Parses one file.
///
/// # Errors
/// When the file is longer or takes longer than the limits of this module; a syntax error is no such error.
pub fn parse(path: &str, source: &[u8]) -> Result<Module, Unparsed> {
    Ok(module(path, source, &tree(source)?))
}

/// The parser's tree of one file.
///
/// # Errors
/// As of [`parse`].
pub fn tree(source: &[u8]) -> Result<Tree, Unparsed> {
    if source.len() > BYTES_MAX {
        return Err(Unparsed::TooLong);
    }
    if let Some(why) = reading::refused(syntax::Language::Python, source) {
        return Err(Unparsed::Refused(why));
    }
    let text = reading::prepared(syntax::Language::Python, source).ok_or(Unparsed::TooSteep)?;
    reading::tree(&PYTHON, &text).ok_or(Unparsed::TooSlow)
}

/// The owned tree of one file, from the parser's.
pub fn module(path: &str, source: &[u8], tree: &Tree) -> Module {
    let mut reader = Reader {
        source,
        lines: Lines::of(syntax::Language::Python, source),
        depth: 0,
        errors: errors(tree),
        cut: None,
    };
    reader.errors = reader
        .errors
        .iter()
        .map(|error| reader.counted_back(*error))
        .collect();
    let body = reader.block(tree.root_node());
    let is_lost = reader.errors.len() >= ERRORS_MAX;
    let lost = is_lost.then(|| format!("{ERRORS_MAX} places or more are no Python"));
    Module {
        path: path.to_owned(),
        body,
        errors: reader.errors,
        cut: reader.cut.or(lost),
    }
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
    lines: Lines,
    depth: usize,
    errors: Vec<Span>,
    cut: Option<String>,
}

impl Reader<'_> {
    fn span(&self, node: Node<'_>) -> Span {
        self.counted_back(span(node))
    }

    fn counted_back(&self, span: Span) -> Span {
        Span {
            first: self.lines.back(span.first),
            last: self.lines.back(span.last),
        }
    }

    fn unknown(&self, node: Node<'_>) -> Expr {
        Expr {
            span: self.span(node),
            kind: ExprKind::Unknown,
        }
    }

    fn text(&self, node: Node<'_>) -> String {
        let bytes = self.source.get(node.byte_range()).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    }

    fn field_text(&self, node: Node<'_>, field: &str) -> String {
        child_by(node, field)
            .map(|child| self.name(child))
            .unwrap_or_default()
    }

    /// A name as Python understands it, which takes letters for one another that only look different.
    fn name(&self, node: Node<'_>) -> String {
        let text = self.text(node);
        if text.is_ascii() {
            text
        } else {
            text.nfkc().collect()
        }
    }

    /// Reads one level further down; beyond [`DEPTH_MAX`] there is nothing, and that is noted.
    fn deeper<T>(&mut self, node: Node<'_>, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= DEPTH_MAX {
            if self.errors.len() < ERRORS_MAX {
                self.errors.push(self.span(node));
            }
            let line = self.span(node).first;
            self.cut
                .get_or_insert_with(|| format!("nested deeper than {DEPTH_MAX} levels at line {line}"));
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        Some(result)
    }
}

/// The names of the grammar by their numbers, and the other way round: the parser's library measures and searches them
/// at every question.
struct Names {
    kinds: Vec<&'static str>,
    fields: BTreeMap<&'static str, u16>,
}

static PYTHON: LazyLock<Language> = LazyLock::new(|| tree_sitter_python::LANGUAGE.into());

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let number = |count| u16::try_from(count).unwrap_or(u16::MAX);
    let kinds = 0..number(PYTHON.node_kind_count());
    let kinds = kinds.map(|id| PYTHON.node_kind_for_id(id).unwrap_or_default());
    let fields = 1..=number(PYTHON.field_count());
    let fields = fields.filter_map(|id| Some((PYTHON.field_name_for_id(id)?, id)));
    Names {
        kinds: kinds.collect(),
        fields: fields.collect(),
    }
});

/// What kind a node is; errors stand outside of the grammar.
fn kind_of(node: Node<'_>) -> &'static str {
    let known = NAMES.kinds.get(usize::from(node.kind_id()));
    known.copied().unwrap_or("ERROR")
}

fn child_by<'t>(node: Node<'t>, field: &str) -> Option<Node<'t>> {
    node.child_by_field_id(*NAMES.fields.get(field)?)
}

/// The named children that are code.
fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| !child.is_extra())
        .collect()
}

fn child_of_kind<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    children(node).into_iter().find(|child| kind_of(*child) == kind)
}

fn by_field<'t>(node: Node<'t>, field: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children_by_field_name(field, &mut cursor)
        .filter(|child| child.is_named() && !child.is_extra())
        .collect()
}

/// 1-based and inclusive; an end in front of the first column belongs to the line before.
pub fn span(node: Node<'_>) -> Span {
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

#[cfg(test)]
mod tests;
