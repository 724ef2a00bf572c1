use super::*;

#[test]
fn a_row_of_prefix_operators_is_blanked_from_its_limit_on() {
    let row = format!("x = {}1\ny = -2\n", "not -~ ".repeat(1_000));
    let thin = String::from_utf8(thinned(row.as_bytes()).into_owned()).unwrap();
    assert_eq!(thin.len(), row.len());
    assert_eq!(&thin[..900], &row[..900]);
    assert!(thin.ends_with("     1\ny = -2\n"));
    assert_eq!(thin.matches("not").count(), STACKED_MAX / 3 + 1);
}

#[test]
fn rows_count_together_and_single_operators_never() {
    for (text, is_whole) in [
        ("x = [-1, -2, not knot, -_, - - 3]\n".repeat(400), true),
        ("x = [-1, -2, not knot, -_, - - 3]\n".repeat(401), false),
        ("y = -1 if not x else a-b-~c+await d\n".repeat(200), true),
        ("-".repeat(STACKED_MAX + 1), true),
        ("-\n\\\n\t".repeat(STACKED_MAX + 2), false),
    ] {
        assert_eq!(
            matches!(thinned(text.as_bytes()), Cow::Borrowed(_)),
            is_whole,
            "{text}"
        );
    }
}
