//! Reports handed in with a subject, read into text, figures and shapes.
//!
//! Reading is a pure function of a file name and bytes, and the bytes are hostile. Whoever has a process to
//! lose runs it there, page by page, and puts the [`Part`]s together again with [`Document::from_parts`].

pub mod apart;
mod assembly;
mod canvas;
pub mod extent;
pub mod figures;
pub mod hidden;
mod looks;
mod markup;
mod office;
pub mod passages;
mod pdf;
mod prose;
mod scanned;
mod sheet;
mod tagged;
mod visibility;
mod web;

pub use crate::area::Area;

use crate::picture::lettering::Lettering;
use crate::picture::{Picture, Wanted};
use apart::Apart;
use court::evidence::Place;
use hidden::Hidden;
use serde::{Deserialize, Serialize};
use subject::secrets::mask;

/// Largest report that is read, in bytes; reports with many figures stay well below it.
pub const FILE_BYTES_MAX: usize = 50 << 20;
/// Most pages that are read; a longer file is no report.
pub const PAGES_MAX: usize = 500;
/// Most characters kept of one document; a 500-page book has about a million.
pub const CHARS_MAX: usize = 4_000_000;
/// A page with less text than this and a large image is the picture of a page, in characters.
pub const SCAN_CHARS_MAX: usize = 30;

/// A report, and how far it could be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Its file name, never a path of the machine that read it.
    pub name: String,
    /// What kind of file it is.
    pub format: Format,
    /// Where it came from.
    #[serde(default)]
    pub origin: Origin,
    /// Its pages in order, or in one sentence why there are none.
    pub reading: Result<Vec<Page>, String>,
    /// What of it could not be read, a sentence each; empty when all of it was.
    pub notes: Vec<String>,
    /// The words of its pictures, as far as somebody read them from the pixels; no part of its pages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub letterings: Vec<Lettering>,
}

/// Where a document came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// It was handed in with the subject.
    #[default]
    Given,
    /// It lies in the subject; its name is its path there.
    Found,
}

/// The kinds of file that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    /// Pages with positions.
    Pdf,
    /// One page, places are lines.
    Markdown,
    /// One page without any structure, places are lines.
    Text,
    /// One page, places are lines of its source.
    Html,
    /// One page, places are paragraphs.
    Docx,
}

/// One page; a document without pages is one page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// From 1.
    pub number: u32,
    /// Width in points; 0 where the format has no pages.
    pub width: i32,
    /// Height in points; 0 where the format has no pages.
    pub height: i32,
    /// The text in the order in which it was written.
    pub lines: Vec<Line>,
    /// The images that are really drawn.
    pub images: Vec<Figure>,
    /// How many lines, curves and areas are drawn.
    pub path_count: u32,
    /// Small closed shapes such as the boxes of a diagram.
    pub shapes: Vec<Area>,
    /// The words with their places, kept only where there are shapes to hold them.
    pub words: Vec<Word>,
    /// The line of the source that each line comes from, from 1; empty where lines are those of the source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<u32>,
    /// What stands on it and is not seen; no part of its lines and words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<Hidden>,
    /// What the file says apart from its pages; with the first page what belongs to the whole file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<Apart>,
    /// How surely its lines were read, in percent, where they were read from the picture of a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<u8>,
}

/// One line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// What stands there, without the line break.
    pub text: String,
    /// Distance from the top of the page in points; 0 where the format has no pages.
    pub top: i32,
    /// Size of the type in tenths of a point; 0 where the format has none.
    pub size: i32,
    /// Whether the format says that it is source or what was printed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub literal: bool,
    /// Whether the format says that these are the words of somebody else, or a sample.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quoted: bool,
}

/// An image as it is drawn on a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// Width of the image in pixels.
    pub width: u32,
    /// Height of the image in pixels.
    pub height: u32,
    /// Where it is drawn.
    pub area: Area,
}

/// A word where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// The word.
    pub text: String,
    pub area: Area,
}

/// A document in pieces, in the order in which they become known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// The next page.
    Page(Page),
    /// There is no more, and this could not be read.
    End {
        /// A sentence each.
        notes: Vec<String>,
    },
    /// There are no pages, for this reason.
    Refused(String),
}

impl Page {
    /// The whole text with line breaks.
    pub fn text(&self) -> String {
        let lines: Vec<&str> = self.lines.iter().map(|line| line.text.as_str()).collect();
        lines.join("\n")
    }

    /// Whether this is the picture of a page: a large image and hardly any text.
    pub fn is_picture(&self) -> bool {
        let chars: usize = self
            .lines
            .iter()
            .map(|line| line.text.trim().chars().count())
            .sum();
        let page = i64::from(self.width) * i64::from(self.height);
        chars < SCAN_CHARS_MAX && self.images.iter().any(|image| image.area.size() * 2 > page)
    }
}

impl Document {
    /// The pages that could be read.
    pub fn pages(&self) -> &[Page] {
        self.reading.as_deref().unwrap_or_default()
    }

    /// Why something in it may have been overlooked, in one sentence; `None` when all of it was read.
    pub fn gap(&self) -> Option<String> {
        match &self.reading {
            Err(cause) => Some(format!("{}: {cause}", self.name)),
            Ok(_) => {
                let notes: Vec<String> = self.notes.iter().cloned().chain(self.unread_scan()).collect();
                (!notes.is_empty()).then(|| format!("{}: {}", self.name, notes.join("; ")))
            }
        }
    }

