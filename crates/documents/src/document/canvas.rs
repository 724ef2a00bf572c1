//! What the interpreter of PDF pages draws on: it keeps text, figures and shapes, and never a pixel.

use super::assembly::{Glyph, points};
use super::hidden::{Concealment, Hidden};
use super::visibility::{Ground, Ink, Outline, Visibility};
use super::{Area, Figure};
use glance::Glances;
use hayro_cmap::BfString;
use hayro_interpret::font::{Glyph as Drawn, GlyphRun};
use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape as _};
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, FillRule, Image, ImageDrawProps, Paint, SoftMask,
};
use hayro_syntax::object::{Dict, String as PdfString};
pub(super) use marked::text_string;
use std::ops::Range;

mod glance;
mod marked;

/// Units of a type's design space; advance widths are given in them.
const UNITS: f64 = 1000.0;
/// Advance of a glyph that does not know its own.
const ADVANCE: f32 = 500.0;
/// Most figures and shapes kept of one page; a diagram has some dozens.
pub(super) const SHAPES_MAX: usize = 600;
/// Bounds of a shape that can be the box of a diagram, in points: (smallest, largest) width and height.
const BOX_WIDTH: (f64, f64) = (20.0, 400.0);
const BOX_HEIGHT: (f64, f64) = (8.0, 120.0);
/// From this width on, in points, a line can be a background.
const STROKE_MIN: f64 = 3.0;
/// Height over the baseline at which a letter is looked at, in units of the type.
const MIDDLE: f64 = 300.0;
/// What stands for a letter that is not known.
const UNTOLD: &str = "\u{fffd}";
/// Most marked passages within each other of which the replacement text is looked at.
const MARKED_MAX: usize = 100;

/// What may still be drawn in this document before the rest is left unread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Glyphs. A thick standard has a million; nested forms can ask for billions.
    pub(super) glyphs: u32,
    /// Lines, areas and images.
    pub(super) draws: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            glyphs: 1_000_000,
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
    /// Whether each of them is seen.
    pub(super) visibilities: Vec<Visibility>,
    pub(super) images: Vec<Figure>,
    pub(super) shapes: Vec<Area>,
    pub(super) path_count: u32,
    /// How many letters there are of which the font does not say what they are.
    pub(super) untold: usize,
    /// Replacement texts that say something else than what is seen.
    pub(super) replaced: Vec<Hidden>,
    /// Replacement texts of the marked passages that are open, and the first letter of each.
    marked: Vec<Option<(String, usize)>>,
    ground: Ground,
    glances: Glances,
    /// The first of the letters without ink that may be a stencil for what is drawn next.
    stencil: Option<usize>,
    /// Letters that each clip which holds is cut out by; they are seen once something is painted there.
    stencils: Vec<Range<usize>>,
}

