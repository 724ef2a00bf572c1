//! What reports, and paged documents of the subject, say to whoever judges: on their pages, in what they hide, in their
//! pictures.

use super::names::spaced;
use super::{PER_TEXT_MAX, Scan, in_text, placed};
use crate::known::{Papers as _, Witness};
use claims::diagram::candidate::{self, At};
use court::evidence::Place;
use documents::document::apart::{Apart, Spot};
use documents::document::hidden::{Concealment, HIDDEN_CHARS_MAX, Hidden};
use documents::document::{Document, Format, Page};
use documents::picture::lettering::Lettering;
use probes_core::Subject;
use std::borrow::Cow;

/// The passages in the reports: on their pages, in what they hide, and in the words of their pictures.
#[must_use]
pub fn in_documents(snapshot: &Subject) -> Scan {
    let shown = snapshot
        .documents
        .iter()
        .flat_map(|document| in_shown(snapshot, document));
    let shown: Vec<Scan> = shown.collect();
    let named = |document| in_document(document).into_iter().chain([in_name(document)]);
    let documents = snapshot.documents.iter().flat_map(named);
    Scan::of(documents.chain(shown))
}

/// The passages in paged documents that lie in the subject: as files they are data that say nothing.
#[must_use]
pub fn in_packed(snapshot: &Subject) -> Scan {
    let packed = snapshot.found().iter();
    let packed = packed.filter(|document| document.format == Format::Pdf);
    Scan::of(packed.flat_map(in_document))
}

fn in_document(document: &Document) -> Vec<Scan> {
    let mut found = Vec::new();
    for page in document.pages() {
        found.push(in_page(document, page));
        found.extend(in_hidden(document, page));
        found.extend(in_further(document, page));
        found.extend(in_apart(document, page));
    }
    found.extend(document.letterings.iter().map(|one| in_picture(document, one)));
    found
}

fn in_page(document: &Document, page: &Page) -> Scan {
    let lines: Vec<Cow<'_, str>> = page.lines.iter().map(|line| unpictured(&line.text)).collect();
    in_text(&lines.join("\n"), PER_TEXT_MAX, |passage| {
        let line = passage.first as usize - 1;
        placed(document.place(page.number, line, line), "the text", passage)
    })
}

/// A line in which the words of pictures, which are written `![words](address)`, are sentences of their own.
fn unpictured(line: &str) -> Cow<'_, str> {
    if !line.contains("![") {
        return Cow::Borrowed(line);
    }
    let mut said = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once("![") {
        said.push_str(before);
        said.push_str(". ");
        let parts = behind.split_once("](").and_then(|(words, behind)| {
            let (address, behind) = behind.split_once(')')?;
            Some((words, address, behind))
        });
        let Some((words, address, behind)) = parts else {
            rest = behind;
            break;
        };
        for part in [words, address] {
            said.push_str(part);
            said.push_str(". ");
        }
        rest = behind;
    }
    said.push_str(rest);
    Cow::Owned(said)
}

fn in_name(document: &Document) -> Scan {
    in_text(&spaced(&document.name), 1, |passage| {
        placed(document.place(1, 0, 0), "a name", passage)
    })
}

/// What a page hides, of each text one passage. A long text is kept in parts.
fn in_hidden<'d>(document: &'d Document, page: &'d Page) -> impl Iterator<Item = Scan> + 'd {
    let is_cut = |part: &Hidden| part.text.chars().count() == HIDDEN_CHARS_MAX;
    let passages = page
        .hidden
        .chunk_by(move |part, next| is_cut(part) && (part.why, part.line) == (next.why, next.line));
    passages.map(|parts| {
        let text: String = parts.iter().map(|part| part.text.as_str()).collect();
        in_text(&text, 1, |passage| {
            let line = parts[0].line;
            let place = document.place(page.number, line, line);
            placed(place, channel(parts[0].why), passage)
        })
    })
}

/// What a page hides beyond what is kept of it; that not all of it was read, where it was not.
fn in_further<'d>(document: &'d Document, page: &'d Page) -> impl Iterator<Item = Scan> + 'd {
    let further = page
        .hidden
        .iter()
        .filter(|hidden| hidden.why == Concealment::Further);
    further.flat_map(move |further| {
        let each = further.left_out.iter().map(move |text| {
            in_text(text, 1, |passage| {
                let line = further.line;
                let place = document.place(page.number, line, line);
                placed(place, "text that readers do not see", passage)
            })
        });
        let unread = further.is_unread().then(|| not_read(document));
        each.chain(unread)
    })
}

/// What the file says apart from its pages, each for itself; a list is one text.
fn in_apart<'d>(document: &'d Document, page: &'d Page) -> impl Iterator<Item = Scan> + 'd {
    let is_one =
        |one: &Apart, next: &Apart| one.spot.is_list() && (one.spot, one.page) == (next.spot, next.page);
    page.apart.chunk_by(is_one).map(|passages| {
        let (spot, page, line) = (passages[0].spot, passages[0].page, passages[0].line);
        if spot == Spot::Further {
            return not_read(document);
        }
        let texts: Vec<&str> = passages.iter().map(|one| one.text.as_str()).collect();
        in_text(&texts.join("\n"), PER_TEXT_MAX, |passage| {
            placed(document.place(page, line, line), spot.words(), passage)
        })
    })
}

/// A document that says more than was listened to.
fn not_read(document: &Document) -> Scan {
    Scan::cut(&document.name)
}

/// In what hidden text stands.
fn channel(why: Concealment) -> &'static str {
    match why {
        Concealment::Comment => "a comment",
        Concealment::Annotation => "a note pinned to the page",
        Concealment::Property => "the properties of the file",
        Concealment::Aside => "the markup",
        Concealment::Field => "a field of a form",
        Concealment::Replacement => "what is given to machines in the place of what is seen",
        _ => "hidden text",
    }
}

fn in_picture(document: &Document, lettering: &Lettering) -> Scan {
    let place = document.place(lettering.wanted.page, 0, 0);
    in_lettering(&place, lettering)
}

/// The pictures of the subject that a document shows, as far as somebody reads them.
fn in_shown(snapshot: &Subject, document: &Document) -> Vec<Scan> {
    let shown = candidate::of_document(&Witness(snapshot), document).into_iter();
    let shown = shown.filter_map(|one| match one.at {
        At::File(path) => Some((snapshot.lettering_of(&path)?, path)),
        At::Page { .. } => None,
    });
    shown
        .map(|(lettering, path)| in_lettering(&Place::File(path), lettering))
        .collect()
}

/// What was read off the pixels of a picture.
fn in_lettering(place: &Place, lettering: &Lettering) -> Scan {
    let lines: Vec<&str> = lettering.read().iter().map(|line| line.text.as_str()).collect();
    in_text(&lines.join("\n"), PER_TEXT_MAX, |passage| {
        placed(place.clone(), "a picture", passage)
    })
}

#[cfg(test)]
mod tests;
