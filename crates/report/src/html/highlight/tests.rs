use super::*;

#[test]
fn a_line_falls_into_its_parts() {
    let shown: Vec<(Kind, &str)> = parts("return f(\"a#\\\"b\", 0x1F) # why");
    assert_eq!(
        shown,
        [
            (Kind::Keyword, "return"),
            (Kind::Plain, " "),
            (Kind::Plain, "f"),
            (Kind::Plain, "("),
            (Kind::Text, "\"a#\\\"b\""),
            (Kind::Plain, ", "),
            (Kind::Number, "0x1F"),
            (Kind::Plain, ") "),
            (Kind::Comment, "# why"),
        ]
    );
}

#[test]
fn no_byte_of_a_line_is_lost() {
    for line in ["", "'", "a / b // c", "é\"ü\\", "if x:\t# é", "/"] {
        let again: String = parts(line).iter().map(|(_, part)| *part).collect();
        assert_eq!(again, line);
    }
}

#[test]
fn keywords_are_sorted_for_their_search() {
    assert!(KEYWORDS.is_sorted());
}
