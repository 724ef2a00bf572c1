//! Passages of a page that are given to machines in other words than those that are seen.

use super::super::hidden::{self, Concealment};
use super::Canvas;
use crate::document::pdf::strings;
use unicode_normalization::UnicodeNormalization as _;

/// Longest replacement text taken from a marked passage, in bytes.
const ACTUAL_TEXT_MAX: usize = 10_000;

/// Most letters that one drawn letter stands for.
const LIGATURE_MAX: usize = 4;

impl Canvas {
    /// What a marked passage shows is what it says, as far as it can be told from what is given in its place. That
    /// counts only where nothing else can be read, and is no longer than what it stands for.
    pub(super) fn replace(&mut self, text: &str, first: usize) {
        let Some(letters) = self.glyphs.get_mut(first..).filter(|letters| !letters.is_empty()) else {
            hidden::keep(&mut self.replaced, text, Concealment::Replacement, 0);
            return;
        };
        let shown: String = letters.iter().map(|glyph| glyph.text.as_str()).collect();
        let (said, seen) = (plain(text), plain(&shown));
        let is_fitting = said.chars().count() <= letters.len() * LIGATURE_MAX + 1;
        if said == seen || seen.is_empty() && is_fitting {
            letters.iter_mut().for_each(|glyph| glyph.text.clear());
            text.clone_into(&mut letters[0].text);
        } else {
            hidden::keep(&mut self.replaced, text, Concealment::Replacement, 0);
        }
    }

    /// Ends what is still open when a page ends.
    pub(crate) fn end(&mut self) {
        let open = std::mem::take(&mut self.marked);
        if let Some((text, first)) = open.into_iter().flatten().next() {
            self.replace(&text, first);
        }
    }
}

/// The letters and digits of a text, by which two writings of it are the same.
fn plain(text: &str) -> String {
    let letters = text.nfkc().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// A text string of the format, as far as it is not longer than any passage.
pub(crate) fn text_string(bytes: &[u8]) -> String {
    strings::text(&bytes[..bytes.len().min(ACTUAL_TEXT_MAX)])
}
