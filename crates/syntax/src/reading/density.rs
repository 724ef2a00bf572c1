//! How much a text holds for its length.

/// Words and signs of a text, about: what trees are made of. Code that people write has one for four bytes; a text of
/// `a=1` has three, and takes several times the memory and time of another one of its length.
#[must_use]
pub fn tokens(text: &[u8]) -> usize {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    let mut before = b' ';
    let mut count = 0;
    for byte in text {
        let begins = match is_letter(*byte) {
            true => !is_letter(before),
            false => !byte.is_ascii_whitespace(),
        };
        count += usize::from(begins);
        before = *byte;
    }
    count
}

#[cfg(test)]
mod tests;
