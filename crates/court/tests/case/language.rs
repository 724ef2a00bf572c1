//! What the words of rule files come to.

use crate::{rubric, standing};
use court::evidence::{Confidence, Evidence};
use court::justice::{Matter, needs_rehearing, rule};
use court::law::Law;
use court::opinion::{Hearing, Opinion, Round, Seat};
use court::protocol::Kind;
use court::rubric::Rubric;
use court::rules::{self, CaseFacts, RuleSet};
use court::score::Score;
use std::sync::Arc;

fn hearing(votes: [i64; 3]) -> Hearing {
    let [prosecutor, defense, tech_lead] = votes.map(|points| {
        Seat::Opined(Opinion {
            score: Score::whole(points),
            argument: "It is modular.".to_owned(),
            cited: Vec::new(),
            confidence: Confidence::percent(60),
        })
    });
    Hearing {
        round: Round::First,
        prosecutor,
        defense,
        tech_lead,
    }
}

fn rule_set(text: &str) -> Arc<RuleSet> {
    Arc::new(rules::parse(text, "test.toml").unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// The score of a critical dimension on 0 to 10 with the votes 2, 9 and 4, half of its demands met.
fn value(expression: &str) -> String {
    let rules = rule_set(&format!(
        "rounding = \"none\"\n[words]\ngood = [\"modular\"]\n[[base]]\nid = \"x\"\ndo = '{expression}'\nreason = \"r\""
    ));
    let mut rubric = rubric("dimensions: [{id: d, max_score: 10}]");
    rubric.dimensions[0].is_critical = true;
    let dimension = &rubric.dimensions[0];
    let case = Arc::new(CaseFacts {
        flaws: 2,
        critical_observed: 3,
        ..CaseFacts::default()
    });
    let standings = [
        standing("a", 1, Some((1, 1)), 1),
        standing("b", 1, Some((0, 1)), 2),
    ];
    let matter = Matter {
        dimension,
        law: &Law::of(&rubric, dimension, Kind::Plain).under(&rules, &case),
        standings: &standings,
    };
    let score = rule(&matter, vec![hearing([2, 9, 4])]).final_score;
    score.map_or_else(|| "none".to_owned(), |score| score.to_string())
}

#[test]
fn every_number_of_the_language_is_what_its_meaning_says() {
    for (expression, expected) in [
        ("P", "2"),
        ("D", "9"),
        ("TL", "4"),
        ("spread", "7"),
        ("first_spread", "7"),
        ("gap", "7"),
        ("votes", "3"),
        ("hearings", "1"),
        ("met", "0.5"),
        ("width", "10"),
        ("scale_min + 1", "1"),
        ("scale_max - 1", "9"),
        ("critical_observed", "3"),
        ("population_variance", "8.67"),
        ("sample_variance / 2", "6.5"),
        ("mean()", "5"),
        ("mean(1, 2)", "1.5"),
        ("median()", "4"),
        ("median_low(1, 2)", "1"),
        ("median_high(1, 2)", "2"),
        ("median(1, 2)", "1.5"),
        ("min()", "2"),
        ("max()", "9"),
        ("weighted(1, 1, 2)", "4.75"),
        ("abs(2 - 5)", "3"),
        ("floor(2.7)", "2"),
        ("floor(-1.5) + 5", "3"),
        ("ceil(2.1)", "3"),
        ("ceil(-1.5) + 5", "4"),
        ("trunc(2.9)", "2"),
        ("trunc(-1.5) + 5", "4"),
        ("half_up(2.5)", "3"),
        ("half_even(2.5)", "2"),
        ("half_even(3.5)", "4"),
        ("at(1/4)", "2.5"),
        ("on_five(2)", "2.5"),
        ("down(2.7)", "2"),
        ("up(2.1)", "3"),
        ("clamp(12, 1, 6)", "6"),
        ("clamp(0, 1, 6)", "1"),
        ("if(P < D, 7, 3)", "7"),
        ("first(rubric_cap, 6)", "6"),
        ("confidence(P)", "0.6"),
        ("2 * 3 - 4 / 2", "4"),
        ("-2 + 5", "3"),
        ("(1 + 2) * 3", "9"),
        ("count(supported)", "1"),
        ("count(supported, refuted)", "2"),
        ("count(supported, 0.99)", "1"),
        ("citations(P)", "0"),
    ] {
        assert_eq!(value(expression), expected, "{expression}");
    }
}

#[test]
fn every_truth_of_the_language_holds_when_its_meaning_says() {
    for (holds, expressions) in [
        (
            true,
            [
                "true",
                "critical",
                "case_flaw",
                "kind(plain)",
                "target(repository)",
                "present(P)",
                "dimension(\"x\", \"d*\")",
                "any(supported)",
                "all(supported, refuted)",
                "cites_nothing(P)",
                "says(P, good)",
                "says(any, good)",
                "P < D and TL < D",
                "P > D or TL < D",
                "not P > D",
                "P == 2",
                "P != 3",
                "D >= 9",
                "D <= 9",
                "if(true, P < D, false)",
                "first(rubric_rehears, true)",
                "first(rubric_dissents, true)",
            ]
            .as_slice(),
        ),
        (
            false,
            &[
                "false",
                "flaw",
                "kind(security)",
                "kind(architecture)",
                "target(report)",
                "dimension(\"e\")",
                "any(unobserved)",
                "all(supported)",
                "all(unobserved)",
                "cites(P, supported)",
                "shared_citation",
                "rubric_tech_lead_first",
                "P < D and TL > D",
                "P > D or TL > D",
                "P > 2",
                "P < 2",
                "P != 2",
            ],
        ),
    ] {
        for expression in expressions {
            let score = value(&format!("if({expression}, 1, 0)"));
            assert_eq!(score, if holds { "1" } else { "0" }, "{expression}");
        }
    }
}

/// Whether these votes are heard again under the rubric's own words.
fn is_heard_again(rubric: &Rubric, rules: &Arc<RuleSet>, votes: [i64; 3]) -> bool {
    let dimension = &rubric.dimensions[0];
    let matter = Matter {
        dimension,
        law: &Law::of(rubric, dimension, Kind::Plain).under(rules, &Arc::default()),
        standings: &[],
    };
    needs_rehearing(&matter, &hearing(votes))
}

#[test]
fn a_distance_that_the_rubric_names_means_the_same_on_every_scale() {
    let named = |points: i64| {
        format!(
            "synthesis_rules: {{variance_re_evaluation: 'If the variance is at least {points}, re-evaluate.'}}"
        )
    };
    // Scales that differ: the rubric means 2 of 1 to 5, which is half of each.
    let mixed = rubric(&format!(
        "{}\ndimensions: [{{id: a, max_score: 20}}, {{id: b, max_score: 30}}]",
        named(2)
    ));
    assert!(is_heard_again(&mixed, &rules::DEFAULT, [0, 10, 5]));
    assert!(!is_heard_again(&mixed, &rules::DEFAULT, [0, 9, 5]));
    // Rules on 1 to 5 for a rubric on 0 to 20: the rubric means 5 of its own twenty.
    let one = rubric(&format!("{}\ndimensions: [{{id: a, max_score: 20}}]", named(5)));
    let own = "[scale]\nmin = 1\nmax = 5\n[rehear]\nid = \"again\"\nwhen = \"rubric_rehears\"\nreason = \"r\"\n[[base]]\nid = \"mean\"\ndo = \"mean()\"\nreason = \"r\"";
    let own = rule_set(own);
    assert!(is_heard_again(&one, &own, [0, 5, 5]));
    assert!(!is_heard_again(&one, &own, [0, 4, 4]));
}

#[test]
fn a_result_on_the_scale_of_the_rules_is_carried_over_to_that_of_the_dimension() {
    let rules = rule_set(
        "rounding = \"none\"\n[scale]\nmin = 1\nmax = 5\n[[base]]\nid = \"m\"\ndo = \"mean()\"\nreason = \"r\"",
    );
    let rubric = rubric("dimensions: [{id: a, max_score: 20}]");
    let dimension = &rubric.dimensions[0];
    let matter = Matter {
        dimension,
        law: &Law::of(&rubric, dimension, Kind::Plain).under(&rules, &Arc::default()),
        standings: &[],
    };
    let ruling = rule(&matter, vec![hearing([5, 10, 15])]);
    assert_eq!(ruling.final_score, Some(Score::whole(10)));
    let scale = ruling.trace.last().expect("the scale spoke");
    assert_eq!(
        (scale.rule.as_str(), scale.before),
        ("scale", Some(Score::whole(3)))
    );
    assert_eq!(
        scale.why,
        "carried over from the scale of the rules, 1 to 5, to 0 to 20"
    );
}

#[test]
fn numbers_of_rule_files_may_be_negative_or_fractions_but_never_divided_by_nothing() {
    let scale = |min: &str| {
        let text =
            format!("[scale]\nmin = {min}\nmax = 2\n[[base]]\nid = \"m\"\ndo = \"mean()\"\nreason = \"r\"");
        let set = rules::parse(&text, "test.toml").ok()?;
        set.scale.map(|scale| scale.min.to_string())
    };
    for (min, read) in [
        ("1", Some("1")),
        ("0.5", Some("0.5")),
        ("\"1/4\"", Some("0.25")),
        ("\" 3 / 4 \"", Some("0.75")),
        ("\"1/0\"", None),
        ("\"one\"", None),
        ("true", None),
    ] {
        assert_eq!(scale(min).as_deref(), read, "{min}");
    }
}

#[test]
fn the_overall_score_has_its_own_names_and_says_where_the_others_belong() {
    let wrong = |section: &str, expression: &str| {
        let base = "[[base]]\nid = \"m\"\ndo = \"mean()\"\nreason = \"r\"";
        let text = match section {
            "base" => format!("[[base]]\nid = \"x\"\ndo = \"{expression}\"\nreason = \"r\""),
            _ => format!(
                "{base}\n[[overall.caps]]\nid = \"x\"\nwhen = \"{expression}\"\nat = 1\nreason = \"r\""
            ),
        };
        rules::parse(&text, "test.toml")
            .expect_err("it is refused")
            .to_string()
    };
    for (section, expression, why) in [
        ("base", "vote", "`vote` is only known in `edits`"),
        ("base", "score", "there is no `score` yet"),
        ("base", "overall", "it is only known in `overall`"),
        ("overall", "spread > 1", "it belongs to one dimension"),
        ("overall", "P > 1", "the overall score has no votes"),
    ] {
        let told = wrong(section, expression);
        assert!(told.contains(why), "{expression}: {told}");
    }
}

#[test]
fn the_words_of_the_language_are_listed_with_their_meaning() {
    let words = rules::words();
    for line in [
        "P, D, TL (or prosecutor, defense, tech_lead): their votes",
        "  gap                               distance of Prosecutor and Defense",
        "  abs(x)                            without its sign",
        "  supported, ",
    ] {
        assert!(words.contains(line), "{line}\n{words}");
    }
    assert_eq!(rules::nearest_built_in("defualt"), Some("default"));
    assert_eq!(rules::nearest_built_in("something else"), None);
    assert_eq!(
        rubric::nearest_built_in("automaton-auditr"),
        Some("automaton-auditor")
    );
    assert_eq!(rubric::nearest_built_in("something else"), None);
}

#[test]
fn a_case_of_scales_that_share_no_denominator_still_has_a_score() {
    let mut rubric = rubric("dimensions: [{id: a}, {id: b}, {id: c}, {id: d}]");
    let maxima = [999_983, 999_979, 999_961, 999_959];
    let mut rulings = Vec::new();
    for (dimension, max) in rubric.dimensions.iter_mut().zip(maxima) {
        dimension.scale.min = Score::whole(0);
        dimension.scale.max = Score::whole(max);
        rulings.push(court::justice::Ruling {
            final_score: Some(Score::whole(250_000)),
            ..court::justice::unheard(dimension, court::justice::Status::Judged)
        });
    }
    let verdict = court::verdict::pronounce(&rubric, rulings);
    let overall = verdict.overall.expect("all were judged").as_f64();
    assert!((overall - 1_000_000.0).abs() < 50.0, "{overall}");
    assert_eq!(verdict.scale.max, Score::whole(maxima.iter().sum()));
}

#[test]
fn on_a_fine_scale_the_least_change_of_a_vote_is_looked_for_in_tenths() {
    let rubric = rubric("dimensions: [{id: a, max_score: 100}]");
    let dimension = &rubric.dimensions[0];
    let matter = Matter {
        dimension,
        law: &Law::of(&rubric, dimension, Kind::Plain),
        standings: &[],
    };
    let changes = court::explain::changes(&matter, &[hearing([50, 50, 50])], false);
    let told: Vec<(Score, String)> = changes
        .iter()
        .map(|change| (change.to, Score(change.size).to_string()))
        .collect();
    // One vote from 50 to 60 or to 40, and the mean is rounded.
    assert_eq!(
        told,
        [
            (Score::whole(53), "0.1".to_owned()),
            (Score::whole(47), "0.1".to_owned())
        ]
    );
    let facts = CaseFacts::of(&Evidence::default(), []);
    assert_eq!(facts, CaseFacts::default());
}
