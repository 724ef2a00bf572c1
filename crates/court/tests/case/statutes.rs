use crate::{essential, moot, standing};
use court::opinion::{Opinion, Persona, Round, Seat};
use court::protocol::Standing;
use court::score::{Scale, Score};
use court::statutes::{hear, opine};

/// Fine enough that every share of the tables below is a whole score.
fn scale() -> Scale {
    Scale {
        min: Score::whole(0),
        max: Score::whole(10_000),
        allowed: None,
    }
}

fn opinion(persona: Persona, standings: &[Standing]) -> Opinion {
    match opine(persona, standings, &scale(), Round::First) {
        Seat::Opined(opinion) => opinion,
        Seat::Recused(recusal) => panic!("{}", recusal.cause),
    }
}

#[test]
fn each_persona_scores_by_its_published_statute() {
    let whole = Some((1, 1));
    let none = Some((0, 1));
    // Standings; scores of the first hearing and of the rehearing: Prosecutor, Defense, Tech Lead.
    type Row = (Vec<Standing>, [i64; 3], [i64; 3]);
    let table: [Row; 6] = [
        (vec![standing("a", 3, whole, 1)], [10_000; 3], [10_000; 3]),
        (
            vec![standing("a", 3, whole, 1), standing("b", 1, none, 2)],
            [5_000, 8_750, 7_500],
            [6_250, 8_125, 7_500],
        ),
        (
            vec![standing("a", 3, whole, 1), essential("b", 1, none, 2)],
            [2_500, 8_750, 5_000],
            [2_500, 8_125, 5_000],
        ),
        (
            vec![standing("a", 3, whole, 1), essential("b", 1, Some((1, 2)), 2)],
            [7_500, 9_375, 8_750],
            [8_125, 9_063, 8_750],
        ),
        (
            vec![standing("a", 1, whole, 1), standing("b", 3, none, 2)],
            [0, 6_250, 2_500],
            [0, 4_375, 2_500],
        ),
        (
            vec![
                standing("a", 3, whole, 1),
                standing("b", 1, none, 2),
                essential("unseen", 9, None, 3),
                moot("moot", "there is none"),
            ],
            [5_000, 8_750, 7_500],
            [6_250, 8_125, 7_500],
        ),
    ];
    for (standings, first, again) in table {
        for (round, expected) in [(Round::First, first), (Round::Rehearing, again)] {
            let hearing = hear(&standings, &scale(), round);
            assert_eq!(hearing.round, round);
            assert_eq!(
                hearing.scores(),
                expected.map(Score::whole),
                "{round:?} {standings:?}"
            );
        }
    }
}

#[test]
fn nobody_opines_where_nothing_could_be_observed() {
    let standings = [standing("a", 3, None, 1), moot("b", "there is none")];
    let hearing = hear(&standings, &scale(), Round::First);
    assert_eq!(hearing.scores(), []);
    assert_eq!(hearing.seats().count(), 3);
}

#[test]
fn the_panel_is_as_sure_as_much_of_the_weight_could_be_observed() {
    let table = [
        (vec![standing("a", 3, Some((0, 1)), 1)], 100),
        (
            vec![standing("a", 1, Some((1, 1)), 1), standing("b", 3, None, 2)],
            25,
        ),
        (
            vec![standing("a", 1, Some((1, 1)), 1), moot("b", "there is none")],
            100,
        ),
    ];
    for (standings, percent) in table {
        let sure = opinion(Persona::TechLead, &standings).confidence;
        assert_eq!(u8::from(sure), percent, "{standings:?}");
    }
}

/// What each of the three says and cites.
fn said(standings: &[Standing]) -> [(String, String); 3] {
    Persona::ALL.map(|persona| {
        let opinion = opinion(persona, standings);
        let cited: Vec<String> = opinion.cited.iter().map(ToString::to_string).collect();
        (opinion.argument, cited.join(" "))
    })
}

fn assert_said(standings: &[Standing], expected: [(&str, &str); 3]) {
    let said = said(standings);
    assert_eq!(said.each_ref().map(|(a, c)| (a.as_str(), c.as_str())), expected);
}

#[test]
fn each_persona_says_what_it_weighs_and_cites_that() {
    let met = [standing("a", 3, Some((1, 1)), 1)];
    let mixed = [
        met[0].clone(),
        standing("b", 1, Some((0, 1)), 2),
        essential("c", 1, Some((0, 1)), 3),
        standing("d", 2, Some((1, 2)), 4),
        standing("e", 2, None, 5),
    ];
    assert_said(
        &mixed,
        [
            (
                "Charged: no b (E2); no c (E3); has d, but only in part (E4). Essential among them: E3. That 1 of 4 checks passes is no excuse.",
                "E2 E3 E4",
            ),
            (
                "To be credited: has a (E1). Met in part, and to be counted in part: E4. 1 check could not be looked at and must not count against the subject.",
                "E1 E4",
            ),
            (
                "To be fixed first: no c (E3); no b (E2); has d, but only in part (E4). What works: has a (E1).",
                "E1 E2 E3 E4",
            ),
        ],
    );
    let unmet = [
        mixed[1].clone(),
        standing("e", 2, None, 5),
        standing("f", 2, None, 6),
    ];
    assert_said(
        &unmet,
        [
            ("Charged: no b (E2).", "E2"),
            (
                "No check passes, not even in part. 2 checks could not be looked at and must not count against the subject.",
                "E2",
            ),
            ("To be fixed first: no b (E2).", "E2"),
        ],
    );
    let half = [mixed[3].clone()];
    let plea = "Met in part, and to be counted in part: E4.";
    assert_eq!(said(&half)[1], (plea.to_owned(), "E4".to_owned()));
}

