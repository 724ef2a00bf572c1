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
mod tests {
    use super::*;

    #[test]
    fn signs_that_go_on_are_one_and_gaps_part_those_that_are_the_same() {
        let signs = ["a", "b", " "];
        for (steps, expected) in [
            (&[0, 1, 1, 0, 2, 2, 2][..], Some("ab")),
            (&[1, 0, 1], Some("aa")),
            (&[1, 1, 2, 1], Some("aba")),
            (&[3, 0, 1, 3, 3, 2, 3], Some("a b")),
            (&[0, 0], None),
            (&[3, 0], None),
            (&[], None),
        ] {
            let odds: Vec<f32> = steps
                .iter()
                .flat_map(|class| (0..4).map(move |one| if one == *class { 0.7 } else { 0.1 }))
                .collect();
            let spelt = spelt(&odds, &signs);
            assert_eq!(
                spelt.as_ref().map(|(text, _)| text.as_str()),
                expected,
                "{steps:?}"
            );
            assert!(spelt.is_none_or(|(_, confidence)| (confidence - 0.7).abs() < 1e-6));
        }
    }

    #[test]
    fn the_confidence_is_the_mean_of_the_signs_and_what_is_no_number_is_a_gap() {
        let odds = [0.0, 1.0, 0.0, f32::NAN, f32::NAN, f32::NAN, 0.2, 0.3, 0.5];
        assert_eq!(spelt(&odds, &["a", "b"]), Some(("ab".to_owned(), 0.75)));
    }
}
