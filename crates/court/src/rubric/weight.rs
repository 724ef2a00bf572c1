//! What each dimension weighs in the overall score.

use super::error::RubricError;
use super::fields::Notes;
use crate::score::{Fraction, Score};

/// Highest weight handed out. Larger ratios are rounded to it, so that sums over a rubric stay exact in 64 bits.
const WEIGHT_LIMIT: i64 = 1_000_000;

/// What a dimension says of its weight.
pub(super) struct Claim {
    pub(super) id: String,
    pub(super) path: String,
    /// Under `weight`.
    pub(super) weight: Option<Fraction>,
    /// Its highest score, where it is scored in points.
    pub(super) points: Option<Fraction>,
}

/// One whole number for each claim, in order: weights where any are given, else points, else all the same.
pub(super) fn settle(claims: &[Claim], notes: &mut Notes) -> Result<Vec<Fraction>, RubricError> {
    refuse_negative(claims)?;
    let weights: Vec<_> = claims.iter().map(|claim| claim.weight).collect();
    let points: Vec<_> = claims.iter().map(|claim| claim.points).collect();
    let (given, is_points) = match weights.iter().any(Option::is_some) {
        true => (weights, false),
        false => (points, true),
    };
    let named: Vec<Fraction> = given.iter().copied().flatten().collect();
    if named.is_empty() {
        return Ok(vec![Fraction::from_integer(1); claims.len()]);
    }
    let sum: Fraction = named.iter().sum();
    if sum == Fraction::from_integer(0) {
        let problem = "all weights are 0: nothing would count";
        return Err(RubricError::new("$.dimensions", problem).with_fix("give at least one weight above 0"));
    }
    say_sum(sum, is_points, named.len() == claims.len(), notes);
    let mean = sum / Fraction::from_integer(i64::try_from(named.len()).unwrap_or(i64::MAX));
    say_missing(claims, &given, notes);
    Ok(whole(
        &given
            .iter()
            .map(|weight| weight.unwrap_or(mean))
            .collect::<Vec<_>>(),
    ))
}

fn refuse_negative(claims: &[Claim]) -> Result<(), RubricError> {
    let zero = Fraction::from_integer(0);
    let is_negative = |weight: &Option<Fraction>| weight.is_some_and(|weight| weight < zero);
    match claims.iter().find(|claim| is_negative(&claim.weight)) {
        None => Ok(()),
        Some(claim) => {
            let problem = "a weight cannot be negative";
            Err(RubricError::new(format!("{}.weight", claim.path), problem).with_fix("give 0 or more"))
        }
    }
}

fn say_sum(sum: Fraction, is_points: bool, is_complete: bool, notes: &mut Notes) {
    let (one, hundred) = (Fraction::from_integer(1), Fraction::from_integer(100));
    let total = Score(sum);
    if is_points && sum == hundred && is_complete {
        notes.understand("each dimension weighs its highest points, 100 in all");
    } else if is_points {
        notes.understand(format!(
            "each dimension weighs its highest points; they add up to {total}, not 100, and count as shares of that"
        ));
    } else if sum != one && sum != hundred {
        notes.understand(format!(
            "the weights add up to {total}, not 1, and count as shares of that"
        ));
    }
}

fn say_missing(claims: &[Claim], given: &[Option<Fraction>], notes: &mut Notes) {
    let missing = claims.iter().zip(given).filter(|(_, weight)| weight.is_none());
    for (claim, _) in missing {
        notes.understand_of(
            &claim.id,
            "names no weight and weighs as much as the mean of the others",
        );
    }
}

/// The smallest whole numbers in the same ratio.
fn whole(weights: &[Fraction]) -> Vec<Fraction> {
    let highest = weights.iter().copied().max().unwrap_or_default();
    let limit = Fraction::from_integer(WEIGHT_LIMIT);
    let multiple = weights
        .iter()
        .fold(1, |multiple, weight| lcm(multiple, *weight.denom()));
    let factor = Fraction::from_integer(multiple);
    let factor = if highest * factor > limit {
        limit / highest
    } else {
        factor
    };
    let scaled: Vec<i64> = weights
        .iter()
        .map(|weight| (*weight * factor).round().to_integer())
        .collect();
    let divisor = scaled
        .iter()
        .fold(0, |divisor, weight| gcd(divisor, *weight))
        .max(1);
    scaled
        .iter()
        .map(|weight| Fraction::from_integer(weight / divisor))
        .collect()
}

fn gcd(left: i64, right: i64) -> i64 {
    let (mut left, mut right) = (left, right);
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// The lowest common multiple; denominators are at most ten thousand times the number of dimensions.
fn lcm(left: i64, right: i64) -> i64 {
    left / gcd(left, right).max(1) * right
}
