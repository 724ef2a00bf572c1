//! One module a language: how its syntax says what the facts are.

mod c;
mod go;
mod innocence;
mod java;
mod javascript;
mod python;
mod ruby;
mod rust;

use crate::facts::{Facts, Handed};
use crate::language::Language;
use crate::limits::TEXT_BYTES_MAX;
use crate::reading;
use crate::walk::{self, Grammar, Vocabulary};
use std::collections::BTreeSet;
use tree_sitter::Tree;

/// Parses and walks a text.
pub(crate) fn read(language: Language, path: &str, text: &str) -> Facts {
    let is_short = text.len() <= TEXT_BYTES_MAX;
    let tree = is_short.then(|| parse(language, text)).flatten();
    read_parsed(language, path, text, tree.as_ref())
}

/// Walks a text that was parsed; what took too long has no tree.
pub(crate) fn read_parsed(language: Language, path: &str, text: &str, tree: Option<&Tree>) -> Facts {
    let mut facts = Facts::of(language);
    if text.len() > TEXT_BYTES_MAX {
        facts.unread = Some(format!(
            "{} bytes; at most {TEXT_BYTES_MAX} are parsed",
            text.len()
        ));
        return facts;
    }
    if language == Language::Python
        && let Some(plain) = reading::undisguised(text)
    {
        return read(language, path, &plain);
    }
    let Some(tree) = tree else {
        let refused = reading::refused(language, text.as_bytes());
        facts.unread = Some(refused.unwrap_or("the parser gave up").to_owned());
        return facts;
    };
    let grammar = rules(language);
    let rules = (grammar, Vocabulary::of(language, grammar));
    let mut facts = walk::walk(rules, tree, path, text, facts);
    let lines = reading::Lines::of(language, text.as_bytes());
    if !lines.is_plain() {
        facts.count_back(&lines);
    }
    facts
}

/// What the functions of these names are given in a text.
pub(crate) fn handed(language: Language, path: &str, text: &str, wanted: &BTreeSet<String>) -> Vec<Handed> {
    if text.len() > TEXT_BYTES_MAX {
        return Vec::new();
    }
    let plain = (language == Language::Python).then(|| reading::undisguised(text));
    let plain = plain.flatten();
    let text = plain.as_deref().unwrap_or(text);
    let Some(tree) = parse(language, text) else {
        return Vec::new();
    };
    let grammar = rules(language);
    let rules = (grammar, Vocabulary::of(language, grammar));
    let mut found = walk::handed(rules, &tree, (path, text), Facts::of(language), wanted);
    let lines = reading::Lines::of(language, text.as_bytes());
    if !lines.is_plain() {
        found.iter_mut().for_each(|handed| handed.count_back(&lines));
    }
    found
}

/// Who knows a language's rules.
pub(crate) fn rules(language: Language) -> &'static dyn Grammar {
    match language {
        Language::C => &c::Family { is_cpp: false },
        Language::Cpp => &c::Family { is_cpp: true },
        Language::Go => &go::Go,
        Language::Rust => &rust::Rust,
        Language::Python => &python::Python,
        Language::Ruby => &ruby::Ruby,
        Language::Java => &java::Java,
        Language::JavaScript => &javascript::Script { is_typed: false },
        Language::TypeScript | Language::Tsx => &javascript::Script { is_typed: true },
    }
}

fn parse(language: Language, text: &str) -> Option<Tree> {
    if reading::refused(language, text.as_bytes()).is_some() {
        return None;
    }
    let bytes = reading::prepared(language, text.as_bytes())?;
    reading::tree(&language.tree_sitter(), &bytes)
}
