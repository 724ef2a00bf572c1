//! Whether a document is in English, the one language in which plans, examples and orders are told from statements.

use documents::document::passages::Passages;

/// Words that no English text does without, and that are rare in other languages.
const COMMON: [&str; 8] = ["the", "of", "and", "to", "is", "are", "for", "with"];
/// One word in so many is one of them, or the text is no English; running text has one in six, lists have fewer.
const RARE: usize = 80;
/// Words that other languages of Latin letters do not do without, and that English, code and names have rarely. They are German, French,
/// Spanish, Portuguese, Italian, Dutch, Polish, Turkish, Indonesian and those of Scandinavia.
const OF_OTHERS: &str = "der das und ist mit ein eine einen dem den zu auf wird werden nicht les une dans pour avec sont vous cette \
                         aux el los las que para una por como este uma em dos mais pode il che gli della sono questo het een voor niet \
                         wordt deze nie jest oraz ve bir ile bu yang dan untuk dengan ini och att det som av er til ikke og kan";
/// One word in so many has other letters, or the text is in another language that is full of them; names and quotes have fewer.
const FOREIGN: usize = 50;
/// Fewer words tell nothing.
const WORDS_MIN: usize = 40;
/// Most words that are looked at.
const WORDS_MAX: usize = 20_000;

/// Whether the running text is in English, or too short to tell.
#[must_use]
pub(super) fn is_english(passages: &Passages) -> bool {
    let rows = passages.rows.iter().filter(|row| !row.literal);
    let words: Vec<&str> = rows.flat_map(|row| words(&row.text)).take(WORDS_MAX).collect();
    let is_common = |word: &&&str| COMMON.iter().any(|known| word.eq_ignore_ascii_case(known));
    let common = words.iter().filter(is_common).count();
    words.len() < WORDS_MIN || common * RARE >= words.len() || !is_of_others(words.iter().copied())
}

/// Whether words show another language than English. Lists have few of the words that hold sentences together, in any language: that
/// those of English are not there says nothing.
#[must_use]
pub fn is_of_others<'a>(words: impl Iterator<Item = &'a str>) -> bool {
    let (mut all, mut known, mut foreign) = (0, 0, 0);
    for word in words.flat_map(self::words) {
        all += 1;
        known += usize::from(OF_OTHERS.split(' ').any(|other| word.eq_ignore_ascii_case(other)));
        foreign += usize::from(word.chars().any(|c| c.is_alphabetic() && !c.is_ascii()));
    }
    known * RARE >= all || foreign * FOREIGN >= all
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’')));
    words.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests;
