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
