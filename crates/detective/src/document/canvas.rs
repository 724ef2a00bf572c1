//! What the interpreter of PDF pages draws on: it keeps text, figures and shapes, and never a pixel.

use super::assembly::{Glyph, points};
use super::{Area, Figure};
use hayro_cmap::BfString;
use hayro_interpret::font::{Glyph as Drawn, GlyphRun};
use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Rect};
use hayro_interpret::{BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, SoftMask};
use hayro_syntax::object::{Dict, String as PdfString};

/// Units of a type's design space; advance widths are given in them.
const UNITS: f64 = 1000.0;
/// Advance of a glyph that does not know its own.
const ADVANCE: f32 = 500.0;
/// Most figures and shapes kept of one page; a diagram has some dozens.
const SHAPES_MAX: usize = 600;
/// Bounds of a shape that can be the box of a diagram, in points: (smallest, largest) width and height.
const BOX_WIDTH: (f64, f64) = (20.0, 400.0);
const BOX_HEIGHT: (f64, f64) = (8.0, 120.0);
/// Longest replacement text taken from a marked passage, in bytes.
const ACTUAL_TEXT_MAX: usize = 10_000;

/// What may still be drawn in this document before the rest is left unread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Glyphs. A long report has 150,000; nested forms can ask for billions.
    pub(super) glyphs: u32,
    /// Lines, areas and images.
    pub(super) draws: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            glyphs: 400_000,
            draws: 2_000_000,
        }
    }
}

/// Thrown through the interpreter, which has no other way to be stopped, when the budget is spent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent;

/// A page while it is drawn.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    pub(super) budget: Budget,
    pub(super) glyphs: Vec<Glyph>,
    pub(super) images: Vec<Figure>,
    pub(super) shapes: Vec<Area>,
    pub(super) path_count: u32,
    /// Replacement texts of the marked passages that are open, and whether they have been written.
    marked: Vec<Option<(String, bool)>>,
}

impl Canvas {
    pub(super) fn new(budget: Budget) -> Self {
        Self {
            budget,
            ..Self::default()
        }
    }

    fn spend_glyphs(&mut self, count: usize) {
        match u32::try_from(count)
            .ok()
            .and_then(|count| self.budget.glyphs.checked_sub(count))
        {
            Some(left) => self.budget.glyphs = left,
            None => std::panic::resume_unwind(Box::new(Spent)),
        }
    }

    fn spend_draw(&mut self) {
        match self.budget.draws.checked_sub(1) {
            Some(left) => self.budget.draws = left,
            None => std::panic::resume_unwind(Box::new(Spent)),
        }
    }

    /// Text that is filled and outlined arrives twice.
    fn is_outline_of_last(&self, run: &GlyphRun<'_, '_>, transform: Affine, mode: &DrawMode) -> bool {
        let (DrawMode::Stroke(_), Some(first)) = (mode, run.glyphs().first()) else {
            return false;
        };
        let start = (transform * first.transform()) * Point::ZERO;
        let before = self.glyphs.len().checked_sub(run.glyphs().len());
        before
            .and_then(|index| self.glyphs.get(index))
            .is_some_and(|glyph| {
                (glyph.start.0 - start.x).abs() < 0.01 && (glyph.start.1 - start.y).abs() < 0.01
            })
    }

    /// The text of a glyph: inside a passage with a replacement text that text, once.
    fn text_of(&mut self, glyph: &Drawn<'_>) -> String {
        match self.marked.iter_mut().rev().find_map(Option::as_mut) {
            Some((_, true)) => String::new(),
            Some((text, written)) => {
                *written = true;
                text.clone()
            }
            None => letters(glyph),
        }
    }
}

fn letters(glyph: &Drawn<'_>) -> String {
    match glyph.as_unicode() {
        Some(BfString::Char(c)) => c.to_string(),
        Some(BfString::String(text)) => text,
        None => u8::try_from(glyph.char_code())
            .ok()
            .filter(u8::is_ascii_graphic)
            .map_or('\u{fffd}', char::from)
            .to_string(),
    }
}

