//! What honest code looks like that does nothing or always gives back the same.

/// Longest text that is searched for other uses of a name; in longer ones everything is taken for innocent.
const TEXT_BYTES_MAX: usize = 256 << 10;

/// Words by which a declaration leaves the work to others.
const HEIRS: &[&str] = &[
    "subclass",
    "sub-class",
    "overrid",
    "abstract",
    "derived",
    "child class",
    "inherit",
    "must implement",
    "must be implemented",
    "should implement",
    "should be implemented",
    "to be implemented by",
    "implementing class",
    "implementor",
    "implementation must",
    "implementations",
    "hook",
    "not supported",
    "unsupported",
    "concrete",
];

/// Whether a text (a docstring, a message) leaves the work to heirs.
pub(crate) fn asks_heirs(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    HEIRS.iter().any(|word| lower.contains(word))
}

/// Whether a name stands for a value somewhere: given to a call, put into a list. What is handed over has the shape
/// that others ask for.
pub(crate) fn is_handed_over(text: &str, name: &str) -> bool {
    text.len() > TEXT_BYTES_MAX
        || uses(text, name).any(|(before, after)| {
            let opens = whole(before)
                .trim_end()
                .ends_with(['(', ',', '[', '=', ':', '{', '&', '|', '?']);
            let closes = after.trim_start().starts_with([')', ',', ']', '}', ';', '\n'])
                || after.trim_start_matches([' ', '\t', '\r']).starts_with('\n')
                || after.trim().is_empty();
            opens && closes
        })
}

/// Whether a class of the file is made from `owner`, in any of the languages' ways to say so.
pub(crate) fn has_heirs(text: &str, owner: &str) -> bool {
    text.len() > TEXT_BYTES_MAX
        || uses(text, owner).any(|(before, _)| {
            let line = before.rsplit('\n').next().unwrap_or_default();
            let words = line.trim_start();
            (words.starts_with("class ") && line.contains(['(', '<']))
                || line.contains("extends ")
                || line.contains("implements ")
        })
}

/// What stands before all of `self.a.` that leads to a name.
fn whole(mut before: &str) -> &str {
    while let Some(rest) = before.strip_suffix('.') {
        before = rest.trim_end_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
    }
    before
}

/// What stands before and behind every place where a name stands by itself.
fn uses<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(name)
        .map(|(at, found)| (&text[..at], &text[at + found.len()..]))
        .filter(move |(before, after)| {
            !name.is_empty() && !before.ends_with(is_part) && !after.starts_with(is_part)
        })
}
