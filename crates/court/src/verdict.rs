//! From rulings to the verdict of the case.

use crate::justice::{Ruling, Step};
use crate::rubric::{Dimension, Rubric};
use crate::rules::{self, CaseFacts, RuleSet};
use crate::score::{Fraction, Scale, Score};
use num_rational::Ratio;
use num_traits::{CheckedAdd as _, CheckedDiv as _, CheckedMul as _};
use serde::{Deserialize, Serialize};

/// The outcome of the case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// What the judged dimensions come to, on `scale`; `None` where none was judged.
    pub overall: Option<Score>,
    /// The scale of the overall score.
    pub scale: Scale,
    /// Whether every dimension that could be assessed was.
    pub is_complete: bool,
    /// One for each dimension of the rubric, in its order.
    pub rulings: Vec<Ruling>,
    /// The rules that changed the score of the case, in order.
    #[serde(default)]
    pub trace: Vec<Step>,
    /// The name of the score, where the rules have names for scores.
    #[serde(default)]
    pub grade: Option<String>,
}

/// The verdict by the default rules: the weighted mean of the judged dimensions, each as its share of its own scale.
#[must_use]
pub fn pronounce(rubric: &Rubric, rulings: Vec<Ruling>) -> Verdict {
    pronounce_under(&rules::DEFAULT, &CaseFacts::default(), rubric, rulings)
}

/// The verdict by these rules.
#[must_use]
pub fn pronounce_under(rules: &RuleSet, case: &CaseFacts, rubric: &Rubric, rulings: Vec<Ruling>) -> Verdict {
    rules::pronounced(rules, case, rubric, rulings)
}

/// The weighted mean of shares, exact while it fits, else with each share taken to the nearest millionth.
pub(crate) fn mean(shares: &[(Fraction, Fraction)]) -> Option<Fraction> {
    exact_mean(shares.iter().copied()).or_else(|| {
        let grid = Fraction::from_integer(1_000_000);
        exact_mean(
            shares
                .iter()
                .map(|(share, weight)| ((share * grid).round() / grid, *weight)),
        )
    })
}

fn exact_mean(shares: impl Iterator<Item = (Fraction, Fraction)>) -> Option<Fraction> {
    let wide = |part: Fraction| Ratio::new_raw(i128::from(*part.numer()), i128::from(*part.denom()));
    let zero = Ratio::from_integer(0);
    let (sum, weight) = shares
        .map(|(share, weight)| (wide(share), wide(weight)))
        .try_fold((zero, zero), |(sum, total), (share, weight)| {
            Some((
                sum.checked_add(&share.checked_mul(&weight)?)?,
                total.checked_add(&weight)?,
            ))
        })?;
    // Nothing where all weights are zero.
    let mean = sum.checked_div(&weight)?;
    let narrow = |part: &i128| i64::try_from(*part).ok();
    // A denominator near the end of the range would overflow in the next step.
    let is_small = *mean.denom() < i128::from(i32::MAX);
    narrow(mean.numer())
        .zip(narrow(mean.denom()))
        .filter(|_| is_small)
        .map(|(n, d)| Fraction::new(n, d))
}

/// A dimension at its excluding level leaves the total.
pub(crate) fn is_excluded(dimension: &Dimension, score: Score) -> bool {
    let Some(excluding) = &dimension.excluding_level else {
        return false;
    };
    dimension
        .levels
        .iter()
        .any(|level| level.id == *excluding && level.score == score)
}

/// The scale that all dimensions share, or 0 to the sum of what they can reach.
pub(crate) fn overall_scale(rubric: &Rubric) -> Scale {
    let mut scales = rubric.dimensions.iter().map(|dimension| &dimension.scale);
    let Some(first) = scales.next() else {
        return Scale::one_to_five();
    };
    if scales.all(|scale| (scale.min, scale.max) == (first.min, first.max)) {
        return Scale {
            allowed: None,
            ..first.clone()
        };
    }
    let max = rubric
        .dimensions
        .iter()
        .map(|dimension| dimension.scale.max.0)
        .sum();
    Scale {
        min: Score::whole(0),
        max: Score(max),
        allowed: None,
    }
}