    /// The place of lines `first` to `last` of a page, counted from 0.
    pub fn place(&self, page: u32, first: usize, last: usize) -> Place {
        let document = self.name.clone();
        let (first, last) = (self.number(first), self.number(last.max(first)));
        match (self.format, self.origin) {
            (Format::Pdf, _) => Place::Page { document, page },
            // Its lines are lines of the subject, and are quoted from there.
            (Format::Markdown | Format::Text | Format::Html, Origin::Found) => {
                Place::lines(document, first, last)
            }
            _ => Place::Passage {
                document,
                first,
                last,
            },
        }
    }

    /// The number that readers count for a line of a document without pages.
    fn number(&self, line: usize) -> u32 {
        let numbers = self.pages().first().map_or(&[][..], |page| &page.numbers);
        let plain = || u32::try_from(line).unwrap_or(u32::MAX - 1) + 1;
        numbers.get(line).copied().unwrap_or_else(plain)
    }

    /// The same document, as one that lies at a path of the subject.
    #[must_use]
    pub fn found_at(mut self, path: &str) -> Self {
        path.clone_into(&mut self.name);
        self.origin = Origin::Found;
        self
    }

    /// Puts a document together from the parts that arrived. `broken` says why the last one is not the end.
    pub fn from_parts(name: &str, bytes: &[u8], parts: Vec<Part>, broken: &str) -> Self {
        let mut pages = Vec::new();
        let mut end = None;
        for part in parts {
            match part {
                Part::Page(page) => pages.push(page),
                part => end = Some(part),
            }
        }
        let (reading, notes) = match end {
            Some(Part::Refused(cause)) => (Err(cause), Vec::new()),
            Some(Part::End { notes }) => (Ok(pages), notes),
            _ if pages.is_empty() => (Err(format!("no page could be read: {broken}")), Vec::new()),
            _ => {
                let next = pages.len() + 1;
                (
                    Ok(pages),
                    vec![format!("page {next} and later could not be read: {broken}")],
                )
            }
        };
        Self {
            // It stands in reports, where a path would be masked as well.
            name: mask(&file_name(name)).into_owned(),
            format: Format::of(name, bytes),
            origin: Origin::Given,
            reading,
            notes,
            letterings: Vec::new(),
        }
    }
}

impl Format {
    /// What a file is, by its first bytes before its name.
    pub fn of(name: &str, bytes: &[u8]) -> Self {
        let name = name.to_ascii_lowercase();
        if pdf::is_pdf(bytes) || name.ends_with(".pdf") {
            Self::Pdf
        } else if name.ends_with(".md") || name.ends_with(".markdown") {
            Self::Markdown
        } else if name.ends_with(".docx") || office::is_package(bytes) {
            Self::Docx
        } else if name.ends_with(".html") || name.ends_with(".htm") || begins_as_page(bytes) {
            Self::Html
        } else {
            Self::Text
        }
    }
}

fn begins_as_page(bytes: &[u8]) -> bool {
    begins_with(bytes, b"<!doctype html") || begins_with(bytes, b"<html")
}

fn begins_with(bytes: &[u8], mark: &[u8]) -> bool {
    let head = bytes.trim_ascii_start().get(..mark.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(mark))
}

/// Reads a report whole. Hostile bytes may cost memory and time beyond any guard of ours: see the module.
pub fn read(name: &str, bytes: &[u8]) -> Document {
    let mut parts = Vec::new();
    read_parts(name, bytes, &mut |part| parts.push(part));
    Document::from_parts(name, bytes, parts, "the reader stopped")
}

/// Reads a report part by part; the last part is never a page.
pub fn read_parts(name: &str, bytes: &[u8], give: &mut dyn FnMut(Part)) {
    let end = if bytes.is_empty() {
        Part::Refused("the file is empty".to_owned())
    } else if bytes.len() > FILE_BYTES_MAX {
        Part::Refused(format!("the file is larger than {} MiB", FILE_BYTES_MAX >> 20))
    } else {
        let give = &mut |page| give(Part::Page(page));
        match Format::of(name, bytes) {
            Format::Pdf => pdf::read(bytes, give),
            Format::Html => web::read(bytes, give),
            Format::Docx => office::read(bytes, give),
            format @ (Format::Markdown | Format::Text) => prose::read(format, bytes, give),
        }
    };
    give(end);
}

/// Takes pictures out of the pages of a PDF. Hostile bytes may cost memory and time beyond any guard of ours: see
/// the module.
pub fn take_pictures(bytes: &[u8], wanted: &[Wanted], give: &mut dyn FnMut(Picture)) {
    pdf::pictures::take(bytes, wanted, give);
}

/// Reads the words in pictures on the pages of a PDF. Hostile bytes may cost memory and time beyond any guard of ours:
/// see the module.
pub fn read_pictures(bytes: &[u8], wanted: &[Wanted], give: &mut dyn FnMut(Lettering)) {
    pdf::pictures::read(bytes, wanted, give);
}

fn file_name(name: &str) -> String {
    name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests;
