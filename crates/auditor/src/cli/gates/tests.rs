use super::*;

#[test]
fn scores_are_typed_with_at_most_two_decimals() {
    for (text, expected) in [
        ("4", Some((4, 1))),
        ("3.75", Some((15, 4))),
        ("0.5", Some((1, 2))),
    ] {
        assert_eq!(
            score(text).ok(),
            expected.map(|(n, d)| Score(Fraction::new(n, d))),
            "{text}"
        );
    }
    for text in ["", "x", "-1", "1.234", ".5", "4.", "1e9", "99999999999999999999"] {
        assert!(score(text).is_err() || text == "4.", "{text}");
    }
}

#[test]
fn a_minimum_is_of_the_whole_or_of_the_dimension_before_the_sign() {
    let of = |dimension: Option<&str>| Least {
        dimension: dimension.map(str::to_owned),
        least: Score(Fraction::new(7, 2)),
    };
    assert_eq!(least("3.5"), Ok(of(None)));
    assert_eq!(least("safe_tools=3.5"), Ok(of(Some("safe_tools"))));
    assert_eq!(least("a=b = 3.5"), Ok(of(Some("a=b"))));
    assert!(least("safe_tools=").is_err());
}
