//! What a piece of prose names: a path, code, a language; and whether it wants it or not.

use crate::protocol::fold;
use std::collections::BTreeSet;

/// Longest piece that is taken for code or a path, in bytes.
const PIECE_BYTES_MAX: usize = 120;
/// Words before something that say that it must not be.
const NEGATORS: &[&str] = &[
    "absence",
    "absent",
    "avoid",
    "avoids",
    "avoiding",
    "ban",
    "bans",
    "banned",
    "cannot",
    "forbid",
    "forbids",
    "forbidden",
    "instead",
    "lack",
    "lacks",
    "lacking",
    "missing",
    "neither",
    "never",
    "no",
    "none",
    "nor",
    "not",
    "prohibit",
    "prohibited",
    "rather",
    "reject",
    "without",
];
/// Furthest that such a word stands before it, in words of the same clause.
const NEGATOR_WORDS_MAX: usize = 6;
/// Words that end a clause.
const TURNS: &[&str] = &["but", "however", "although", "use", "uses"];

/// Names of languages in prose, and endings of files, with how rules name the language. Words of everyday English
/// name none.
const LANGUAGES: &[(&str, &str)] = &[
    ("python", "python"),
    ("py", "python"),
    ("rust", "rust"),
    ("rs", "rust"),
    ("golang", "go"),
    ("java", "java"),
    ("javascript", "javascript"),
    ("js", "javascript"),
    ("typescript", "typescript"),
    ("ts", "typescript"),
    ("tsx", "tsx"),
    ("ruby", "ruby"),
    ("rb", "ruby"),
    ("cpp", "cpp"),
];
/// Endings that make a word a file name.
const ENDINGS: &[&str] = &[
    "c", "cfg", "cpp", "css", "csv", "go", "h", "html", "ini", "java", "js", "json", "jsx", "lock", "md",
    "mjs", "pdf", "py", "rb", "rs", "sh", "sql", "toml", "ts", "tsx", "txt", "xml", "yaml", "yml",
];
/// File names without an ending.
const NAMES: &[&str] = &[
    "CHANGELOG",
    "CODEOWNERS",
    "CONTRIBUTING",
    "Dockerfile",
    "LICENSE",
    "Makefile",
    "README",
];

/// What a piece of prose is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Piece {
    /// A path or file name, as a glob.
    Path(String),
    /// A call, as it is written before the parenthesis.
    Call(String),
    /// A name in parts: `os.system`.
    Dotted(String),
    /// A plain name of code.
    Name(String),
    /// Words.
    Words,
}

/// The languages that a text names.
pub(super) fn languages(text: &str) -> BTreeSet<&'static str> {
    let folded = fold(text);
    let words: BTreeSet<&str> = folded.split_whitespace().collect();
    let named = LANGUAGES.iter().filter(|(word, _)| words.contains(word));
    named.map(|(_, language)| *language).collect()
}

/// What a quoted piece is.
pub(super) fn quoted(text: &str) -> Piece {
    let text = text.trim().trim_end_matches(['.', ',', ';', ':']);
    if text.is_empty() || text.len() > PIECE_BYTES_MAX {
        return Piece::Words;
    }
    if let Some(call) = call(text) {
        return Piece::Call(call);
    }
    if let Some(path) = path(text) {
        return Piece::Path(path);
    }
    match (is_dotted(text), text.contains('.')) {
        (true, true) => Piece::Dotted(text.to_owned()),
        (true, false) if looks_like_code(text) => Piece::Name(text.to_owned()),
        _ => Piece::Words,
    }
}

/// What is called: `os.system`, and of a method on whatever object `$_.name`.
fn call(text: &str) -> Option<String> {
    let (name, _) = text.strip_suffix(')')?.split_once('(')?;
    match name.strip_prefix('.') {
        Some(method) => is_dotted(method).then(|| format!("$_.{method}")),
        None => is_dotted(name).then(|| name.to_owned()),
    }
}

/// A path among plain words, which must look like nothing else.
pub(super) fn bare_path(word: &str) -> Option<String> {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric() && !"/._*-".contains(letter));
    let word = word.trim_end_matches('.');
    let is_telling = word.len() <= PIECE_BYTES_MAX && (has_ending(word) || NAMES.contains(&word));
    is_telling.then(|| path(word)).flatten()
}

fn path(text: &str) -> Option<String> {
    let plain = |letter: char| letter.is_alphanumeric() || "/._-*".contains(letter);
    if !text.chars().all(plain) || text.contains("..") || text.contains("//") {
        return None;
    }
    if NAMES.contains(&text) {
        return Some(format!("{text}*"));
    }
    let is_folder = text.len() > 1 && text.ends_with('/');
    let is_hidden_folder = text.starts_with('.') && text.contains('/');
    (is_folder || is_hidden_folder || has_ending(text)).then(|| text.trim_start_matches('/').to_owned())
}

