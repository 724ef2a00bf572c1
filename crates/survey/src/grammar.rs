//! One module a language: how its syntax says what the facts are.

use crate::TEXT_BYTES_MAX;
use crate::facts::Facts;
use crate::language::Language;
use tree_sitter::{Parser, Tree};

/// Parses and walks a text.
pub(crate) fn read(language: Language, text: &str) -> Facts {
    let mut facts = Facts::of(language);
    if text.len() > TEXT_BYTES_MAX {
        facts.unread = Some(format!(
            "{} bytes; at most {TEXT_BYTES_MAX} are parsed",
            text.len()
        ));
        return facts;
    }
    match parse(language, text) {
        Some(tree) => facts.broken_at = first_error(&tree),
        None => facts.unread = Some("the parser gave up".to_owned()),
    }
    facts
}

fn parse(language: Language, text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&grammar(language)).ok()?;
    parser.parse(text, None)
}

fn grammar(language: Language) -> tree_sitter::Language {
    match language {
        Language::C => tree_sitter_c::LANGUAGE.into(),
        Language::Cpp => tree_sitter_cpp::LANGUAGE.into(),
        Language::Go => tree_sitter_go::LANGUAGE.into(),
        Language::Java => tree_sitter_java::LANGUAGE.into(),
        Language::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
        Language::Python => tree_sitter_python::LANGUAGE.into(),
        Language::Ruby => tree_sitter_ruby::LANGUAGE.into(),
        Language::Rust => tree_sitter_rust::LANGUAGE.into(),
        Language::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        Language::Tsx => tree_sitter_typescript::LANGUAGE_TSX.into(),
    }
}

fn first_error(tree: &Tree) -> Option<u32> {
    let root = tree.root_node();
    if !root.has_error() {
        return None;
    }
    let mut node = root;
    let mut cursor = tree.walk();
    while !(node.is_error() || node.is_missing()) {
        let child = node.children(&mut cursor).find(tree_sitter::Node::has_error);
        match child {
            Some(child) => node = child,
            None => break,
        }
    }
    u32::try_from(node.start_position().row + 1).ok()
}
