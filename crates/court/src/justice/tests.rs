mod oracle;

use super::*;
use crate::evidence::{Confidence, ExhibitId, Place};
use crate::opinion::{Opinion, Recusal, Round};
use crate::protocol::{Demand, Kind, Want};
use crate::rubric::{Artifact, Rubric};
use crate::score::Fraction;
use crate::statutes;
use crate::verdict::pronounce;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn dimension(scale: Scale) -> Dimension {
    Dimension {
        id: DimensionId("d".to_owned()),
        name: "D".to_owned(),
        artifact: Artifact::Repository,
        protocol: None,
        demanded: None,
        instruction: None,
        description: None,
        success: None,
        failure: None,
        logic: BTreeMap::new(),
        shared_logic: None,
        levels: Vec::new(),
        excluding_level: None,
        scale,
        weight: Fraction::from_integer(1),
        is_critical: false,
        synthesis: Vec::new(),
        extra: BTreeMap::new(),
    }
}

fn standing(weight: i64, share: Option<Fraction>, essential: bool) -> Standing {
    let demand = Demand {
        probe: "p".to_owned(),
        want: Want::Holds(true),
        weight,
        is_essential: essential,
        is_violation: false,
        proof: None,
        is_quiet: false,
        is_limit: false,
        met: "it is met".to_owned(),
        partly: None,
        within: None,
        unmet: "it is not met".to_owned(),
        remedy: "Meet it.".to_owned(),
        asks: Vec::new(),
    };
    Standing {
        demand,
        share,
        exhibit: Some(ExhibitId::new(1)),
        place: None,
        cause: None,
        is_unobserved: share.is_none(),
        proves: false,
    }
}

fn law(kind: Kind) -> Law {
    let dimension = dimension(Scale::one_to_five());
    Law::of(
        &Rubric {
            dimensions: vec![dimension.clone()],
            synthesis: Vec::new(),
            ..empty_rubric()
        },
        &dimension,
        kind,
    )
}

fn seat(points: i64) -> Seat {
    Seat::Opined(Opinion {
        score: Score::whole(points),
        argument: String::new(),
        cited: Vec::new(),
        confidence: Confidence::CERTAIN,
    })
}

fn hearing([p, d, t]: [i64; 3], round: Round) -> Hearing {
    Hearing {
        round,
        prosecutor: seat(p),
        defense: seat(d),
        tech_lead: seat(t),
    }
}

fn recused() -> Seat {
    Seat::Recused(Recusal {
        cause: "the model did not answer".to_owned(),
    })
}

fn ruled(kind: Kind, met: (i64, i64), votes: [i64; 3]) -> Ruling {
    let dimension = dimension(Scale::one_to_five());
    let standings = [
        standing(met.0, Some(Fraction::from_integer(1)), false),
        standing(met.1 - met.0, Some(Fraction::from_integer(0)), false),
    ];
    let standings = if met.0 == 0 {
        &standings[1..]
    } else if met.0 == met.1 {
        &standings[..1]
    } else {
        &standings[..]
    };
    rule(
        &Matter {
            dimension: &dimension,
            law: &law(kind),
            standings,
        },
        vec![hearing(votes, Round::First)],
    )
}

fn rules(ruling: &Ruling) -> Vec<&str> {
    ruling.trace.iter().map(|step| step.rule.as_str()).collect()
}

#[test]
fn people_look_at_votes_that_stay_far_apart_and_at_lost_seats_and_at_nothing_else() {
    let review = |votes| ruled(Kind::Plain, (1, 2), votes).review;
    assert_eq!(review([2, 4, 3]), None);
    assert_eq!(
        review([1, 5, 3]).as_deref(),
        Some("The Prosecutor (1) and the Defense (5) are still far apart")
    );
    let dimension = dimension(Scale::one_to_five());
    let (law, lost) = (
        law(Kind::Plain),
        Hearing {
            tech_lead: recused(),
            ..hearing([3, 4, 3], Round::First)
        },
    );
    let matter = Matter {
        dimension: &dimension,
        law: &law,
        standings: &[],
    };
    let ruling = rule(&matter, vec![lost]);
    assert!(ruling.final_score.is_none() && ruling.review.unwrap().contains("a judge gave no valid answer"));
    let outside = unheard(
        &dimension,
        Status::NotAssessable("no report was given".to_owned()),
    );
    assert_eq!(outside.review, None);
}

