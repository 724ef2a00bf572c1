//! Words: tables and lists of them, and what a misspelt one most probably means.

/// Longest piece of a file that a message repeats, in characters: a message is read on a terminal.
const QUOTE_LIMIT: usize = 80;
/// One slip is forgiven for each so many letters when a name is offered as what was meant, but always one.
const LETTERS_PER_SLIP: usize = 4;

/// What a word means by a table.
pub(crate) fn meaning<T: Clone>(table: &[(&str, T)], word: &str) -> Option<T> {
    let row = table.iter().find(|(known, _)| *known == word);
    row.map(|(_, meaning)| meaning.clone())
}

/// The first word for a meaning in a table; an empty one where it has none.
pub(crate) fn word<T: PartialEq>(table: &[(&'static str, T)], meaning: &T) -> &'static str {
    let row = table.iter().find(|(_, known)| known == meaning);
    row.map_or("", |(word, _)| *word)
}

/// The words of a table.
pub(crate) fn words_of<T>(table: &[(&'static str, T)]) -> Vec<&'static str> {
    table.iter().map(|(word, _)| *word).collect()
}

/// `1 commit`, `2 commits`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Whether a list of words, with white space between them, has this one.
pub fn has_word(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}

/// The start of a text, as much as a message repeats.
pub(crate) fn clipped(text: &str) -> String {
    match text.char_indices().nth(QUOTE_LIMIT) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The text without line breaks, so that a name cannot pass for a line of its own. Other characters stay as
/// they are: whoever prints untrusted text makes them visible.
pub(crate) fn one_line(text: &str) -> String {
    text.replace(['\n', '\r', '\t', '\u{85}', '\u{2028}', '\u{2029}'], " ")
}

/// The path of a key under a path.
pub(crate) fn child_path(path: &str, key: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-$".contains(letter);
    let clipped = clipped(key);
    match !key.is_empty() && key.chars().all(is_plain) {
        true => format!("{path}.{clipped}"),
        false => format!("{path}[{}]", serde_json::Value::from(clipped)),
    }
}

/// The known name that a misspelt one most probably means.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The distance is quadratic in length; no name that is meant is longer than a message may repeat.
    let name = clipped(&name.to_lowercase());
    let slips = (name.chars().count() / LETTERS_PER_SLIP).max(1);
    let known = known.into_iter();
    let near = known.map(|candidate| (strsim::osa_distance(&name, &candidate.to_lowercase()), candidate));
    let near = near.filter(|(distance, _)| *distance <= slips);
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Letters and digits in lower case, everything else one space.
pub(crate) fn fold(text: &str) -> String {
    let letters = text.chars().map(|c| {
        if c.is_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            ' '
        }
    });
    let spaced: String = letters.collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name without case and separators: `Tech Lead`, `tech_lead` and `techlead` are one.
pub fn folded_name(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// `Complete System` becomes `complete_system`.
pub(crate) fn slug(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("_").to_lowercase()
}
