use super::*;

#[test]
fn only_marks_that_make_words_bold_are_left_out() {
    for (text, read) in [
        ("**Bold** and **bold again**.", "Bold and bold again."),
        ("`f(**options)` takes them", "`f(**options)` takes them"),
        ("f(**a, **b)", "f(**a, **b)"),
        ("2 ** 3 ** 4", "2 ** 3 ** 4"),
        ("`__init__.py`", "`__init__.py`"),
        ("****", "****"),
    ] {
        assert_eq!(without_emphasis(text), read);
    }
}
