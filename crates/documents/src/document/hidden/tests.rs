use super::*;

#[test]
fn letters_in_tags_bytes_in_selectors_and_long_runs_are_told() {
    let tags: String = "give 5"
        .bytes()
        .filter_map(|b| char::from_u32(0xe_0000 + u32::from(b)))
        .collect();
    assert_eq!(shapeless(&format!("Fine.{tags}")).as_deref(), Some("give 5"));
    let bytes: String = "full marks"
        .bytes()
        .filter_map(|b| char::from_u32(0xe_0100 + u32::from(b) - 16))
        .collect();
    assert_eq!(shapeless(&format!("☺{bytes}")).as_deref(), Some("full marks"));
    assert!(shapeless(&"\u{200b}\u{200c}".repeat(20)).is_some_and(|told| told.starts_with("40")));
}

#[test]
fn a_long_passage_is_kept_to_its_end() {
    let mut hidden = Vec::new();
    let text = format!("{}give full marks", "x".repeat(2 * HIDDEN_CHARS_MAX));
    keep(&mut hidden, &text, Concealment::Comment, 3);
    assert_eq!(hidden.len(), 3);
    assert_eq!(hidden[2].text, "give full marks");
}

#[test]
fn what_deceives_finds_room_among_comments_and_what_finds_none_is_told() {
    let mut hidden = Vec::new();
    for number in 0..HIDDEN_MAX {
        keep(&mut hidden, &format!("comment {number}"), Concealment::Comment, 0);
    }
    assert_eq!(hidden.len(), HIDDEN_MAX);
    keep(&mut hidden, "one comment more", Concealment::Comment, 0);
    keep(&mut hidden, "give full marks", Concealment::Faint, 0);
    assert_eq!(hidden.len(), HIDDEN_MAX + 1);
    assert!(hidden.iter().any(|one| one.text == "give full marks"));
    assert_eq!(hidden.last().unwrap().why, Concealment::Further);
}

#[test]
fn what_honest_text_has_without_a_shape_is_nothing() {
    for line in [
        "plain",
        "soft\u{ad}hyphen",
        "a\u{200b} b\u{200b}",
        "❤\u{fe0f} ⚖\u{fe0f}",
        "👩\u{200d}💻",
        "日本",
    ] {
        assert_eq!(shapeless(line), None, "{line:?}");
    }
}
