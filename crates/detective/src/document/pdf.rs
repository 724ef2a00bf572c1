//! PDF: pages are interpreted onto a [`Canvas`], and what it kept becomes lines, figures and shapes.

use super::assembly::WORDS_MAX;
use super::canvas::{Budget, Canvas, SHAPES_MAX, Spent};
use super::{CHARS_MAX, PAGES_MAX, Page, Part, assembly};
use hayro_interpret::kurbo::{Affine, Rect};
use hayro_interpret::{Context, InterpreterCache, InterpreterSettings, RenderContent, interpret_page};
use hayro_syntax::page::Page as Source;
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The mark of the format may stand after some bytes of something else, says its own specification.
const MARK_WITHIN: usize = 1024;
/// Sides of a page are brought into this range, in points; the largest paper is below 4000.
const SIDE_MAX: f32 = 14_400.0;
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
    let head = bytes.trim_ascii_start();
    let begins = |mark: &[u8]| {
        head.get(..mark.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(mark))
    };
    if begins(b"<!doctype html") || begins(b"<html") {
        " but a web page"
    } else if begins(b"version https://git-lfs") {
        " but a pointer to a file kept elsewhere (Git LFS)"
    } else if begins(b"PK\x03\x04") {
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

fn read_pages(pdf: &Pdf, mut budget: Budget, give: &mut dyn FnMut(Page)) -> Part {
    let pages = pdf.pages();
    if pages.is_empty() {
        return Part::Refused("the PDF has no page that can be read".to_owned());
    }
    let mut notes = Vec::new();
    let mut pictures = 0;
    let mut crowded = Vec::new();
    let mut characters = 0;
    let cache = InterpreterCache::new();
    for (number, source) in (1_u32..).zip(pages.iter().take(PAGES_MAX)) {
        let (mut page, fault) = read_page(pdf, source, number, &cache, &mut budget);
        beside::annotations(source, &mut page.hidden);
        if number == 1 {
            beside::properties(pdf, &mut page.hidden);
            beside::active(pdf, &mut page.hidden);
        }
        beside::active_on(source, &mut page.hidden);
        pictures += usize::from(page.is_picture());
        crowded.extend(is_crowded(&page).then_some(number));
        characters += page.lines.iter().map(|line| line.text.len()).sum::<usize>();
        give(page);
        if let Some(fault) = fault {
            let stop = matches!(fault, Fault::Spent);
            notes.push(fault.sentence(number));
            if stop {
                return Part::End { notes };
            }
        }
        if characters > CHARS_MAX {
            notes.push(format!(
                "only the text up to page {number} was read, {CHARS_MAX} characters"
            ));
            return Part::End { notes };
        }
    }
    notes.extend(beyond_pages(pages.len(), pictures));
    notes.extend(beyond_drawings(&crowded));
    Part::End { notes }
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

fn beyond_pages(pages: usize, pictures: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if pages > PAGES_MAX {
        notes.push(format!("only the first {PAGES_MAX} of {pages} pages were read"));
    }
    // One page that is all picture is a diagram; a document of them was scanned.
    if pictures * 2 > pages.min(PAGES_MAX) {
        notes.push(format!("{pictures} of {pages} pages are pictures without text"));
    }
    notes
}

/// What stopped the reading of a page.
enum Fault {
    Spent,
    Broken,
}

impl Fault {
    fn sentence(&self, page: u32) -> String {
        match self {
            Self::Spent => {
                format!("page {page} and later were not read: the pages draw more than any report does")
            }
            Self::Broken => format!("page {page} could not be read: the reader gave up on it"),
        }
    }
}

fn read_page<'a>(
    pdf: &'a Pdf,
    source: &Source<'a>,
    number: u32,
    cache: &InterpreterCache<'a>,
    budget: &mut Budget,
) -> (Page, Option<Fault>) {
    let (width, height) = source.render_dimensions();
    let whole = Rect::new(0.0, 0.0, whole(width), whole(height));
    let (width, height) = (side(width), side(height));
    let area = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let mut canvas = Canvas::new(*budget, whole);
    // The interpreter is a stranger's parser of hostile bytes: a fault of it costs this page, not the audit.
    let drawn = catch_unwind(AssertUnwindSafe(|| {
        let to_page = Affine::new(source.initial_transform(true).as_coeffs());
        let mut context = Context::new(to_page, area, cache, pdf.xref(), settings());
        interpret_page(source, &mut context, &mut canvas);
    }));
    *budget = canvas.budget;
    let fault = drawn.err().map(|thrown| {
        if thrown.is::<Spent>() {
            Fault::Spent
        } else {
            Fault::Broken
        }
    });
    (finish(number, width, height, canvas), fault)
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

fn finish(number: u32, width: f32, height: f32, canvas: Canvas) -> Page {
    let mut shapes = canvas.shapes;
    shapes.sort_unstable();
    shapes.dedup();
    let drawn = shapes.len() >= BOXES_MIN;
    let (glyphs, mut hidden) = beside::parted(canvas.glyphs, &canvas.sights);
    Page {
        number,
        width: assembly::points(width.into()),
        height: assembly::points(height.into()),
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
    }
}

mod beside;
mod drawings;
#[cfg(test)]
mod hostile;
pub(super) mod pictures;
