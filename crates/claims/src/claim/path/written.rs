//! Paths as they are written in running text: glued, broken over lines, in braces, with lines and marks.

use super::mention::Mention;
use super::tree::{Tree, name_of};
use crate::claim::quotation::without_phrases;
use documents::document::passages::{Passages, is_item};
use std::collections::BTreeSet;
use wordlist::array;

/// Longest path, in characters, and most segments of one.
const PATH_CHARS_MAX: usize = 200;
const SEGMENTS_MAX: usize = 16;
/// Most alternatives that braces are written out to.
const BRACES_MAX: usize = 12;
/// Endings of files that stand in repositories.
const ENDINGS: [&str; 64] = array(
    "py pyi ipynb md rst txt json jsonl yaml yml toml cfg ini lock env example sh bash ps1 bat js jsx mjs cjs \
     ts tsx css scss html htm sql db pdf png jpg jpeg svg gif csv xml j2 jinja mmd dot rs go java kt rb c h \
     cpp proto gitkeep php vue svelte cs swift kts mts hpp cc htaccess",
);
/// Files known by a name without an ending.
const PLAIN_NAMES: [&str; 8] =
    array("Dockerfile Makefile LICENSE Procfile Jenkinsfile Justfile Vagrantfile CODEOWNERS");

/// Every path written in the running text of the weighed rows.
pub(super) fn mentions(passages: &Passages, tree: &Tree, covered: &BTreeSet<usize>) -> Vec<Mention> {
    let mut mentions = Vec::new();
    let mut row = 0;
    while row < passages.weighed() {
        let range = passages.paragraph(row);
        let rows = row..range.end.max(row + 1);
        row = rows.end;
        if rows.clone().any(|row| covered.contains(&row)) {
            continue;
        }
        let paragraph = Paragraph::of(passages, rows, tree);
        let heading = passages.heading_of(paragraph.first).unwrap_or_default();
        mentions.extend(paragraph.mentions(heading, tree));
    }
    mentions
}

/// Whether a row is a remark in source that was written out without fences: its file's name above the source.
pub(super) fn is_remark(text: &str) -> bool {
    let rest = text.trim_start();
    ["# ", "// ", "/* ", "-- "]
        .iter()
        .any(|mark| rest.starts_with(mark))
}

/// A paragraph on one line, with paths that were broken over lines made whole.
struct Paragraph {
    first: usize,
    text: String,
    /// Where each row begins in the text.
    starts: Vec<usize>,
    item: bool,
}

impl Paragraph {
    fn of(passages: &Passages, rows: std::ops::Range<usize>, tree: &Tree) -> Self {
        let mut paragraph = Self {
            first: rows.start,
            text: String::new(),
            starts: Vec::new(),
            item: passages
                .rows
                .get(rows.start)
                .is_some_and(|row| is_item(&row.text)),
        };
        for row in &passages.rows[rows] {
            let line = row.text.trim();
            if !paragraph.text.is_empty() && !is_broken(&paragraph.text, line, tree) {
                paragraph.text.push(' ');
            }
            paragraph.starts.push(paragraph.text.len());
            paragraph.text.push_str(line);
        }
        paragraph
    }

    fn mentions(&self, heading: &str, tree: &Tree) -> Vec<Mention> {
        let mut mentions = Vec::new();
        let said = without_phrases(&self.text);
        for (at, token) in tokens(&said).into_iter().filter(|(_, token)| may_be_path(token)) {
            let row = self.first
                + self
                    .starts
                    .partition_point(|start| *start <= at)
                    .saturating_sub(1);
            for path in written_out(token).iter().filter_map(|token| path(token, tree)) {
                mentions.push(Mention::new(
                    path,
                    row,
                    &self.text,
                    at,
                    token.len(),
                    heading,
                    self.item,
                ));
            }
        }
        mentions
    }
}

/// Whether a path goes on in the next line: after `/`, `_` or `-`, or in the middle of a name the tree knows.
fn is_broken(text: &str, next: &str, tree: &Tree) -> bool {
    let text = tail(text);
    // Most lines end with a plain word.
    let last = text.rsplit(' ').next().unwrap_or_default();
    if !last.contains('/') && !text.contains('{') {
        return false;
    }
    let (Some((_, left)), Some((_, right))) = (tokens(text).pop(), tokens(next).first().copied()) else {
        return false;
    };
    if !text.ends_with(left) || !next.starts_with(right) || !left.contains('/') || left == "/" {
        return false;
    }
    let whole = format!("{left}{right}");
    let whole = trim(&whole);
    let marked = left.ends_with(['/', '_', '-']);
    let known = tree.resolve(whole).is_some();
    known && tree.resolve(trim(left)).is_none_or(|_| marked) || marked && has_ending(whole)
}

/// The end of a text, long enough for a path.
fn tail(text: &str) -> &str {
    let start = text
        .char_indices()
        .rev()
        .nth(PATH_CHARS_MAX)
        .map_or(0, |(at, _)| at);
    &text[start..]
}

