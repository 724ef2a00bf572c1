//! Spells what the reader of lines saw: at each step one sign or the gap between two.

/// What was spelt and how surely, from the odds of each class at each step; class 0 is the gap, class `n` is sign
/// `n - 1`. A sign that goes on over several steps is one; a gap parts two that are the same. Nothing where no sign
/// was seen.
pub(super) fn spelt(odds: &[f32], signs: &[&str]) -> Option<(String, f32)> {
    let mut text = String::new();
    let (mut sum, mut count, mut last) = (0.0, 0.0, 0);
    for step in odds.chunks_exact(signs.len() + 1) {
        let (class, chance) = likeliest(step);
        if class != last && class > 0 {
            text.push_str(signs[class - 1]);
            sum += chance;
            count += 1.0;
        }
        last = class;
    }
    let trimmed = text.trim();
    (!trimmed.is_empty()).then(|| (trimmed.to_owned(), sum / count))
}

/// The likeliest class, of several the first; what is no number is unlikely.
fn likeliest(step: &[f32]) -> (usize, f32) {
    let classes = step.iter().copied().enumerate();
    classes.fold((0, 0.0), |best, one| if one.1 > best.1 { one } else { best })
}

#[cfg(test)]
mod tests;
