//! Words and names in a sentence.

use super::list::List;
pub(super) use court::text::folded_name as fold;
use wordlist::array;

/// A name as programs have it, possibly dotted, where it stands in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name<'a> {
    /// With its dots: `operator.add`.
    pub(super) chain: &'a str,
    /// Where it begins, in bytes.
    pub(super) at: usize,
    /// Whether an opening bracket follows.
    pub(super) is_call: bool,
    /// Whether it stands between backticks.
    pub(super) is_ticked: bool,
    /// Whether two dashes stand before it.
    pub(super) is_flag: bool,
}

impl<'a> Name<'a> {
    /// The last part of a dotted name.
    pub(super) fn last(&self) -> &'a str {
        self.chain.rsplit('.').next().unwrap_or(self.chain)
    }

    /// The byte after it.
    pub(super) fn end(&self) -> usize {
        self.at + self.chain.len()
    }
}

/// The words of a lower-case sentence; letters, digits and what stands inside of names.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '\'' | '’')))
        .filter(|word| !word.is_empty())
}

/// Whether a word of the sentence begins so; beginnings of up to four letters must be the whole word.
pub(super) fn has_word(text: &str, beginnings: &List) -> bool {
    words(text).any(|word| {
        let word = owner(word);
        beginnings.iter().any(|start| starts_so(word, start))
    })
}

/// Whether a word begins so; beginnings of up to four letters must be the whole word.
pub(super) fn begins(word: &str, start: &str) -> bool {
    starts_so(owner(word), start)
}

/// The word without the sign of owning.
pub(super) fn owner(word: &str) -> &str {
    word.trim_end_matches("'s").trim_end_matches("’s")
}

/// Most words differ in their first letter already, and there are many beginnings to try.
fn starts_so(word: &str, start: &str) -> bool {
    let is_near = word.as_bytes().first() == start.as_bytes().first();
    is_near
        && if start.len() <= 4 {
            word == start
        } else {
            word.starts_with(start)
        }
}

/// Every name and word of a sentence, paths and addresses left out.
pub(super) fn names(text: &str) -> Vec<Name<'_>> {
    let bytes = text.as_bytes();
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut names = Vec::new();
    let mut ticks = false;
    // Where the text of a link ends, between whose backticks is prose.
    let mut linked = None;
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'`' && linked != Some(at) {
            linked = link(text, at).filter(|_| !ticks);
            ticks = !ticks && linked.is_none();
        }
        if !is_part(bytes[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && (is_part(bytes[at]) || is_inner_dot(bytes, at)) {
            at += 1;
        }
        let chain = &text[start..at];
        if is_path_part(bytes, start, at) || !chain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        {
            continue;
        }
        names.push(Name {
            chain,
            at: start,
            is_call: bytes.get(at) == Some(&b'('),
            is_ticked: ticks,
            is_flag: start >= 2 && &bytes[start - 2..start] == b"--",
        });
    }
    names
}

/// Where the link of reStructuredText ends that a backtick opens. Its closing one has an underscore behind it: `` `moment <https://…>`_ ``.
fn link(text: &str, at: usize) -> Option<usize> {
    let is_single = !text[..at].ends_with('`') && !text[at + 1..].starts_with('`');
    let closing = at + 1 + text[at + 1..].find('`').filter(|_| is_single)?;
    let after = &text[closing + 1..];
    let rest = after.strip_prefix("__").or_else(|| after.strip_prefix('_'))?;
    (!rest.starts_with(|c: char| c.is_alphanumeric())).then_some(closing)
}

fn is_inner_dot(bytes: &[u8], at: usize) -> bool {
    let next = bytes.get(at + 1);
    bytes[at] == b'.' && next.is_some_and(|next| next.is_ascii_alphanumeric() || *next == b'_')
}

fn is_path_part(bytes: &[u8], start: usize, end: usize) -> bool {
    let before = start.checked_sub(1).map(|at| bytes[at]);
    let after = bytes.get(end).copied();
    let two = bytes.get(end + 1).copied();
    let glued = |byte: Option<u8>| matches!(byte, Some(b'/' | b'\\' | b'@'));
    glued(before) || glued(after) || after == Some(b':') && two == Some(b'/')
}

/// Whether a name has two parts, so that it is no word of a language: `snake_case`, `CamelCase`.
pub(super) fn is_compound(name: &str) -> bool {
    let inner = name.trim_matches('_');
    let camel = inner
        .chars()
        .zip(inner.chars().skip(1))
        .any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    inner.contains('_') || camel
}

/// The number that a word says: digits, or the first words of counting.
pub(super) fn number(word: &str) -> Option<u64> {
    const COUNTED: [&str; 13] = array("zero one two three four five six seven eight nine ten eleven twelve");
    let digits = word.replace(',', "");
    let spelled = || {
        COUNTED
            .iter()
            .position(|name| *name == word)
            .and_then(|at| u64::try_from(at).ok())
    };
    if digits.len() > 9 {
        None
    } else {
        digits.parse().ok().or_else(spelled)
    }
}

#[cfg(test)]
mod tests;
