//! Which pictures of a document may be figures.

use super::passages::Passages;
use super::{Area, Document, Figure, Format, Line, Origin, Page};
use crate::picture::lettering::{BEYOND, Lettering, READ_PIXELS_MAX, UNASKED};
use crate::picture::{PICTURES_MAX, SIDE_MIN, Wanted};
use std::collections::{BTreeMap, BTreeSet};
use wordlist::array;

/// Smallest picture that can be a diagram, in points.
const WIDTH_MIN: i32 = 80;
const HEIGHT_MIN: i32 = 50;
/// Furthest that a caption stands from its picture, in points, and longest caption, in characters.
const CAPTION_POINTS_MAX: i32 = 60;
const CAPTION_CHARS_MAX: usize = 120;
/// Words on a title page that make its picture a figure and not an ornament.
const FIGURE_WORDS: [&str; 7] = array("diagram figure architecture graph flow workflow topology");
/// Words in the address of a picture that is a badge, a logo or a banner.
const ORNAMENTS: [&str; 5] = ["badge", "shields.io", "logo", "banner", "avatar"];

/// From so many pixels on nothing is left out that could be read.
const ALL: u64 = u64::MAX / 2;

/// Every picture on the pages of a document that can be a diagram.
pub fn drawn(document: &Document) -> Vec<(&Page, &Figure)> {
    let pages = document.pages();
    let repeated = repeated(pages);
    let mut figures = Vec::new();
    for page in pages
        .iter()
        .filter(|page| !is_ornamented_title(page, pages.len()))
    {
        let large = |image: &&Figure| image.area.width() >= WIDTH_MIN && image.area.height() >= HEIGHT_MIN;
        let images = page.images.iter().filter(large);
        let images = images.filter(|image| !repeated.contains(&image.area));
        figures.extend(images.map(|image| (page, image)));
    }
    figures
}

/// Figures, and pages that are all picture: those of a scanned report look like letterheads.
pub fn shown(document: &Document) -> Vec<(&Page, &Figure)> {
    let mut shown = drawn(document);
    for page in document.pages().iter().filter(|page| page.is_picture()) {
        let Some(largest) = page.images.iter().max_by_key(|image| image.area.size()) else {
            continue;
        };
        if !shown.iter().any(|(_, known)| std::ptr::eq(*known, largest)) {
            shown.push((page, largest));
        }
    }
    shown.retain(|(_, image)| image.width >= SIDE_MIN && image.height >= SIDE_MIN);
    shown.sort_by_key(|(page, image)| (page.number, image.area));
    shown
}

/// What can be said of a picture without looking at it.
pub fn about(page: &Page, image: &Figure) -> String {
    let size = format!("a picture of {} × {} pixels", image.width, image.height);
    format!("{size}{}", captioned(caption(page, image.area).as_deref()))
}

/// A picture that a document without pages links to.
#[derive(Clone, Copy, Debug)]
pub struct Link<'a> {
    pub page: u32,
    /// Row of its page, from 0.
    pub line: usize,
    pub address: &'a str,
    words: &'a str,
}

impl Link<'_> {
    pub fn about(&self) -> String {
        format!("a picture{}", captioned(Some(self.words.trim())))
    }
}

/// The line that names a picture: the nearest one above or below it that begins as captions do.
fn caption(page: &Page, area: Area) -> Option<String> {
    let is_caption = |text: &str| {
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default().to_lowercase();
        let has_number = words
            .next()
            .is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        has_number
            && matches!(
                first.trim_end_matches('.'),
                "figure" | "fig" | "diagram" | "abbildung" | "image" | "chart"
            )
    };
    let near = |line: &&Line| {
        line.top >= area.top - CAPTION_POINTS_MAX && line.top <= area.bottom + CAPTION_POINTS_MAX
    };
    let mut lines = page
        .lines
        .iter()
        .filter(|line| is_caption(line.text.trim()))
        .filter(near);
    lines
        .next()
        .map(|line| line.text.trim().chars().take(CAPTION_CHARS_MAX).collect())
}

fn captioned(caption: Option<&str>) -> String {
    caption
        .filter(|text| !text.is_empty())
        .map_or_else(String::new, |text| format!(" captioned “{text}”"))
}