/// The words of a text with where they begin; brackets and quotes divide, the marks of templates do not.
fn tokens(text: &str) -> Vec<(usize, &str)> {
    let divides = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '"' | '\''
                    | '`'
                    | '“'
                    | '”'
                    | '‘'
                    | '’'
                    | '('
                    | ')'
                    | '['
                    | ']'
                    | ';'
                    | '|'
                    | '→'
                    | '='
                    | '«'
                    | '»'
                    | '&'
            )
    };
    let mut tokens = Vec::new();
    let mut start = None;
    let mut depth = 0_usize;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        depth = match c {
            '{' => depth + 1,
            '}' => depth.saturating_sub(1),
            _ => depth,
        };
        let alternative = depth > 0 && c == ' ' && before == ',';
        let ends = divides(c) && !alternative || c == ',' && depth == 0;
        before = c;
        match (ends, start) {
            (true, Some(from)) => {
                tokens.push((from, &text[from..at]));
                start = None;
            }
            (false, None) => start = Some(at),
            _ => {}
        }
    }
    tokens.extend(start.map(|from| (from, &text[from..])));
    tokens
}

/// Whether a word is worth a closer look: most words are only words.
fn may_be_path(token: &str) -> bool {
    let name = || token.trim_matches(|c: char| !c.is_alphanumeric());
    token.contains(['/', '.']) || PLAIN_NAMES.contains(&name())
}

/// `nodes/{judges,justice}.py` written out.
fn written_out(token: &str) -> Vec<String> {
    let parts = token
        .split_once('{')
        .and_then(|(head, rest)| Some((head, rest.split_once('}')?)));
    match parts {
        Some((head, (inner, tail))) if inner.contains(',') && head.contains('/') => inner
            .split(',')
            .take(BRACES_MAX)
            .map(|one| format!("{head}{}{tail}", one.trim()))
            .collect(),
        _ => vec![token.to_owned()],
    }
}

fn trim(token: &str) -> &str {
    let token =
        token.trim_matches(|c: char| matches!(c, '*' | ',' | ':' | '!' | '?' | '~' | '…' | '–' | '—'));
    let token = token.trim_end_matches('.').trim_start_matches("./");
    let token = token.split("::").next().unwrap_or(token);
    let token = token.split('#').next().unwrap_or(token);
    match token.rsplit_once(':') {
        Some((path, lines)) if lines.chars().all(|c| c.is_ascii_digit() || c == '-') => path,
        _ => token,
    }
}

/// The path that a word is, if it is one: relative, without placeholders, and known by ending, by a closing
/// slash, or because the tree has it.
fn path(token: &str, tree: &Tree) -> Option<String> {
    if is_forge_number(token) {
        return None;
    }
    let token = trim(token);
    let segments: Vec<&str> = token.trim_end_matches('/').split('/').collect();
    let plain = |segment: &&str| {
        !segment.is_empty()
            && !segment.contains("..")
            && segment
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '+' | '@'))
    };
    if token.chars().count() > PATH_CHARS_MAX || segments.len() > SEGMENTS_MAX || !segments.iter().all(plain)
    {
        return None;
    }
    if segments.len() == 1 {
        return bare(token, tree);
    }
    let inner_file = segments[..segments.len() - 1]
        .iter()
        .any(|segment| !segment.starts_with('.') && segment.contains('.'));
    let named = has_ending(token)
        || token.ends_with('/')
        || tree.exact(token).is_some_and(|path| !path.ends_with('/'));
    (!inner_file && named && !is_invented(&segments)).then(|| token.to_owned())
}

/// `owner/name.js#12`, as forges number what is discussed there.
fn is_forge_number(token: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let token = token.trim_end_matches(['.', ',', ':', '*']);
    let parts = token.split_once('#');
    parts.is_some_and(|(name, number)| is_number(number) && name.matches('/').count() == 1)
}

/// A file name without folders, where the repository has such a file.
fn bare(token: &str, tree: &Tree) -> Option<String> {
    let name = token.trim_end_matches('/');
    let is_name = has_ending(name) || PLAIN_NAMES.contains(&name) || name.starts_with('.') && name.len() > 2;
    if token.ends_with('/') || !is_name {
        return None;
    }
    let named = tree.named(name);
    let root = named.iter().find(|path| path.as_str() == name);
    root.or_else(|| named.first())
        .cloned()
        .map(|path| if root.is_some() { path } else { name.to_owned() })
}

/// `path/to/file.py`, `your_module/x.py` and the like stand for any path.
fn is_invented(segments: &[&str]) -> bool {
    let first = segments[0].to_lowercase();
    let joined = segments.join("/").to_lowercase();
    joined.contains("path/to/")
        || matches!(first.as_str(), "foo" | "path" | "some" | "your" | "my")
        || first.starts_with("your_")
        || joined.contains("yyyy")
        || joined.contains("xxx")
}

/// Whether the last segment ends like a file that stands in repositories.
pub(super) fn has_ending(path: &str) -> bool {
    let name = name_of(path);
    !path.ends_with('/')
        && name.rsplit_once('.').is_some_and(|(stem, ending)| {
            (!stem.is_empty() || name.starts_with('.'))
                && ENDINGS.contains(&ending.to_ascii_lowercase().as_str())
        })
}