/// Kind, met of all, votes P D TL, final, rules that spoke.
type Settled = (Kind, (i64, i64), [i64; 3], i64, &'static [&'static str]);

#[test]
fn the_rules_settle_votes_as_published() {
    let table: [Settled; 6] = [
        (Kind::Plain, (1, 1), [4, 5, 5], 5, &["mean", "rounding"]),
        (Kind::Plain, (1, 2), [3, 4, 3], 3, &["mean", "rounding"]),
        (
            Kind::Architecture,
            (1, 2),
            [2, 3, 4],
            3,
            &["functionality_weight", "rounding"],
        ),
        (
            Kind::Architecture,
            (1, 2),
            [2, 2, 4],
            3,
            &["functionality_weight"],
        ),
        (Kind::Plain, (1, 2), [1, 5, 2], 2, &["variance_tie_break"]),
        (
            Kind::Plain,
            (0, 1),
            [1, 5, 1],
            2,
            &["fact_supremacy", "mean", "rounding"],
        ),
    ];
    for (kind, met, votes, expected, spoke) in table {
        let ruling = ruled(kind, met, votes);
        assert_eq!(
            ruling.final_score,
            Some(Score::whole(expected)),
            "{kind:?} {met:?} {votes:?} {:?}",
            ruling.trace
        );
        assert_eq!(rules(&ruling), spoke, "{kind:?} {met:?} {votes:?}");
    }
}

#[test]
fn a_confirmed_flaw_caps_last_and_words_do_not() {
    let dimension = dimension(Scale::one_to_five());
    let mut flaw = standing(1, Some(Fraction::from_integer(0)), false);
    flaw.demand.is_violation = true;
    let placed = Standing {
        place: Some(Place::line("a.py", 3)),
        ..flaw.clone()
    };
    let met = standing(9, Some(Fraction::from_integer(1)), false);
    let score = |kind, flaw: &Standing| {
        let standings = [met.clone(), flaw.clone()];
        let law = law(kind);
        let matter = Matter {
            dimension: &dimension,
            law: &law,
            standings: &standings,
        };
        rule(&matter, vec![hearing([5, 5, 5], Round::First)]).final_score
    };
    assert_eq!(score(Kind::Security, &placed), Some(Score::whole(3)));
    assert_eq!(
        score(Kind::Security, &flaw),
        Some(Score::whole(5)),
        "a flaw without a place confirms nothing"
    );
    assert_eq!(
        score(Kind::Plain, &placed),
        Some(Score::whole(5)),
        "only security dimensions are capped"
    );
}

#[test]
fn a_recused_judge_leaves_no_score_and_the_cause_unless_the_rules_say_how_it_is_settled() {
    let dimension = dimension(Scale::one_to_five());
    let standings = [standing(1, Some(Fraction::from_integer(1)), false)];
    let law = law(Kind::Plain);
    let matter = Matter {
        dimension: &dimension,
        law: &law,
        standings: &standings,
    };
    let one = Hearing {
        prosecutor: recused(),
        ..hearing([1, 5, 4], Round::First)
    };
    let ruling = rule(&matter, vec![one.clone()]);
    assert_eq!(
        ruling.final_score, None,
        "no better score for the Prosecutor's silence"
    );
    assert!(
        matches!(ruling.status, Status::Incomplete(why) if why.contains("Prosecutor: the model did not answer"))
    );
    let under = |missing: &str| {
        let text = format!("{missing}base = [{{ id = 'm', do = 'mean()' }}]");
        let rules = rules::parse(&text, "t.toml").expect("it parses");
        let law = law.clone().under(&rules.into(), &std::sync::Arc::default());
        rule(&Matter { law: &law, ..matter }, vec![one.clone()])
    };
    assert_eq!(under("").final_score, None, "the rules say nothing of it");
    let said = under("missing = { one = 'drop' }\n");
    assert_eq!(
        (said.final_score, said.lost()),
        (Some(Score::whole(5)), vec![Persona::Prosecutor])
    );
    assert!(said.trace.iter().any(|step| step.rule == "missing_judge"));
    let none = Hearing {
        round: Round::First,
        prosecutor: recused(),
        defense: recused(),
        tech_lead: recused(),
    };
    let ruling = rule(&matter, vec![none]);
    assert!(matches!(ruling.status, Status::Incomplete(_)));
    assert_eq!(ruling.final_score, None);
}

