//! Pictures that may be diagrams: which of them somebody who sees should look at.

use super::vector;
use crate::claim::known::Known;
use court::evidence::Place;
use documents::document::figures;
use documents::document::{Document, Figure, Format, Origin, Page};
use documents::picture::lettering::{Eyes, Lettering};
use documents::picture::{PICTURES_MAX, Wanted, kind};
use project::manifest::join;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use subject::Snapshot;

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

/// The pictures that may be diagrams, drawn ones last in each document: those of the reports that were handed in, then those of the
/// documents that lie in the subject. Each file once, at most [`PICTURES_MAX`], and how many more there are.
#[must_use]
pub fn candidates(known: &dyn Known) -> (Vec<Candidate>, usize) {
    let documents = known.reports().iter().chain(known.found());
    let mut seen = BTreeSet::new();
    let all = documents.flat_map(|document| of_document(known, document));
    let mut all: Vec<Candidate> = all
        .filter(|one| seen.insert((one.place.clone(), format!("{:?}", one.at))))
        .collect();
    let beyond = all.len().saturating_sub(PICTURES_MAX);
    all.truncate(PICTURES_MAX);
    (all, beyond)
}

/// The pictures of one document.
pub fn of_document(known: &dyn Known, document: &Document) -> Vec<Candidate> {
    if document.format == Format::Pdf {
        let images = figures::shown(document).into_iter();
        let images = images.map(|(page, image)| on_page(document, page, image));
        return images.chain(drawings(document)).collect();
    }
    let passages = known.passages(document);
    let linked = figures::linked(&passages).into_iter();
    linked
        .filter_map(|link| {
            let path = linked_file(known.snapshot(), document, link.address)?;
            Some(Candidate {
                place: Place::File(path.clone()),
                about: link.about(),
                at: At::File(path),
            })
        })
        .collect()
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
pub(super) fn linked_file(snapshot: &Snapshot, document: &Document, address: &str) -> Option<String> {
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
    let beside = join(folder, address);
    let rooted = join("", address);
    if let Some(path) = [beside, rooted].into_iter().flatten().find(|path| fits(path)) {
        return Some(path);
    }
    let tail = format!("/{}", join("", address)?);
    let mut ending = snapshot
        .files
        .keys()
        .filter(|path| path.ends_with(&tail) && fits(path));
    let only = ending.next()?;
    ending.next().is_none().then(|| only.clone())
}

/// What is written in the picture files that reports show, by path. They can only be held against a graph: where the
/// program runs none, none is read. Words are looked for among so many pixels, those of documents counted in.
#[must_use]
pub fn letterings(known: &dyn Known, looked_at: u64) -> BTreeMap<String, Lettering> {
    if known.live_graph().is_none() {
        return BTreeMap::new();
    }
    let documents = known.reports().iter().chain(known.found());
    let spent: u64 = documents.map(figures::looked_at).sum();
    let mut eyes = Eyes::for_pixels(looked_at.saturating_sub(spent));
    let shown = known.reports().iter();
    let shown = shown.flat_map(|report| of_document(known, report));
    let mut files = BTreeMap::new();
    for one in shown {
        let At::File(path) = one.at else { continue };
        if files.len() < PICTURES_MAX && !files.contains_key(&path) {
            let bytes = known.snapshot().files.get(&path);
            let lettering = eyes.read_file(bytes.map_or(&[], |file| file.bytes.as_slice()));
            files.insert(path, lettering);
        }
    }
    files
}

#[cfg(test)]
mod tests;
