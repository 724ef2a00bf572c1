//! The words of a sentence, in any script.

/// Fewest words of two letters or more that say something.
const WORDS_MIN: usize = 3;

/// The words of a sentence, where there are enough to say something; where a script has no spaces, every two signs.
pub(super) fn words(sentence: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = tokens(sentence).flat_map(parted).collect();
    let says = |word: &&&str| word.len() >= 2 && word.chars().next().is_some_and(char::is_alphabetic);
    (words.iter().filter(says).count() >= WORDS_MIN).then_some(words)
}

/// What a sign belongs to: a word, a number, or itself where it says something.
fn kind(c: char) -> u8 {
    match c {
        'a'..='z' | '\'' => 1,
        '0'..='9' | '/' => 2,
        '%' | '$' | '+' | ':' | '!' | '?' => 3,
        _ if !c.is_ascii() && is_of_word(c) => 1,
        _ => 0,
    }
}

/// Whether a sign beyond ASCII is a letter, or a mark upon one.
fn is_of_word(c: char) -> bool {
    c.is_alphabetic() || unicode_normalization::char::is_combining_mark(c)
}

/// The words, numbers and telling signs of a sentence.
fn tokens(sentence: &str) -> impl Iterator<Item = &str> {
    let mut rest = sentence;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c| kind(c) == 0);
        let first = kind(rest.chars().next()?);
        let end = match first {
            3 => 1,
            _ => rest.find(|c| kind(c) != first).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(end);
        rest = after;
        Some(token)
    })
}

/// A word, or every two signs in a row of one that is written without spaces.
fn parted(word: &str) -> Vec<&str> {
    if !word.contains(is_sign) {
        return vec![word];
    }
    let ends: Vec<usize> = word.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let each = starts.zip(ends.iter().skip(1));
    each.map(|(start, end)| &word[start..*end]).collect()
}

/// Whether a sign is a word, or part of one, that stands for itself.
pub(super) fn is_ideograph(sign: char) -> bool {
    matches!(sign, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}

/// Whether a letter is one of Chinese, Japanese or Thai, which have no spaces between words.
fn is_sign(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{e00}'..='\u{e7f}')
}

/// The words without their endings.
pub(super) fn stems<'w>(words: &[&'w str]) -> Vec<&'w str> {
    words.iter().map(|word| stem(word)).collect()
}

/// The endings of words, those first that others end with.
const ENDINGS: [&str; 12] = [
    "ings", "ing", "ed", "ers", "er", "ors", "or", "es", "s", "ly", "ions", "ion",
];

fn stem(word: &str) -> &str {
    if word.len() <= 5 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word;
    }
    let stem = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending));
    stem.unwrap_or(word)
}

/// How many letters of a long word tell what it is about, however it ends or is misspelled.
const START_LETTERS: usize = 5;

pub(super) fn start(word: &str) -> Option<&str> {
    let (end, _) = word.char_indices().nth(START_LETTERS)?;
    Some(&word[..end])
}
