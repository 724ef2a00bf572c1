//! Reports whose pages are pictures: the words that were read of them are the text of the report, and say that they
//! were read.

use super::{Document, Figure, Line, Page, figures};
use crate::picture::lettering::{Lettered, Lettering, READ_SIDE_MAX};

impl Document {
    /// Takes what was read of its pictures, and why others were not; a scan has it as its text.
    pub fn take_letterings(&mut self, read: Vec<Lettering>, unread: Vec<Lettering>) {
        self.letterings = read.into_iter().chain(unread).collect();
        self.letterings.sort_by_key(|one| one.wanted);
        self.read_scans();
    }

    /// Takes the words that were read of a scan as its text.
    fn read_scans(&mut self) {
        if !self.is_scan() {
            return;
        }
        let read: Vec<(u32, Vec<Line>, u8)> = self
            .pages()
            .iter()
            .filter_map(|page| self.scanned(page))
            .collect();
        for page in self.reading.iter_mut().flatten() {
            if let Some((_, lines, sure)) = read.iter().find(|(number, ..)| *number == page.number) {
                page.lines.clone_from(lines);
                page.numbers.clear();
                page.read = Some(*sure);
            }
        }
    }

    /// Whether most of its pages are pictures, and several. One page that is all picture is a diagram.
    pub fn is_scan(&self) -> bool {
        self.is_pictured() && self.pictured_pages() > 1
    }

    fn is_pictured(&self) -> bool {
        self.pictured_pages() * 2 > self.pages().len()
    }

    /// Whether it is a scan of which a page was not read.
    pub fn has_unread_scan(&self) -> bool {
        self.is_scan() && self.pages().iter().any(Page::is_picture)
    }

    /// How many of its pages are pictures, whether they were read or not.
    fn pictured_pages(&self) -> usize {
        let is_pictured = |page: &&Page| page.read.is_some() || page.is_picture();
        self.pages().iter().filter(is_pictured).count()
    }

    /// What of a scan was not read: words that were are no proof of what does not stand there.
    pub(super) fn unread_scan(&self) -> Option<String> {
        let (all, pictured) = (self.pages().len(), self.pictured_pages());
        let read = self.pages().iter().filter(|page| page.read.is_some()).count();
        self.is_pictured().then(|| match read {
            0 => format!("{pictured} of {all} pages are pictures without text"),
            _ => {
                format!("{pictured} of {all} pages are pictures, of which {read} were read from their pixels")
            }
        })
    }

    /// The lines of a page that is a picture, and how surely they were read: the middle one, in percent.
    fn scanned(&self, page: &Page) -> Option<(u32, Vec<Line>, u8)> {
        if !page.is_picture() {
            return None;
        }
        let images = page.images.iter();
        let (image, lettering) = images
            .filter_map(|image| Some((image, figures::at(self, page.number, image.area)?)))
            .max_by_key(|(image, _)| image.area.size())?;
        let mut sure: Vec<u8> = lettering.read().iter().map(|line| line.confidence).collect();
        sure.sort_unstable();
        let middle = *sure.get(sure.len() / 2)?;
        Some((page.number, lines(lettering.read(), image), middle))
    }
}

/// Pieces that stand beside each other, from the left, as one line; tops in points of the page.
fn lines(pieces: &[Lettered], image: &Figure) -> Vec<Line> {
    let mut pieces: Vec<&Lettered> = pieces.iter().collect();
    pieces.sort_by_key(|piece| (piece.area.top, piece.area.left));
    let mut rows: Vec<Vec<&Lettered>> = Vec::new();
    for piece in pieces {
        match rows.last_mut() {
            Some(row) if is_beside(row[0], piece) => row.push(piece),
            _ => rows.push(vec![piece]),
        }
    }
    let height = f64::from(image.height);
    let shrunk = f64::from(READ_SIDE_MAX) / f64::from(image.width.max(image.height).max(1));
    let scale = f64::from(image.area.height()) / (height * shrunk.min(1.0)).max(1.0);
    let line = |mut row: Vec<&Lettered>| {
        row.sort_by_key(|piece| piece.area.left);
        let texts: Vec<&str> = row.iter().map(|piece| piece.text.as_str()).collect();
        let top = super::assembly::points(f64::from(row[0].area.top) * scale);
        Line {
            text: texts.join(" "),
            top: image.area.top + top,
            ..Line::default()
        }
    };
    rows.into_iter().map(line).collect()
}

/// Whether the middle of one piece lies in the height of another, and neither is above the other in their width.
fn is_beside(one: &Lettered, other: &Lettered) -> bool {
    (one.area.top..one.area.bottom).contains(&other.area.centre().1)
        && (one.area.right <= other.area.left || other.area.right <= one.area.left)
}

#[cfg(test)]
mod tests;
