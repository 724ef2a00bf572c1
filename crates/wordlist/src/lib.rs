//! Lists of words that are data: they lie in the folder `words` of the crate that asks them.

use std::sync::LazyLock;

/// A list, read when it is first asked.
pub type Words = LazyLock<Vec<&'static str>>;
/// Lists under heads, read when they are first asked.
pub type Table = LazyLock<Vec<(&'static str, Vec<&'static str>)>>;

/// The words of a text, in its order. A line that begins with `# ` is a remark.
pub fn words(text: &'static str) -> Vec<&'static str> {
    lines(text)
        .iter()
        .flat_map(|line| line.split_whitespace())
        .collect()
}

/// The `N` words of a text that stands in code, split when the program is built. Another number of words does not compile.
#[must_use]
pub const fn array<const N: usize>(text: &'static str) -> [&'static str; N] {
    let (mut found, mut count, mut rest) = ([""; N], 0, text.trim_ascii());
    while !rest.is_empty() {
        let mut end = 0;
        while end < rest.len() && !rest.as_bytes()[end].is_ascii_whitespace() {
            end += 1;
        }
        let (word, after) = rest.split_at(end);
        assert!(count < N, "there are more words than the list is said to have");
        found[count] = word;
        count += 1;
        rest = after.trim_ascii();
    }
    assert!(count == N, "there are fewer words than the list is said to have");
    found
}

/// The `N` phrases of a text that stands in code, between bars, split as words are.
#[must_use]
pub const fn phrases<const N: usize>(text: &'static str) -> [&'static str; N] {
    let (mut found, mut at) = (between::<N>(text), 0);
    while at < N {
        found[at] = found[at].trim_ascii();
        at += 1;
    }
    found
}

/// The same with the blanks around them, which may count.
#[must_use]
pub const fn between<const N: usize>(text: &'static str) -> [&'static str; N] {
    let (mut found, mut count, mut start) = ([""; N], 0, 0);
    let mut at = 0;
    while at <= text.len() {
        if at == text.len() || text.as_bytes()[at] == b'|' {
            assert!(count < N, "there are more parts than the list is said to have");
            found[count] = text.split_at(at).0.split_at(start).1;
            count += 1;
            start = at + 1;
        }
        at += 1;
    }
    assert!(count == N, "there are fewer parts than the list is said to have");
    found
}

/// What a word stands under, in rows of something and the words that mean it.
pub fn head_of<T: Copy>(rows: &[(T, &str)], word: &str) -> Option<T> {
    let row = rows
        .iter()
        .find(|(_, words)| words.split(' ').any(|known| known == word));
    row.map(|(head, _)| *head)
}

/// The lines of a text, for lists of phrases.
pub fn lines(text: &'static str) -> Vec<&'static str> {
    let all = text.lines().map(str::trim);
    all.filter(|line| !line.is_empty() && !line.starts_with("# "))
        .collect()
}

/// A row for each line: `head: word word`.
pub fn table(text: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let rows = lines(text).into_iter().filter_map(|line| line.split_once(": "));
    rows.map(|(head, rest)| (head, rest.split_whitespace().collect()))
        .collect()
}

/// The rows of a text that has `N` cells between bars in each; a line with fewer or more is none.
pub fn rows<const N: usize>(text: &'static str) -> Vec<[&'static str; N]> {
    let cells = |line: &'static str| line.split('|').map(str::trim).collect::<Vec<_>>();
    let rows = lines(text).into_iter();
    rows.filter_map(|line| cells(line).try_into().ok()).collect()
}

/// What stands under a head; nothing where it has no row.
pub fn under<'a>(table: &'a [(&'static str, Vec<&'static str>)], head: &str) -> &'a [&'static str] {
    let row = table.iter().find(|(known, _)| *known == head);
    row.map_or(&[], |(_, list)| list)
}

#[cfg(test)]
mod tests;
