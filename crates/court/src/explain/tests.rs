use super::*;
use crate::evidence::{Confidence, ExhibitId, Place};
use crate::justice::{Matter, rule};
use crate::law::Law;
use crate::opinion::{Opinion, Round, Seat};
use crate::protocol::{Demand, Kind, Standing, Want};
use crate::retrial::heard_by_statute;
use crate::rubric::Rubric;
use crate::rules::tests::preset;
use crate::rules::{CaseFacts, RuleSet};
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
            proof: None,
            is_quiet: false,
            is_limit: false,
            met: "it is met".to_owned(),
            partly: None,
            within: None,
            unmet: "it is not met".to_owned(),
            remedy: "Meet it.".to_owned(),
            asks: Vec::new(),
        },
        share: quarters.map(|quarters| Fraction::new(quarters, 4)),
        exhibit: Some(ExhibitId::new(number + 1)),
        place: Some(Place::line("a.py", number + 1)),
        cause: None,
        is_unobserved: quarters.is_none(),
        proves: false,
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
        let rules = Arc::new(preset(set));
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
    let rules = Arc::new(preset("seed-tie-break"));
    let law = Law::of(&rubric, &rubric.dimensions[0], Kind::Architecture).under(&rules, &Arc::default());
    let standings = [standing(0, Some(4), false)];
    let matter = Matter {
        dimension: &rubric.dimensions[0],
        law: &law,
        standings: &standings,
    };
    let told: Vec<String> = silent(&matter, &[hearing([3, 3, 3])])
        .iter()
        .map(NearMiss::text)
        .collect();
    assert_eq!(
        told,
        [
            "`fact_supremacy`: all(refuted) does not hold; D >= 4 does not hold: D is 3",
            "`rule_of_functionality`: TL >= 4 does not hold: TL is 3 (by 1)",
            "`tie_break`: spread > 2 does not hold: spread is 0 (by 2)",
            "`rule_of_security`: it is about other dimensions; P <= 2 does not hold: P is 3",
        ]
    );
}

/// What would move the score of these votes under these rules, on the scale of this dimension: what is altered,
/// the score after it, and the size.
fn told(dimension: &str, rules: &str, standings: &[Standing], votes: [i64; 3]) -> Vec<String> {
    let text = format!("dimensions: [{{id: a, {dimension}}}]");
    let rubric = crate::rubric::parse(&text, "t").expect("it parses");
    let law = law(&rubric, rules, 0);
    let matter = Matter {
        dimension: &rubric.dimensions[0],
        law: &law,
        standings,
    };
    let one = |alteration: &Alteration| match alteration {
        Alteration::Vote { judge, from, to } => format!("{} {from}-{to}", judge.title()),
        Alteration::Fact { index, to } => format!("fact {index} {to}"),
    };
    let change = |change: &Change| {
        let all: Vec<String> = change.alterations.iter().map(one).collect();
        format!("{} → {}, {}", all.join(" and "), change.to, change.size)
    };
    changes(&matter, &[hearing(votes)], false)
        .iter()
        .map(change)
        .collect()
}

fn law(rubric: &Rubric, rules: &str, flaws: i64) -> Law {
    let set: RuleSet = crate::rules::parse(rules, "t.toml").expect("they parse");
    let case = CaseFacts {
        flaws,
        ..CaseFacts::default()
    };
    Law::of(rubric, &rubric.dimensions[0], Kind::Plain).under(&Arc::new(set), &Arc::new(case))
}

const MEAN: &str = "base = [{ id = 'm', do = 'mean()' }]\n";
const MEDIAN: &str = "base = [{ id = 'm', do = 'median()' }]\n";

#[test]
fn where_no_single_vote_moves_the_score_the_smallest_pair_does() {
    assert_eq!(
        told("weight: 1", MEDIAN, &[], [3, 3, 3]),
        [
            "Prosecutor 3-4 and Defense 3-4 → 4, 1/2",
            "Prosecutor 3-2 and Defense 3-2 → 2, 1/2"
        ]
    );
    assert_eq!(
        told("weight: 1", MEAN, &[], [5, 5, 5]),
        ["Prosecutor 5-3 → 4, 1/2"],
        "nothing is above the highest score"
    );
    assert_eq!(
        told("weight: 1", MEAN, &[], [1, 1, 1]),
        ["Prosecutor 1-3 → 2, 1/2"]
    );
}

