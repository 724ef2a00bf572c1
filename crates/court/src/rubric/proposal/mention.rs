//! What a piece of prose names: a path, code, a language; and whether it wants it or not.

use crate::text::{fold, has_word};
use std::collections::BTreeSet;

/// Longest piece that is taken for code or a path, in bytes.
const PIECE_BYTES_MAX: usize = 120;
/// Words before something that say that it must not be.
const NEGATORS: &str = "absence absent avoid avoids avoiding ban bans banned cannot forbid forbids forbidden instead \
    lack lacks lacking missing neither never no none nor not prohibit prohibited rather reject without";
/// Furthest that such a word stands before it, in words of the same clause.
const NEGATOR_WORDS_MAX: usize = 6;
/// Words that end a clause.
const TURNS: &str = "but however although use uses";

/// Names of languages in prose, and endings of files, with how rules name the language. Words of everyday English
/// name none.
const LANGUAGES: &str = "python:python py:python rust:rust rs:rust golang:go java:java javascript:javascript \
    js:javascript typescript:typescript ts:typescript tsx:tsx ruby:ruby rb:ruby cpp:cpp";
/// Endings that make a word a file name.
const ENDINGS: &str = "c cfg cpp css csv go h html ini java js json jsx lock md mjs pdf py rb rs sh sql toml ts tsx \
    txt xml yaml yml";
/// File names without an ending.
const NAMES: &str = "CHANGELOG CODEOWNERS CONTRIBUTING Dockerfile LICENSE Makefile README";

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
    let known = LANGUAGES.split(' ').filter_map(|row| row.split_once(':'));
    known
        .filter(|(word, _)| words.contains(word))
        .map(|(_, language)| language)
        .collect()
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
    let is_telling = word.len() <= PIECE_BYTES_MAX && (has_ending(word) || has_word(NAMES, word));
    is_telling.then(|| path(word)).flatten()
}

fn path(text: &str) -> Option<String> {
    let plain = |letter: char| letter.is_alphanumeric() || "/._-*".contains(letter);
    if !text.chars().all(plain) || text.contains("..") || text.contains("//") {
        return None;
    }
    if has_word(NAMES, text) {
        return Some(format!("{text}*"));
    }
    let is_folder = text.len() > 1 && text.ends_with('/');
    let is_hidden_folder = text.starts_with('.') && text.contains('/');
    (is_folder || is_hidden_folder || has_ending(text)).then(|| text.trim_start_matches('/').to_owned())
}

fn has_ending(text: &str) -> bool {
    let name = text.rsplit('/').next().unwrap_or(text);
    let ending = name.rsplit_once('.');
    let ending = ending.filter(|(stem, _)| !stem.is_empty() || text.contains('/'));
    // `operator.add` is code: only known endings make a file name, and a name in capitals is a class.
    ending.is_some_and(|(_, ending)| has_word(ENDINGS, ending))
}

fn is_dotted(text: &str) -> bool {
    let is_start = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
    let is_inner = |letter: char| is_start(letter) || letter.is_ascii_digit();
    text.split('.')
        .all(|part| part.starts_with(is_start) && part.chars().all(is_inner))
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
    let words = clause.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).rev();
    let near: Vec<&str> = words.take(NEGATOR_WORDS_MAX).collect();
    let is_plain = near.iter().any(|word| has_word("not never no", word));
    let negator = near.iter().position(|word| has_word(NEGATORS, word));
    let turn = near.iter().position(|word| has_word(TURNS, word));
    negator.is_some_and(|negator| is_plain || turn.is_none_or(|turn| negator < turn))
}
