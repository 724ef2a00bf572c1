use super::*;
use crate::evidence::{Confidence, ExhibitId, Place};
use crate::justice::{Matter, rule};
use crate::law::Law;
use crate::opinion::{Opinion, Round, Seat};
use crate::protocol::{Demand, Kind, Standing, Want};
use crate::retrial::heard_by_statute;
use crate::rubric::Rubric;
use crate::rules::load;
use crate::score::{Fraction, Score};
use proptest::prelude::*;
use std::sync::Arc;

fn rubric() -> Rubric {
    crate::rubric::parse("dimensions: [{id: graph_orchestration}]", "t").expect("it parses")
}

fn standing(number: u32, quarters: Option<i64>, is_violation: bool) -> Standing {
    Standing {
        demand: Demand {
            probe: format!("p{number}"),
            want: Want::Holds(true),
            weight: 1 + i64::from(number % 3),
            is_essential: number.is_multiple_of(2),
            is_violation,
            met: "it is met".to_owned(),
            unmet: "it is not met".to_owned(),
            remedy: "Meet it.".to_owned(),
            asks: Vec::new(),
        },
        share: quarters.map(|quarters| Fraction::new(quarters, 4)),
        exhibit: Some(ExhibitId::new(number + 1)),
        place: Some(Place::line("a.py", number + 1)),
        cause: None,
        is_unobserved: quarters.is_none(),
    }
}

fn standings() -> impl Strategy<Value = Vec<Standing>> {
    let one = (prop::option::weighted(0.8, 0i64..=4), prop::bool::weighted(0.2));
    prop::collection::vec(one, 1..5).prop_map(|all| {
        (0..)
            .zip(all)
            .map(|(number, (quarters, is_violation))| standing(number, quarters, is_violation))
            .collect()
    })
}

fn seat(points: i64) -> Seat {
    Seat::Opined(Opinion {
        score: Score::whole(points),
        argument: String::new(),
        cited: vec![ExhibitId::new(1)],
        confidence: Confidence::CERTAIN,
    })
}

fn hearing([p, d, t]: [i64; 3]) -> Hearing {
    Hearing {
        round: Round::First,
        prosecutor: seat(p),
        defense: seat(d),
        tech_lead: seat(t),
    }
}

const SETS: [&str; 6] = [
    "default",
    "seed-tie-break",
    "seed-interim",
    "peer-blend",
    "peer-median",
    "peer-words",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_change_that_is_told_really_moves_the_score(
        standings in standings(), votes in [1i64..=5, 1i64..=5, 1i64..=5],
        set in prop::sample::select(SETS.to_vec()), is_by_statute: bool,
        kind in prop::sample::select(vec![Kind::Plain, Kind::Architecture, Kind::Security]),
    ) {
        let rubric = rubric();
        let rules = Arc::new(load(set).expect("it is built in").expect("it parses"));
        let law = Law::of(&rubric, &rubric.dimensions[0], kind).under(&rules, &Arc::default());
        let matter = Matter { dimension: &rubric.dimensions[0], law: &law, standings: &standings };
        let hearings = if is_by_statute { heard_by_statute(&matter) } else { vec![hearing(votes)] };
        let before = rule(&matter, hearings.clone()).final_score;
        for change in changes(&matter, &hearings, is_by_statute) {
            prop_assert!(Some(change.to) != before);
            prop_assert!((1..=2).contains(&change.alterations.len()));
            let applied = apply(&matter, &hearings, &change.alterations, is_by_statute);
            prop_assert_eq!(applied, Some(change.to));
        }
    }
}

#[test]
fn the_smallest_change_of_a_vote_is_found_in_each_direction() {
    let rubric = rubric();
    let law = Law::of(&rubric, &rubric.dimensions[0], Kind::Plain);
    let standings = [standing(0, Some(2), false)];
    let matter = Matter {
        dimension: &rubric.dimensions[0],
        law: &law,
        standings: &standings,
    };
    let found = changes(&matter, &[hearing([3, 3, 3])], false);
    let votes: Vec<(&Change, &Alteration)> = found
        .iter()
        .map(|change| (change, &change.alterations[0]))
        .filter(|(_, one)| matches!(one, Alteration::Vote { .. }))
        .collect();
    // 3 3 3 is 3; 3 3 5 is 11/3, so 4; 1 3 3 is 7/3, so 2.
    let told: Vec<(Score, Score)> = votes
        .iter()
        .filter_map(|(change, one)| match one {
            Alteration::Vote { to, .. } => Some((*to, change.to)),
            Alteration::Fact { .. } => None,
        })
        .collect();
    assert_eq!(
        told,
        [
            (Score::whole(5), Score::whole(4)),
            (Score::whole(1), Score::whole(2))
        ]
    );
}

#[test]
fn a_silent_rule_says_what_is_missing_and_by_how_much() {
    let rubric = rubric();
    let rules = Arc::new(
        load("seed-tie-break")
            .expect("it is built in")
            .expect("it parses"),
    );
    let law = Law::of(&rubric, &rubric.dimensions[0], Kind::Architecture).under(&rules, &Arc::default());
    let standings = [standing(0, Some(4), false)];
    let matter = Matter {
        dimension: &rubric.dimensions[0],
        law: &law,
        standings: &standings,
    };
    let told: Vec<String> = silent(&matter, &[hearing([3, 3, 3])])
        .iter()
        .map(Near::text)
        .collect();
    assert_eq!(
        told,
        [
            "`rule_of_security`: it is about other dimensions; P <= 2 does not hold: P is 3",
            "`fact_supremacy`: all(refuted) does not hold; D >= 4 does not hold: D is 3",
            "`rule_of_functionality`: TL >= 4 does not hold: TL is 3 (by 1)",
            "`tie_break`: spread > 2 does not hold: spread is 0 (by 2)",
        ]
    );
}
