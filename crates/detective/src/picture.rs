//! Pictures that may be diagrams: which of them somebody who sees should look at, and what can be made of what
//! is told of them. Nothing here looks at pixels, but for [`png`], which writes them, and [`lettering`], which has the
//! words in them read.

mod decoded;
mod described;
mod file;
pub mod lettering;
pub(crate) mod misread;
pub mod png;

pub use described::{Arrow, Described, Order, PROBE, exhibit, unseen};
pub use file::{Kind, kind};

use crate::derived::Subject;
use crate::diagram::{figures, vector};
use crate::document::{Area, Document, Figure, Format, Origin, Page};
use court::evidence::Place;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Most pictures of one subject that anybody is asked to look at: each costs money, and reports have a handful.
pub const PICTURES_MAX: usize = 12;
/// Largest picture that is shown, in bytes: providers take five million, written in base 64.
pub const BYTES_MAX: usize = 3_500_000;
/// Longest side of a picture that is taken out of a page, in pixels: models see no more.
pub const SIDE_MAX: u32 = 1_568;
/// Longest side of a picture file that is shown as it is, in pixels: providers refuse larger ones.
pub const FILE_SIDE_MAX: u32 = 8_000;
/// Shortest side of a picture that can show a diagram, in pixels.
const SIDE_MIN: u32 = 40;

/// A picture that may be a diagram.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Where it can be looked at.
    pub place: Place,
    /// What can be said of it without looking.
    pub about: String,
    /// How its pixels are had.
    pub at: At,
}

/// How the pixels of a picture are had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum At {
    /// It is drawn on a page.
    Page {
        /// The document, by its name.
        document: String,
        /// Where the document came from.
        origin: Origin,
        /// Where it is drawn.
        wanted: Wanted,
    },
    /// It is a file of the subject.
    File(String),
}

/// A picture on a page of a PDF.
///
/// An image is had as it lies in the file, whatever the page does to it. Where lines and words are drawn, that part
/// of the page is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Wanted {
    /// The page, from 1.
    pub page: u32,
    /// Where it is drawn.
    pub area: Area,
    /// Whether it is made of lines and words and not of pixels.
    pub is_drawn: bool,
}

/// A picture taken out of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Which one it is.
    pub wanted: Wanted,
    /// The picture as PNG, in base 64.
    pub png: String,
}

/// The pictures that may be diagrams, drawn ones last in each document: those of the reports that were handed in, then those of the documents that
/// lie in the subject; each file once, at most [`PICTURES_MAX`], and how many more there are.
#[must_use]
pub fn candidates(snapshot: &Subject) -> (Vec<Candidate>, usize) {
    let documents = snapshot.documents.iter().chain(snapshot.found());
    let mut seen = BTreeSet::new();
    let all = documents.flat_map(|document| of_document(snapshot, document));
    let mut all: Vec<Candidate> = all
        .filter(|one| seen.insert((one.place.clone(), format!("{:?}", one.at))))
        .collect();
    let beyond = all.len().saturating_sub(PICTURES_MAX);
    all.truncate(PICTURES_MAX);
    (all, beyond)
}

/// The pictures of one document.
pub(crate) fn of_document(snapshot: &Subject, document: &Document) -> Vec<Candidate> {
    if document.format == Format::Pdf {
        let images = drawn(document).into_iter();
        let images = images.map(|(page, image)| on_page(document, page, image));
        return images.chain(drawings(document)).collect();
    }
    let passages = snapshot.passages(document);
    let linked = figures::linked(&passages).into_iter();
    linked
        .filter_map(|link| {
            let path = linked_file(snapshot, document, link.address)?;
            Some(Candidate {
                place: Place::File(path.clone()),
                about: link.about(),
                at: At::File(path),
            })
        })
        .collect()
}

/// Figures, and pages that are all picture: those of a scanned report look like letterheads.
fn drawn(document: &Document) -> Vec<(&Page, &Figure)> {
    let mut drawn = figures::drawn(document);
    for page in document.pages().iter().filter(|page| page.is_picture()) {
        let Some(largest) = page.images.iter().max_by_key(|image| image.area.size()) else {
            continue;
        };
        if !drawn.iter().any(|(_, known)| std::ptr::eq(*known, largest)) {
            drawn.push((page, largest));
        }
    }
    drawn.retain(|(_, image)| image.width >= SIDE_MIN && image.height >= SIDE_MIN);
    drawn.sort_by_key(|(page, image)| (page.number, image.area));
    drawn
}

fn on_page(document: &Document, page: &Page, image: &Figure) -> Candidate {
    Candidate {
        place: document.place(page.number, 0, 0),
        about: figures::about(page, image),
        at: At::Page {
            document: document.name.clone(),
            origin: document.origin,
            wanted: Wanted {
                page: page.number,
                area: image.area,
                is_drawn: false,
            },
        },
    }
}

/// The drawn diagrams: what was read of them by their geometry leaves out where their lines lead.
fn drawings(document: &Document) -> impl Iterator<Item = Candidate> {
    vector::drawn(document).map(|(page, boxes, area)| Candidate {
        place: document.place(page.number, 0, 0),
        about: format!("a drawing of {boxes} boxes"),
        at: At::Page {
            document: document.name.clone(),
            origin: document.origin,
            wanted: Wanted {
                page: page.number,
                area,
                is_drawn: true,
            },
        },
    })
}

/// The picture of the subject that an address in a document means: beside the document or from the root, else
/// the only one whose path ends so.
pub(crate) fn linked_file(snapshot: &Subject, document: &Document, address: &str) -> Option<String> {
    let address = address.split([' ', '?', '#']).next()?.trim_matches(['<', '>']);
    if address.contains("://") || address.is_empty() {
        return None;
    }
    let folder = match document.origin {
        Origin::Found => document.name.rsplit_once('/').map_or("", |(folder, _)| folder),
        Origin::Given => "",
    };
    let fits = |path: &str| {
        snapshot
            .files
            .get(path)
            .is_some_and(|file| kind(&file.bytes).is_some())
    };
    let beside = joined(folder, address);
    let rooted = joined("", address);
    if let Some(path) = [beside, rooted].into_iter().flatten().find(|path| fits(path)) {
        return Some(path);
    }
    let tail = format!("/{}", joined("", address)?);
    let mut ending = snapshot
        .files
        .keys()
        .filter(|path| path.ends_with(&tail) && fits(path));
    let only = ending.next()?;
    ending.next().is_none().then(|| only.clone())
}

/// A path below the root; nothing where it leaves it.
fn joined(folder: &str, address: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(address.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests;
