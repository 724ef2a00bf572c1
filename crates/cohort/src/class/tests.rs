use super::*;
use crate::list::Entry;
use crate::submission::Dimension;
use serde_json::json;

pub(crate) fn submission(id: &str, scores: &[Option<f64>]) -> Submission {
    let dimensions = scores.iter().enumerate().map(|(at, score)| Dimension {
        id: format!("d{at}"),
        name: format!("Dimension {at}"),
        scale: [1.0, 5.0],
        score: *score,
        ..Dimension::default()
    });
    let scored: Vec<f64> = scores.iter().flatten().copied().collect();
    Submission {
        entry: Entry {
            id: id.to_owned(),
            folder: id.to_owned(),
            ..Entry::default()
        },
        outcome: Outcome::Audited(Box::new(Audited {
            overall: (!scored.is_empty()).then(|| mean(&scored)),
            scale: [1.0, 5.0],
            is_complete: true,
            dimensions: dimensions.collect(),
            ..Audited::default()
        })),
    }
}

fn class(scores: &[&[Option<f64>]]) -> Class {
    let submissions = scores
        .iter()
        .enumerate()
        .map(|(at, scores)| submission(&format!("s{at}"), scores));
    Class::of("class", submissions.collect())
}

#[test]
fn quartiles_lie_between_the_scores_in_proportion() {
    let scores: Vec<[Option<f64>; 1]> = [1.0, 2.0, 3.0, 4.0].map(|score| [Some(score)]).to_vec();
    let scores: Vec<&[Option<f64>]> = scores.iter().map(<[_; 1]>::as_slice).collect();
    let figures = &class(&scores).dimensions[0];
    assert_eq!(figures.spread, [1.0, 1.75, 2.5, 3.25, 4.0]);
    assert_eq!(figures.mean, 2.5);
    assert_eq!(figures.bars.iter().sum::<usize>(), 4);
}

#[test]
fn a_dimension_without_scores_has_figures_and_no_score() {
    let class = class(&[&[None, Some(3.0)], &[None, Some(5.0)]]);
    assert_eq!((class.dimensions[0].scored, class.dimensions[0].unscored), (0, 2));
    assert_eq!(
        class.dimensions[1].bars[8], 1,
        "the greatest score falls into the last bar"
    );
}

#[test]
fn who_lies_far_from_all_others_is_an_outlier_once_there_are_enough() {
    let near = [3.0, 3.25, 3.5, 3.0, 3.25, 3.5, 3.25].map(|score| vec![Some(score)]);
    let mut scores: Vec<&[Option<f64>]> = near.iter().map(Vec::as_slice).collect();
    assert!(class(&scores).dimensions[0].outliers.is_empty());
    scores.push(&[Some(1.0)]);
    let class = class(&scores);
    assert_eq!(class.dimensions[0].outliers, [7]);
    assert_eq!(class.first[0].who, 7);
}

#[test]
fn a_dimension_that_never_varies_tells_nobody_apart() {
    let scores: Vec<Vec<Option<f64>>> = (0..9)
        .map(|at| vec![Some(3.0), Some(f64::from(at) / 2.0), Some(f64::from(at) / 2.0)])
        .collect();
    let scores: Vec<&[Option<f64>]> = scores.iter().map(Vec::as_slice).collect();
    let class = class(&scores);
    assert_eq!(class.dimensions[0].discrimination, None);
    assert!(class.dimensions[1].discrimination.is_some_and(|much| much > 0.99));
}

#[test]
fn what_most_do_not_meet_comes_first() {
    let report = |actions: &[&str]| {
        let remediation: Vec<_> = actions.iter().map(|action| json!({"action": action})).collect();
        json!({"criteria": [{"dimension_id": "d", "dimension_name": "D", "scale": {"min": 1, "max": 5}, "final_score": 2,
            "judge_opinions": [{"round": 1, "score": 1}, {"round": 1, "score": 5}], "remediation": remediation}], "complete": false})
    };
    let submissions = [&["a", "a"][..], &["b", "a"], &[]].map(|actions| Submission {
        entry: Entry::default(),
        outcome: Outcome::Audited(Box::new(Audited::of(&report(actions)).unwrap())),
    });
    let class = Class::of("class", submissions.into());
    let told: Vec<(&str, usize)> = class
        .missing
        .iter()
        .map(|one| (one.action.as_str(), one.who.len()))
        .collect();
    assert_eq!(told, [("a", 2), ("b", 1)], "who lacks it twice counts once");
    assert_eq!(class.missing[0].lower_by, None, "nobody has a score");
    assert_eq!(
        class.first[0].reasons[0],
        "incomplete: somebody has still to look or to judge"
    );
    assert_eq!(class.first[0].reasons[1], "judges far apart: D");
}

#[test]
fn who_could_not_be_audited_needs_a_human_first() {
    let mut submissions = vec![submission("a", &[Some(3.0)])];
    submissions.push(Submission {
        entry: Entry::default(),
        outcome: Outcome::Failed("no access".to_owned()),
    });
    let class = Class::of("class", submissions);
    assert_eq!(class.first.len(), 1);
    assert_eq!(class.first[0].reasons, ["not audited: no access"]);
    assert_eq!(class.audited().count(), 1);
}
