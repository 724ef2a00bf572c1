//! PDF: pages are interpreted onto a [`Canvas`], and what it kept becomes lines, figures and shapes.

use super::apart::Collection;
use super::assembly::WORDS_MAX;
use super::canvas::{Budget, Canvas, SHAPES_MAX, Spent};
use super::extent::LINES_MAX;
use super::{CHARS_MAX, PAGES_MAX, Page, Part, assembly};
use contents::{Content, Parts};
use hayro_interpret::kurbo::{Affine, Rect};
use hayro_interpret::{Context, InterpreterCache, InterpreterSettings, RenderContent, interpret};
use hayro_syntax::content::TypedIter;
use hayro_syntax::page::Page as Source;
use hayro_syntax::xref::XRef;
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use losses::Losses;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The mark of the format may stand after some bytes of something else, says its own specification.
const MARK_WITHIN: usize = 1024;
/// Sides of a page are brought into this range, in points; the largest paper is below 4000.
const SIDE_MAX: f32 = 14_400.0;
/// From so many letters on of which the font does not say what they are, a page may be lost; bullets are such letters.
const UNTOLD_MIN: usize = 20;
/// From so many boxes on, a page may hold a drawn diagram and its words keep their places.
const BOXES_MIN: usize = 3;

pub(super) fn is_pdf(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(MARK_WITHIN)];
    head.windows(5).any(|window| window == b"%PDF-")
}

pub(super) fn read(bytes: &[u8], give: &mut dyn FnMut(Page)) -> Part {
    read_within(Budget::default(), bytes, give)
}

fn read_within(budget: Budget, bytes: &[u8], give: &mut dyn FnMut(Page)) -> Part {
    if !is_pdf(bytes) {
        return Part::Refused(format!("the file is not a PDF{}", resemblance(bytes)));
    }
    let loaded = catch_unwind(|| Pdf::new(bytes.to_vec()));
    match loaded {
        Ok(Ok(pdf)) => read_pages(&pdf, budget, give),
        Ok(Err(LoadPdfError::Decryption(cause))) => Part::Refused(locked(cause)),
        Ok(Err(LoadPdfError::Invalid)) => {
            Part::Refused("the PDF is damaged: its table of contents cannot be read".to_owned())
        }
        Err(_) => Part::Refused("the PDF is damaged: the reader gave up on it".to_owned()),
    }
}

fn resemblance(bytes: &[u8]) -> &'static str {
    if super::begins_as_page(bytes) {
        " but a web page"
    } else if super::begins_with(bytes, b"version https://git-lfs") {
        " but a pointer to a file kept elsewhere (Git LFS)"
    } else if super::begins_with(bytes, b"PK\x03\x04") {
        " but an archive or office document"
    } else {
        ""
    }
}

fn locked(cause: DecryptionError) -> String {
    match cause {
        DecryptionError::PasswordProtected => "the PDF is locked with a password".to_owned(),
        _ => "the PDF is encrypted in a way that cannot be read".to_owned(),
    }
}

fn read_pages(pdf: &Pdf, budget: Budget, give: &mut dyn FnMut(Page)) -> Part {
    if pdf.pages().is_empty() {
        return Part::Refused("the PDF has no page that can be read".to_owned());
    }
    let all_on = layers::all_on(pdf);
    let mut reader = Reader::new(pdf, all_on.as_ref().map(Pdf::xref), budget);
    let mut notes: Vec<String> = losses::absent(pdf).into_iter().collect();
    let stop = reader.pages(give);
    notes.extend(reader.losses.sentences());
    match stop {
        Some(stop) => notes.push(stop),
        None => notes.extend(beyond_pages(pdf.pages().len())),
    }
    notes.extend(beyond_drawings(&reader.crowded));
    Part::End { notes }
}

/// Reads page after page.
struct Reader<'a> {
    pdf: &'a Pdf,
    /// What a page is drawn by once more where the file has layers that are switched off.
    all_on: Option<&'a XRef>,
    cache: InterpreterCache<'a>,
    budget: Budget,
    parts: Parts,
    losses: Losses,
    words: Collection,
    /// Pages of which more is drawn than is kept.
    crowded: Vec<u32>,
}

impl<'a> Reader<'a> {
    fn new(pdf: &'a Pdf, all_on: Option<&'a XRef>, budget: Budget) -> Self {
        Self {
            pdf,
            all_on,
            cache: InterpreterCache::new(),
            budget,
            parts: Parts::default(),
            losses: Losses::default(),
            words: Collection::default(),
            crowded: Vec::new(),
        }
    }

    /// Gives the pages. Why the rest was not read, where something stopped it.
    fn pages(&mut self, give: &mut dyn FnMut(Page)) -> Option<String> {
        let (mut characters, mut lines) = (0, 0);
        for (number, source) in (1_u32..).zip(self.pdf.pages().iter().take(PAGES_MAX)) {
            let (page, fault) = self.page(source, number);
            self.crowded.extend(is_crowded(&page).then_some(number));
            characters += page.lines.iter().map(|line| line.text.len()).sum::<usize>();
            lines += page.lines.len();
            give(page);
            if let Some(Fault::Spent) = fault {
                return Some(format!(
                    "page {number} and later were not read: the pages draw more than any report does"
                ));
            }
            if characters > CHARS_MAX {
                return Some(format!(
                    "only the text up to page {number} was read, {CHARS_MAX} characters"
                ));
            }
            if lines > LINES_MAX {
                return Some(format!(
                    "only the text up to page {number} was read, {LINES_MAX} lines"
                ));
            }
        }
        None
    }