#[test]
fn with_everything_met_the_prosecutor_counts_what_was_observed() {
    let all: Vec<Standing> = (1..4).map(|n| standing("a", 1, Some((1, 1)), n)).collect();
    let charges = |count: usize| said(&all[..count])[0].clone();
    assert_eq!(
        charges(1),
        (
            "No charge stands: the one check passes (E1).".to_owned(),
            "E1".to_owned()
        )
    );
    assert_eq!(charges(2).0, "No charge stands: both checks pass (E1, E2).");
    assert_eq!(charges(3).0, "No charge stands: all 3 checks pass (E1, E2, E3).");
    assert_eq!(
        said(&all)[1].0,
        "To be credited in full: has a (E1); has a (E2); has a (E3)."
    );
    assert_eq!(
        said(&all)[2].0,
        "Nothing to be fixed was found; what works: has a (E1); has a (E2); has a (E3)."
    );
    let two_of_three = [all[0].clone(), all[1].clone(), standing("b", 1, Some((0, 1)), 3)];
    assert_eq!(
        said(&two_of_three)[0].0,
        "Charged: no b (E3). That 2 of 3 checks pass is no excuse."
    );
}

#[test]
fn each_judge_has_one_name_in_reports_and_one_in_running_text() {
    let names = Persona::ALL.map(|persona| (persona.name(), persona.title()));
    let expected = [
        ("Prosecutor", "Prosecutor"),
        ("Defense", "Defense"),
        ("TechLead", "Tech Lead"),
    ];
    assert_eq!(names, expected);
}

/// A demand that proves work by itself, met wholly or not, or without having been looked at.
fn proving(name: &str, share: Option<(i64, i64)>, proves: bool, exhibit: u32) -> Standing {
    let mut standing = standing(name, 1, share, exhibit);
    standing.demand.proof = Some(court::protocol::Proof::default());
    standing.proves = proves;
    standing
}

#[test]
fn the_highest_quarter_is_for_what_work_proves() {
    let whole = Some((1, 1));
    let plain = || standing("plain", 3, whole, 1);
    let table = [
        (vec![plain()], [10_000; 3], ""),
        (vec![plain(), proving("p", whole, true, 2)], [10_000; 3], ""),
        (
            vec![plain(), proving("p", whole, false, 2)],
            [7_500; 3],
            " The highest score needs proof that was not seen: E2.",
        ),
        (
            vec![plain(), proving("p", None, false, 2)],
            [7_500; 3],
            " The highest score needs proof by work, which was not seen.",
        ),
        (
            vec![
                plain(),
                proving("p", whole, true, 2),
                proving("q", None, false, 3),
            ],
            [10_000; 3],
            "",
        ),
        (
            vec![plain(), proving("p", Some((0, 1)), false, 2)],
            [5_000, 7_500, 7_500],
            "",
        ),
    ];
    for (standings, scores, said) in table {
        for (persona, score) in [Persona::Prosecutor, Persona::Defense, Persona::TechLead]
            .into_iter()
            .zip(scores)
        {
            let opinion = opinion(persona, &standings);
            assert_eq!(opinion.score, Score::whole(score), "{persona:?} {standings:?}");
            let lack = opinion
                .argument
                .find(" The highest score")
                .map_or("", |at| &opinion.argument[at..]);
            assert_eq!(lack, said, "{persona:?}");
        }
    }
}

#[test]
fn a_limit_weighs_nothing_and_is_no_charge() {
    let limit = |share| {
        let mut limit = standing("others", 0, share, 2);
        limit.demand.is_limit = true;
        limit.demand.unmet = "one person wrote it all".to_owned();
        limit
    };
    let whole = || standing("plain", 3, Some((1, 1)), 1);
    let open = || standing("open", 3, Some((1, 3)), 1);
    let table = [
        (vec![whole(), limit(Some((0, 1)))], [5_000; 3], [true; 3]),
        (vec![whole(), limit(Some((1, 5)))], [6_000; 3], [true; 3]),
        (vec![whole(), limit(Some((1, 1)))], [10_000; 3], [false; 3]),
        (vec![whole(), limit(None)], [10_000; 3], [false; 3]),
        (
            vec![open(), limit(Some((0, 1)))],
            [0, 5_000, 3_333],
            [false, true, false],
        ),
    ];
    for (standings, scores, says) in table {
        let personas = [Persona::Prosecutor, Persona::Defense, Persona::TechLead];
        for ((persona, score), says) in personas.into_iter().zip(scores).zip(says) {
            let opinion = opinion(persona, &standings);
            assert_eq!(opinion.score, Score::whole(score), "{persona:?} {standings:?}");
            let said = " A higher score needs others who have looked: one person wrote it all (E2).";
            assert_eq!(opinion.argument.ends_with(said), says, "{}", opinion.argument);
            assert_eq!(
                opinion.argument.contains("one person"),
                says,
                "{}",
                opinion.argument
            );
        }
    }
}