fn has_ending(text: &str) -> bool {
    let name = text.rsplit('/').next().unwrap_or(text);
    let ending = name
        .rsplit_once('.')
        .filter(|(stem, _)| !stem.is_empty() || text.contains('/'));
    // `operator.add` is code: only known endings make a file name, and a name in capitals is a class.
    ending.is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

fn is_dotted(text: &str) -> bool {
    let is_start = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
    let is_name = |part: &str| {
        part.starts_with(is_start)
            && part
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    !text.is_empty() && text.split('.').all(is_name)
}

/// Words have no underscore and no capital inside.
fn looks_like_code(text: &str) -> bool {
    let inner_capital = text.chars().skip(1).any(|letter| letter.is_ascii_uppercase());
    let has_small = text.chars().any(|letter| letter.is_ascii_lowercase());
    text.contains('_') || (inner_capital && has_small)
}

/// Whether the words before something say that it must not be.
pub(super) fn is_negated(before: &str) -> bool {
    let lower = before
        .to_lowercase()
        .replace("n't", " not ")
        .replace("n’t", " not ");
    let clause = lower.rsplit([',', ';', ':', '.', '(']).next().unwrap_or(&lower);
    let words: Vec<&str> = clause
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let near = words.iter().rev().take(NEGATOR_WORDS_MAX);
    for word in near {
        if NEGATORS.contains(word) {
            return true;
        }
        if TURNS.contains(word)
            && !words
                .iter()
                .rev()
                .take(NEGATOR_WORDS_MAX)
                .any(|word| ["not", "never", "no"].contains(word))
        {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_told_apart_by_how_they_are_written() {
        let path = |text: &str| Piece::Path(text.to_owned());
        let cases = [
            ("src/graph.py", path("src/graph.py")),
            ("README.md", path("README.md")),
            ("Dockerfile", path("Dockerfile*")),
            (".github/workflows/", path(".github/workflows/")),
            ("*.yml", path("*.yml")),
            ("os.system()", Piece::Call("os.system".to_owned())),
            ("operator.add", Piece::Dotted("operator.add".to_owned())),
            ("TypedDict", Piece::Name("TypedDict".to_owned())),
            ("score_cap", Piece::Name("score_cap".to_owned())),
            ("Bulk", Piece::Words),
            ("fan in", Piece::Words),
            ("and/or", Piece::Words),
            ("f(x) then g", Piece::Words),
            (
                "os.system(\"git clone <url>\")",
                Piece::Call("os.system".to_owned()),
            ),
            (".bind_tools()", Piece::Call("$_.bind_tools".to_owned())),
            ("Level (best)", Piece::Words),
            ("e.g", Piece::Dotted("e.g".to_owned())),
            ("../secrets.py", Piece::Words),
            ("a//b.py", Piece::Words),
            ("/abs/a.py", path("abs/a.py")),
            ("/", Piece::Words),
            ("a/", path("a/")),
            (".github/x", path(".github/x")),
            ("dir/.md", path("dir/.md")),
            (".py", Piece::Words),
            (".env", Piece::Words),
            ("HTTP", Piece::Words),
            ("iPhone", Piece::Name("iPhone".to_owned())),
            ("_x.y", Piece::Dotted("_x.y".to_owned())),
            ("1a.b", Piece::Words),
            ("a.b-c", Piece::Words),
            ("f()", Piece::Call("f".to_owned())),
            (".()", Piece::Words),
            ("a_b,", Piece::Name("a_b".to_owned())),
            ("", Piece::Words),
        ];
        for (text, piece) in cases {
            assert_eq!(quoted(text), piece, "{text}");
        }
        assert_eq!(bare_path("(docs/adr.md),"), Some("docs/adr.md".to_owned()));
        assert_eq!(bare_path("and/or"), None);
        assert_eq!(bare_path("LICENSE."), Some("LICENSE*".to_owned()));
    }

    #[test]
    fn a_piece_is_at_most_a_hundred_and_twenty_bytes_long() {
        let name = |bytes: usize| "a_".repeat(bytes / 2) + &"a".repeat(bytes % 2);
        assert_eq!(quoted(&name(120)), Piece::Name(name(120)));
        assert_eq!(quoted(&name(121)), Piece::Words);
        let file = |bytes: usize| format!("{}.py", "x".repeat(bytes - 3));
        assert_eq!(bare_path(&file(120)), Some(file(120)));
        assert_eq!(bare_path(&file(121)), None);
    }

    #[test]
    fn the_mood_of_a_clause_says_whether_something_is_wanted() {
        for text in [
            "There must be no ",
            "It must not use ",
            "Avoid raw ",
            "Code without ",
            "You shouldn't call ",
            "never ",
            "no a b c d e ",
            "it must not but use ",
        ] {
            assert!(is_negated(text), "{text}");
        }
        for text in [
            "It uses ",
            "Not bad: ",
            "If it is not there, use ",
            "Look for ",
            "no a b c d e f ",
            "It lacks x but uses ",
        ] {
            assert!(!is_negated(text), "{text}");
        }
    }
}
