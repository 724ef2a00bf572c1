use super::*;
use crate::document::read;

fn lines_of(document: &Document) -> usize {
    document.pages().iter().map(|page| page.lines.len()).sum()
}

#[test]
fn of_a_text_or_page_of_very_many_lines_only_the_first_are_read_and_that_is_told() {
    let text = |lines: usize| "x\n".repeat(lines);
    for (name, body) in [
        ("r.md", text(LINES_MAX + 1)),
        ("r.txt", text(LINES_MAX + 1)),
        ("r.html", format!("<pre>{}</pre>", text(LINES_MAX + 1))),
        ("t.html", "x<br>".repeat(LINES_MAX + 1)),
    ] {
        let document = read(name, body.as_bytes());
        assert_eq!(lines_of(&document), LINES_MAX, "{name}");
        assert_eq!(document.notes, [only_lines()], "{name}");
    }
    for name in ["r.md", "r.txt"] {
        let document = read(name, text(LINES_MAX).as_bytes());
        assert_eq!((lines_of(&document), document.notes.len()), (LINES_MAX, 0));
    }
}

#[test]
fn documents_that_are_too_long_together_are_cut_where_they_are() {
    let long = read("r.md", "x\n".repeat(LINES_MAX).as_bytes());
    let wide = read("w.md", format!("{}\n", "x".repeat(999)).repeat(4_000).as_bytes());
    let mut allowance = Allowance::default();
    let mut admitted = |document: &Document| {
        let mut document = document.clone();
        allowance.admit(&mut document);
        (lines_of(&document), document.notes)
    };
    assert_eq!(admitted(&wide), (4_000, vec![]));
    assert_eq!(admitted(&long), (LINES_MAX, vec![]));
    let (kept, notes) = admitted(&long);
    assert_eq!(kept, LINES_MAX - 4_000);
    assert!(
        notes[0].starts_with("only the first 196000 lines were read, "),
        "{notes:?}"
    );
    let (kept, notes) = admitted(&wide);
    assert_eq!((kept, notes.len()), (0, 1));
}
