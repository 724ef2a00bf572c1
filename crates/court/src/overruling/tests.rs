use super::*;
use crate::justice::unheard;
use crate::rubric::DimensionId;
use crate::rules;
use crate::score::Score;
use crate::verdict::pronounce;

fn rubric() -> Rubric {
    let text = r#"{"dimensions":[{"id":"a","name":"A"},{"id":"b","name":"B"}]}"#;
    crate::rubric::parse(text, "rubric.json").unwrap()
}

fn verdict(rubric: &Rubric, scores: [Option<i64>; 2]) -> Verdict {
    let rulings = rubric
        .dimensions
        .iter()
        .zip(scores)
        .map(|(dimension, score)| match score {
            None => unheard(dimension, Status::Incomplete("nobody could look".to_owned())),
            Some(score) => Ruling {
                status: Status::Judged,
                final_score: Some(Score::whole(score)),
                ..unheard(dimension, Status::Judged)
            },
        });
    pronounce(rubric, rulings.collect())
}

fn word(dimension: &str, score: i64) -> Overruling {
    Overruling {
        dimension: DimensionId(dimension.to_owned()),
        score: Score::whole(score),
        court: None,
        by: "Ada".to_owned(),
        why: "the diagram is on page 3".to_owned(),
    }
}

fn heard(verdict: &Verdict, rubric: &Rubric, words: &[Overruling]) -> Verdict {
    overruled(verdict, &rules::DEFAULT, &CaseFacts::default(), rubric, words)
}

#[test]
fn what_people_say_counts_and_what_the_court_said_is_kept() {
    let rubric = rubric();
    let court = verdict(&rubric, [Some(2), Some(4)]);
    let after = heard(&court, &rubric, &[word("a", 4)]);
    assert_eq!(after.rulings[0].final_score, Some(Score::whole(4)));
    assert_eq!(after.overall, Some(Score::whole(4)));
    assert_eq!(
        (after.court_overall, after.overrulings[0].court),
        (court.overall, Some(Score::whole(2)))
    );
    let step = after.rulings[0].trace.last().unwrap();
    assert_eq!(
        (step.rule.as_str(), step.before, step.after),
        (RULE, Some(Score::whole(2)), Some(Score::whole(4)))
    );
    assert_eq!(after.rulings[1], court.rulings[1]);
}

#[test]
fn people_can_judge_what_the_court_could_not() {
    let rubric = rubric();
    let court = verdict(&rubric, [None, Some(4)]);
    assert!(!court.is_complete);
    let after = heard(&court, &rubric, &[word("a", 2)]);
    assert!(after.is_complete);
    assert_eq!(
        (after.overall, after.overrulings[0].court),
        (Some(Score::whole(3)), None)
    );
}

#[test]
fn words_about_no_dimension_change_nothing() {
    let rubric = rubric();
    let court = verdict(&rubric, [Some(2), Some(4)]);
    assert_eq!(heard(&court, &rubric, &[word("c", 5)]), court);
    assert_eq!(heard(&court, &rubric, &[]), court);
}
