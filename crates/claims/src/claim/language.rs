//! Whether a document is in English, the one language in which plans, examples and orders are told from statements.

use documents::document::passages::Passages;

/// Words that no English text does without, and that are rare in other languages.
const COMMON: [&str; 8] = ["the", "of", "and", "to", "is", "are", "for", "with"];
/// One word in so many is one of them, or the text is no English; running text has one in six, lists have fewer.
const RARE: usize = 80;
/// Fewer words tell nothing.
const WORDS_MIN: usize = 40;
/// Most words that are looked at.
const WORDS_MAX: usize = 20_000;

/// Whether the running text is in English, or too short to tell.
#[must_use]
pub(super) fn is_english(passages: &Passages) -> bool {
    let rows = passages.rows.iter().filter(|row| !row.literal);
    let words = rows.flat_map(|row| {
        row.text
            .split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’')))
    });
    let (mut all, mut common) = (0, 0);
    for word in words.filter(|word| !word.is_empty()).take(WORDS_MAX) {
        all += 1;
        common += usize::from(COMMON.iter().any(|known| word.eq_ignore_ascii_case(known)));
    }
    all < WORDS_MIN || common * RARE >= all
}
