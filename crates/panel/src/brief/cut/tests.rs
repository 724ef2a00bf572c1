use super::*;
use proptest::prelude::*;
use serde_json::json;

const CODE: &str = "def a():\n    x = 1\n    return operator.add\n\ndef b():\n    y = 2\n    return y\n";

#[test]
fn code_is_cut_before_a_statement_and_says_how_much_there_is() {
    let cut = code(CODE, 70);
    assert_eq!(cut.text, "def a():\n    x = 1\n    return operator.add");
    assert_eq!(cut.note.as_deref(), Some("3 of 7 lines shown"));
}

#[test]
fn prose_is_cut_after_a_sentence_and_one_endless_word_between_letters() {
    assert_eq!(prose("One is done. Two is not. Three", 20).text, "One is done.");
    assert_eq!(prose(&"x".repeat(50), 10).text.len(), 10);
}

#[test]
fn a_list_that_is_too_long_keeps_its_total() {
    let commits: Vec<Value> = (0..43)
        .map(|n| json!({ "subject": format!("Commit number {n}") }))
        .collect();
    let text = value(&json!(commits), 400);
    assert!(text.contains("of 43 elements shown"), "{text}");
    assert!(text.len() <= 400);
}

proptest! {
    #[test]
    fn what_is_left_is_a_beginning_of_the_text_and_fits(text in "(?s).{0,300}", bytes in 1usize..200) {
        for cut in [code(&text, bytes), prose(&text, bytes)] {
            prop_assert!(text.starts_with(&cut.text));
            prop_assert!(cut.note.is_none() || cut.text.len() <= bytes);
            prop_assert_eq!(cut.note.is_none(), cut.text == text);
        }
    }
}
