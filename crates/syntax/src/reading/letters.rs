//! Letters that Python takes for others: `ｏｓ` is `os`.

use unicode_normalization::UnicodeNormalization as _;

/// A text of Python in the letters that it means, where some of them are in disguise: letters, wide ones or those of
/// formulas, that stand for plain ones. Lines stay where they are.
#[must_use]
pub fn undisguised(text: &str) -> Option<String> {
    if text.is_ascii() || !text.chars().any(|letter| meant(letter).is_some()) {
        return None;
    }
    Some(
        text.chars()
            .map(|letter| meant(letter).unwrap_or(letter))
            .collect(),
    )
}

/// The plain letter or digit that another one stands for.
fn meant(letter: char) -> Option<char> {
    if letter.is_ascii() || !letter.is_alphabetic() {
        return None;
    }
    let mut plain = letter.nfkc();
    let only = plain.next().filter(char::is_ascii_alphanumeric);
    only.filter(|_| plain.next().is_none())
}

#[cfg(test)]
mod tests;