#[test]
fn every_score_of_a_short_scale_is_tried_and_of_a_long_one_eleven_evenly_chosen() {
    let lead = "base = [{ id = 'm', do = 'TL' }]";
    for (scale, votes, changes) in [
        (
            "max_score: 10",
            [5, 5, 5],
            ["Tech Lead 5-6 → 6, 1/10", "Tech Lead 5-4 → 4, 1/10"],
        ),
        (
            "max_score: 100",
            [55, 55, 55],
            ["Tech Lead 55-60 → 60, 1/20", "Tech Lead 55-50 → 50, 1/20"],
        ),
        (
            "max_score: 11",
            [6, 6, 6],
            ["Tech Lead 6-7 → 7, 1/11", "Tech Lead 6-5 → 5, 1/11"],
        ),
        (
            "levels: [{id: x, points: 0}, {id: y, points: 7}, {id: z, points: 12}]",
            [7, 7, 7],
            ["Tech Lead 7-12 → 12, 5/12", "Tech Lead 7-0 → 0, 7/12"],
        ),
    ] {
        assert_eq!(told(scale, lead, &[], votes), changes, "{scale}");
    }
}

#[test]
fn a_fact_is_turned_to_what_it_is_not_alone_or_with_another() {
    let met = "base = [{ id = 'm', do = 'half_up(at(met))' }]";
    // The weights are 1, 2 and 3.
    let all = [
        standing(0, Some(4), false),
        standing(1, Some(0), false),
        standing(2, Some(2), false),
    ];
    assert_eq!(
        told("weight: 1", met, &all, [3, 3, 3]),
        ["fact 1 1 → 4, 1", "fact 0 0 → 2, 1"]
    );
    let both = format!("{MEAN}rules = [{{ id = 'r', when = 'all(supported)', do = 5 }}]");
    assert_eq!(
        told("weight: 1", &both, &all, [3, 3, 3])[2..],
        ["fact 1 1 and fact 2 1 → 5, 2"]
    );
}

#[test]
fn a_flaw_that_would_be_seen_is_one_in_the_whole_case_too() {
    let rules = format!(
        "{MEAN}caps = [{{ id = 'c', when = 'case_flaw', at = 2 }}, {{ id = 'd', when = 'flaw', at = 1 }}]"
    );
    let rubric = rubric();
    let placeless = |quarters| Standing {
        place: None,
        ..standing(0, Some(quarters), true)
    };
    let after = |flaws: i64, standing: Standing, to: (i64, i64)| {
        let law = law(&rubric, &rules, flaws);
        let standings = [standing];
        let matter = Matter {
            dimension: &rubric.dimensions[0],
            law: &law,
            standings: &standings,
        };
        let fact = Alteration::Fact {
            index: 0,
            to: Fraction::new(to.0, to.1),
        };
        apply(&matter, &[hearing([5, 5, 5])], &[fact], false)
    };
    for (flaws, standing, to, score) in [
        // Mended, and it was the only one; or another dimension has one still.
        (1, standing(0, Some(0), true), (1, 1), 5),
        (2, standing(0, Some(0), true), (1, 1), 2),
        // A flaw comes up, here or also elsewhere.
        (0, standing(0, Some(4), true), (0, 1), 1),
        // What would be seen would be seen somewhere; what is met in part keeps the place it has.
        (0, placeless(4), (0, 1), 1),
        (0, placeless(4), (1, 2), 5),
        (1, placeless(4), (1, 2), 2),
    ] {
        assert_eq!(
            after(flaws, standing, to),
            Some(Score::whole(score)),
            "{flaws} {to:?}"
        );
    }
    let law = law(&rubric, &rules, 0);
    let matter = Matter {
        dimension: &rubric.dimensions[0],
        law: &law,
        standings: &[],
    };
    let fact = Alteration::Fact {
        index: 0,
        to: Fraction::from_integer(1),
    };
    assert_eq!(
        apply(&matter, &[hearing([5, 5, 5])], &[fact], false),
        None,
        "there is no such fact"
    );
}
