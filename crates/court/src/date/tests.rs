use super::{seconds, shown};

#[test]
fn a_date_is_shown_as_it_was_read() {
    for date in [
        "1970-01-01T00:00:00Z",
        "2000-02-29T23:59:00Z",
        "2023-12-31T12:30:00Z",
        "1601-03-01T06:07:00Z",
    ] {
        let shown = format!("{}:00Z", shown(seconds(date).unwrap()).replace(' ', "T"));
        assert_eq!(shown, date);
    }
    assert_eq!(seconds("2024-01-01T10:00:00Z"), Some(1_704_103_200));
}

#[test]
fn no_number_of_seconds_is_too_absurd_to_be_shown() {
    for absurd in [i64::MIN, i64::MAX, -1, 0] {
        assert!(!shown(absurd).is_empty());
    }
}
