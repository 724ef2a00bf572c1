//! What each dimension weighs in the overall score.

use super::fields::Notes;
use crate::input::InputError;
use crate::score::{Fraction, ONE, Score, ZERO};

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
pub(super) fn settle(claims: &[Claim], notes: &mut Notes) -> Result<Vec<Fraction>, InputError> {
    refuse_negative(claims)?;
    let is_points = claims.iter().all(|claim| claim.weight.is_none());
    let given = claims
        .iter()
        .map(|claim| if is_points { claim.points } else { claim.weight });
    let given: Vec<Option<Fraction>> = given.collect();
    let named: Vec<Fraction> = given.iter().copied().flatten().collect();
    if named.is_empty() {
        return Ok(vec![ONE; claims.len()]);
    }
    let sum: Fraction = named.iter().sum();
    if sum == ZERO {
        let problem = "all weights are 0: nothing would count";
        return Err(InputError::new("$.dimensions", problem).with_fix("give at least one weight above 0"));
    }
    say_sum(sum, is_points, named.len() == claims.len(), notes);
    let mean = sum / i64::try_from(named.len()).unwrap_or(i64::MAX);
    say_missing(claims, &given, notes);
    let weights: Vec<Fraction> = given.iter().map(|weight| weight.unwrap_or(mean)).collect();
    Ok(whole(&weights))
}

fn refuse_negative(claims: &[Claim]) -> Result<(), InputError> {
    match claims
        .iter()
        .find(|claim| claim.weight.is_some_and(|weight| weight < ZERO))
    {
        None => Ok(()),
        Some(claim) => {
            let problem = "a weight cannot be negative";
            Err(InputError::new(format!("{}.weight", claim.path), problem).with_fix("give 0 or more"))
        }
    }
}

fn say_sum(sum: Fraction, is_points: bool, is_complete: bool, notes: &mut Notes) {
    let (hundred, total) = (Fraction::from_integer(100), Score(sum));
    if is_points && sum == hundred && is_complete {
        notes.understand("each dimension weighs its highest points, 100 in all");
    } else if is_points {
        notes.understand(format!(
            "each dimension weighs its highest points; they add up to {total}, not 100, and count as shares of that"
        ));
    } else if sum != ONE && sum != hundred {
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
    let denominators = weights.iter().map(|weight| *weight.denom());
    let multiple = Fraction::from_integer(denominators.fold(1, lcm));
    let factor = if highest * multiple > limit {
        limit / highest
    } else {
        multiple
    };
    let scaled = weights
        .iter()
        .map(|weight| (*weight * factor).round().to_integer());
    let scaled: Vec<i64> = scaled.collect();
    let divisor = scaled.iter().copied().fold(0, gcd).max(1);
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
