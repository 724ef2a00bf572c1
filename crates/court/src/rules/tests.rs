//! Tests of the rules.

mod cards;
mod checks;
mod files;
mod limits;
mod random;
mod seeds;
mod trials;

use super::setting::{CaseFacts, Facts, RubricNumbers, Setting, seat};
use super::{Outcome, RuleSet, Settled, State, load, parse, settle};
use crate::opinion::Persona;
use crate::protocol::Kind;
use crate::score::{Fraction, Scale, Score};
use std::path::Path;

/// A setting on 1 to 5 where nothing is known but the votes; 99 is a missing judge.
pub(super) fn plain(votes: [i64; 3]) -> Setting {
    let votes = votes.map(|vote| (vote != 99).then(|| Fraction::from_integer(vote)));
    Setting {
        dimension: "d".to_owned(),
        kind: Kind::Plain,
        target: "repository",
        is_critical: false,
        scale: Scale::one_to_five(),
        votes,
        first: votes,
        hearings: 1,
        facts: Facts::default(),
        rubric: RubricNumbers::default(),
        case: CaseFacts::default(),
    }
}

/// The built-in rule set of this name, else the one that lies with the tests.
pub(crate) fn preset(name: &str) -> RuleSet {
    let read = load(name).unwrap_or_else(|| {
        let file = format!("{name}.toml");
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/rules")
            .join(&file);
        parse(&std::fs::read_to_string(path).expect("it lies there"), &file)
    });
    read.expect("it parses")
}

/// The names of the rule sets of others that lie with the tests.
pub(super) fn peers() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let names = files.map(|file| file.expect("it can be listed").path());
    let mut names: Vec<String> = names
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    names
}

/// All rule sets that are at hand.
pub(super) fn all_sets() -> Vec<String> {
    let built_in = super::PRESETS.iter().map(|(name, _)| (*name).to_owned());
    built_in.chain(peers()).collect()
}

