//! How far scores agree: counts, bias, and a weighted kappa with its interval.

use serde::{Deserialize, Serialize};

/// Samples of the bootstrap.
const SAMPLES: usize = 1_000;
/// Where its numbers begin; always the same, so that the interval is.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// A score of somebody who is the measure, and one that is measured.
pub type Pair = (f64, f64);

/// How far they agree.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    pub scores: usize,
    /// The share of scores that are the same.
    pub exact: f64,
    /// The share that is at most one apart.
    pub within_one: f64,
    /// How far they lie apart in the mean.
    pub mean_difference: f64,
    /// How far the measured lie above, in the mean.
    pub bias: f64,
    /// Cohen's kappa with quadratic weights; none where there is nothing to tell apart.
    pub kappa: Option<f64>,
    /// Between these it lies in 95 of 100 samples.
    pub interval: Option<[f64; 2]>,
}

impl Agreement {
    /// That of these pairs; nothing without any.
    pub fn of(pairs: &[Pair]) -> Option<Self> {
        let count = pairs.len() as f64;
        let mean = |of: &dyn Fn(&Pair) -> f64| rounded(pairs.iter().map(of).sum::<f64>() / count);
        let share = |most: f64| mean(&|(left, right)| f64::from(u8::from((left - right).abs() <= most)));
        (!pairs.is_empty()).then(|| Self {
            scores: pairs.len(),
            exact: share(0.0),
            within_one: share(1.0),
            mean_difference: mean(&|(left, right)| (left - right).abs()),
            bias: mean(&|(left, right)| right - left),
            kappa: kappa(pairs).map(rounded),
            interval: interval(pairs),
        })
    }
}

/// Four decimals: more say nothing.
pub fn rounded(number: f64) -> f64 {
    // Without the sign of a zero.
    (number * 10_000.0).round() / 10_000.0 + 0.0
}

/// One less the mean square of the differences, as a share of what it would be between strangers.
fn kappa(pairs: &[Pair]) -> Option<f64> {
    let count = pairs.len() as f64;
    let mean = |of: &dyn Fn(&Pair) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let observed = mean(&|(left, right)| (left - right).powi(2));
    // The mean over all pairs of strangers, from sums and sums of squares.
    let expected = mean(&|(left, _)| left * left) + mean(&|(_, right)| right * right)
        - 2.0 * mean(&|(left, _)| *left) * mean(&|(_, right)| *right);
    (expected > 1e-9).then(|| 1.0 - observed / expected)
}

/// By drawing as many pairs as there are, with replacement.
fn interval(pairs: &[Pair]) -> Option<[f64; 2]> {
    let mut state = SEED;
    let mut draw = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % pairs.len() as u64).unwrap_or_default()
    };
    let mut found: Vec<f64> = (0..SAMPLES)
        .filter_map(|_| {
            let sample: Vec<Pair> = (0..pairs.len()).map(|_| pairs[draw()]).collect();
            kappa(&sample)
        })
        .collect();
    found.sort_by(f64::total_cmp);
    let at = |share: usize| found.get(found.len().saturating_sub(1) * share / 1000).copied();
    Some([rounded(at(25)?), rounded(at(975)?)])
}
