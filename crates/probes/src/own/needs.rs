//! Which words a text must hold for a rule to find anything in it, so that most texts need not be parsed.

use super::tongue::Tongue;
use ast_grep_core::MatchStrictness;
use ast_grep_core::matcher::{Pattern, PatternNode};
use serde_json::Value;

/// Shorter words are in every text.
const WORD_BYTES_MIN: usize = 3;
/// Deepest nesting of a rule that is looked through; the reader of rubrics allows less.
const DEPTH_MAX: usize = 64;

/// Some text of which at least one must occur; `None` where nothing is known.
pub(super) type Needs = Option<Vec<String>>;

/// What a pattern needs: the longest of the words that every match has.
pub(super) fn of_pattern(pattern: &Pattern) -> Needs {
    // A signature compares no text.
    if matches!(pattern.strictness, MatchStrictness::Signature) {
        return None;
    }
    longest(&pattern.node).map(|word| vec![word.to_owned()])
}

fn longest(node: &PatternNode) -> Option<&str> {
    let mut best: Option<&str> = None;
    // The depth of patterns is bounded where they are read.
    let mut left = vec![node];
    while let Some(node) = left.pop() {
        match node {
            PatternNode::MetaVar { .. } => {}
            PatternNode::Terminal { text, is_named, .. } => {
                let is_longer = text.len() > best.map_or(0, str::len);
                if *is_named && is_word(text) && is_longer {
                    best = Some(text);
                }
            }
            PatternNode::Internal { children, .. } => left.extend(children),
        }
    }
    best
}

fn is_word(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.len() >= WORD_BYTES_MIN && text.bytes().all(is_letter)
}

/// What a rule object needs.
pub(super) fn of_rule(rule: &Value, tongue: Tongue) -> Needs {
    at_depth(rule, tongue, 0)
}

fn at_depth(rule: &Value, tongue: Tongue, depth: usize) -> Needs {
    let object = rule.as_object().filter(|_| depth < DEPTH_MAX)?;
    let parts = object.iter().map(|(key, value)| match (key.as_str(), value) {
        ("pattern", Value::String(text)) => {
            let pattern = Pattern::try_new(text, tongue).ok()?;
            of_pattern(&pattern)
        }
        ("inside" | "has" | "precedes" | "follows", value) => at_depth(value, tongue, depth + 1),
        ("all", Value::Array(items)) => best(items.iter().map(|item| at_depth(item, tongue, depth + 1))),
        ("any", Value::Array(items)) => {
            let needs: Option<Vec<_>> = items
                .iter()
                .map(|item| at_depth(item, tongue, depth + 1))
                .collect();
            needs.map(|needs| needs.concat())
        }
        _ => None,
    });
    best(parts)
}

/// Where all must hold, whichever is rarest: few words, and long ones.
fn best(parts: impl Iterator<Item = Needs>) -> Needs {
    let shortest = |words: &Vec<String>| words.iter().map(String::len).min().unwrap_or_default();
    parts
        .flatten()
        .max_by_key(|words| (std::cmp::Reverse(words.len()), shortest(words)))
}
