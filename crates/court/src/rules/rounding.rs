//! From an exact result to a score that the scale allows, by a named way of rounding.

use super::evaluate::{half_even, half_up};
use crate::score::{Fraction, Scale, Score};

/// A way of rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Halves up.
    HalfUp,
    /// Halves to the even neighbour, as Python rounds.
    HalfEven,
    /// Down.
    Floor,
    /// Up.
    Ceil,
    /// Towards zero.
    Trunc,
    /// Not at all.
    None,
}

impl Mode {
    /// Every way, with its word in rule files.
    pub(crate) const WORDS: [(&'static str, Self); 6] = [
        ("half_up", Self::HalfUp),
        ("half_even", Self::HalfEven),
        ("floor", Self::Floor),
        ("ceil", Self::Ceil),
        ("trunc", Self::Trunc),
        ("none", Self::None),
    ];

    /// In running text.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::HalfUp => "half up",
            Self::HalfEven => "half to even",
            Self::Floor => "down",
            Self::Ceil => "up",
            Self::Trunc => "towards zero",
            Self::None => "not at all",
        }
    }
}

/// A way of rounding and the step that is rounded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounding {
    /// Which way.
    pub mode: Mode,
    /// To multiples of this; above 0. A scale with a list of scores has its own steps.
    pub step: Fraction,
}

impl Rounding {
    /// To a score that the scale allows, never off the scale.
    pub(crate) fn snap(self, scale: &Scale, number: Fraction) -> Fraction {
        let inside = number.clamp(scale.min.0, scale.max.0);
        match (&scale.allowed, self.mode) {
            (_, Mode::None) => inside,
            (None, _) => self.plain(inside).clamp(scale.min.0, scale.max.0),
            (Some(_), Mode::Floor | Mode::Trunc) => scale.floor(Score(inside)).0,
            (Some(_), Mode::Ceil) => scale.ceiling(Score(inside)).0,
            (Some(_), Mode::HalfUp) => scale.snap(Score(inside)).0,
            (Some(_), Mode::HalfEven) => even_of_allowed(scale, inside),
        }
    }

    /// The highest score that the scale allows and that is not above the number.
    pub(crate) fn floor(self, scale: &Scale, number: Fraction) -> Fraction {
        let mode = match self.mode {
            Mode::None => Mode::None,
            _ => Mode::Floor,
        };
        Self { mode, ..self }.snap(scale, number)
    }

    /// To a multiple of the step; a number that is too large for that stays as it is.
    pub(crate) fn plain(self, number: Fraction) -> Fraction {
        let steps = number / self.step;
        let rounded = match self.mode {
            Mode::HalfUp => half_up(steps),
            Mode::HalfEven => half_even(steps),
            Mode::Floor => Some(steps.floor()),
            Mode::Ceil => Some(steps.ceil()),
            Mode::Trunc => Some(steps.trunc()),
            Mode::None => None,
        };
        rounded.map_or(number, |rounded| rounded * self.step)
    }
}

/// The nearest score of the list; of two at the same distance the even one, where one of them is, else the upper.
fn even_of_allowed(scale: &Scale, number: Fraction) -> Fraction {
    let (low, high) = (scale.floor(Score(number)).0, scale.ceiling(Score(number)).0);
    let is_even = |score: Fraction| score.is_integer() && score.to_integer() % 2 == 0;
    if number - low == high - number && is_even(low) && !is_even(high) {
        low
    } else {
        scale.snap(Score(number)).0
    }
}
