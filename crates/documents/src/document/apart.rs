//! Words that a file carries apart from its pages: titles, outlines, labels, attachments. Ordinary files have them, so
//! they are no finding, and nothing of them is taken as what the report says; they are heard for what they ask of
//! whoever judges.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Most bytes kept of one document; titles, labels and properties are a small part of that.
pub const APART_BYTES_MAX: usize = 1 << 20;
/// Most passages kept of one document; the outline of a thick book has some thousand.
pub const APART_MAX: usize = 20_000;
/// A passage of fewer letters and digits asks for nothing.
const LETTERS_MIN: usize = 4;
/// Fewest words of a value that is prose; names, colours and sizes have fewer.
const WORDS_MIN: usize = 3;
/// Most characters of a value that are looked at to know whether it is prose.
const LOOKED_AT_MAX: usize = 10_000;

/// A passage that stands apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Apart {
    /// What it says.
    pub text: String,
    /// In what it stands.
    pub spot: Spot,
    /// The page that it belongs to, or the first, from 1.
    pub page: u32,
    /// Line of the page where it stands, from 0; 0 where the page has no lines.
    pub line: usize,
}

/// In what of a file words can stand that are on none of its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Spot {
    /// Its outline, by which readers find their way.
    Outline,
    Title,
    /// Who is said to have written it.
    Author,
    /// Other properties.
    Property,
    /// What it says of itself in a form for machines (XMP).
    Metadata,
    /// A form to be filled in.
    Field,
    /// A note on a page.
    Note,
    /// A file inside.
    Attachment,
    /// How a file inside is called.
    AttachmentName,
    /// What is said to those who do not see a picture.
    Alternative,
    /// How pages are counted.
    PageLabel,
    /// How a layer is called.
    Layer,
    /// What stands above or below every page.
    Header,
    /// A note below a page or behind the text.
    Footnote,
    /// The code that makes a field of the text.
    FieldCode,
    /// A comment, or who made it.
    Comment,
    /// Attributes of markup.
    Markup,
    /// Scripts and rules of a page.
    Script,
    /// Any other part of a package.
    Part,
    /// There are more of such passages than were looked at.
    Further,
}

impl Spot {
    /// In words, to follow "in".
    pub fn words(self) -> &'static str {
        match self {
            Self::Outline => "the outline",
            Self::Title => "the title of the document",
            Self::Author => "the name of its author",
            Self::Property => "the properties of the file",
            Self::Metadata => "the metadata",
            Self::Field => "a field of a form",
            Self::Note => "a note pinned to the page",
            Self::Attachment => "an attachment",
            Self::AttachmentName => "the name of an attachment",
            Self::Alternative => "the words that stand for what is seen",
            Self::PageLabel => "the label of a page",
            Self::Layer => "the name of a layer",
            Self::Header => "a header or footer",
            Self::Footnote => "a footnote",
            Self::FieldCode => "the code of a field",
            Self::Comment => "a comment",
            Self::Markup => "the markup",
            Self::Script => "a script of the page",
            Self::Part => "another part of the file",
            Self::Further => "what was not looked at",
        }
    }

    /// Whether its passages are rows of one list, of which each is understood by those around it.
    pub fn is_list(self) -> bool {
        matches!(
            self,
            Self::Outline | Self::Alternative | Self::PageLabel | Self::Layer
        )
    }
}

/// The passages of a document while it is read.
#[derive(Debug, Default)]
pub(super) struct Collection {
    kept: Vec<Apart>,
    seen: BTreeSet<String>,
    bytes: usize,
    is_cut: bool,
}

impl Collection {
    /// Keeps a passage if it says something that was not said yet, as far as there is room.
    pub(super) fn keep(&mut self, text: &str, spot: Spot, page: u32, line: usize) {
        let text = text.trim();
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        if letters.take(LETTERS_MIN).count() < LETTERS_MIN || self.seen.contains(text) {
            return;
        }
        let room = APART_BYTES_MAX.saturating_sub(self.bytes);
        if self.seen.len() >= APART_MAX || room == 0 {
            self.is_cut = true;
            return;
        }
        let is_long = text.len() > room;
        self.is_cut |= is_long;
        let text = &text[..text.floor_char_boundary(room)];
        self.bytes += if is_long { room } else { text.len() };
        self.seen.insert(text.to_owned());
        self.kept.push(Apart {
            text: text.to_owned(),
            spot,
            page,
            line,
        });
    }

    /// Says that there is more than was looked at.
    pub(super) fn further(&mut self) {
        self.is_cut = true;
    }

    /// What was kept since the last time.
    pub(super) fn take(&mut self) -> Vec<Apart> {
        let mut kept = std::mem::take(&mut self.kept);
        if std::mem::take(&mut self.is_cut) {
            kept.push(Apart {
                text: String::new(),
                spot: Spot::Further,
                page: 1,
                line: 0,
            });
        }
        kept
    }
}

/// Whether a value is made of words.
pub(super) fn is_prose(value: &str) -> bool {
    let end = value.floor_char_boundary(LOOKED_AT_MAX.min(value.len()));
    let value = &value[..end];
    let is_word = |word: &&str| word.len() > 1 && word.bytes().any(|byte| byte.is_ascii_alphabetic());
    let words = value
        .split(|c: char| !c.is_alphanumeric())
        .filter(is_word)
        .take(WORDS_MIN);
    let foreign = value.chars().filter(|c| !c.is_ascii() && c.is_alphabetic());
    words.count() >= WORDS_MIN || foreign.take(LETTERS_MIN).count() >= LETTERS_MIN
}

#[cfg(test)]
mod tests;
