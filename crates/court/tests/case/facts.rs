//! What of the facts and of the votes rules can see, and what they make of it.

use crate::{moot, rubric, standing};
use court::evidence::{Confidence, Evidence, ExhibitId, Place};
use court::explain::{Alteration, changes, silent};
use court::justice::{Matter, Ruling, Status, rule, unheard};
use court::law::Law;
use court::opinion::{Hearing, Opinion, Persona, Round, Seat};
use court::protocol::{Kind, Standing};
use court::rules::{self, CaseFacts, RuleSet};
use court::score::{Fraction, Score};
use court::verdict::pronounce_under;
use std::sync::Arc;

fn hearing(votes: [i64; 3], cited: [&[u32]; 3]) -> Hearing {
    let seat = |at: usize| {
        Seat::Opined(Opinion {
            score: Score::whole(votes[at]),
            argument: String::new(),
            cited: cited[at].iter().map(|number| ExhibitId::new(*number)).collect(),
            confidence: Confidence::CERTAIN,
        })
    };
    Hearing {
        round: Round::First,
        prosecutor: seat(0),
        defense: seat(1),
        tech_lead: seat(2),
    }
}

fn rule_set(text: &str) -> Arc<RuleSet> {
    let base = "[[base]]\nid = \"m\"\ndo = 'mean()'\nreason = \"r\"\n";
    let text = if text.contains("[[base]]") {
        text.to_owned()
    } else {
        format!("{text}\n{base}")
    };
    Arc::new(rules::parse(&text, "test.toml").unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn ruled(rules: &Arc<RuleSet>, max: i64, standings: &[Standing], hearing: Hearing) -> Ruling {
    let scale = if max == 5 {
        String::new()
    } else {
        format!(", max_score: {max}")
    };
    let rubric = rubric(&format!("dimensions: [{{id: d{scale}}}]"));
    let dimension = &rubric.dimensions[0];
    let matter = Matter {
        dimension,
        law: &Law::of(&rubric, dimension, Kind::Plain).under(rules, &Arc::default()),
        standings,
    };
    rule(&matter, vec![hearing])
}

fn half_met() -> [Standing; 2] {
    [
        standing("a", 1, Some((1, 1)), 1),
        standing("b", 1, Some((0, 1)), 2),
    ]
}

#[test]
fn rules_tell_met_from_partly_met_unmet_unobserved_and_moot() {
    let standings = [
        standing("a", 1, Some((1, 1)), 1),
        standing("b", 1, Some((1, 2)), 2),
        standing("c", 1, Some((0, 1)), 3),
        standing("d", 1, None, 4),
        moot("e", "there is none"),
    ];
    let cited: [&[u32]; 3] = [&[1, 2], &[1, 4], &[1]];
    let holds = |expression: &str, standings: &[Standing], cited: [&[u32]; 3]| {
        let rules = rule_set(&format!(
            "[[base]]\nid = \"x\"\ndo = 'if({expression}, 1, 0)'\nreason = \"r\""
        ));
        ruled(&rules, 10, standings, hearing([2, 2, 2], cited)).final_score == Some(Score::whole(1))
    };
    for expression in [
        "count(supported) == 1",
        "count(partial) == 1",
        "count(refuted) == 1",
        "count(unobserved) == 1",
        "any(partial)",
        "all(supported, partial, refuted)",
        "cites(P, partial)",
        "citations(P) == 2",
        "citations(D, supported) == 1",
        "shared_citation",
        "met == 1/2",
    ] {
        assert!(holds(expression, &standings, cited), "{expression}");
    }
    for expression in [
        "all(supported, partial)",
        "cites(TL, refuted)",
        "cites_nothing(D)",
    ] {
        assert!(!holds(expression, &standings, cited), "{expression}");
    }
    let unseen = [standing("d", 1, None, 4)];
    assert!(holds("all(unobserved)", &unseen, cited));
    assert!(!holds("all(unobserved)", &standings, cited));
    assert!(!holds("all(supported)", &unseen, cited));
    let apart: [&[u32]; 3] = [&[1], &[1], &[2]];
    assert!(!holds("shared_citation", &standings, apart));
    let only_unseen: [&[u32]; 3] = [&[4], &[4], &[4]];
    assert!(!holds("shared_citation", &standings, only_unseen));
}

#[test]
fn each_way_of_rounding_goes_to_steps_of_the_size_that_the_rules_name() {
    for (mode, number, rounded) in [
        ("half_up", "2.25", (5, 2)),
        ("half_up", "2.24", (2, 1)),
        ("half_even", "2.25", (2, 1)),
        ("half_even", "2.75", (3, 1)),
        ("floor", "2.49", (2, 1)),
        ("ceil", "2.01", (5, 2)),
        ("trunc", "2.49", (2, 1)),
        ("none", "2.25", (9, 4)),
    ] {
        let rules = rule_set(&format!(
            "rounding = \"{mode}\"\nstep = 0.5\n[[base]]\nid = \"x\"\ndo = '{number}'\nreason = \"r\""
        ));
        let score = ruled(&rules, 10, &half_met(), hearing([2, 2, 2], [&[]; 3])).final_score;
        let expected = Score(Fraction::new(rounded.0, rounded.1));
        assert_eq!(score, Some(expected), "{mode} {number}");
    }
}

#[test]
fn a_dissent_says_who_disagreed_over_what_and_what_settled_it() {
    let wide = ruled(&rules::DEFAULT, 5, &half_met(), hearing([1, 5, 2], [&[]; 3]));
    assert_eq!(
        wide.dissent.as_deref(),
        Some(
            "The Prosecutor (1) and the Defense (5) disagree over how much this weighs: no b. `variance_tie_break` settled it at 2."
        )
    );
    let spread = rule_set("dissent = \"spread >= 2\"");
    let lead = ruled(&spread, 5, &half_met()[..1], hearing([2, 2, 4], [&[]; 3]));
    assert_eq!(
        lead.dissent.as_deref(),
        Some(
            "The judges, Prosecutor (2), Defense (2), Tech Lead (4), disagree over how much this weighs: the weight of what is met. `m` settled it at 3."
        )
    );
    let close = ruled(&spread, 5, &half_met(), hearing([3, 3, 4], [&[]; 3]));
    assert_eq!(close.dissent, None);
}

#[test]
fn flaws_and_critical_dimensions_are_counted_over_the_whole_case() {
    let mut rubric = rubric("dimensions: [{id: a}, {id: b}, {id: c}]");
    let mut flaw = standing("a", 1, Some((0, 1)), 1);
    flaw.demand.is_violation = true;
    flaw.place = Some(Place::line("a.py", 1));
    let (flawed, unseen) = ([flaw], [standing("b", 1, None, 2)]);
    for dimension in &mut rubric.dimensions {
        dimension.is_critical = true;
    }
    let of = [flawed.as_slice(), flawed.as_slice(), unseen.as_slice()];
    let facts = CaseFacts::of(&Evidence::default(), rubric.dimensions.iter().zip(of));
    assert_eq!((facts.flaws, facts.critical_observed), (2, 2));
}

#[test]
fn the_smallest_change_of_a_vote_and_of_a_fact_is_found_in_both_directions() {
    let rubric = rubric("dimensions: [{id: d}]");
    let dimension = &rubric.dimensions[0];
    let standings = half_met();
    let matter = Matter {
        dimension,
        law: &Law::of(&rubric, dimension, Kind::Plain),
        standings: &standings,
    };
    let vote = |judge, from, to| Alteration::Vote {
        judge,
        from: Score::whole(from),
        to: Score::whole(to),
    };
    let fact = |index, to| Alteration::Fact {
        index,
        to: Fraction::from_integer(to),
    };
    let half = Fraction::new(1, 2);
    let whole = Fraction::from_integer(1);
    let found: Vec<_> = changes(&matter, &[hearing([2, 4, 3], [&[]; 3])], true)
        .into_iter()
        .map(|change| (change.alterations, change.to, change.size))
        .collect();
    assert_eq!(
        found,
        [
            (vec![vote(Persona::Prosecutor, 2, 4)], Score::whole(4), half),
            (vec![vote(Persona::Defense, 4, 2)], Score::whole(2), half),
            (vec![fact(1, 1)], Score::whole(5), whole),
            (vec![fact(0, 0)], Score::whole(1), whole),
        ]
    );
}

#[test]
fn a_rule_that_came_too_late_is_told_what_came_first() {
    let rubric = rubric("dimensions: [{id: d}]");
    let dimension = &rubric.dimensions[0];
    let standings = half_met();
    let matter = Matter {
        dimension,
        law: &Law::of(&rubric, dimension, Kind::Plain),
        standings: &standings,
    };
    let told: Vec<String> = silent(&matter, &[hearing([1, 5, 2], [&[]; 3])])
        .iter()
        .map(rules::NearMiss::text)
        .collect();
    let late = "`mean`: `variance_tie_break` came first and ended the base";
    assert!(told.iter().any(|told| told == late), "{told:?}");
}

#[test]
fn the_score_of_the_case_follows_the_formula_that_the_rules_name() {
    let rubric = rubric(
        "dimensions: [{id: a, max_score: 10, weight: 2}, {id: b, max_score: 10, weight: 1}, {id: c, max_score: 10, weight: 1}]",
    );
    let rulings = || -> Vec<Ruling> {
        let scored = rubric.dimensions.iter().zip([7, 4, 3]);
        scored
            .map(|(dimension, points)| Ruling {
                final_score: Some(Score::whole(points)),
                ..unheard(dimension, Status::Judged)
            })
            .collect()
    };
    for (overall, score, max) in [
        ("formula = \"weighted\"", (21, 4), 10),
        ("formula = \"mean\"", (14, 3), 10),
        ("formula = \"sum\"", (14, 1), 30),
        ("formula = \"verdicts\"\npass = 7\npartial = 4", (5, 1), 10),
        ("formula = \"mean\"\ntimes = 10", (140, 3), 100),
        (
            "formula = \"mean\"\nrounding = \"half_up\"\nstep = 0.5",
            (9, 2),
            10,
        ),
    ] {
        let rules = rule_set(&format!("[overall]\n{overall}\n"));
        let verdict = pronounce_under(&rules, &CaseFacts::default(), &rubric, rulings());
        let expected = Score(Fraction::new(score.0, score.1));
        assert_eq!(verdict.overall, Some(expected), "{overall}");
        assert_eq!(verdict.scale.max, Score::whole(max), "{overall}");
        assert!(verdict.is_complete);
    }
}

#[test]
fn what_undoes_the_whole_or_was_not_looked_at_caps_the_overall_score() {
    let rubric = rubric(
        "dimensions: [{id: engineering_history}, {id: engineering_structure}, {id: engineering_tests}, {id: engineering_automation}]",
    );
    // The scores of history, structure, tests and automation; 0 where there is none.
    for (scores, overall) in [
        ([5, 5, 5, 5], (5, 1)),
        ([5, 0, 5, 5], (4, 1)),
        ([5, 5, 2, 5], (3, 1)),
        ([5, 5, 2, 2], (5, 2)),
        ([0, 0, 0, 5], (5, 1)),
    ] {
        let all = rubric.dimensions.iter().zip(scores);
        let rulings = all.map(|(dimension, points)| Ruling {
            final_score: (points > 0).then(|| Score::whole(points)),
            ..unheard(dimension, Status::Judged)
        });
        let verdict = pronounce_under(&rules::DEFAULT, &CaseFacts::default(), &rubric, rulings.collect());
        let expected = Score(Fraction::new(overall.0, overall.1));
        assert_eq!(verdict.overall, Some(expected), "{scores:?}");
    }
}

#[test]
fn a_rule_set_gives_its_text_and_its_rules() {
    let ids: Vec<&str> = rules::DEFAULT.ids().collect();
    assert!(
        ids.contains(&"mean") && ids.contains(&"security_override"),
        "{ids:?}"
    );
    assert_eq!(rules::DEFAULT.text(), include_str!("../../rules/default.toml"));
}
