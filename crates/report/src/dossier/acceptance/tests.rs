use super::Acceptance;
use court::date;
use court::evidence::Place;

fn acceptance(text: &str) -> Acceptance {
    text.parse().unwrap()
}

#[test]
fn what_is_accepted_has_a_day_and_a_reason() {
    let one = acceptance("safe.clone_timeout at src/tools/ until 2027-01-31: ours alone: no strangers");
    assert_eq!(one.check, "safe.clone_timeout");
    assert_eq!(one.path.as_deref(), Some("src/tools"));
    assert_eq!(one.said(), "accepted until 2027-01-31: ours alone: no strangers.");
    for wrong in [
        "a",
        "a until soon: x",
        "a until 2027-1-1: x",
        "a until 2027-01-01:",
        " until 2027-01-01: x",
        "a at  until 2027-01-01: x",
    ] {
        assert!(wrong.parse::<Acceptance>().is_err(), "{wrong}");
    }
}

#[test]
fn it_covers_its_check_in_its_folder_and_no_other() {
    let one = acceptance("a.b at src/to until 2027-01-01: x");
    let covers = |probe: &str, path: &str| one.covers(probe, Some(&Place::lines(path, 1, 1)));
    assert!(covers("a.b", "src/to/x.py"));
    assert!(!covers("a.b", "src/tools/x.py"));
    assert!(!covers("a.c", "src/to/x.py"));
    assert!(!one.covers("a.b", None));
    assert!(acceptance("a.b until 2027-01-01: x").covers("a.b", None));
}

#[test]
fn it_ends_with_its_day() {
    let has_ended = |newest| acceptance("a until 2027-01-01: x").on(newest).ended;
    assert!(!has_ended(date::seconds("2027-01-01T23:59:59Z")));
    assert!(has_ended(date::seconds("2027-01-02T00:00:00Z")));
    assert!(!has_ended(None));
}
