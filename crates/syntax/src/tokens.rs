//! A text of source code as tokens that stay the same when things are renamed: what they are, not what they are called.

use crate::language::Language;
use crate::limits::TEXT_BYTES_MAX;
use crate::reading;
use tree_sitter::Node;

/// Most tokens of one text.
pub const TOKENS_MAX: usize = 200_000;
/// What stands for every name, text and number.
const NAME: &str = "name";
const TEXT: &str = "text";
const NUMBER: &str = "number";
/// What literals are called that are numbers.
const NUMBERS: [&str; 4] = ["int", "float", "number", "imaginary"];

/// Tells the tokens of a text without its remarks, in order, each with the line that it stands on, from 1. The word itself
/// for words and marks of the language, else what kind of thing stands there. None where the text cannot be parsed.
pub fn tokens(language: Language, text: &str, tell: &mut dyn FnMut(&str, u32)) {
    if text.len() > TEXT_BYTES_MAX || reading::refused(language, text.as_bytes()).is_some() {
        return;
    }
    let Some(prepared) = reading::prepared(language, text.as_bytes()) else {
        return;
    };
    let Some(tree) = reading::tree(&language.tree_sitter(), &prepared) else {
        return;
    };
    let (mut told, mut cursor) = (0, tree.walk());
    loop {
        let node = cursor.node();
        let whole = whole(node);
        if let Some(Some(word)) = whole {
            tell(word, line(node));
            told += 1;
        }
        let goes_down = whole.is_none() && cursor.goto_first_child();
        while !goes_down && !cursor.goto_next_sibling() {
            if told >= TOKENS_MAX || !cursor.goto_parent() {
                return;
            }
        }
        if told >= TOKENS_MAX {
            return;
        }
    }
}

fn line(node: Node<'_>) -> u32 {
    u32::try_from(node.start_position().row + 1).unwrap_or(u32::MAX)
}

/// What a node is as a whole: nothing where its parts are to be looked at, no token where it says nothing.
fn whole<'a>(node: Node<'a>) -> Option<Option<&'a str>> {
    let kind = node.kind();
    if kind.contains("comment") {
        return Some(None);
    }
    let is_text = kind.contains("string") || kind.contains("char_literal") || kind.contains("heredoc");
    if is_text && node.is_named() {
        // A text that stands alone is a remark in all but name.
        let stands_alone = node
            .parent()
            .is_some_and(|parent| parent.kind() == "expression_statement");
        return Some((!stands_alone).then_some(TEXT));
    }
    if node.child_count() > 0 {
        return None;
    }
    let is_name = kind.ends_with("identifier") || kind == "constant";
    if node.byte_range().is_empty() {
        return Some(None);
    }
    // `int_literal`, `decimal_integer_literal`, `number`: each grammar has its own words for it.
    let is_number = kind
        .strip_suffix("_literal")
        .map_or(["integer", "float", "number"].contains(&kind), |what| {
            NUMBERS.iter().any(|word| what.contains(word))
        });
    Some(Some(match (is_name, is_number) {
        (true, _) => NAME,
        (_, true) => NUMBER,
        _ => kind,
    }))
}

#[cfg(test)]
mod tests;
