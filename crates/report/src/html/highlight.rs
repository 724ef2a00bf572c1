//! Enough of a lexer to tell comments, strings, numbers and keywords of common languages apart in a line.
//!
//! A line is looked at by itself: a text over several lines is not known as such, which costs color and nothing
//! else.

use crate::text::html::Seen;
use maud::{Markup, html};
use wordlist::array;

/// Longest line that is taken apart, in bytes; nobody reads longer ones.
const LINE_MAX: usize = 2_000;

/// Words of the languages that subjects are mostly written in.
const KEYWORDS: [&str; 48] = array(
    "False None True and as assert async await break case class const continue def del elif else enum except \
     export false finally fn for from function if impl import in is lambda let match mut not null or pass pub \
     raise return struct true try while with yield",
);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Comment,
    Text,
    Number,
    Keyword,
}

/// The line with its parts marked.
pub(super) fn line(line: &str) -> Markup {
    if line.len() > LINE_MAX {
        return html! { (Seen(line)) };
    }
    html! {
        @for (kind, part) in parts(line) {
            @match class(kind) {
                Some(class) => span class=(class) { (Seen(part)) },
                None => (Seen(part)),
            }
        }
    }
}

fn class(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Plain => None,
        Kind::Comment => Some("c"),
        Kind::Text => Some("s"),
        Kind::Number => Some("m"),
        Kind::Keyword => Some("k"),
    }
}

fn parts(line: &str) -> Vec<(Kind, &str)> {
    let mut parts = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let (kind, length) = next(rest);
        let (part, after) = rest.split_at(length);
        parts.push((kind, part));
        rest = after;
    }
    parts
}

/// The first part of the text, and how many bytes it has; at least one character.
fn next(text: &str) -> (Kind, usize) {
    let first = text.chars().next().unwrap_or(' ');
    match first {
        '#' => (Kind::Comment, text.len()),
        '/' if text.starts_with("//") => (Kind::Comment, text.len()),
        '"' | '\'' => (Kind::Text, quoted(text, first)),
        _ if first.is_ascii_digit() => (
            Kind::Number,
            run(text, |c| c.is_ascii_alphanumeric() || "._".contains(c)),
        ),
        _ if is_word(first) => {
            let length = run(text, is_word);
            let kind = if KEYWORDS.binary_search(&&text[..length]).is_ok() {
                Kind::Keyword
            } else {
                Kind::Plain
            };
            (kind, length)
        }
        _ => (
            Kind::Plain,
            run(text, |c| !is_word(c) && !"#/\"'".contains(c)).max(first.len_utf8()),
        ),
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn run(text: &str, holds: impl Fn(char) -> bool) -> usize {
    text.find(|character| !holds(character)).unwrap_or(text.len())
}

/// Up to the quote that ends it, else to the end of the line.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if character == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests;
