//! Prefix operators upon prefix operators: `not -~-~x`.
//!
//! Where such a row breaks off, the parser of Python tries to end every part of it in every way, and needs minutes for
//! some thousand bytes, within one step. Nobody writes such rows, so what is too much of them is blanked before the
//! text is parsed. Nothing moves, and what is read of a text is read from the text itself: comments and strings that
//! draw lines of dashes stay what they are.

use std::borrow::Cow;

/// Operators of a text that may stand directly behind another one, all rows together. Beyond it they are blank; what
/// stands deeper is not walked either ([`crate::DEPTH_MAX`]).
pub const STACKED_MAX: usize = 400;

/// A text of Python with no more than [`STACKED_MAX`] operators in rows, in the same length and lines.
#[must_use]
pub fn thinned(text: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Cow::Borrowed(text);
    let (mut at, mut stacked, mut is_behind) = (0, 0, false);
    while let Some(byte) = text.get(at) {
        let length = word(&text[at..]);
        let token = &text[at..at + length];
        if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c | b'\\') {
            let is_prefix = matches!(token, b"-" | b"+" | b"~" | b"not" | b"await");
            stacked += usize::from(is_prefix && is_behind);
            if is_prefix && is_behind && stacked > STACKED_MAX {
                out.to_mut()[at..at + length].fill(b' ');
            }
            is_behind = is_prefix;
        }
        at += length;
    }
    out
}

/// Length of the word that begins a text; 1 where none does.
fn word(text: &[u8]) -> usize {
    let is_letter = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_' || !byte.is_ascii();
    text.iter().take_while(is_letter).count().max(1)
}

#[cfg(test)]
mod tests;
