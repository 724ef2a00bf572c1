//! What can be seen on a page: what lies behind each letter, what was drawn over it, and where the page ends. In
//! doubt a letter is seen.

use super::hidden::Concealment;
use super::looks::same;
use hayro_interpret::kurbo::{BezPath, PathEl, Point, Rect, Shape as _};

/// Most areas kept of one page; beyond, what lies behind a letter is not known.
const AREAS_MAX: usize = 2_000;
/// Most outline elements of an area of which the inside is asked for.
const ELEMENTS_MAX: usize = 200;
/// Most letters held against areas in one document, so that no page is slow.
const LOOKS_MAX: u64 = 60_000_000;
/// Lines thinner than this hide no letter, in points.
const AREA_SIDE_MIN: f64 = 3.0;
/// Letters smaller than this cannot be read, in points.
const SIZE_MIN: f64 = 1.5;
/// Letters further out than this are not on the page, in points.
const RIM: f64 = 2.0;
/// Opacity below which nothing is seen, and from which on nothing shines through.
const CLEAR: f32 = 0.05;
const OPAQUE: f32 = 0.99;

/// Red, green and blue.
pub(super) type Colour = [u8; 3];

/// Paint as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ink {
    /// One colour with its opacity.
    Plain(Colour, f32),
    /// A pattern, or mixed with what lies below.
    Unknown,
}

/// Where a letter stands, and whether it is seen.
#[derive(Clone, Debug)]
pub(super) struct Visibility {
    /// The middle of the letter.
    pub(super) middle: Point,
    /// What hides it.
    pub(super) why: Option<Concealment>,
}

#[derive(Debug)]
struct Area {
    rect: Rect,
    outline: Outline,
    colour: Option<Colour>,
}

/// How much of its box an area fills.
#[derive(Debug)]
pub(super) enum Outline {
    Box,
    /// What lies inside of a closed line.
    Path(BezPath),
    /// That is not known.
    Unknown,
}

/// What was drawn so far.
#[derive(Debug, Default)]
pub(super) struct Ground {
    page: Rect,
    areas: Vec<Area>,
    /// Clips that hold: the box, and whether the clip is the whole box.
    clips: Vec<(Rect, bool)>,
    groups: Vec<f32>,
    colours: Vec<Colour>,
    looks: u64,
    is_full: bool,
}

impl Ground {
    pub(super) fn new(page: Rect) -> Self {
        Self {
            page,
            ..Self::default()
        }
    }

    pub(super) fn push_clip(&mut self, rect: Rect, is_rect: bool) {
        let before = self
            .clips
            .last()
            .copied()
            .unwrap_or((self.page.inflate(1e6, 1e6), true));
        self.clips.push((before.0.intersect(rect), before.1 && is_rect));
    }

    pub(super) fn pop_clip(&mut self) {
        self.clips.pop();
    }

    pub(super) fn push_group(&mut self, opacity: f32) {
        self.groups.push(self.opacity() * opacity);
    }

    pub(super) fn pop_group(&mut self) {
        self.groups.pop();
    }

    fn opacity(&self) -> f32 {
        self.groups.last().copied().unwrap_or(1.0)
    }

    /// Why a letter of this ink is not seen where it stands, as far as is drawn.
    pub(super) fn conceals(&mut self, middle: Point, size: f64, ink: Ink) -> Option<Concealment> {
        let is_on = |rect: Rect| rect.inflate(RIM, RIM).contains(middle);
        if !is_on(self.page) || self.clips.last().is_some_and(|(clip, _)| !is_on(*clip)) {
            return Some(Concealment::Outside);
        }
        if size < SIZE_MIN {
            return Some(Concealment::Tiny);
        }
        let Ink::Plain(colour, opacity) = ink else {
            return None;
        };
        (opacity * self.opacity() < CLEAR || self.is_behind(middle, colour)).then_some(Concealment::Faint)
    }