/// A rule set from the text of a TOML file, with a mean as its base where it names none.
pub(super) fn rules(text: &str) -> RuleSet {
    parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

pub(super) fn outcome(rules: &RuleSet, setting: &Setting) -> Outcome {
    outcome_with_steps(rules, setting).outcome
}

/// The same with all that led to it.
pub(super) fn outcome_with_steps(rules: &RuleSet, setting: &Setting) -> Settled {
    let mut setting = setting.clone();
    if let Some(scale) = &rules.scale {
        setting.scale = scale.clone();
    }
    settle(rules, &setting)
}

#[test]
fn every_rule_set_is_read_and_says_what_it_is() {
    assert_eq!(peers().len(), 25);
    for name in all_sets() {
        let set = preset(&name);
        assert_eq!(set.name, name);
        assert!(!set.description.is_empty(), "{name}");
    }
}

#[test]
fn spread_and_sample_variance_name_the_same_sixty_conflicts_and_population_variance_misses_thirty_six() {
    let conflicts = |when: &str| {
        let set = rules(&format!(
            "base = [{{ id = 'a', when = '{when} > 2', do = 5 }}, {{ id = 'b', do = 1 }}]"
        ));
        let triples = (1..=5).flat_map(|p| (1..=5).flat_map(move |d| (1..=5).map(move |t| [p, d, t])));
        triples
            .filter(|votes| outcome(&set, &plain(*votes)) == Outcome::Score(Fraction::from_integer(5)))
            .collect::<Vec<_>>()
    };
    let (spread, sample, population) = (
        conflicts("spread"),
        conflicts("sample_variance"),
        conflicts("population_variance"),
    );
    assert_eq!((spread.len(), population.len()), (60, 24));
    assert_eq!(spread, sample);
    assert!(!population.contains(&[1, 1, 4]));
}

#[test]
fn the_ways_of_rounding_part_where_the_field_has_been_bitten() {
    let differing = |base: &str, left: &str, right: &str| {
        let set = |mode: &str| {
            rules(&format!(
                "rounding = '{mode}'\nbase = [{{ id = 'b', do = '{base}' }}]"
            ))
        };
        let (left, right) = (set(left), set(right));
        let triples = (1..=5).flat_map(|p| (1..=5).flat_map(move |d| (1..=5).map(move |t| [p, d, t])));
        triples
            .filter(|votes| outcome(&left, &plain(*votes)) != outcome(&right, &plain(*votes)))
            .count()
    };
    for (base, expected) in [
        ("weighted(1, 1, 2)", 16),
        ("TL / 2 + mean() / 2", 10),
        ("weighted(0.3, 0.3, 0.4)", 6),
        ("mean()", 0),
        ("median()", 0),
        ("weighted(0.2, 0.2, 0.6)", 0),
    ] {
        assert_eq!(differing(base, "half_even", "half_up"), expected, "{base}");
    }
}

#[test]
fn a_list_of_scores_is_rounded_to_by_the_named_way() {
    let set = |mode: &str| {
        rules(&format!(
            "rounding = '{mode}'\nbase = [{{ id = 'b', do = 'P' }}]\nscale = {{ allowed = [0, 7, 12, 15] }}"
        ))
    };
    let half = Fraction::new(27, 2);
    for (mode, expected) in [
        ("half_up", 15),
        ("half_even", 12),
        ("floor", 12),
        ("ceil", 15),
        ("trunc", 12),
    ] {
        let mut setting = plain([1, 1, 1]);
        setting.votes[0] = Some(half);
        assert_eq!(
            outcome(&set(mode), &setting),
            Outcome::Score(Fraction::from_integer(expected)),
            "{mode}"
        );
    }
}

#[test]
fn a_cap_between_two_scores_binds_at_the_lower_one_or_where_nothing_is_rounded_at_itself() {
    for (mode, expected) in [("half_up", (2, 1)), ("ceil", (2, 1)), ("none", (5, 2))] {
        let set = rules(&format!(
            "rounding = '{mode}'\nbase = [{{ id = 'm', do = 'mean()' }}]\ncaps = [{{ id = 'c', at = 2.5 }}]"
        ));
        let capped = Outcome::Score(Fraction::new(expected.0, expected.1));
        assert_eq!(outcome(&set, &plain([5, 5, 5])), capped, "{mode}");
    }
}

#[test]
fn a_reason_names_the_judge_the_scores_and_the_spread_that_it_is_about() {
    let set = rules(
        "edits = [{ id = 'e', when = 'vote > 4', do = 4, reason = '{judge}: {before} to {after}' }]\n\
         base = [{ id = 'm', do = 'mean()', reason = '{spread} apart, {before}' }]\n\
         rules = [{ id = 'r', do = 'score - 1', reason = '{before} to {after}' }]\n\
         caps = [{ id = 'c', at = 2, reason = '{flaw}: {before} to {cap}' }]",
    );
    let why: Vec<String> = settle(&set, &plain([4, 4, 5]))
        .steps
        .into_iter()
        .map(|step| step.why)
        .collect();
    assert_eq!(
        why,
        [
            "Tech Lead: 5 to 4",
            "1 apart, nothing",
            "4 to 3",
            "a fact: 3 to 2"
        ]
    );
}

#[test]
fn a_number_that_must_not_be_is_not_told_as_nearly_met() {
    let set = rules("base = [{ id = 'm', do = 'mean()' }]\nrules = [{ id = 'r', when = 'P != 3', do = 1 }]");
    let setting = plain([3, 3, 3]);
    let near = super::near_misses(&set, &setting, &settle(&set, &setting));
    let told: Vec<String> = near.iter().map(super::NearMiss::text).collect();
    assert_eq!(told, ["`r`: P != 3 does not hold: P is 3"]);
}

#[test]
fn a_silent_rule_is_told_the_score_that_it_met() {
    let set = rules(
        "base = [{ id = 'm', do = 'mean()' }]\n\
         rules = [{ id = 'r', when = 'score > 4', do = 1 }, { id = 'up', do = 'score + 1' },\
         { id = 's', when = 'score > 5', do = 1 }]\n\
         caps = [{ id = 'c', when = 'score > 4', at = 1 }, { id = 'd', at = 2 }, { id = 'e', when = 'score > 2', at = 1 }]",
    );
    // The mean is 10/3, one more 13/3, which is rounded to 4 and capped at 2.
    let setting = plain([3, 3, 4]);
    let near = super::near_misses(&set, &setting, &settle(&set, &setting));
    let told: Vec<String> = near.iter().map(super::NearMiss::text).collect();
    assert_eq!(
        told,
        [
            "`r`: score > 4 does not hold: score is 3.33 (by 2/3)",
            "`s`: score > 5 does not hold: score is 4.33 (by 2/3)",
            "`c`: score > 4 does not hold: score is 4 (just)",
            "`e`: score > 2 does not hold: score is 2 (just)",
        ]
    );
}

#[test]
fn what_is_unknown_applies_to_nobody() {
    let set = rules(
        "base = [{ id = 'lead', do = 'TL' }, { id = 'mean', do = 'mean()' }]\n\
         [[rules]]\nid = 'guess'\nwhen = 'TL > 1 or met < 1'\ndo = 1",
    );
    assert_eq!(
        outcome(&set, &plain([3, 5, 99])),
        Outcome::Score(Fraction::from_integer(4)),
        "neither the base of a missing judge nor a rule on unobserved facts applies"
    );
}

#[test]
fn arithmetic_that_leaves_sixty_four_bits_is_unknown_and_never_panics() {
    let huge = "1000000 * 1000000 * 1000000 * 1000000";
    let set = rules(&format!(
        "base = [{{ id = 'huge', do = '{huge}' }}, {{ id = 'zero', do = '1 / 0' }}, {{ id = 'mean', do = 'mean()' }}]"
    ));
    assert_eq!(
        outcome(&set, &plain([2, 2, 2])),
        Outcome::Score(Fraction::from_integer(2))
    );
}

#[test]
fn the_score_of_the_case_follows_the_formula_its_factor_caps_and_grades() {
    use crate::justice::{Ruling, Status, unheard};
    use crate::verdict::pronounce_under;
    let rubric = crate::rubric::parse("dimensions: [{id: a, weight: 3}, {id: b, weight: 1}]", "t").unwrap();
    let rulings = || -> Vec<Ruling> {
        [5, 3]
            .into_iter()
            .zip(&rubric.dimensions)
            .map(|(score, dimension)| Ruling {
                final_score: Some(Score::whole(score)),
                ..unheard(dimension, Status::Judged)
            })
            .collect()
    };
    let base = "base = [{ id = 'm', do = 'mean()' }]\n[overall]\n";
    let case = CaseFacts {
        flaws: 1,
        ..CaseFacts::default()
    };
    for (text, expected, grade) in [
        ("", (9, 2), None),
        ("formula = 'mean'", (4, 1), None),
        ("formula = 'sum'", (8, 1), None),
        ("formula = 'mean'\ntimes = 20", (80, 1), None),
        ("formula = 'verdicts'\npass = 4\npartial = 3", (4, 1), None),
        ("rounding = 'half_even'\nstep = 1", (4, 1), None),
        (
            "caps = [{ id = 'c', when = 'flaws > 0 and final(\"b\") == 3', at = 3 }]",
            (3, 1),
            None,
        ),
        (
            "grades = [{ at_least = 4.5, name = 'A' }, { at_least = 1, name = 'B' }]",
            (9, 2),
            Some("A"),
        ),
    ] {
        let set = rules(&format!("{base}{text}"));
        let verdict = pronounce_under(&set, &case, &rubric, rulings());
        assert_eq!(
            verdict.overall,
            Some(Score(Fraction::new(expected.0, expected.1))),
            "{text}"
        );
        assert_eq!(verdict.grade.as_deref(), grade, "{text}");
    }
}

pub(super) fn facts(states: &[(State, u8)]) -> Facts {
    Facts {
        demands: states.to_vec(),
        ..Facts::default()
    }
}

pub(super) fn speak(facts: &mut Facts, persona: Persona, words: &str) {
    words.clone_into(&mut facts.said[seat(persona)]);
}
