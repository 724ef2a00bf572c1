//! Scores and scales, in exact fractions.

use num_rational::Ratio;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An exact fraction.
pub type Fraction = Ratio<i64>;

/// A score on some scale, exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Score(pub Fraction);

/// Nothing.
pub const ZERO: Fraction = Fraction::new_raw(0, 1);
/// One, or all of it.
pub const ONE: Fraction = Fraction::new_raw(1, 1);

/// A share of one in percent, with at most two decimals.
pub fn percent(share: Fraction) -> String {
    format!("{} %", Score(share * 100))
}

impl Score {
    /// A whole score.
    pub const fn whole(points: i64) -> Self {
        Self(Fraction::new_raw(points, 1))
    }

    /// The nearest floating-point number, for JSON.
    #[expect(clippy::cast_precision_loss, reason = "scores are small fractions")]
    pub fn as_f64(self) -> f64 {
        *self.0.numer() as f64 / *self.0.denom() as f64
    }

    /// Rounded half up to two decimals, for `report.json` and people.
    #[must_use]
    pub fn rounded(self) -> Self {
        Self((self.0 * 100 + Fraction::new(1, 2)).floor() / 100)
    }
}

/// Whole numbers bare, others with at most two decimals.
impl fmt::Display for Score {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = self.rounded();
        if rounded.0.is_integer() {
            return write!(out, "{}", rounded.0.numer());
        }
        let text = format!("{:.2}", rounded.as_f64());
        out.write_str(text.trim_end_matches('0'))
    }
}

/// The scores that a dimension can have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scale {
    /// Lowest score.
    pub min: Score,
    /// Highest score.
    pub max: Score,
    /// The only scores allowed, ascending; where there is no such list, whole numbers are.
    pub allowed: Option<Vec<Score>>,
}

impl Scale {
    /// 1 to 5, the scale of the field.
    pub const fn one_to_five() -> Self {
        Self::between(Score::whole(1), Score::whole(5))
    }

    /// Every whole score between these two.
    pub const fn between(min: Score, max: Score) -> Self {
        let allowed = None;
        Self { min, max, allowed }
    }

    /// The allowed score nearest to `share` (0 to 1) of the way from the lowest to the highest; ties go up.
    pub fn at(&self, share: Fraction) -> Score {
        self.snap(Score(self.min.0 + self.width() * share))
    }

    /// The distance of the highest score from the lowest.
    pub fn width(&self) -> Fraction {
        self.max.0 - self.min.0
    }

    /// Whether it reaches from the same lowest to the same highest score.
    pub fn spans_like(&self, other: &Self) -> bool {
        (self.min, self.max) == (other.min, other.max)
    }

    /// How far up the scale a score is, 0 to 1.
    pub fn share(&self, score: Score) -> Fraction {
        let width = self.width();
        if width == ZERO {
            ONE
        } else {
            (score.0 - self.min.0) / width
        }
    }

    /// The highest allowed score that is not above `score`; the lowest score where there is none.
    pub fn floor(&self, score: Score) -> Score {
        match &self.allowed {
            None => Score(score.0.floor().clamp(self.min.0, self.max.0)),
            Some(allowed) => {
                let mut descending = allowed.iter().rev().copied();
                descending
                    .find(|candidate| *candidate <= score)
                    .unwrap_or(self.min)
            }
        }
    }

    /// The lowest allowed score that is not below `score`; the highest score where there is none.
    pub fn ceiling(&self, score: Score) -> Score {
        match &self.allowed {
            None => Score(score.0.ceil().clamp(self.min.0, self.max.0)),
            Some(allowed) => {
                let mut ascending = allowed.iter().copied();
                ascending
                    .find(|candidate| *candidate >= score)
                    .unwrap_or(self.max)
            }
        }
    }

    /// The allowed score nearest to `score`; ties go up.
    pub fn snap(&self, score: Score) -> Score {
        let inside = Score(score.0.clamp(self.min.0, self.max.0));
        match &self.allowed {
            None => {
                let nearest = (inside.0 + Fraction::new(1, 2)).floor();
                Score(nearest.clamp(self.min.0, self.max.0))
            }
            Some(allowed) => {
                let descending = allowed.iter().rev().copied();
                let distance = |score: &Score| (score.0 - inside.0).max(inside.0 - score.0);
                descending.min_by_key(distance).unwrap_or(inside)
            }
        }
    }
}