    /// Whether what lies behind a point is known to have this colour.
    fn is_behind(&mut self, at: Point, colour: Colour) -> bool {
        let known = same(colour, [255; 3]) || self.colours.iter().any(|other| same(*other, colour));
        if !known || self.is_full || self.looks > LOOKS_MAX {
            return false;
        }
        for area in self.areas.iter().rev() {
            self.looks += 1;
            match area.holds(at) {
                Some(true) => return area.colour.is_some_and(|behind| same(behind, colour)),
                Some(false) => {}
                None => return false,
            }
        }
        same(colour, [255; 3])
    }

    /// An area is filled; letters below it are covered.
    pub(super) fn fill(&mut self, rect: Rect, outline: Outline, ink: Ink, visibilities: &mut [Visibility]) {
        let opacity = self.opacity();
        let colour = match ink {
            Ink::Plain(colour, own) if own * opacity >= OPAQUE => Some(colour),
            Ink::Plain(_, own) if own * opacity < CLEAR => return,
            _ => None,
        };
        self.add(
            Area {
                rect,
                outline,
                colour,
            },
            colour.is_some(),
            visibilities,
        );
    }

    /// Something is drawn of which the colour is not known: a picture, a thick line.
    pub(super) fn picture(&mut self, rect: Rect, is_opaque: bool, visibilities: &mut [Visibility]) {
        let is_opaque = is_opaque && self.opacity() >= OPAQUE;
        let area = Area {
            rect,
            outline: Outline::Box,
            colour: None,
        };
        self.add(area, is_opaque, visibilities);
    }

    fn add(&mut self, mut area: Area, covers: bool, visibilities: &mut [Visibility]) {
        if area.rect.width() < AREA_SIDE_MIN || area.rect.height() < AREA_SIDE_MIN {
            return;
        }
        let mut is_whole = true;
        if let Some((clip, whole)) = self.clips.last() {
            area.rect = area.rect.intersect(*clip);
            is_whole = *whole;
        }
        if !is_whole {
            area.outline = Outline::Unknown;
        }
        if covers && is_whole {
            self.cover(&area, visibilities);
        }
        if self.areas.len() >= AREAS_MAX {
            self.is_full = true;
            return;
        }
        if let Some(colour) = area.colour.filter(|colour| !self.colours.contains(colour)) {
            self.colours.push(colour);
        }
        self.areas.push(area);
    }

    fn cover(&mut self, area: &Area, visibilities: &mut [Visibility]) {
        self.looks += u64::try_from(visibilities.len()).unwrap_or(u64::MAX);
        if self.looks > LOOKS_MAX {
            return;
        }
        for visibility in visibilities
            .iter_mut()
            .filter(|visibility| visibility.why.is_none())
        {
            if area.holds(visibility.middle) == Some(true) {
                visibility.why = Some(Concealment::Covered);
            }
        }
    }
}

impl Outline {
    /// Of a path that is filled; every part of it is closed by filling it.
    pub(super) fn of(path: &BezPath, is_even_odd: bool) -> Self {
        let is_start = |element: &&PathEl| matches!(element, PathEl::MoveTo(_));
        let starts = path.elements().iter().filter(is_start).count();
        if path.elements().len() > ELEMENTS_MAX || is_even_odd && starts > 1 {
            return Self::Unknown;
        }
        let mut closed = BezPath::new();
        for element in path.elements() {
            if is_start(&element) && !closed.elements().is_empty() {
                closed.push(PathEl::ClosePath);
            }
            closed.push(*element);
        }
        closed.push(PathEl::ClosePath);
        Self::Path(closed)
    }
}

impl Area {
    /// Whether a point lies inside; `None` where that is not known.
    fn holds(&self, at: Point) -> Option<bool> {
        if !self.rect.contains(at) {
            return Some(false);
        }
        match &self.outline {
            Outline::Box => Some(true),
            Outline::Path(path) => Some(path.contains(at)),
            Outline::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests;
