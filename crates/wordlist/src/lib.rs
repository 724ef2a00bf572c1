//! Lists of words that are data: they lie in the folder `words` of the crate that asks them.

use std::sync::LazyLock;

/// A list, read when it is first asked.
pub type Words = LazyLock<Vec<&'static str>>;
/// Lists under heads, read when they are first asked.
pub type Table = LazyLock<Vec<(&'static str, Vec<&'static str>)>>;

/// The words of a text, in its order. A line that begins with `# ` is a remark.
#[must_use]
pub fn words(text: &'static str) -> Vec<&'static str> {
    lines(text)
        .iter()
        .flat_map(|line| line.split_whitespace())
        .collect()
}

/// The lines of a text, for lists of phrases.
#[must_use]
pub fn lines(text: &'static str) -> Vec<&'static str> {
    let all = text.lines().map(str::trim);
    all.filter(|line| !line.is_empty() && !line.starts_with("# "))
        .collect()
}

/// A row for each line: `head: word word`.
#[must_use]
pub fn table(text: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let rows = lines(text).into_iter().filter_map(|line| line.split_once(": "));
    rows.map(|(head, rest)| (head, rest.split_whitespace().collect()))
        .collect()
}

/// What stands under a head; nothing where it has no row.
#[must_use]
pub fn under<'a>(table: &'a [(&'static str, Vec<&'static str>)], head: &str) -> &'a [&'static str] {
    let row = table.iter().find(|(known, _)| *known == head);
    row.map_or(&[], |(_, list)| list)
}

#[cfg(test)]
mod tests;
