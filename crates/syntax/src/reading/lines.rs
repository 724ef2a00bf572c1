//! Where lines end, and how far they are indented: what the parsers see of that, and what people count.
//!
//! Python, Java and C end a line, and so a comment, at a lone carriage return. The parsers here end it at a line feed
//! only, and git counts line feeds only. So a text is parsed with line feeds in their place, and the lines that the
//! parser counts are counted back.

use crate::language::Language;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Most different indentations of a text of Python. Its scanner keeps those of the blocks that are open in a room of
/// 1,024 bytes, and writes beyond it where there are more; Python itself refuses a hundred.
pub const INDENTS_MAX: usize = 250;

/// The text as a parser of its language sees its lines; nothing moves.
#[must_use]
pub fn ended(language: Language, text: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Cow::Borrowed(text);
    for at in lone(language, text) {
        out.to_mut()[at] = b'\n';
    }
    out
}

/// The carriage returns that end a line in this language without a line feed.
fn lone(language: Language, text: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let ends = matches!(
        language,
        Language::Python | Language::Java | Language::C | Language::Cpp
    );
    let all = text
        .iter()
        .enumerate()
        .filter(move |(_, byte)| ends && **byte == b'\r');
    all.map(|(at, _)| at)
        .filter(|at| text.get(at + 1) != Some(&b'\n'))
}

/// Counts the lines of an [`ended`] text back to those of the text itself.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// The lines, as a parser counts them, that a lone carriage return ends; in order.
    added: Vec<u32>,
}

impl Lines {
    /// Those of a text.
    #[must_use]
    pub fn of(language: Language, text: &[u8]) -> Self {
        let (mut line, mut from) = (1_u32, 0);
        let mut added = Vec::new();
        for at in lone(language, text) {
            let feeds = text[from..at].iter().filter(|byte| **byte == b'\n').count();
            line = line.saturating_add(u32::try_from(feeds).unwrap_or(u32::MAX));
            added.push(line);
            line = line.saturating_add(1);
            from = at;
        }
        Self { added }
    }

    /// Whether the lines are the same ones.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        self.added.is_empty()
    }

    /// The line, 1-based, that git counts for one that the parser counts.
    #[must_use]
    pub fn back(&self, line: u32) -> u32 {
        let before = self.added.partition_point(|added| *added < line);
        line.saturating_sub(u32::try_from(before).unwrap_or(u32::MAX))
            .max(1)
    }
}

/// Whether a text of Python has more different indentations than [`INDENTS_MAX`]: no more blocks than those can be
/// open at once. Counted as its scanner counts: a tab is eight, and a backslash at the end of a line goes on.
#[must_use]
pub(super) fn is_staircase(text: &[u8]) -> bool {
    let mut widths = BTreeSet::new();
    let (mut width, mut is_margin) = (0_u16, true);
    let mut bytes = text.iter().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\n' => (width, is_margin) = (0, true),
            _ if !is_margin => {}
            b'\r' | 0x0c => width = 0,
            b' ' => width = width.wrapping_add(1),
            b'\t' => width = width.wrapping_add(8),
            b'\\' => {
                bytes.next_if(|next| **next == b'\r');
                is_margin = bytes.next_if(|next| **next == b'\n').is_some();
            }
            _ => {
                is_margin = false;
                widths.insert(width);
                if widths.len() > INDENTS_MAX {
                    return true;
                }
            }
        }
    }
    false
}

#[cfg(test)]
mod tests;
