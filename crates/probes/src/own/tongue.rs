//! The languages in which rubrics write patterns, as the matcher of ast-grep wants to know them.

use ast_grep_core::language::Language as Speech;
use ast_grep_core::matcher::{Pattern, PatternBuilder, PatternError};
use ast_grep_core::tree_sitter::{LanguageExt, StrDoc, TSLanguage};
use serde::{Deserialize, Deserializer, de};
use std::borrow::Cow;
use std::path::Path;
use syntax::Language;
use wordlist::head_of;

/// Deepest nesting of a pattern; matching follows it by recursion.
const PATTERN_DEPTH_MAX: usize = 100;

/// Every language by the names under which rules know it.
const NAMES: [(Language, &str); 10] = [
    (Language::C, "c"),
    (Language::Cpp, "cpp c++ cc cxx"),
    (Language::Go, "go golang"),
    (Language::Java, "java"),
    (Language::JavaScript, "javascript js jsx"),
    (Language::Python, "python py"),
    (Language::Ruby, "ruby rb"),
    (Language::Rust, "rust rs"),
    (Language::TypeScript, "typescript ts"),
    (Language::Tsx, "tsx"),
];

/// A language of the subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tongue(pub(super) Language);

impl Tongue {
    /// By one of its names, in whatever case.
    pub(super) fn named(name: &str) -> Option<Self> {
        head_of(&NAMES, &name.trim().to_ascii_lowercase()).map(Self)
    }

    /// The names, for messages.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().flat_map(|(_, names)| names.split(' '))
    }

    /// What patterns have in place of `$`, where the syntax has no names with it.
    fn stand_in(self) -> char {
        match self.0 {
            Language::C | Language::Cpp => '\u{10000}',
            Language::Go | Language::Python | Language::Ruby | Language::Rust => 'µ',
            Language::Java | Language::JavaScript | Language::TypeScript | Language::Tsx => '$',
        }
    }
}

impl Speech for Tongue {
    fn pre_process_pattern<'q>(&self, query: &'q str) -> Cow<'q, str> {
        match self.stand_in() {
            '$' => Cow::Borrowed(query),
            other => Cow::Owned(with_stand_in(query, other)),
        }
    }

    fn expando_char(&self) -> char {
        self.stand_in()
    }

    fn from_path<P: AsRef<Path>>(path: P) -> Option<Self> {
        Language::of(path.as_ref().to_str()?, "").map(Self)
    }

    fn kind_to_id(&self, kind: &str) -> u16 {
        self.get_ts_language().id_for_node_kind(kind, true)
    }

    fn field_to_id(&self, field: &str) -> Option<u16> {
        let id = self.get_ts_language().field_id_for_name(field);
        id.map(std::num::NonZero::get)
    }

    fn build_pattern(&self, builder: &PatternBuilder) -> Result<Pattern, PatternError> {
        builder.build(|source| {
            let document = StrDoc::try_new(source, *self)?;
            if is_deep(&document.tree) {
                return Err(format!("nested deeper than {PATTERN_DEPTH_MAX} levels"));
            }
            Ok(document)
        })
    }
}

impl LanguageExt for Tongue {
    fn get_ts_language(&self) -> TSLanguage {
        self.0.tree_sitter()
    }
}

impl<'de> Deserialize<'de> for Tongue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| de::Error::custom(format_args!("unknown language `{name}`")))
    }
}

/// Puts `stand_in` for each `$` that begins a variable: `$A`, `$$A`, `$$$A`, `$$$`.
fn with_stand_in(query: &str, stand_in: char) -> String {
    let mut text = String::with_capacity(query.len());
    let mut signs = 0;
    let put = |text: &mut String, signs: usize, begins: bool| {
        let sign = if begins { stand_in } else { '$' };
        text.extend(std::iter::repeat_n(sign, signs));
    };
    for letter in query.chars() {
        if letter == '$' {
            signs += 1;
            continue;
        }
        put(&mut text, signs, matches!(letter, 'A'..='Z' | '_') || signs == 3);
        signs = 0;
        text.push(letter);
    }
    put(&mut text, signs, signs == 3);
    text
}

fn is_deep(tree: &tree_sitter::Tree) -> bool {
    let mut cursor = tree.walk();
    loop {
        if cursor.depth() as usize > PATTERN_DEPTH_MAX {
            return true;
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return false;
            }
        }
    }
}