/// Places at which most pages have a picture: letterheads.
fn repeated(pages: &[Page]) -> Vec<Area> {
    let mut counts: BTreeMap<Area, usize> = BTreeMap::new();
    for page in pages {
        let places: BTreeSet<Area> = page.images.iter().map(|image| image.area).collect();
        places
            .into_iter()
            .for_each(|place| *counts.entry(place).or_default() += 1);
    }
    counts
        .into_iter()
        .filter(|(_, count)| *count > 2 && *count * 2 > pages.len())
        .map(|(area, _)| area)
        .collect()
}

/// The first of several pages may have a picture that shows nothing.
fn is_ornamented_title(page: &Page, pages: usize) -> bool {
    if page.number > 1 || pages <= 2 {
        return false;
    }
    let text = page.text().to_lowercase();
    !FIGURE_WORDS.iter().any(|word| text.contains(word))
}

/// `![words](address)`, where the address is not that of an ornament.
pub fn linked(passages: &Passages) -> Vec<Link<'_>> {
    let mut figures = Vec::new();
    for row in &passages.rows {
        let shown = pictures(&row.text).filter(|(address, _)| {
            let address = address.to_lowercase();
            !ORNAMENTS.iter().any(|word| address.contains(word))
        });
        figures.extend(shown.map(|(address, words)| Link {
            page: row.page,
            line: row.line,
            address,
            words,
        }));
    }
    figures
}

/// The pictures of a row, `![words](address)`: the addresses and the words. What is looked through once is not looked
/// through again, however many begin and never end.
fn pictures(row: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = row;
    std::iter::from_fn(move || {
        let (before, after) = rest[rest.find("![")?..].split_once("](")?;
        let (address, left) = after.split_once(')')?;
        rest = left;
        let words = before.rsplit("![").next().unwrap_or_default();
        Some((address, words))
    })
}

/// Whether the words of a picture can matter. Those of any picture of a report that was handed in, and of what lies in the
/// subject those of pages that are all picture, which have no other text.
fn can_matter(document: &Document, page: &Page) -> bool {
    document.origin == Origin::Given || page.is_picture()
}

/// The pictures of a document that are to be read, at most [`PICTURES_MAX`] of them and so that words are looked for among so
/// many pixels. The others come with why they are not.
pub fn to_read(document: &Document, mut looked_at: u64) -> (Vec<Wanted>, Vec<Lettering>) {
    if document.format != Format::Pdf {
        return (Vec::new(), Vec::new());
    }
    let is_all = looked_at >= ALL;
    let mut left = READ_PIXELS_MAX;
    let (mut chosen, mut unread) = (Vec::new(), Vec::new());
    for (page, image) in shown(document) {
        let wanted = Wanted {
            page: page.number,
            area: image.area,
            is_drawn: false,
        };
        if !is_all && !can_matter(document, page) {
            unread.push(Lettering::unread(wanted, UNASKED));
            continue;
        }
        let pixels = u64::from(image.width) * u64::from(image.height);
        let cost = ocr::looked_at(image.width, image.height);
        match (left.checked_sub(pixels), looked_at.checked_sub(cost)) {
            (Some(rest), Some(unspent)) if chosen.len() < PICTURES_MAX => {
                (left, looked_at) = (rest, unspent);
                chosen.push(wanted);
            }
            _ => unread.push(Lettering::unread(wanted, BEYOND)),
        }
    }
    chosen.dedup();
    (chosen, unread)
}

/// Among how many pixels words were looked for in the pictures of a document.
pub fn looked_at(document: &Document) -> u64 {
    let pictures = document.pages().iter().flat_map(|page| {
        let read = page
            .images
            .iter()
            .filter(|image| at(document, page.number, image.area).is_some_and(|one| one.lines.is_ok()));
        read.map(|image| ocr::looked_at(image.width, image.height))
    });
    pictures.sum()
}

/// The lettering that was read of the picture drawn there.
pub fn at(document: &Document, page: u32, area: Area) -> Option<&Lettering> {
    let is_it = |one: &&Lettering| one.wanted.page == page && one.wanted.area == area;
    document.letterings.iter().find(is_it)
}

#[cfg(test)]
mod tests;
