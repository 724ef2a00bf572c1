//! Small readings of nodes and texts.

use crate::limits::FACTS_MAX;
use std::collections::BTreeSet;
use tree_sitter::Node;

/// The first line of a node, 1-based.
pub(crate) fn line_of(node: Node<'_>) -> u32 {
    number(node.start_position().row + 1)
}

/// The last line that a node has text on; some grammars count the line break behind it to it.
pub(super) fn last_line_of(node: Node<'_>) -> u32 {
    let end = node.end_position();
    let first = node.start_position().row;
    let row = if end.column == 0 {
        end.row.saturating_sub(1)
    } else {
        end.row
    };
    number(row.max(first) + 1)
}

/// The named children of a node.
pub(crate) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).collect()
}

/// Whether a letter may stand in a name.
pub(crate) fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The names of a text, keywords among them.
pub(crate) fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter| !is_part(letter))
}

/// Whether a name begins with one of a list.
pub(crate) fn begins(list: &BTreeSet<String>, name: &str) -> bool {
    list.iter().any(|beginning| name.starts_with(beginning.as_str()))
}

/// Whether a name in camel case begins with one of a list as with words of its own: `assertThat`, not `assertion`.
pub(crate) fn begins_words(list: &BTreeSet<String>, name: &str) -> bool {
    let mut rests = list
        .iter()
        .filter_map(|beginning| name.strip_prefix(beginning.as_str()));
    rests.any(|rest| !rest.starts_with(char::is_lowercase))
}

/// Whether a program reads its argument behind a flag as commands.
pub(crate) fn is_shell(program: &str) -> bool {
    matches!(
        program,
        "sh" | "bash" | "zsh" | "dash" | "ksh" | "cmd" | "cmd.exe" | "powershell" | "pwsh"
    )
}

/// Whether a shell reads what stands behind this as commands.
pub(crate) fn is_shell_flag(flag: &str) -> bool {
    matches!(flag, "-c" | "-lc" | "-ec" | "/c" | "/C" | "-Command")
}

/// A count that fits; texts are at most a mebibyte long.
pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Whether one more fits into a list; notes when not.
pub(super) const fn has_room<T>(list: &[T], is_cut: &mut bool) -> bool {
    let has_room = list.len() < FACTS_MAX;
    if !has_room {
        *is_cut = true;
    }
    has_room
}

/// At most `chars` characters of a text, its white space as single spaces.
pub(crate) fn snippet(text: &str, chars: usize) -> String {
    let mut out = String::new();
    let mut left = chars;
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
            left = left.saturating_sub(1);
        }
        for letter in word.chars().take(left) {
            out.push(letter);
            left -= 1;
        }
        if left == 0 {
            break;
        }
    }
    out.truncate(out.trim_end().len());
    out
}
