//! What must hold of every rule set, tried on random ones.

use super::{facts, outcome, plain, rules};
use crate::rules::evaluate::Scene;
use crate::rules::setting::Setting;
use crate::rules::{Action, Outcome, RuleSet, State, parse, settle};
use crate::score::{Fraction, Score};
use proptest::prelude::*;
use std::fmt::Write as _;

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("P".to_owned()),
        Just("D".to_owned()),
        Just("TL".to_owned()),
        Just("mean()".to_owned()),
        Just("median_low()".to_owned()),
        Just("weighted(1, 1, 2)".to_owned()),
        Just("at(met)".to_owned()),
        (1i64..=5).prop_map(|number| number.to_string()),
    ]
}

/// Conditions on votes and on what was observed; none asks for what was not.
fn condition() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (
            number(),
            prop::sample::select(vec!["<", "<=", ">", ">=", "==", "!="]),
            number()
        )
            .prop_map(|(left, sign, right)| format!("{left} {sign} {right}")),
        Just("flaw".to_owned()),
        Just("spread > 2".to_owned()),
        Just("any(refuted)".to_owned()),
        Just("all(refuted)".to_owned()),
        Just("any(supported, 0.5)".to_owned()),
        Just("met < 0.5".to_owned()),
        Just("present(TL)".to_owned()),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("({left} and {right})")),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("({left} or {right})")),
            inner.prop_map(|part| format!("not {part}")),
        ]
    })
}

type Parts = (String, String, bool);

fn parts(most: usize) -> impl Strategy<Value = Vec<Parts>> {
    prop::collection::vec((condition(), number(), any::<bool>()), 0..most)
}

/// A rule set of random conditions and formulas, as the text of its file.
fn texts() -> impl Strategy<Value = String> {
    let rounding = prop::sample::select(vec!["half_up", "half_even", "floor", "trunc", "none"]);
    let missing = prop::sample::select(vec!["'drop'", "3", "'skip'", "{ prosecutor = 1 }"]);
    (parts(3), parts(3), parts(4), parts(3), rounding, missing).prop_map(
        |(edits, base, rules, caps, rounding, missing)| {
            let mut text = format!("rounding = '{rounding}'\nmissing = {{ one = {missing} }}\n");
            for (index, (when, formula, is_drop)) in edits.iter().enumerate() {
                let action = if *is_drop { "drop".to_owned() } else { format!("min(vote, {formula})") };
                let _ = writeln!(text, "[[edits]]\nid = 'e{index}'\nwhen = '{when}'\ndo = '{action}'");
            }
            for (index, (when, formula, _)) in base.iter().enumerate() {
                let _ = writeln!(text, "[[base]]\nid = 'b{index}'\nwhen = '{when}'\ndo = '{formula}'");
            }
            text.push_str("[[base]]\nid = 'last'\ndo = 'mean()'\n");
            for (index, (when, formula, is_terminal)) in rules.iter().enumerate() {
                let _ = writeln!(
                    text,
                    "[[rules]]\nid = 'r{index}'\nwhen = '{when}'\ndo = '(score + {formula}) / 2'\nterminal = {is_terminal}"
                );
            }
            for (index, (when, formula, _)) in caps.iter().enumerate() {
                let _ = writeln!(text, "[[caps]]\nid = 'c{index}'\nwhen = '{when}'\nat = '{formula}'");
            }
            text
        },
    )
}

fn settings() -> impl Strategy<Value = Setting> {
    let vote = prop_oneof![6 => 1i64..=5, 1 => Just(99)];
    let state = prop::sample::select(vec![
        State::Supported,
        State::Partial,
        State::Refuted,
        State::Unobserved,
    ]);
    let demands = prop::collection::vec((state, prop::sample::select(vec![30u8, 100])), 0..5);
    ([vote.clone(), vote.clone(), vote], demands, any::<bool>()).prop_map(|(votes, demands, is_flawed)| {
        let mut setting = plain(votes);
        setting.facts = facts(&demands);
        setting.facts.met = crate::rules::lattice::met(&demands);
        setting.facts.flaw = is_flawed.then(|| "E1".to_owned());
        setting
    })
}

fn score(rules: &RuleSet, setting: &Setting) -> Option<Fraction> {
    match outcome(rules, setting) {
        Outcome::Score(score) => Some(score),
        Outcome::Skipped(_) | Outcome::Incomplete(_) => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_the_evidence_never_matters(text in texts(), setting in settings(), turn in 0usize..5) {
        let set = rules(&text);
        let mut turned = setting.clone();
        let count = turned.facts.demands.len();
        turned.facts.demands.rotate_left(if count == 0 { 0 } else { turn % count });
        turned.facts.demands.reverse();
        prop_assert_eq!(settle(&set, &setting), settle(&set, &turned));
    }

    #[test]
    fn a_cap_that_holds_always_binds(text in texts(), setting in settings()) {
        let set = rules(&text);
        let settled = settle(&set, &setting);
        if let Outcome::Score(score) = settled.outcome {
            prop_assert!(setting.scale.min.0 <= score && score <= setting.scale.max.0);
            for cap in &set.caps {
                let scene = Scene { score: Some(score), ..Scene::of_votes(&setting, &settled.votes) };
                // Those that do not ask for the score itself hold after it as before it.
                let Action::Becomes(formula) = &cap.action else { continue };
                if let Some(at) = scene.number(formula).filter(|_| cap.holds(&scene)) {
                    let at = set.rounding.floor(&setting.scale, at);
                    prop_assert!(score <= at, "{} is above {} of {}", Score(score), Score(at), cap.id);
                }
            }
        }
    }

    #[test]
    fn one_more_thing_that_nobody_could_look_at_never_moves_a_score(text in texts(), setting in settings()) {
        let set = rules(&text);
        let mut more = setting.clone();
        more.facts.demands.push((State::Unobserved, 100));
        prop_assert_eq!(score(&set, &setting), score(&set, &more));
    }

    #[test]
    fn the_same_text_and_case_always_give_the_same_steps(text in texts(), setting in settings()) {
        let set = rules(&text);
        let again = parse(set.text(), &set.file_name()).unwrap();
        prop_assert_eq!(&set.rules, &again.rules);
        let bytes = |set: &RuleSet| serde_json::to_vec(&settle(set, &setting).steps).unwrap();
        prop_assert_eq!(bytes(&set), bytes(&again));
    }

    #[test]
    fn a_rule_that_did_not_speak_is_always_accounted_for(text in texts(), setting in settings()) {
        let set = rules(&text);
        let settled = settle(&set, &setting);
        prop_assume!(matches!(settled.outcome, Outcome::Score(_)));
        let near = crate::rules::near_misses(&set, &setting, &settled);
        for id in set.ids() {
            let spoke = settled.steps.iter().any(|step| step.rule == id);
            let told = near.iter().any(|near| near.rule == id && !near.missing.is_empty());
            prop_assert!(spoke != told, "{id}");
        }
    }
}
