use super::tokens;

#[test]
fn words_and_signs_are_counted_and_blanks_are_not() {
    for (text, expected) in [
        ("", 0),
        ("a=1\n", 3),
        ("größe = naïve_1.x\n", 5),
        ("  \t\r\n", 0),
        ("a  b", 2),
    ] {
        assert_eq!(tokens(text.as_bytes()), expected, "{text}");
    }
}
