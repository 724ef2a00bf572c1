use crate::{rubric, standing};
use court::evidence::{Confidence, Evidence};
use court::justice::{Matter, Status};
use court::law::Law;
use court::opinion::{Hearing, Opinion, Round, Seat};
use court::protocol::{Kind, Standing};
use court::retrial::{Matters, heard_by_statute, retry};
use court::rules::DEFAULT;
use court::score::Score;

fn hearing(votes: [i64; 3], round: Round) -> Hearing {
    let [prosecutor, defense, tech_lead] = votes.map(|points| {
        Seat::Opined(Opinion {
            score: Score::whole(points),
            argument: String::new(),
            cited: Vec::new(),
            confidence: Confidence::CERTAIN,
        })
    });
    Hearing {
        round,
        prosecutor,
        defense,
        tech_lead,
    }
}

fn half_met() -> Vec<Standing> {
    vec![
        standing("a", 1, Some((1, 1)), 1),
        standing("b", 1, Some((0, 1)), 2),
    ]
}

/// How many hearings the ruling rests on, and the score.
fn retried(hearings: Vec<Hearing>, is_by_statute: bool) -> (usize, Option<Score>) {
    let rubric = rubric("dimensions: [{id: a}]");
    let matters = Matters {
        kind: Kind::Plain,
        standings: half_met(),
        dismissed: None,
        hearings,
    };
    let verdict = retry(&rubric, &DEFAULT, &Evidence::default(), &[matters], is_by_statute);
    assert_eq!(verdict.overall, verdict.rulings[0].final_score);
    (verdict.rulings[0].hearings.len(), verdict.overall)
}

#[test]
fn a_case_is_tried_again_with_the_hearings_that_the_rules_want() {
    let (close, wide) = (hearing([3, 4, 4], Round::First), hearing([1, 5, 2], Round::First));
    let second = hearing([4, 4, 4], Round::Rehearing);
    let points = |points| Some(Score::whole(points));
    assert_eq!(retried(vec![close.clone()], true), (1, points(4)));
    assert_eq!(retried(vec![close, second.clone()], true), (1, points(4)));
    assert_eq!(retried(vec![wide.clone(), second], false), (2, points(4)));
    // Opinions by statute can be had: 2, 4 and 3.
    assert_eq!(retried(vec![wide.clone()], true), (2, points(3)));
    assert_eq!(retried(vec![wide], false), (1, points(2)));
}

#[test]
fn what_was_not_heard_is_not_heard_in_a_retrial_either() {
    let rubric = rubric("dimensions: [{id: a}, {id: b}]");
    let heard = Matters {
        kind: Kind::Plain,
        standings: half_met(),
        dismissed: None,
        hearings: vec![hearing([3, 3, 3], Round::First)],
    };
    let why = Status::NotAssessable("no report was given".to_owned());
    let dismissed = Matters {
        dismissed: Some(why.clone()),
        hearings: Vec::new(),
        ..heard.clone()
    };
    let verdict = retry(&rubric, &DEFAULT, &Evidence::default(), &[heard, dismissed], true);
    assert_eq!(verdict.overall, Some(Score::whole(3)));
    assert_eq!(verdict.rulings[1].status, why);
    let of = |at: usize| Matters::of(Kind::Plain, half_met(), &verdict.rulings[at]);
    assert_eq!(of(0).dismissed, None);
    assert_eq!(of(0).hearings.len(), 1);
    assert_eq!(of(1).dismissed, Some(why));
}

#[test]
fn the_statutes_panel_hears_again_only_what_lies_wide_apart() {
    let rubric = rubric("dimensions: [{id: a, max_score: 100}]");
    let dimension = &rubric.dimensions[0];
    let law = Law::of(&rubric, dimension, Kind::Plain);
    let rounds = |standings: &[Standing]| -> Vec<Round> {
        let matter = Matter {
            dimension,
            law: &law,
            standings,
        };
        heard_by_statute(&matter)
            .iter()
            .map(|heard| heard.round)
            .collect()
    };
    assert_eq!(rounds(&half_met()), [Round::First, Round::Rehearing]);
    assert_eq!(rounds(&half_met()[..1]), [Round::First]);
}
