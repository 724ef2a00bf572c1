//! Where sentences end.

use crate::rubric::coverage::sentences;

#[test]
fn sentences_end_where_people_end_them_and_are_gone_through_to_a_limit() {
    for (text, wanted) in [
        ("One two. Three four", vec!["One two.", "Three four"]),
        ("It is v1.2 now.", vec!["It is v1.2 now."]),
        (
            "Really now? Yes indeed! So; be it",
            vec!["Really now?", "Yes indeed!", "be it"],
        ),
        (
            "a list:\n- one item\n* two items\n\nalone\n",
            vec!["a list:", "one item", "two items"],
        ),
        ("goes\non here\n(and here)", vec!["goes on here (and here)"]),
    ] {
        assert_eq!(sentences(text), wanted, "{text}");
    }
    let padded = |bytes: usize| format!("{} end", "x".repeat(bytes - 4));
    assert!(sentences(&padded(50_000))[0].ends_with(" end"));
    assert!(sentences(&padded(50_001))[0].ends_with(" en"));
}