fn place(glyph: &Drawn<'_>, transform: Affine, text: String) -> Glyph {
    let advance = match glyph {
        Drawn::Outline(outline) => outline.advance_width(),
        Drawn::Type3(drawn) => drawn.advance_width(),
    };
    let start = transform * Point::ZERO;
    let end = transform * Point::new(f64::from(advance.unwrap_or(ADVANCE)), 0.0);
    let size = (transform * Point::new(0.0, UNITS) - start).hypot();
    Glyph {
        text,
        start: (start.x, start.y),
        end: (end.x, end.y),
        size: if size.is_finite() { size.max(0.1) } else { 0.1 },
    }
}

fn area(rect: Rect) -> Area {
    Area {
        left: points(rect.x0),
        top: points(rect.y0),
        right: points(rect.x1),
        bottom: points(rect.y1),
    }
}

fn is_closed(path: &BezPath, mode: &DrawMode) -> bool {
    matches!(mode, DrawMode::Fill(_) | DrawMode::FillAndStroke(..))
        || path
            .elements()
            .iter()
            .any(|element| matches!(element, PathEl::ClosePath))
}

fn is_box(rect: Rect) -> bool {
    let within = |value: f64, (low, high): (f64, f64)| (low..=high).contains(&value);
    within(rect.width(), BOX_WIDTH) && within(rect.height(), BOX_HEIGHT)
}

impl<'a> Device<'a> for Canvas {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.spend_draw();
        self.path_count = self.path_count.saturating_add(1);
        if self.shapes.len() < SHAPES_MAX && is_closed(path, mode) {
            let rect = props.transform.transform_rect_bbox(path.control_box());
            let shape = area(rect);
            if is_box(rect) && self.shapes.last() != Some(&shape) {
                self.shapes.push(shape);
            }
        }
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.spend_draw();
    }

    fn push_clip_rect(&mut self, _: &Rect) {
        self.spend_draw();
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.spend_draw();
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        self.spend_glyphs(run.glyphs().len().max(1));
        if self.is_outline_of_last(run, props.transform, mode) {
            return;
        }
        for glyph in run.glyphs() {
            let text = self.text_of(glyph);
            self.glyphs
                .push(place(glyph, props.transform * glyph.transform(), text));
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.spend_draw();
        // Sizes come from the dictionary; the pixels are never unpacked.
        let (width, height) = match image {
            Image::Stencil(image) => (image.width(), image.height()),
            Image::Raster(image) => (image.width(), image.height()),
        };
        let pixels = Rect::new(0.0, 0.0, width.into(), height.into());
        if self.images.len() < SHAPES_MAX {
            let area = area(props.transform.transform_rect_bbox(pixels));
            self.images.push(Figure { width, height, area });
        }
    }

    fn begin_marked_content(&mut self, _: &[u8], properties: Option<&Dict<'_>>) {
        self.spend_draw();
        let actual = properties.and_then(|dict| dict.get::<PdfString<'_>>(&b"ActualText"[..]));
        self.marked
            .push(actual.map(|text| (text_string(text.as_bytes()), false)));
    }

    fn end_marked_content(&mut self) {
        self.marked.pop();
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}

/// A text string of the format: UTF-16 or UTF-8 by its mark, otherwise one byte a character.
fn text_string(bytes: &[u8]) -> String {
    let bytes = &bytes[..bytes.len().min(ACTUAL_TEXT_MAX)];
    if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        let units: Vec<u16> = rest
            .chunks_exact(2)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
            .collect();
        String::from_utf16_lossy(&units)
    } else if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        String::from_utf8_lossy(rest).into_owned()
    } else {
        bytes.iter().map(|byte| char::from(*byte)).collect()
    }
}
