//! Parsing that ends: bounded in steps, in what is read again and again, and in what makes the parser slow.

mod brackets;
mod coding;
mod density;
mod letters;
mod lines;
mod stacked;

use crate::language::Language;
pub use brackets::{Crowd, OVERFULL, crowd, is_overfull};
pub use coding::{FOREIGN, is_foreign};
pub use density::tokens;
pub use letters::undisguised;
pub use lines::{INDENTS_MAX, Lines, ended};
pub use stacked::{STACKED_MAX, thinned};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use tree_sitter::{ParseOptions, Parser, Tree};

/// Bytes that the parser is handed at once; it counts as one reading however few it looks at.
const PIECE_BYTES: usize = 512;
/// Readings that any text may take, and those of each of its pieces. Languages with an indentation or other words
/// that a scanner looks ahead for read a piece up to eight times. Only hostile texts are read for each of their words
/// from there to the end.
const READINGS_BASE: usize = 4_096;
const READINGS_PER_PIECE: usize = 32;
/// Reports of the parser, each some hundred steps, that any text may take, and one more for so many bytes of it. Of
/// 2,000 files in nine languages the densest took one for forty bytes; many small hostile texts must not take as long
/// as a large one.
const REPORTS_BASE: usize = 500;
const BYTES_PER_REPORT: usize = 12;

/// Why a text is not given to the parser of its language; `None` where it may be.
#[must_use]
pub fn refused(language: Language, text: &[u8]) -> Option<&'static str> {
    if language == Language::Python && is_foreign(text) {
        return Some(FOREIGN);
    }
    is_overfull(language, text).then_some(OVERFULL)
}

/// What the parser of a language is handed for a text: as long, and with everything in its place. `None` where it is
/// nothing that a scanner can read: more than [`INDENTS_MAX`] indentations.
#[must_use]
pub fn prepared(language: Language, text: &[u8]) -> Option<Cow<'_, [u8]>> {
    let ended = ended(language, text);
    if language != Language::Python {
        return Some(ended);
    }
    if lines::is_staircase(&ended) {
        return None;
    }
    Some(match ended {
        Cow::Borrowed(text) => thinned(text),
        Cow::Owned(text) => Cow::Owned(thinned(&text).into_owned()),
    })
}

/// The syntax tree of a text; `None` when the parser takes more steps than its length explains, or reads it too often.
/// Whoever parses a whole file hands in what is [`prepared`].
#[must_use]
pub fn tree(language: &tree_sitter::Language, text: &[u8]) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(language).ok()?;
        tree_by(parser, text)
    })
}

thread_local! {
    /// One for all texts that a thread reads: it keeps the room that it took for the last one.
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// The same by a parser that has its language, and that may have been stopped in another text.
#[must_use]
pub fn tree_by(parser: &mut Parser, text: &[u8]) -> Option<Tree> {
    parser.reset();
    let reports_max = REPORTS_BASE + text.len() / BYTES_PER_REPORT;
    let readings_max = READINGS_BASE + READINGS_PER_PIECE * (text.len() / PIECE_BYTES);
    let (readings, mut reports) = (Cell::new(0), 0);
    let mut goes_on = |_: &tree_sitter::ParseState| {
        reports += 1;
        if reports > reports_max || readings.get() > readings_max {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let mut piece = |at: usize, _| {
        readings.set(readings.get() + 1);
        // The parser cannot be stopped here: it believes that the text ends, and is stopped at its next report.
        let is_over = readings.get() > readings_max;
        let end = if is_over {
            at
        } else {
            text.len().min(at + PIECE_BYTES)
        };
        text.get(at..end).unwrap_or_default()
    };
    let options = ParseOptions::new().progress_callback(&mut goes_on);
    let tree = parser.parse_with_options(&mut piece, None, Some(options))?;
    // The text may end sooner than the next report comes.
    (readings.get() <= readings_max).then_some(tree)
}

#[cfg(test)]
mod tests;
