use super::*;

#[test]
fn phrases_are_blanked_and_names_apostrophes_values_and_source_are_not() {
    for (text, kept) in [
        ("denied (\"no os.system\") here", "denied (\"            \") here"),
        ("it's “a b” and ‘it’s c’", "it's “   ” and ‘        ’"),
        ("the 'a b' of users' hands", "the '   ' of users' hands"),
        ("« ah oui » et „a b“", "«        » et „   “"),
        ("the \"judge\" says", "the \"judge\" says"),
        ("set x=\"a b\" to it", "set x=\"a b\" to it"),
        (
            "call `f(\"a b\")` or ``g('a b')``",
            "call `f(\"a b\")` or ``g('a b')``",
        ),
        ("5\" and 6\" wide", "5\" and 6\" wide"),
        ("\"a b never closed", "\"a b never closed"),
    ] {
        let found = without_phrases(text);
        assert_eq!(found.trim_end(), kept, "{text}");
        assert_eq!(found.len(), text.len(), "{text}");
    }
}
