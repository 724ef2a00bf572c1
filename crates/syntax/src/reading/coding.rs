//! The coding that a text of Python says it is written in: what another one makes of its bytes is what runs.

use wordlist::Words;

/// Why a text in another coding was not read.
pub const FOREIGN: &str =
    "its coding line asks for a coding that makes another text of its bytes than the one that is read";

/// Codings whose ASCII characters are those of the text, besides the families of [`FAMILIES`]; with hyphens for
/// underscores.
static PLAIN: Words = Words::new(|| wordlist::words(include_str!("../../words/coding_plain.txt")));
/// The same, of which a further part of the name says which.
const FAMILIES: [&str; 7] = [
    "iso-8859-",
    "iso8859-",
    "cp125",
    "windows-125",
    // Editors add the kind of line ends.
    "utf-8-",
    "latin-1-",
    "iso-latin-1-",
];

/// Whether a text of Python is another one than it looks like, because its first or second line names a coding that
/// is not [`PLAIN`].
#[must_use]
pub fn is_foreign(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let first_end = text.iter().position(is_end).unwrap_or(text.len());
    let (first, rest) = text.split_at(first_end);
    let rest = rest
        .strip_prefix(b"\r\n")
        .or_else(|| rest.get(1..))
        .unwrap_or_default();
    let second = rest.split(is_end).next().unwrap_or_default();
    let comment = |line: &[u8]| -> Option<Vec<u8>> {
        let margin = line.iter().take_while(|byte| is_blank(**byte)).count();
        (line.get(margin) == Some(&b'#')).then(|| line[margin..].to_vec())
    };
    let is_empty = first.iter().all(|byte| is_blank(*byte));
    let named = match comment(first) {
        // The second line counts only behind a comment or nothing.
        Some(line) => coding(&line).or_else(|| coding(&comment(second)?)),
        None if is_empty => comment(second).and_then(|line| coding(&line)),
        None => None,
    };
    named.is_some_and(|name| !is_plain(&name))
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0c)
}

/// The name in `coding: NAME` or `coding=NAME`.
fn coding(comment: &[u8]) -> Option<String> {
    const WORD: &[u8] = b"coding";
    (0..comment.len()).find_map(|at| {
        let rest = comment[at..].strip_prefix(WORD)?;
        let rest = rest.strip_prefix(b":").or_else(|| rest.strip_prefix(b"="))?;
        let blanks = rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let name: Vec<u8> = rest[blanks..].iter().take_while(is_name).copied().collect();
        let name = String::from_utf8(name).ok().filter(|name| !name.is_empty())?;
        Some(name.to_ascii_lowercase().replace('_', "-"))
    })
}

fn is_plain(name: &str) -> bool {
    PLAIN.contains(&name) || FAMILIES.iter().any(|family| name.starts_with(family))
}

#[cfg(test)]
mod tests;
