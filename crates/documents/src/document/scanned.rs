//! Reports whose pages are pictures: the words that were read of them are the text of the report, and say that they
//! were read.

use super::{Document, Figure, Line, Page, figures};
use crate::picture::lettering::{Lettered, READ_SIDE_MAX};

impl Document {
    /// Takes the words that were read of a scan as its text.
    pub fn read_scans(&mut self) {
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
    #[must_use]
    pub fn is_scan(&self) -> bool {
        self.is_pictured() && self.pictured_pages() > 1
    }

    fn is_pictured(&self) -> bool {
        self.pictured_pages() * 2 > self.pages().len()
    }

    /// Whether it is a scan of which a page was not read.
    #[must_use]
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
mod tests {
    use super::*;
    use crate::document::{Area, Format};
    use crate::picture::Wanted;
    use crate::picture::lettering::Lettering;

    const WHOLE: Area = Area {
        left: 0,
        top: 0,
        right: 600,
        bottom: 800,
    };

    fn piece(text: &str, left: i32, top: i32) -> Lettered {
        let area = Area {
            left,
            top,
            right: left + 200,
            bottom: top + 20,
        };
        Lettered {
            text: text.to_owned(),
            area,
            confidence: 97,
        }
    }

    /// As many pages as there are texts; an empty one is a picture, of which the words are read if `pieces` has some.
    fn document(texts: &[&str], pieces: Vec<Lettered>) -> Document {
        let pages = (1_u32..).zip(texts).map(|(number, text)| Page {
            number,
            width: 600,
            height: 800,
            lines: vec![Line {
                text: (*text).to_owned(),
                ..Line::default()
            }],
            images: vec![Figure {
                width: 600,
                height: 800,
                area: WHOLE,
            }],
            ..Page::default()
        });
        Document {
            name: "r.pdf".to_owned(),
            format: Format::Pdf,
            origin: Default::default(),
            reading: Ok(pages.collect()),
            notes: Vec::new(),
            letterings: vec![Lettering {
                wanted: Wanted {
                    page: 1,
                    area: WHOLE,
                    is_drawn: false,
                },
                lines: Ok(pieces),
                is_cut: false,
            }],
        }
    }

    #[test]
    fn the_words_of_a_scan_are_its_text_row_by_row_and_say_so() {
        let pieces = vec![
            piece("judges", 300, 98),
            piece("The three", 10, 100),
            piece("rule.", 10, 130),
        ];
        let mut scan = document(&["", ""], pieces);
        assert!(
            scan.gap()
                .unwrap()
                .contains("2 of 2 pages are pictures without text")
        );
        scan.read_scans();
        let page = &scan.pages()[0];
        assert_eq!(
            (page.text().as_str(), page.read),
            ("The three judges\nrule.", Some(97))
        );
        assert_eq!(page.lines[1].top, 130);
        assert!(scan.gap().unwrap().contains("of which 1 were read"));
    }

    #[test]
    fn a_page_that_is_all_picture_between_pages_of_text_is_a_figure() {
        let text = "a page of text that is longer than a caption";
        let mut report = document(&["", text, text], vec![piece("START", 10, 10)]);
        report.read_scans();
        assert_eq!((report.pages()[0].read, report.gap()), (None, None));
    }

    #[test]
    fn a_scan_of_which_nothing_could_be_read_stays_one() {
        let mut scan = document(&["", ""], Vec::new());
        scan.read_scans();
        assert!(scan.gap().unwrap().contains("without text"));
    }
}