impl Canvas {
    /// An empty page of some size, in points.
    pub(super) fn new(budget: Budget, page: Rect) -> Self {
        Self {
            budget,
            ground: Ground::new(page),
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

    /// Where the letters begin that were filled just now and are outlined by this run: such text arrives twice.
    fn outlined(&self, run: &GlyphRun<'_, '_>, transform: Affine, mode: &DrawMode) -> Option<usize> {
        let (DrawMode::Stroke(_), Some(first)) = (mode, run.glyphs().first()) else {
            return None;
        };
        let start = (transform * first.transform()) * Point::ZERO;
        let before = self.glyphs.len().checked_sub(run.glyphs().len())?;
        let is_same =
            |glyph: &Glyph| (glyph.start.0 - start.x).abs() < 0.01 && (glyph.start.1 - start.y).abs() < 0.01;
        self.glyphs
            .get(before)
            .filter(|glyph| is_same(glyph))
            .map(|_| before)
    }

    /// An outline shows what its filling does not.
    fn outline(&mut self, first: usize, ink: Ink) {
        for at in first..self.visibilities.len() {
            let (middle, size) = (self.visibilities[at].middle, self.glyphs[at].size);
            if self.visibilities[at].why == Some(Concealment::Faint) {
                self.visibilities[at].why = self.ground.conceals(middle, size, ink);
            }
        }
    }

    /// Letters without ink can be what the next drawing is cut out by.
    fn cut_out(&mut self, shape: Rect) {
        let end = self.visibilities.len();
        let first = self.stencil.take().unwrap_or(end);
        let letters = &self.visibilities[first..];
        let is_cut = letters
            .iter()
            .all(|visibility| shape.inflate(2.0, 2.0).contains(visibility.middle));
        self.stencils.push(if is_cut { first..end } else { end..end });
    }

    /// What is painted shows the letters that it is cut out by.
    fn paint(&mut self, rect: Rect, ink: Ink) {
        for letters in self.stencils.iter().filter(|letters| !letters.is_empty()) {
            for at in letters.clone() {
                let (size, visibility) = (self.glyphs[at].size, &mut self.visibilities[at]);
                if visibility.why == Some(Concealment::Inkless) && rect.contains(visibility.middle) {
                    visibility.why = self.ground.conceals(visibility.middle, size, ink);
                }
            }
        }
    }

    fn lay(&mut self, path: &BezPath, props: &DrawProps<'_>, mode: &DrawMode) {
        let rect = props.transform.transform_rect_bbox(path.control_box());
        let is_plain = props.soft_mask.is_none() && matches!(props.blend_mode, BlendMode::Normal);
        match mode {
            DrawMode::Fill(_) | DrawMode::FillAndStroke(..) => {
                let ink = if is_plain { ink(&props.paint) } else { Ink::Unknown };
                let is_even_odd = matches!(
                    mode,
                    DrawMode::Fill(FillRule::EvenOdd) | DrawMode::FillAndStroke(FillRule::EvenOdd, _)
                );
                let outline = if is_rect(path, props.transform) {
                    Outline::Box
                } else {
                    Outline::of(&(props.transform * path.clone()), is_even_odd)
                };
                self.paint(rect, ink);
                self.ground.fill(rect, outline, ink, &mut self.visibilities);
            }
            DrawMode::Stroke(stroke) => {
                let scale = props.transform.determinant().abs().sqrt();
                let width = f64::from(stroke.line_width) * scale;
                if width >= STROKE_MIN {
                    self.ground.picture(
                        rect.inflate(width / 2.0, width / 2.0),
                        false,
                        &mut self.visibilities,
                    );
                }
            }
            DrawMode::Invisible => {}
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
            .map_or_else(|| UNTOLD.to_owned(), |byte| char::from(byte).to_string()),
    }
}

fn place(glyph: &Drawn<'_>, transform: Affine, text: String) -> Glyph {
    let start = transform * Point::ZERO;
    let end = transform * Point::new(f64::from(advance(glyph)), 0.0);
    let size = (transform * Point::new(0.0, UNITS) - start).hypot();
    Glyph {
        text,
        start: (start.x, start.y),
        end: (end.x, end.y),
        size: if size.is_finite() { size.max(0.1) } else { 0.1 },
    }
}

pub(super) fn area(rect: Rect) -> Area {
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

fn ink(paint: &Paint<'_>) -> Ink {
    match paint {
        Paint::Color(color) => {
            let [red, green, blue, opacity] = color.to_rgba().to_rgba8();
            Ink::Plain([red, green, blue], f32::from(opacity) / 255.0)
        }
        Paint::Pattern(_) => Ink::Unknown,
    }
}

/// Whether a path is its own box, upright on the page.
fn is_rect(path: &BezPath, transform: Affine) -> bool {
    let [a, b, c, d, ..] = transform.as_coeffs();
    let is_upright = b.abs() + c.abs() < 1e-6 || a.abs() + d.abs() < 1e-6;
    let bounds = path.control_box();
    let is_side = |value: f64, low: f64, high: f64| (value - low).abs() < 0.01 || (value - high).abs() < 0.01;
    let is_corner = |at: &Point| is_side(at.x, bounds.x0, bounds.x1) && is_side(at.y, bounds.y0, bounds.y1);
    let corners = path.elements().iter().map(|element| match element {
        PathEl::MoveTo(at) | PathEl::LineTo(at) => is_corner(at),
        PathEl::ClosePath => true,
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => false,
    });
    is_upright && (4..=6).contains(&path.elements().len()) && corners.into_iter().all(|is_corner| is_corner)
}

/// The smaller side of the type: letters pressed into a line cannot be read either, in points.
fn narrowest(transform: Affine, size: f64) -> f64 {
    let across = (transform * Point::new(UNITS, 0.0) - transform * Point::ZERO).hypot();
    if across.is_finite() {
        size.min(across)
    } else {
        size
    }
}

fn middle(glyph: &Drawn<'_>, transform: Affine) -> Point {
    transform * Point::new(f64::from(advance(glyph)) / 2.0, MIDDLE)
}

fn advance(glyph: &Drawn<'_>) -> f32 {
    let advance = match glyph {
        Drawn::Outline(outline) => outline.advance_width(),
        Drawn::Type3(drawn) => drawn.advance_width(),
    };
    advance.unwrap_or(ADVANCE)
}

impl<'a> Device<'a> for Canvas {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.spend_draw();
        self.stencil = None;
        self.lay(path, &props, mode);
        self.path_count = self.path_count.saturating_add(1);
        if self.shapes.len() < SHAPES_MAX && is_closed(path, mode) {
            let rect = props.transform.transform_rect_bbox(path.control_box());
            let shape = area(rect);
            if is_box(rect) && self.shapes.last() != Some(&shape) {
                self.shapes.push(shape);
            }
        }
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.spend_draw();
        let shape = clip.path.bounding_box();
        self.cut_out(shape);
        self.ground
            .push_clip(shape, is_rect(&clip.path, Affine::IDENTITY));
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.spend_draw();
        let end = self.visibilities.len();
        self.stencils.push(end..end);
        self.ground.push_clip(*rect, true);
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, _: BlendMode) {
        self.spend_draw();
        let is_hidden = mask.is_some_and(|mask| self.glances.hides(&mask));
        self.ground.push_group(if is_hidden { 0.0 } else { opacity });
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        self.spend_glyphs(run.glyphs().len().max(1));
        let is_masked = props.soft_mask.as_ref().map(|mask| self.glances.hides(mask));
        let ink = match is_masked {
            None => self.glances.ink(&props.paint),
            Some(true) => Ink::Plain([0; 3], 0.0),
            Some(false) => Ink::Unknown,
        };
        if let Some(first) = self.outlined(run, props.transform, mode) {
            self.outline(first, ink);
            return;
        }
        let is_inkless = matches!(mode, DrawMode::Invisible);
        if is_inkless {
            self.stencil.get_or_insert(self.glyphs.len());
        }
        for glyph in run.glyphs() {
            let text = letters(glyph);
            self.untold += usize::from(text == UNTOLD);
            let transform = props.transform * glyph.transform();
            // Glyphs that are drawings may bring their own colours.
            let own = matches!(**glyph, Drawn::Type3(_));
            let (drawn, middle) = (place(glyph, transform, text), middle(glyph, transform));
            let why = match self.ground.conceals(
                middle,
                narrowest(transform, drawn.size),
                if own { Ink::Unknown } else { ink },
            ) {
                None if is_inkless => Some(Concealment::Inkless),
                why => why,
            };
            self.glyphs.push(drawn);
            self.visibilities.push(Visibility { middle, why });
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.spend_draw();
        self.stencil = None;
        // Sizes come from the dictionary; the pixels are never unpacked.
        let (width, height, is_whole) = match image {
            Image::Stencil(image) => (image.width(), image.height(), false),
            Image::Raster(image) => (image.width(), image.height(), !has_mask(image.stream().dict())),
        };
        let pixels = Rect::new(0.0, 0.0, width.into(), height.into());
        let rect = props.transform.transform_rect_bbox(pixels);
        let is_plain = props.soft_mask.is_none() && matches!(props.blend_mode, BlendMode::Normal);
        self.paint(rect, Ink::Unknown);
        self.ground
            .picture(rect, is_whole && is_plain, &mut self.visibilities);
        if self.images.len() < SHAPES_MAX {
            let area = area(rect);
            self.images.push(Figure { width, height, area });
        }
    }

    fn begin_marked_content(&mut self, _: &[u8], properties: Option<&Dict<'_>>) {
        self.spend_draw();
        let properties = properties.filter(|_| self.marked.len() < MARKED_MAX);
        let actual = properties.and_then(|dict| dict.get::<PdfString<'_>>(&b"ActualText"[..]));
        self.marked
            .push(actual.map(|text| (text_string(text.as_bytes()), self.glyphs.len())));
    }

    fn end_marked_content(&mut self) {
        if let Some(Some((text, first))) = self.marked.pop() {
            // A passage within another is what that one says of it.
            if self.marked.iter().all(Option::is_none) {
                self.replace(&text, first);
            }
        }
    }

    fn pop_clip(&mut self) {
        self.stencils.pop();
        self.ground.pop_clip();
    }

    fn pop_transparency_group(&mut self) {
        self.ground.pop_group();
    }
}

/// Whether something shines through a picture.
fn has_mask(dict: &Dict<'_>) -> bool {
    [&b"SMask"[..], b"Mask", b"SMaskInData"]
        .iter()
        .any(|key| dict.contains_key(*key))
}
