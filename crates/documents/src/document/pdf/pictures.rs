//! Takes pictures out of pages: their pixels are unpacked, made small enough and packed again, so that nothing
//! of the file itself goes on.

use super::super::canvas::{Spent, area};
use super::{drawings, is_pdf, settings, side};
use crate::picture::lettering::{Eyes, Lettering, READ_SIDE_MAX};
use crate::picture::png::Pixels;
use crate::picture::{BYTES_MAX, PICTURES_MAX, Picture, SIDE_MAX, Wanted};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hayro_interpret::font::GlyphRun;
use hayro_interpret::kurbo::{Affine, BezPath, Rect};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageData, ImageDrawProps,
    InterpreterCache, LumaData, RasterImage, SoftMask, interpret_page,
};
use hayro_syntax::Pdf;
use hayro_syntax::page::Page as Source;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Largest picture that is unpacked, in pixels: three bytes each have to fit into the process that reads.
const PIXELS_MAX: u64 = 40_000_000;
/// Most that one page may draw before it is left.
const DRAWS_MAX: u32 = 500_000;
/// How many pictures are read together, each by one hand: they are held in memory meanwhile.
const TOGETHER: usize = 4;
/// How often a picture that packs badly is halved.
const HALVINGS_MAX: u32 = 4;

/// Gives the wanted pictures that could be taken, page by page.
pub(crate) fn take(bytes: &[u8], wanted: &[Wanted], give: &mut dyn FnMut(Picture)) {
    let Some(pdf) = open(bytes) else { return };
    let wanted = wanted.iter().take(PICTURES_MAX).copied();
    let (drawings, wanted): (BTreeSet<Wanted>, BTreeSet<Wanted>) = wanted.partition(|one| one.is_drawn);
    unpack(&pdf, &wanted, SIDE_MAX, &mut |wanted, pixels| {
        let png = small(pixels);
        png.into_iter().for_each(|png| give(picture(wanted, &png)));
    });
    // Last, because nothing but the walls of the process holds in what draws them.
    drawings::take(&pdf, &drawings, give);
}

/// Reads the words in the wanted pictures that could be unpacked, page by page.
pub(crate) fn read(bytes: &[u8], wanted: &[Wanted], give: &mut dyn FnMut(Lettering)) {
    let Some(pdf) = open(bytes) else { return };
    let mut eyes = Eyes::for_pixels(u64::MAX);
    let wanted = wanted.iter().copied().collect();
    let mut together = Vec::new();
    unpack(&pdf, &wanted, READ_SIDE_MAX, &mut |wanted, pixels| {
        together.push((wanted, pixels));
        if together.len() >= TOGETHER {
            eyes.read(std::mem::take(&mut together))
                .into_iter()
                .for_each(&mut *give);
        }
    });
    eyes.read(together).into_iter().for_each(give);
}

fn open(bytes: &[u8]) -> Option<Pdf> {
    if !is_pdf(bytes) {
        return None;
    }
    catch_unwind(|| Pdf::new(bytes.to_vec())).ok()?.ok()
}

/// Gives the pixels of the wanted images, at about this side or longer where the format lets it choose.
fn unpack(pdf: &Pdf, wanted: &BTreeSet<Wanted>, side: u32, give: &mut dyn FnMut(Wanted, Pixels)) {
    let cache = InterpreterCache::new();
    let numbers: BTreeSet<u32> = wanted.iter().map(|one| one.page).collect();
    for (number, source) in (1_u32..)
        .zip(pdf.pages().iter())
        .filter(|(n, _)| numbers.contains(n))
    {
        let mut lens = Lens {
            page: number,
            open: wanted.iter().filter(|one| one.page == number).copied().collect(),
            draws: DRAWS_MAX,
            side,
            give,
        };
        // What a page has given before it breaks is good.
        let _broken = catch_unwind(AssertUnwindSafe(|| look(pdf, source, &cache, &mut lens)));
    }
}

fn look<'a>(pdf: &'a Pdf, source: &Source<'a>, cache: &InterpreterCache<'a>, lens: &mut Lens<'_>) {
    let (width, height) = source.render_dimensions();
    let page = Rect::new(0.0, 0.0, f64::from(side(width)), f64::from(side(height)));
    let to_page = Affine::new(source.initial_transform(true).as_coeffs());
    let mut context = Context::new(to_page, page, cache, pdf.xref(), settings());
    interpret_page(source, &mut context, lens);
}

/// What a page is drawn on to find its pictures.
struct Lens<'g> {
    page: u32,
    open: BTreeSet<Wanted>,
    draws: u32,
    side: u32,
    give: &'g mut dyn FnMut(Wanted, Pixels),
}

impl Lens<'_> {
    fn spend(&mut self) {
        match self.draws.checked_sub(1) {
            Some(left) if !self.open.is_empty() => self.draws = left,
            // The interpreter has no other way to be stopped.
            _ => std::panic::resume_unwind(Box::new(Spent)),
        }
    }
}

impl<'a> Device<'a> for Lens<'_> {
    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {
        self.spend();
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.spend();
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.spend();
    }

    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {
        self.spend();
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.spend();
        let Image::Raster(image) = image else { return };
        let pixels = Rect::new(0.0, 0.0, image.width().into(), image.height().into());
        let wanted = Wanted {
            page: self.page,
            area: area(props.transform.transform_rect_bbox(pixels)),
            is_drawn: false,
        };
        if !self.open.remove(&wanted) {
            return;
        }
        if let Some(pixels) = pixels_of(&image, self.side) {
            (self.give)(wanted, pixels);
        }
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}

pub(super) fn picture(wanted: Wanted, png: &[u8]) -> Picture {
    Picture {
        wanted,
        png: STANDARD.encode(png),
    }
}

fn pixels_of(image: &RasterImage<'_>, side: u32) -> Option<Pixels> {
    if u64::from(image.width()) * u64::from(image.height()) > PIXELS_MAX {
        return None;
    }
    let mut pixels = None;
    image.with_rgba(
        |data, alpha| {
            let unpacked = match data {
                ImageData::Rgb(rgb) => Pixels::new(rgb.width, rgb.height, 3, rgb.data),
                ImageData::Luma(luma) => Pixels::new(luma.width, luma.height, 1, luma.data),
            };
            pixels = unpacked.map(|pixels| on_paper(pixels, alpha.as_ref()));
        },
        Some((side, side)),
    );
    pixels
}

/// What shines through shows white paper, where the mask is as large as the picture.
fn on_paper(mut pixels: Pixels, alpha: Option<&LumaData>) -> Pixels {
    let Some(alpha) = alpha.filter(|alpha| (alpha.width, alpha.height) == (pixels.width, pixels.height))
    else {
        return pixels;
    };
    let opacity = alpha.data.iter().map(|opacity| u32::from(*opacity));
    for (pixel, opacity) in pixels.data.chunks_exact_mut(pixels.channels).zip(opacity) {
        for value in pixel {
            let mixed = (u32::from(*value) * opacity + 255 * (255 - opacity)) / 255;
            *value = u8::try_from(mixed).unwrap_or(u8::MAX);
        }
    }
    pixels
}

/// The picture as PNG of at most [`BYTES_MAX`].
pub(super) fn small(pixels: Pixels) -> Option<Vec<u8>> {
    let mut pixels = pixels.within(SIDE_MAX);
    for _ in 0..=HALVINGS_MAX {
        let png = pixels.to_png();
        if png.len() <= BYTES_MAX {
            return Some(png);
        }
        let half = pixels.width.max(pixels.height) / 2;
        pixels = pixels.within(half);
    }
    None
}
