//! What a file of source code is made of, in any of the languages that are read: its functions, imports, tests,
//! dangerous calls and lapses, as facts with lines.
//!
//! The crate sees one text at a time and knows nothing of repositories. A text is parsed, walked once, and its tree
//! is dropped: what stays is small, so that a tree of a million lines fits into memory. What does not parse says
//! so in [`Facts::unread`]; nothing here fails or panics.

pub mod facts;
mod grammar;
mod language;
mod limits;
pub mod reading;
mod tokens;
mod walk;

use std::collections::BTreeSet;

pub use facts::Facts;
pub use language::{Language, starts_python, unread_language};
pub use limits::{DEPTH_MAX, FACTS_MAX, TEXT_BYTES_MAX};
pub use tokens::{TOKENS_MAX, tokens};

/// Reads a text of `language`.
#[must_use]
pub fn read(language: Language, text: &str) -> Facts {
    read_at(language, "", text)
}

/// Reads a text of `language` that lies at `path`, which says in some languages whether it is a test.
#[must_use]
pub fn read_at(language: Language, path: &str, text: &str) -> Facts {
    grammar::read(language, path, text)
}

/// What the functions of these names are given where a text calls them, outside of tests; nothing of a text that cannot
/// be read. It is parsed once more for it: only few texts are asked.
#[must_use]
pub fn handed(language: Language, path: &str, text: &str, wanted: &BTreeSet<String>) -> Vec<facts::Handed> {
    grammar::handed(language, path, text, wanted)
}

/// Reads a text of Python from the tree of what is [`prepared`](reading::prepared) of it; without one, it took too long.
#[must_use]
pub fn read_parsed_python(path: &str, text: &str, tree: Option<&tree_sitter::Tree>) -> Facts {
    grammar::read_parsed(Language::Python, path, text, tree)
}