    /// A page with what stands beside it.
    fn page(&mut self, source: &Source<'a>, number: u32) -> (Page, Option<Fault>) {
        let (mut page, fault) = self.drawn(source, number);
        beside::annotations(source, &mut page.hidden);
        apart::of_page(self.pdf, source, number, &mut self.words);
        if number == 1 {
            apart::of_document(self.pdf, &mut self.words);
            beside::properties(self.pdf, &mut page.hidden);
            beside::active(self.pdf, &mut page.hidden);
        }
        beside::active_on(source, &mut page.hidden);
        page.apart = self.words.take();
        (page, fault)
    }

    fn drawn(&mut self, source: &Source<'a>, number: u32) -> (Page, Option<Fault>) {
        // Unpacking is a stranger's parser of hostile bytes, as drawing is: a fault of it costs this page, not the audit.
        let parts = &mut self.parts;
        let content = catch_unwind(AssertUnwindSafe(|| parts.content(source)));
        let mut content = content.unwrap_or_else(|_| Content::broken());
        let (canvas, mut fault) = self.draw(source, &content.data, self.pdf.xref());
        let mut off = Vec::new();
        if let (None, Some(all_on)) = (&fault, self.all_on) {
            let (all, spent) = self.draw(source, &content.data, all_on);
            layers::keep(&canvas.glyphs, all.glyphs, &mut off);
            fault = spent;
        }
        if let Some(Fault::Broken) = fault {
            content.give_up();
        }
        if canvas.untold >= UNTOLD_MIN && canvas.untold * 2 > canvas.glyphs.len() {
            content.is_untold();
        }
        self.losses.note(number, &content);
        let mut page = finish(number, source, canvas);
        page.hidden.extend(off);
        if content.is_damaged {
            // Nobody wrote these letters.
            page.hidden.clear();
        }
        (page, fault)
    }

    fn draw(&mut self, source: &Source<'a>, content: &[u8], layers: &'a XRef) -> (Canvas, Option<Fault>) {
        let (width, height) = source.render_dimensions();
        let area = Rect::new(0.0, 0.0, f64::from(side(width)), f64::from(side(height)));
        let mut canvas = Canvas::new(self.budget, Rect::new(0.0, 0.0, whole(width), whole(height)));
        let drawn = catch_unwind(AssertUnwindSafe(|| {
            let to_page = Affine::new(source.initial_transform(true).as_coeffs());
            // Of the table that is handed over nothing is asked but which layers are on.
            let mut context = Context::new(to_page, area, &self.cache, layers, settings());
            interpret(
                TypedIter::new(content),
                source.resources(),
                &mut context,
                &mut canvas,
            );
        }));
        canvas.end();
        self.budget = canvas.budget;
        let fault = drawn.err().map(|thrown| {
            if thrown.is::<Spent>() {
                Fault::Spent
            } else {
                Fault::Broken
            }
        });
        (canvas, fault)
    }
}

/// Whether more is drawn on a page than is kept of it.
fn is_crowded(page: &Page) -> bool {
    page.words.len() >= WORDS_MAX || page.shapes.len().max(page.images.len()) >= SHAPES_MAX
}

fn beyond_drawings(crowded: &[u32]) -> Option<String> {
    let first = crowded.first()?;
    let pages = match crowded.len() {
        1 => format!("page {first}"),
        many => format!("{many} pages, the first of them page {first},"),
    };
    Some(format!(
        "of what is drawn on {pages} no more than {SHAPES_MAX} shapes and {WORDS_MAX} words were looked at for diagrams"
    ))
}

fn beyond_pages(pages: usize) -> Option<String> {
    (pages > PAGES_MAX).then(|| format!("only the first {PAGES_MAX} of {pages} pages were read"))
}

/// What stopped the reading of a page.
enum Fault {
    Spent,
    Broken,
}

/// The side of a page as it says; one that is no number is without end, and nothing lies beyond it.
fn whole(points: f32) -> f64 {
    if points.is_finite() {
        points.max(1.0).into()
    } else {
        1e12
    }
}

/// Notes pinned to a page are read apart from what it says.
fn settings() -> InterpreterSettings {
    InterpreterSettings {
        render_content: RenderContent::PAGE,
        ..InterpreterSettings::default()
    }
}

fn side(points: f32) -> f32 {
    if points.is_finite() {
        points.clamp(1.0, SIDE_MAX)
    } else {
        SIDE_MAX
    }
}

fn finish(number: u32, source: &Source<'_>, canvas: Canvas) -> Page {
    let (width, height) = source.render_dimensions();
    let mut shapes = canvas.shapes;
    shapes.sort_unstable();
    shapes.dedup();
    let drawn = shapes.len() >= BOXES_MIN;
    let (glyphs, mut hidden) = beside::parted(canvas.glyphs, &canvas.visibilities);
    hidden.extend(canvas.replaced);
    Page {
        number,
        width: assembly::points(side(width).into()),
        height: assembly::points(side(height).into()),
        lines: assembly::lines(&glyphs, &mut hidden),
        images: canvas.images,
        path_count: canvas.path_count,
        words: if drawn {
            assembly::words(&glyphs)
        } else {
            Vec::new()
        },
        shapes,
        numbers: Vec::new(),
        hidden,
        apart: Vec::new(),
        read: None,
    }
}

mod apart;
mod beside;
mod contents;
mod drawings;
mod layers;
mod lists;
mod losses;
mod packed;
mod pictured;
pub(super) mod pictures;
pub(super) mod strings;
#[cfg(test)]
mod tests;