#[test]
fn the_rules_say_what_becomes_of_a_dimension_on_which_nobody_votes() {
    let dimension = dimension(Scale::one_to_five());
    let recused = || {
        Seat::Recused(Recusal {
            cause: "no answer".to_owned(),
        })
    };
    let ruled = |all: &str| {
        let text = format!("missing = {{ all = {all} }}\nbase = [{{ id = 'm', do = 'mean()' }}]");
        let rules = rules::parse(&text, "t.toml").expect("it parses");
        let matter = Matter {
            dimension: &dimension,
            law: &law(Kind::Plain).under(&rules.into(), &std::sync::Arc::default()),
            standings: &[],
        };
        let [prosecutor, defense, tech_lead] = [recused(), recused(), recused()];
        let hearing = Hearing {
            round: Round::First,
            prosecutor,
            defense,
            tech_lead,
        };
        let ruling = rule(&matter, vec![hearing]);
        (ruling.status, ruling.final_score)
    };
    for two in ["2", "'2'", "'4/2'"] {
        assert_eq!(ruled(two), (Status::Judged, Some(Score::whole(2))), "{two}");
    }
    let skipped = "a judge is missing, and the rules skip it then".to_owned();
    assert_eq!(ruled("'skip'"), (Status::NotAssessable(skipped), None));
    let why = "no judge gave a valid answer (Prosecutor: no answer; Defense: no answer; TechLead: no answer)";
    assert_eq!(ruled("'incomplete'"), (Status::Incomplete(why.to_owned()), None));
}

#[test]
fn an_excluded_level_and_an_unjudged_dimension_leave_the_total() {
    let judged = |id: &str, excluding: bool| Dimension {
        id: DimensionId(id.to_owned()),
        excluding_level: excluding.then(|| "none".to_owned()),
        levels: vec![crate::rubric::Level {
            id: "none".to_owned(),
            name: "None".to_owned(),
            score: Score::whole(1),
            description: String::new(),
        }],
        ..dimension(Scale::one_to_five())
    };
    let rubric = Rubric {
        dimensions: vec![judged("a", false), judged("b", true), judged("c", false)],
        ..empty_rubric()
    };
    let ruling = |id: &str, score| Ruling {
        final_score: score,
        status: Status::Judged,
        ..unheard(&judged(id, false), Status::Judged)
    };
    let rulings = vec![
        ruling("a", Some(Score::whole(4))),
        ruling("b", Some(Score::whole(1))),
        unheard(&judged("c", false), Status::Incomplete("x".into())),
    ];
    let verdict = pronounce(&rubric, rulings);
    assert_eq!(verdict.overall, Some(Score::whole(4)));
    assert!(!verdict.is_complete);
}

fn empty_rubric() -> Rubric {
    crate::rubric::parse(
        crate::rubric::built_in("automaton-auditor").expect("it is built in"),
        "test",
    )
    .expect("it parses")
}

fn shares() -> impl Strategy<Value = Vec<Standing>> {
    let share = prop_oneof![
        Just(None),
        (0i64..=4).prop_map(|quarters| Some(Fraction::new(quarters, 4))),
    ];
    prop::collection::vec(
        (1i64..=4, share, any::<bool>()).prop_map(|(w, s, e)| standing(w, s, e)),
        1..8,
    )
}

fn tried(standings: &[Standing]) -> Ruling {
    let dimension = dimension(Scale::one_to_five());
    let mut hearings = vec![statutes::hear(standings, &dimension.scale, Round::First)];
    let law = law(Kind::Plain);
    let matter = Matter {
        dimension: &dimension,
        law: &law,
        standings,
    };
    if needs_rehearing(&matter, &hearings[0]) {
        hearings.push(statutes::hear(standings, &dimension.scale, Round::Rehearing));
    }
    rule(&matter, hearings)
}

fn seats() -> impl Strategy<Value = Seat> {
    prop_oneof![
        4 => (0i64..=4).prop_map(seat),
        1 => Just(Seat::Recused(Recusal { cause: "no answer".to_owned() })),
    ]
}

fn hearings() -> impl Strategy<Value = Vec<Hearing>> {
    let hearing = (seats(), seats(), seats()).prop_map(|(prosecutor, defense, tech_lead)| Hearing {
        round: Round::First,
        prosecutor,
        defense,
        tech_lead,
    });
    prop::collection::vec(hearing, 1..3)
}

