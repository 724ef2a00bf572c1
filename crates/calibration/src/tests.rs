//! Calibration against figures that were computed by hand.

use super::labels::parse;
use super::licence::Licence;
use super::measure::Agreement;
use super::{flips, people, spread, votes};
use serde_json::json;

#[test]
fn labels_are_read_by_the_names_of_their_columns_and_the_first_reader_counts() {
    let text = "subject,dimension,score,reader\n\"a, b\",git,4,ann\nc,git,2,bob\nc,git,3,ann\n";
    let labels = parse(text).unwrap();
    assert_eq!(
        labels.subjects,
        [("a, b".to_owned(), None), ("c".to_owned(), None)]
    );
    let of = |subject: &str| labels.scores[&(subject.to_owned(), "git".to_owned())].clone();
    assert_eq!((of("a, b"), of("c")), (vec![4.0], vec![3.0, 2.0]));
    let found = people(&labels, Some("git")).unwrap();
    assert_eq!((found.scores, found.exact, found.within_one), (1, 0.0, 1.0));
    for (text, line) in [
        ("", 1),
        ("subject,score\n", 1),
        ("subject,dimension,score\na,b,good\n", 2),
    ] {
        assert_eq!(parse(text).unwrap_err().0, line, "{text}");
    }
}

#[test]
fn agreement_is_what_the_textbook_says() {
    let pairs = [(1.0, 1.0), (2.0, 3.0), (3.0, 3.0), (5.0, 3.0)];
    let found = Agreement::of(&pairs).unwrap();
    assert_eq!((found.exact, found.within_one), (0.5, 0.75));
    assert_eq!((found.mean_difference, found.bias), (0.75, -0.25));
    // Observed 5/4; expected 39/4 + 28/4 - 2 * 11/4 * 10/4 = 3; 1 - 5/12.
    assert_eq!(found.kappa, Some(0.5833));
    let [low, high] = found.interval.unwrap();
    assert!((low..=high).contains(&0.5833) && high <= 1.0, "{low} to {high}");
    assert_eq!(Agreement::of(&pairs), Some(found));
    let same = Agreement::of(&[(3.0, 3.0), (3.0, 3.0)]).unwrap();
    assert_eq!((same.exact, same.kappa, same.interval), (1.0, None, None));
    assert_eq!(Agreement::of(&[]), None);
}

#[test]
fn votes_are_those_of_the_last_hearing_and_flips_and_spread_are_counted_over_them() {
    let report = |defense: i64| {
        json!({"criteria": [{"dimension_id": "git", "final_score": 3, "judge_opinions": [
            {"judge": "Defense", "score": 5, "round": 1}, {"judge": "Defense", "score": defense, "round": 2},
            {"judge": "Prosecutor", "score": null}]}]})
    };
    let (one, other) = (votes("s", &report(4)), votes("s", &report(2)));
    assert_eq!(one.values().copied().collect::<Vec<_>>(), [4.0, 3.0]);
    assert_eq!(flips(&one, &other), [1, 2]);
    assert_eq!((spread(&[one.clone(), other]), spread(&[one])), (Some(1.0), None));
}

#[test]
fn the_licence_of_the_statutes_is_read_and_is_about_the_built_in_rubric_and_rules() {
    let licence = Licence::built_in();
    let text = court::rubric::built_in("automaton-auditor").unwrap();
    let rubric = court::rubric::parse(text, "automaton-auditor").unwrap();
    let rules = &court::rules::DEFAULT;
    let identity = super::licence::identity(None);
    assert_eq!(
        licence.covers(&identity, &rubric, rules),
        Ok(()),
        "measure it anew: `auditor calibrate`; the panel is now {identity}"
    );
    assert!(licence.overall.kappa.is_some() && licence.subjects > 10);
    assert_eq!(licence.covers("another", &rubric, rules), Err("another panel"));
}
