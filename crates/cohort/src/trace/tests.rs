use super::*;

fn marks(text: &str) -> Vec<u64> {
    let tokens: Vec<(u64, u32)> = words(text).map(|word| (hash(0, &word), 1)).collect();
    winnowed(&tokens, PROSE).into_iter().map(|mark| mark.0).collect()
}

#[test]
fn every_shared_passage_of_a_run_and_a_window_is_found() {
    let sentence = "the judges read the same brief at the same time and no dimension waits for any other one";
    let one = format!("alpha beta gamma delta epsilon zeta eta theta iota kappa {sentence} lambda mu nu");
    let other =
        format!("{sentence} other words follow here and they are as many as it takes to fill windows");
    let (one, other) = (marks(&one), marks(&other));
    assert!(one.iter().any(|mark| other.contains(mark)));
}

#[test]
fn passages_shorter_than_a_run_are_not_found() {
    let (one, other) = (
        marks("a b c d e f g x1 x2 x3 x4 x5 x6 x7 x8"),
        marks("a b c d e f g y1 y2 y3 y4 y5 y6 y7 y8"),
    );
    assert!(one.iter().all(|mark| !other.contains(mark)));
}

#[test]
fn a_short_text_has_one_mark_and_a_shorter_one_has_none() {
    assert_eq!(marks("one two three four five six seven eight").len(), 1);
    assert!(marks("one two three").is_empty());
}

#[test]
fn addresses_of_authors_are_kept_as_digests_and_those_of_nobody_not_at_all() {
    let commit = |email: &str| Commit {
        email: email.to_owned(),
        ..Commit::default()
    };
    assert_eq!(
        author(&commit("Ada@Example.org")),
        author(&commit("ada@example.org "))
    );
    assert!(!author(&commit("ada@example.org")).unwrap().contains("ada"));
    assert_eq!(author(&commit("1+ada@users.noreply.github.com")), None);
    assert_eq!(author(&commit("unknown")), None);
}
