use super::*;

#[test]
fn brackets_that_are_closed_in_comments_and_strings_stay_open() {
    for (language, text) in [
        (Language::Cpp, "a("),
        (Language::C, "a(/*)*/"),
        (Language::Cpp, "a(//)\n"),
        (Language::Go, "a[`]`+"),
        (Language::Java, "a(\")\"+"),
        (Language::Rust, "a(/*/**/)*/"),
        (Language::Python, "a(#)\n"),
        (Language::Python, "a('''\n)'''+"),
        (Language::Ruby, "[#]\n"),
        (Language::TypeScript, "{'}':"),
    ] {
        assert!(
            is_overfull(language, text.repeat(OPEN_MAX + 1).as_bytes()),
            "{text}"
        );
        assert!(!is_overfull(language, text.repeat(OPEN_MAX).as_bytes()), "{text}");
    }
    for (language, text) in [
        (Language::Cpp, "a<             "),
        (Language::Cpp, "a </*;*/        "),
        (Language::Cpp, "a<//}           \n"),
        (Language::TypeScript, "a<b>            "),
    ] {
        let text = |count: usize| text.repeat(count + ROW_MAX);
        assert!(is_overfull(language, text(EXCESS_MAX + 1).as_bytes()));
        assert!(!is_overfull(language, text(EXCESS_MAX).as_bytes()));
    }
    assert!(is_overfull(
        Language::Java,
        "a<".repeat(JAVA_EXCESS_MAX + ROW_MAX + 1).as_bytes()
    ));
    assert!(is_overfull(Language::Cpp, "a<a<;".repeat(8_000).as_bytes()));
}

#[test]
fn a_bomb_of_brackets_is_unread_with_its_reason_before_a_parser_sees_it() {
    for (language, text) in [
        (Language::Cpp, "a<".repeat(300_000)),
        (Language::Java, "a<".repeat(300_000)),
        (Language::C, "a(".repeat(500_000)),
    ] {
        let facts = crate::read(language, &text);
        assert_eq!(facts.unread.as_deref(), Some(OVERFULL));
    }
}

#[test]
fn what_programs_open_they_close() {
    for (language, text) in [
        (
            Language::Rust,
            "fn f<'a>(x: &'a Vec<(u8, char)>) -> &'a str { g('(', '\\'', \"(\") } // (\n",
        ),
        (
            Language::Cpp,
            "std::map<std::string, int> f() { return x < y ? a[1] : b(\"((\"); } /* ( */\n",
        ),
        (
            Language::Python,
            "def f(x: list[int]) -> None:\n    '''('''\n    return g('(', \"it's\")  # (\n",
        ),
        (
            Language::Tsx,
            "const a = <p title={`(${b}`}>it is <b>bold</b></p>;\n",
        ),
    ] {
        assert!(!is_overfull(language, text.repeat(5_000).as_bytes()), "{text}");
    }
}
