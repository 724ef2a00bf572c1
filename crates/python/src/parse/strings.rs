//! String literals: prefixes, escapes, formatted parts, neighbours.

use super::braces;
use super::{Reader, child_by, children, kind_of};
use crate::ast::{ExprKind, FPart, Span};
use std::str::Chars;
use tree_sitter::Node;

/// One literal, before its neighbours join.
enum Literal {
    Text(String),
    Parts(Vec<FPart>),
    Bytes,
}

impl Reader<'_> {
    pub(super) fn string(&mut self, node: Node<'_>) -> ExprKind {
        let nodes = match kind_of(node) {
            "concatenated_string" => children(node),
            _ => vec![node],
        };
        let strings = nodes.into_iter().filter(|node| kind_of(*node) == "string");
        let literals: Vec<Literal> = strings.map(|string| self.literal(string)).collect();
        join(literals)
    }

    fn literal(&mut self, node: Node<'_>) -> Literal {
        let parts = children(node);
        let start = parts.first().filter(|part| kind_of(**part) == "string_start");
        let prefix = start
            .map(|start| self.text(*start).to_ascii_lowercase())
            .unwrap_or_default();
        let is_raw = prefix.contains('r');
        if prefix.contains('b') {
            Literal::Bytes
        } else if prefix.contains(['f', 't']) {
            let parts = parts.into_iter().filter_map(|part| self.formatted(part, is_raw));
            let parts: Vec<FPart> = parts.collect();
            let written = self.source.get(node.byte_range()).unwrap_or_default();
            let raises = braces::raises(written).map(|line| FPart::Raises(self.line_of(node, line)));
            Literal::Parts(parts.into_iter().chain(raises).collect())
        } else {
            let from = start.map_or(node.start_byte(), Node::end_byte);
            let end = parts.last().filter(|part| kind_of(**part) == "string_end");
            let to = end.map_or(node.end_byte(), Node::start_byte);
            let text = String::from_utf8_lossy(self.source.get(from..to).unwrap_or_default());
            Literal::Text(if is_raw {
                text.into_owned()
            } else {
                unescape(&text)
            })
        }
    }

    /// The line so many lines below the first of a node.
    fn line_of(&self, node: Node<'_>, below: u32) -> Span {
        let first = self.lines.back(super::span(node).first + below);
        Span { first, last: first }
    }

    fn formatted(&mut self, node: Node<'_>, is_raw: bool) -> Option<FPart> {
        match kind_of(node) {
            "string_content" => {
                let text = self.text(node).replace("{{", "{").replace("}}", "}");
                Some(FPart::Text(if is_raw { text } else { unescape(&text) }))
            }
            "interpolation" => {
                let value = self.field(node, "expression");
                let is_plain = ["type_conversion", "format_specifier"]
                    .iter()
                    .all(|field| child_by(node, field).is_none());
                Some(if is_plain {
                    FPart::Value(value)
                } else {
                    FPart::Formatted(value)
                })
            }
            _ => None,
        }
    }
}

fn join(literals: Vec<Literal>) -> ExprKind {
    if literals.iter().any(|literal| matches!(literal, Literal::Bytes)) {
        return ExprKind::Bytes;
    }
    let is_formatted = literals
        .iter()
        .any(|literal| matches!(literal, Literal::Parts(_)));
    let mut parts = Vec::new();
    let mut text = String::new();
    for literal in literals {
        match literal {
            Literal::Text(more) if is_formatted => parts.push(FPart::Text(more)),
            Literal::Text(more) => text.push_str(&more),
            Literal::Parts(more) => parts.extend(more),
            Literal::Bytes => {}
        }
    }
    if is_formatted {
        ExprKind::FString(parts)
    } else {
        ExprKind::Str(text)
    }
}

/// Resolves the escapes of Python; `\N{…}` and unknown ones stay as written.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '\\' {
            escape(&mut chars, &mut out);
        } else {
            out.push(c);
        }
    }
    out
}

fn escape(chars: &mut Chars<'_>, out: &mut String) {
    let Some(c) = chars.next() else {
        out.push('\\');
        return;
    };
    match c {
        '\n' => {}
        '\r' => {
            if chars.as_str().starts_with('\n') {
                chars.next();
            }
        }
        'n' => out.push('\n'),
        't' => out.push('\t'),
        'r' => out.push('\r'),
        'a' => out.push('\u{7}'),
        'b' => out.push('\u{8}'),
        'f' => out.push('\u{c}'),
        'v' => out.push('\u{b}'),
        '\\' | '\'' | '"' => out.push(c),
        'x' => code(chars, out, 'x', 2, 16),
        'u' => code(chars, out, 'u', 4, 16),
        'U' => code(chars, out, 'U', 8, 16),
        '0'..='7' => octal(chars, out, c),
        _ => out.extend(['\\', c]),
    }
}

fn code(chars: &mut Chars<'_>, out: &mut String, letter: char, digits: usize, radix: u32) {
    let text = chars.as_str().get(..digits);
    let value = text.and_then(|text| u32::from_str_radix(text, radix).ok());
    if let Some(value) = value.and_then(char::from_u32) {
        out.push(value);
        chars.nth(digits - 1);
    } else {
        out.extend(['\\', letter]);
    }
}

fn octal(chars: &mut Chars<'_>, out: &mut String, first: char) {
    let mut value = first.to_digit(8).unwrap_or_default();
    for _ in 0..2 {
        let Some(digit) = chars.as_str().chars().next().and_then(|c| c.to_digit(8)) else {
            break;
        };
        value = value * 8 + digit;
        chars.next();
    }
    out.push(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER));
}
