use super::*;

#[test]
fn emoji_that_are_put_together_are_no_disguise() {
    let family = "\u{1F468}\u{1F3FD}\u{200D}\u{1F469}\u{1F3FD}\u{200D}\u{1F467}\u{1F3FD}";
    let heart = "\u{2764}\u{FE0F}\u{200D}\u{1F525}";
    let runner = "\u{1F3C3}\u{1F3FD}\u{200D}\u{2642}\u{FE0F}";
    let wales = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}";
    assert_eq!(
        disguised(&format!("{family} {heart} {runner} {wales}").repeat(4)),
        None
    );
    assert!(disguised(&"a\u{200D}b".repeat(RUN_MIN)).is_some());
    assert!(disguised(&"\u{1F525}\u{200D}b".repeat(RUN_MIN)).is_some());
    assert_eq!(
        disguised("\u{1F3F4}\u{E0061}\u{E007F}").as_deref(),
        Some("U+E0061, U+E007F")
    );
}

#[test]
fn letters_of_other_scripts_are_what_they_look_like() {
    for line in [
        "Grüße, مرحبا, 你好",
        "نمی\u{200c}دانم",
        "क\u{94d}\u{200d}ष",
        "plain",
    ] {
        assert_eq!(disguised(line), None, "{line}");
    }
    assert!(disguised("user\u{202e} \u{2066}# check\u{2069}").is_some());
}

#[test]
fn tags_spell_what_nobody_sees() {
    assert_eq!(
        shown("a\u{e0062}\u{e0063}\u{200b}\u{fe0f}"),
        ("a. bc ".to_owned(), 3)
    );
}
