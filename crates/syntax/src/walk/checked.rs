//! Whether a function looks at a value before it hands it on.

use super::{Kind, Walk};
use tree_sitter::Node;
use wordlist::{array, between};

/// Most nodes of a function that are looked at; in larger ones everything is taken for checked.
const NODES_MAX: usize = 50_000;
/// Parts of names by which functions say that they check.
const GUARDS: [&str; 12] =
    array("valid safe allow check verif assert sanit secure ensure permit trust abort");
/// What stands beside a value where only its presence is asked.
const PRESENCE: [&str; 14] = between(
    "is not None|is None|!== undefined|=== undefined|!= null|== null|!== null|=== \
     null|.present?|.blank?|.nil?|.empty?|.isEmpty()|not ",
);

/// Whether, before `call`, a condition asks more of one of `values` than whether it is there, or a function that says
/// that it checks is given it.
pub(super) fn is_checked<'t>(walk: &Walk<'t>, function: Node<'t>, call: Node<'t>, values: &[&str]) -> bool {
    let mut open = vec![function];
    let mut cursor = function.walk();
    let mut left = NODES_MAX;
    while let Some(node) = open.pop() {
        left -= 1;
        if left == 0 {
            return true;
        }
        if node.start_byte() >= call.start_byte() {
            continue;
        }
        let asked = node
            .child_by_field_name("condition")
            .or_else(|| node.child_by_field_name("value"));
        let decides = asked
            .filter(|_| node.child_by_field_name("condition").is_some() || node.kind().contains("switch"));
        if decides.is_some_and(|asked| asks_of(walk.text_of(asked), values))
            || guards(walk, node, call, values)
        {
            return true;
        }
        open.extend(node.named_children(&mut cursor));
    }
    false
}

/// Whether a condition asks more of a value than whether it is there.
fn asks_of(condition: &str, values: &[&str]) -> bool {
    let pieces = condition
        .split("&&")
        .flat_map(|piece| piece.split("||"))
        .flat_map(|piece| piece.split(" and "))
        .flat_map(|piece| piece.split(" or "));
    pieces.into_iter().any(|piece| {
        // That a file is there says nothing of where it lies.
        if piece.to_ascii_lowercase().contains("exist") {
            return false;
        }
        let bare = PRESENCE
            .iter()
            .fold(piece.to_owned(), |piece, word| piece.replace(word, ""));
        let bare = bare.trim_matches(['(', ')', '!', ' ', ':', '\n']);
        values.iter().any(|value| names(piece, value) && bare != *value)
    })
}

/// Whether this is a call of something that says that it checks, and one of the values is among what it is given.
fn guards<'t>(walk: &Walk<'t>, node: Node<'t>, until: Node<'t>, values: &[&str]) -> bool {
    if !walk.kind(node).is(Kind::CALL) || node.end_byte() > until.start_byte() {
        return false;
    }
    let Some(call) = walk.grammar.call(node, walk) else {
        return false;
    };
    let name = call.name.to_ascii_lowercase();
    GUARDS.iter().any(|word| name.contains(word))
        && values.iter().any(|value| names(walk.text_of(node), value))
}

/// Whether a name stands in a text as a word of its own.
fn names(text: &str, name: &str) -> bool {
    let is_part =
        |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    !name.is_empty()
        && text.match_indices(name).any(|(at, found)| {
            !is_part(text[..at].chars().next_back()) && !is_part(text[at + found.len()..].chars().next())
        })
}
