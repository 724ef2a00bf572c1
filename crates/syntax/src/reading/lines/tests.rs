use super::*;

#[test]
fn lines_that_a_carriage_return_ends_are_counted_back_to_those_of_git() {
    let text = b"a\rb\r\nc\n\rd\re\nf";
    assert_eq!(&*ended(Language::Python, text), b"a\nb\r\nc\n\nd\ne\nf");
    assert!(matches!(ended(Language::Go, text), Cow::Borrowed(_)));
    let lines = Lines::of(Language::Python, text);
    let back: Vec<u32> = (1..=7).map(|line| lines.back(line)).collect();
    // a, b | c | (empty), d, e | f: as the parser counts them.
    assert_eq!(back, [1, 1, 2, 3, 3, 3, 4]);
    assert!(Lines::of(Language::Python, b"a\r\nb\n").is_plain());
}

#[test]
fn a_staircase_is_told_by_its_steps_however_they_are_made() {
    let steps = |count: usize, step: fn(usize) -> String| {
        (0..count).fold(String::new(), |text, level| text + &step(level) + "if a:\n")
    };
    let blanks = |level: usize| " ".repeat(level);
    let tabs = |level: usize| "\t".repeat(level);
    let broken = |level: usize| " \\\n".repeat(level);
    for step in [blanks, tabs, broken] {
        assert!(!is_staircase(steps(INDENTS_MAX, step).as_bytes()));
        assert!(is_staircase(steps(INDENTS_MAX + 1, step).as_bytes()));
    }
    assert!(!is_staircase(
        "    x = 1\n        y = 2\n".repeat(10_000).as_bytes()
    ));
}
