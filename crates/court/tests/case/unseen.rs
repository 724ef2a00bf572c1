use court::visible::{is_unseen, visible};

#[test]
fn what_a_terminal_would_obey_or_a_reader_overlook_is_shown() {
    for (text, shown) in [
        ("plain, Grüße, 🎉\u{FE0F}", "plain, Grüße, 🎉\u{FE0F}"),
        ("a\tb\nc", "a b\nc"),
        ("\u{1b}[31mred", "<U+001B>[31mred"),
        ("a\rb\u{7f}", "a<U+000D>b<U+007F>"),
        ("x\u{202E}y\u{2066}z", "x<U+202E>y<U+2066>z"),
        ("zero\u{200B}width\u{FEFF}", "zero<U+200B>width<U+FEFF>"),
        ("tag\u{E0041}", "tag<U+E0041>"),
    ] {
        assert_eq!(visible(text), shown);
    }
    assert!(is_unseen('\u{AD}') && !is_unseen('\u{FE0E}') && !is_unseen('a'));
}