/// The votes of `hearings`, 0 to 4, as scores of this scale.
fn on_scale(hearings: &[Hearing], scale: &Scale) -> Vec<Hearing> {
    let moved = |seat: &Seat| match seat {
        Seat::Opined(opinion) => Seat::Opined(Opinion {
            score: scale.at(opinion.score.0 / 4),
            ..opinion.clone()
        }),
        Seat::Recused(_) => seat.clone(),
    };
    let all = hearings.iter().map(|hearing| Hearing {
        round: hearing.round,
        prosecutor: moved(&hearing.prosecutor),
        defense: moved(&hearing.defense),
        tech_lead: moved(&hearing.tech_lead),
    });
    all.collect()
}

fn scales() -> impl Strategy<Value = Scale> {
    let levels = [0, 7, 12, 15, 21, 25, 30, 35].map(Score::whole).to_vec();
    prop_oneof![
        Just(Scale::one_to_five()),
        Just(Scale {
            min: Score::whole(0),
            max: Score::whole(10),
            allowed: None
        }),
        Just(Scale {
            min: Score::whole(0),
            max: Score::whole(35),
            allowed: Some(levels)
        }),
    ]
}

const SYNTHESIS: [&str; 3] = [
    "",
    "security_override: 'Confirmed security flaws cap the score at 2.'",
    "variance_re_evaluation: 'If the variance is at least 2, re-evaluate.', functionality_weight: 'The Tech Lead carries the highest weight for the dimension d.'",
];

proptest! {
    #[test]
    fn the_default_rules_settle_every_case_as_the_same_rules_in_code_do(
        mut standings in shares(), hearings in hearings(), scale in scales(),
        kind in prop::sample::select(vec![Kind::Plain, Kind::Architecture, Kind::Security]),
        rules in prop::sample::select(SYNTHESIS.to_vec()), is_flaw: bool, is_placed: bool,
    ) {
        standings[0].demand.is_violation = is_flaw;
        standings[0].place = is_placed.then(|| Place::line("a.py", 3));
        let text = format!("synthesis_rules: {{{rules}}}\ndimensions: [{{id: d}}]");
        let mut rubric = crate::rubric::parse(&text, "test").expect("it parses");
        rubric.dimensions[0].scale = scale.clone();
        let dimension = rubric.dimensions[0].clone();
        let hearings = on_scale(&hearings, &scale);
        let (law, old) = (Law::of(&rubric, &dimension, kind), oracle::Law::of(&rubric, &dimension, kind));
        let matter = Matter { dimension: &dimension, law: &law, standings: &standings };
        let expected = oracle::Matter { dimension: &dimension, law: &old, standings: &standings };
        let settled = |ruling: Ruling| Ruling { review: None, ..ruling };
        prop_assert_eq!(settled(rule(&matter, hearings.clone())), settled(oracle::rule(&expected, hearings)));
    }

    #[test]
    fn what_could_not_be_observed_never_lowers_a_score(standings in shares(), weight in 1i64..=4, essential: bool) {
        let before = tried(&standings).final_score;
        let mut more = standings.clone();
        more.push(standing(weight, None, essential));
        prop_assert_eq!(tried(&more).final_score, before);
    }

    #[test]
    fn meeting_one_more_demand_never_lowers_a_score(standings in shares(), at in any::<prop::sample::Index>()) {
        let before = tried(&standings).final_score;
        let mut better = standings.clone();
        let at = at.index(better.len());
        prop_assume!(better[at].share.is_some());
        better[at].share = Some(Fraction::from_integer(1));
        prop_assert!(tried(&better).final_score >= before);
    }

    #[test]
    fn a_score_lies_on_the_scale_and_the_prosecutor_never_above_the_defense(standings in shares()) {
        let scale = Scale::one_to_five();
        let hearing = statutes::hear(&standings, &scale, Round::First);
        if let (Some(p), Some(d)) = (hearing.prosecutor.score(), hearing.defense.score()) {
            prop_assert!(p <= d);
            prop_assert!(scale.min <= p && d <= scale.max);
        }
    }

    #[test]
    fn every_vote_triple_is_settled_on_the_scale(p in 1i64..=5, d in 1i64..=5, t in 1i64..=5, met in 0i64..=4) {
        let ruling = ruled(Kind::Architecture, (met, 4), [p, d, t]);
        let score = ruling.final_score.expect("three votes give a score");
        prop_assert!(Score::whole(1) <= score && score <= Score::whole(5));
        prop_assert!(score.0.is_integer());
    }
}
