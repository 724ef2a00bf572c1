use super::{EMPTY_WORDS, tells};

#[test]
fn a_first_line_tells_by_a_word_that_says_what() {
    assert!(EMPTY_WORDS.is_sorted());
    for (subject, telling) in [
        ("Retry a clone that timed out", true),
        ("feat(judges): three personas", true),
        ("Add judges", true),
        ("修正した", true),
        ("Added click.pause", true),
        ("add `execa.sync()` (#7)", true),
        ("Update README.md", false),
        ("fix: update", false),
        ("fix", false),
        ("WIP", false),
        ("src/main.py", false),
        ("changes 2", false),
        ("...", false),
        ("", false),
    ] {
        assert_eq!(tells(subject), telling, "{subject}");
    }
}
