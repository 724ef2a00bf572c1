//! The terms that a rubric wants to see explained in a report.

use super::{Artifact, Dimension, Rubric};
use crate::text::has_word;

/// Most terms taken from one rubric.
const TERM_LIMIT: usize = 100;

/// How much of an instruction is searched, in bytes; the longest known has two thousand.
const SEARCH_LIMIT: usize = 20_000;

/// Longest term in characters, and in words: longer ones are sentences.
const TERM_LENGTH: usize = 80;
const TERM_WORDS: usize = 6;

/// Opening quotes with all that may close them; damaged texts mix the styles.
const QUOTES: &[(char, &[char])] = &[
    ('\'', &['\'', '’']),
    ('‘', &['’', '\'']),
    ('‚', &['‘', '’']),
    ('"', &['"', '”', '“']),
    ('“', &['”', '"']),
    ('„', &['“', '”', '"']),
    ('«', &['»']),
    ('`', &['`', '\'']),
];

/// Words before a quote that make it the name of a finding, not of a term: "flag it as 'Keyword Dropping'".
const NAMING: &str = "as with charge flag label labelled labeled called mark";

/// Words that start a sentence, not a term.
const SPEAKERS: &str = "we i it they you our this these there my if";

/// Terms that dimensions on the report name in quotes, in order, each once. Paths, commands, code and whole
/// sentences are no terms, and a dimension with a protocol other than one for keywords names none.
pub fn terms(rubric: &Rubric) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    let asking = rubric
        .dimensions
        .iter()
        .filter(|dimension| asks_for_terms(dimension));
    for term in asking.flat_map(quoted) {
        let is_new = terms.iter().all(|known| !known.eq_ignore_ascii_case(term));
        if is_new && terms.len() < TERM_LIMIT {
            terms.push(term.to_owned());
        }
    }
    terms
}

fn asks_for_terms(dimension: &Dimension) -> bool {
    let is_open = dimension.protocol.as_deref().is_none_or(|protocol| {
        let protocol = protocol.to_lowercase();
        ["keyword", "term", "concept"]
            .iter()
            .any(|word| protocol.contains(word))
    });
    dimension.artifact == Artifact::Report && is_open
}

/// The terms that a dimension names in quotes, whatever it looks at.
pub fn terms_of(dimension: &Dimension) -> Vec<&str> {
    quoted(dimension).into_iter().take(TERM_LIMIT).collect()
}

fn quoted(dimension: &Dimension) -> Vec<&str> {
    let text = dimension.instruction.as_ref().or(dimension.description.as_ref());
    text.map(|text| quotes(text)).unwrap_or_default()
}

/// Everything that stands in quotes, with where it starts in bytes.
pub(super) fn in_quotes(text: &str) -> Vec<(usize, &str)> {
    let text = &text[..text.floor_char_boundary(SEARCH_LIMIT)];
    let mut found = Vec::new();
    let mut from = 0;
    while let Some((start, end, next)) = next_quote(text, from) {
        found.push((start, text[start..end].trim().trim_end_matches([',', ';'])));
        from = next;
    }
    found
}

/// Whether a quoted text is a term, by itself and by what stands before it.
pub(super) fn is_named_term(before: &str, text: &str) -> bool {
    is_term(text) && !is_naming(before)
}

/// The quoted terms of a text.
fn quotes(text: &str) -> Vec<&str> {
    let quoted = in_quotes(text).into_iter();
    let terms = quoted.filter(|(start, term)| is_named_term(&text[..*start], term));
    terms.map(|(_, term)| term).collect()
}

/// Start and end of the next quoted text, and where to go on; bytes.
fn next_quote(text: &str, from: usize) -> Option<(usize, usize, usize)> {
    let mut before = text[..from].chars().next_back();
    for (at, letter) in text[from..].char_indices() {
        let start = from + at + letter.len_utf8();
        let quote = QUOTES.iter().find(|(opener, _)| *opener == letter);
        if let Some((_, closers)) = quote.filter(|_| !before.is_some_and(char::is_alphanumeric))
            && let Some(end) = closing(&text[start..], closers)
        {
            let closer = text[start + end..].chars().next().map_or(1, char::len_utf8);
            return Some((start, start + end, start + end + closer));
        }
        before = Some(letter);
    }
    None
}

/// Where a quote ends: at a closing mark that no letter follows, so that apostrophes do not end it.
fn closing(text: &str, closers: &[char]) -> Option<usize> {
    let mut letters = text.char_indices().take(TERM_LENGTH * 2).peekable();
    while let Some((at, letter)) = letters.next() {
        let is_inner = letters.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        if closers.contains(&letter) && !is_inner {
            return (at > 0).then_some(at);
        }
    }
    None
}

fn is_naming(before: &str) -> bool {
    let openers = QUOTES.iter().map(|(opener, _)| *opener);
    let end = openers.fold(before, |text, opener| text.trim_end_matches(opener));
    let word = end.split_whitespace().next_back().unwrap_or_default();
    has_word(NAMING, &word.to_lowercase())
}

fn is_term(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_speaker = |word: &&str| has_word(SPEAKERS, &word.to_lowercase());
    let starts_sentence = words.len() > 2 && words.first().is_some_and(is_speaker);
    let has_letter = text.chars().any(char::is_alphabetic);
    has_letter
        && text.chars().count() <= TERM_LENGTH
        && words.len() <= TERM_WORDS
        && !text.ends_with(['.', '!', '?'])
        && !starts_sentence
        && !words.iter().any(|word| is_code(word))
}

/// Paths, file names, calls, options and names of variables.
fn is_code(word: &str) -> bool {
    // Directories are written in lower case throughout.
    let has_capital = word.chars().any(char::is_uppercase);
    let is_path = word.len() > 1
        && word.contains('/')
        && (word.starts_with(['/', '.', '~']) || word.ends_with('/') || !has_capital);
    let marks = ['(', ')', '_', '=', '{', '<', '\\', '$'];
    is_path || word.trim_matches('.').contains('.') || word.starts_with('-') || word.contains(marks)
}
