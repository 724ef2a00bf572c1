//! A look at what a pattern or a mask is made of: of one colour, of nothing at all, or of something that is not known.

use super::super::visibility::Ink;
use super::{Spent, ink};
use hayro_interpret::font::GlyphRun;
use hayro_interpret::kurbo::{Affine, BezPath};
use hayro_interpret::pattern::Pattern;
use hayro_interpret::{
    BlendMode, CacheKey as _, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, MaskType, Paint,
    SoftMask,
};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Most instructions of one pattern or mask that are looked at.
const DRAWS_MAX: u32 = 2_000;
/// Most patterns and masks of one page that are looked at; what the others are is not known.
const LOOKS_MAX: usize = 200;
/// Light below which a mask lets nothing through, of 255.
const DARK: u8 = 12;

/// What is known of the patterns and masks of a page.
#[derive(Debug, Default)]
pub(super) struct Glances {
    known: BTreeMap<u128, Seen>,
}

/// What something is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Seen {
    #[default]
    Nothing,
    One(Ink),
    Unknown,
}

impl Glances {
    /// The ink of a paint: a pattern of one colour is that colour.
    pub(super) fn ink(&mut self, paint: &Paint<'_>) -> Ink {
        let Paint::Pattern(pattern) = paint else {
            return ink(paint);
        };
        let Pattern::Tiling(pattern) = &**pattern else {
            return Ink::Unknown;
        };
        let look = |glance: &mut Glance| {
            pattern.interpret(glance, Affine::IDENTITY, false);
        };
        match self.seen(paint.cache_key(), look) {
            Seen::Nothing => Ink::Plain([255; 3], 0.0),
            Seen::One(ink) => ink,
            Seen::Unknown => Ink::Unknown,
        }
    }

    /// Whether a mask lets nothing through.
    pub(super) fn hides(&mut self, mask: &SoftMask<'_>) -> bool {
        let ground = ink(&Paint::Color(mask.background_color()));
        let is_bright = mask.mask_type() == MaskType::Luminosity && !is_dark(ground);
        if mask.transfer_function().is_some() || is_bright {
            return false;
        }
        match self.seen(mask.cache_key(), |glance| mask.interpret(glance)) {
            Seen::Nothing => true,
            Seen::One(ink) => mask.mask_type() == MaskType::Luminosity && is_dark(ink),
            Seen::Unknown => false,
        }
    }

    fn seen(&mut self, key: u128, look: impl FnOnce(&mut Glance)) -> Seen {
        if let Some(seen) = self.known.get(&key) {
            return *seen;
        }
        if self.known.len() >= LOOKS_MAX {
            return Seen::Unknown;
        }
        let mut glance = Glance::default();
        let is_whole = catch_unwind(AssertUnwindSafe(|| look(&mut glance))).is_ok();
        let seen = if is_whole { glance.seen } else { Seen::Unknown };
        self.known.insert(key, seen);
        seen
    }
}

fn is_dark(ink: Ink) -> bool {
    matches!(ink, Ink::Plain(colour, _) if colour.iter().all(|channel| *channel <= DARK))
}

#[derive(Default)]
struct Glance {
    draws: u32,
    seen: Seen,
}

impl Glance {
    fn note(&mut self, ink: Ink) {
        self.spend();
        self.seen = match self.seen {
            Seen::Nothing if ink != Ink::Unknown => Seen::One(ink),
            Seen::One(before) if before == ink => Seen::One(ink),
            _ => Seen::Unknown,
        };
    }

    fn spend(&mut self) {
        self.draws += 1;
        if self.draws > DRAWS_MAX {
            // The interpreter has no other way to be stopped.
            std::panic::resume_unwind(Box::new(Spent));
        }
    }

    fn paint(&mut self, props: &DrawProps<'_>, mode: &DrawMode) {
        match mode {
            DrawMode::Invisible => self.spend(),
            _ if props.soft_mask.is_some() => self.note(Ink::Unknown),
            _ => self.note(ink(&props.paint)),
        }
    }
}

impl<'a> Device<'a> for Glance {
    fn draw_path(&mut self, _: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.paint(&props, mode);
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.spend();
    }

    fn push_transparency_group(&mut self, _: f32, mask: Option<SoftMask<'a>>, _: BlendMode) {
        self.spend();
        if mask.is_some() {
            self.seen = Seen::Unknown;
        }
    }

    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        self.paint(&props, mode);
    }

    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.note(Ink::Unknown);
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}
