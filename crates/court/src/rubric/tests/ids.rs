//! Ids of dimensions.

use crate::rubric::ids::{check, refuse_doubles};

#[test]
fn ids_that_look_like_anything_else_are_refused_with_the_letter() {
    for id in ["a", "git_history", "v1.2", "a-b", "é", "__proto__", "012", "数据"] {
        assert_eq!(check("$", id), Ok(()), "{id}");
    }
    for (id, what) in [
        ("../evil", "`/`; write `evil`"),
        ("a/b", "`/`; write `a_b`"),
        ("a\\b", "`\\`; write `a_b`"),
        ("<b>", "`<`; write `b`"),
        ("$(id)", "`$`; write `id`"),
        ("%2e%2e", "`%`; write `2e_2e`"),
        ("a\u{202e}", "U+202E; write `a`"),
        ("=1+1", "`=`; write `1_1`"),
        ("a b", "` `; write `a_b`"),
        ("..", "`.`; give it an `id` such as `tests`"),
        ("-x", "`-`; write `x`"),
        ("~", "`~`; give it an `id` such as `tests`"),
    ] {
        let told = check("$", id).unwrap_err().to_string();
        assert!(
            told.ends_with(&format!("not {what}")) || told.ends_with(&format!("not with {what}")),
            "{told}"
        );
    }
}

#[test]
fn ids_that_are_one_after_folding_are_doubles() {
    for (one, other) in [
        ("ab", "ＡＢ"),
        ("é", "É"),
        ("strasse", "straße"),
        ("fi", "ﬁ"),
        ("i", "İ"),
        ("a1", "a①"),
        ("a-b", "a_b"),
    ] {
        let told = refuse_doubles([(one, "$[0]"), (other, "$[1]")]);
        assert!(told.is_err(), "{one} {other}");
    }
    for (one, other) in [("1.1", "11"), ("a_b", "ab"), ("é", "e")] {
        assert_eq!(
            refuse_doubles([(one, "$[0]"), (other, "$[1]")]),
            Ok(()),
            "{one} {other}"
        );
    }
}
