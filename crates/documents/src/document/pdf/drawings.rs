//! Draws parts of pages: diagrams that are lines and words in the file become pixels that somebody can look at.

use super::pictures::{picture, small};
use super::{settings, side};
use crate::picture::png::Pixels;
use crate::picture::{Picture, SIDE_MAX, Wanted};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings};
use hayro_interpret::kurbo::Affine;
use hayro_syntax::Pdf;
use hayro_syntax::page::Page as Source;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Pixels for each point: 150 to the inch, at which the small print of diagrams is read.
const SCALE: f64 = 150.0 / 72.0;

/// Gives the wanted parts of pages that could be drawn.
pub(super) fn take(pdf: &Pdf, wanted: &BTreeSet<Wanted>, give: &mut dyn FnMut(Picture)) {
    for one in wanted {
        let at = (one.page as usize).checked_sub(1);
        let Some(source) = at.and_then(|at| pdf.pages().get(at)) else {
            continue;
        };
        // A page that breaks the renderer is not looked at.
        let pixels = catch_unwind(AssertUnwindSafe(|| draw(source, *one)));
        let png = pixels.ok().flatten().and_then(small);
        png.into_iter().for_each(|png| give(picture(*one, &png)));
    }
}

/// Only the part is drawn, so that memory depends on what is wanted and not on what the page says of its size.
fn draw(source: &Source<'_>, wanted: Wanted) -> Option<Pixels> {
    let (width, height) = source.render_dimensions();
    let area = wanted.area;
    let right = f64::from(area.right).min(side(width).into());
    let bottom = f64::from(area.bottom).min(side(height).into());
    let (left, top) = (f64::from(area.left.max(0)), f64::from(area.top.max(0)));
    let longest = (right - left).max(bottom - top).max(1.0);
    let scale = SCALE.min(f64::from(SIDE_MAX) / longest);
    let mut context = RenderContext::new(pixels((right - left) * scale)?, pixels((bottom - top) * scale)?);
    let to_page = Affine::new(source.initial_transform(true).as_coeffs());
    let to_part = Affine::scale(scale) * Affine::translate((-left, -top)) * to_page;
    let (cache, how) = (RenderCache::new(), RenderSettings::default());
    hayro::render_into(source, &cache, &settings(), &how, &mut context, to_part);
    context.flush();
    let mut drawn = Pixmap::new(context.width(), context.height());
    let onto_paper = RasterizerSettings {
        target_init: TargetInit::Clear(WHITE),
        ..Default::default()
    };
    context.render_with(&mut drawn, &mut Resources::default(), onto_paper);
    let colours = drawn.data().iter().flat_map(|pixel| [pixel.r, pixel.g, pixel.b]);
    Pixels::new(drawn.width().into(), drawn.height().into(), 3, colours.collect())
}

/// A side in pixels, where it has any.
fn pixels(length: f64) -> Option<u16> {
    let rounded = length.round();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and the longest side of a picture"
    )]
    (1.0..=f64::from(SIDE_MAX))
        .contains(&rounded)
        .then_some(rounded as u16)
}
