//! What is reckoned of lists of numbers.

/// From so many numbers on, quartiles and correlations say something.
pub(crate) const ENOUGH: usize = 8;

/// The mean of numbers that are there.
pub(crate) fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / count(numbers.len())
}

/// A count as a number to reckon with; counts of a class are far below where that would round.
pub(crate) fn count(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

/// How two numbers go together, from -1 to 1; nothing where one of them never varies.
pub(crate) fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < ENOUGH {
        return None;
    }
    let (first, second): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (first_mean, second_mean) = (mean(&first), mean(&second));
    let sum = |of: &dyn Fn(f64, f64) -> f64| {
        pairs
            .iter()
            .map(|(one, other)| of(one - first_mean, other - second_mean))
            .sum::<f64>()
    };
    let scale = (sum(&|one, _| one * one) * sum(&|_, other| other * other)).sqrt();
    (scale > f64::EPSILON).then(|| sum(&|one, other| one * other) / scale)
}
