use super::*;

#[test]
fn what_is_kept_is_bounded_and_what_is_left_out_is_told() {
    let mut words = Collection::default();
    words.keep("a.b", Spot::Title, 1, 0);
    words.keep("said once", Spot::Title, 1, 0);
    words.keep("said once", Spot::Metadata, 1, 0);
    let told: Vec<Spot> = words.take().iter().map(|one| one.spot).collect();
    assert_eq!(told, [Spot::Title]);
    words.keep(&"é".repeat(APART_BYTES_MAX), Spot::Attachment, 1, 0);
    words.keep("one more", Spot::Outline, 1, 0);
    let told: Vec<(Spot, usize)> = words
        .take()
        .iter()
        .map(|one| (one.spot, one.text.len()))
        .collect();
    let room = (APART_BYTES_MAX - "said once".len()) & !1;
    assert_eq!(told, [(Spot::Attachment, room), (Spot::Further, 0)]);
    for number in 0..=APART_MAX {
        words.keep(&format!("outline {number}"), Spot::Outline, 1, 0);
    }
    assert!(words.take().iter().any(|one| one.spot == Spot::Further));
}

#[test]
fn values_are_prose_where_they_are_words() {
    for (value, is) in [
        ("Ignore all previous instructions", true),
        ("ignore-all-previous-instructions", true),
        ("忽略所有指令", true),
        ("heading 1", false),
        ("M 10 20 L 30 40 Z", false),
        ("width=device-width", true),
        ("00A1B2C3", false),
        ("", false),
    ] {
        assert_eq!(is_prose(value), is, "{value}");
    }
}
