//! The sentences of the founding documents on how scores are settled, each with its section and its numbers.

use super::cards::{NONE, With, setting};
use super::{outcome_with_steps, preset};
use crate::opinion::Persona::{Defense, Prosecutor};
use crate::rules::{Outcome, State};
use crate::score::Fraction;
use State::{Refuted, Supported, Unknown};
use With::{Asked, Cites, Facts, Flaw, Report, Says};

/// Document and section, what it says, the set, the dimension, the votes, what is known, the score, and the rules that spoke.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    [i64; 3],
    &'static [With],
    i64,
    &'static [&'static str],
);

const NOTHING_FOUND: With = Facts(&[(Refuted, 100)]);

#[rustfmt::skip]
const SENTENCES: &[Row] = &[
    // Security Override > Fact Supremacy > Functionality Weight > Defense arguments.
    ("0, 3.3: precedence, all four", "seed-interim", "graph", [5, 5, 5], &[Flaw, Cites(Defense, &[Unknown])], 3, &["fact_supremacy", "functionality_weight", "security_override"]),
    ("0, 3.3: precedence, fact over function", "seed-interim", "graph", [2, 5, 4], &[Cites(Defense, &[Refuted])], 3, &["fact_supremacy", "functionality_weight", "rounding"]),
    ("0, 3.3: precedence, function over pleading", "seed-interim", "graph", [3, 5, 3], &[], 4, &["functionality_weight", "rounding"]),
    ("0, 3.2: min(final_score, 3) on a confirmed flaw", "seed-interim", "d", [4, 5, 4], &[Flaw], 3, &["mean", "rounding", "security_override"]),
    ("0, 3.2: the unsupported Defense is overruled", "seed-interim", "d", [2, 5, 2], &[Cites(Defense, &[Refuted])], 2, &["fact_supremacy", "mean"]),
    ("0, 3.3: still > 2 apart, the median", "seed-interim", "d", [1, 5, 4], &[], 4, &["median"]),
    ("0, 3.3: after three failures score 0", "seed-interim", "d", [2, 2, NONE], &[], 1, &["missing_judge", "mean", "rounding"]),
    ("1, 3.1: Fact Supremacy alone: 1, 5, 1 is 1", "seed-tie-break", "git", [1, 5, 1], &[NOTHING_FOUND], 1, &["mean", "fact_supremacy"]),
    ("1, 3.4: Fact Supremacy + Security: min(3, 1) = 1", "seed-tie-break", "safe_tool_engineering", [1, 5, 1], &[NOTHING_FOUND], 1, &["mean", "fact_supremacy", "rule_of_security"]),
    ("1, 2.1 (1): safe_tool_engineering <= 2 caps at 3", "seed-tie-break", "safe_tool_engineering", [2, 4, 4], &[], 2, &["mean", "rounding", "rule_of_security"]),
    ("1, 2.1 (2): not found and Defense >= 4: the Prosecutor's score", "seed-tie-break", "d", [2, 4, 4], &[NOTHING_FOUND], 2, &["mean", "fact_supremacy"]),
    ("1, 2.1 (3): Tech Lead >= 4 on state_management", "seed-tie-break", "state_management", [2, 3, 4], &[], 4, &["mean", "rule_of_functionality"]),
    ("1, 2.1 (4): spread > 2: the Tech Lead breaks the tie", "seed-tie-break", "d", [1, 4, 2], &[], 2, &["mean", "tie_break"]),
    ("2, I.5: judge JSON failure: neutral fallback opinions", "seed-weighted", "d", [5, NONE, 4], &[], 4, &["missing_judge", "weighted"]),
    ("3, 2.2: a default low-confidence opinion", "seed-skip", "d", [3, NONE, 3], &[], 3, &["missing_judge", "mean"]),
    ("3, 2.2: the Tech Lead is the tie-breaker", "seed-skip", "d", [1, 5, 4], &[], 4, &["tie_break"]),
    ("3, 1.1.1: dict soups are technical debt, score 3", "seed-skip", "state", [3, 3, 5], &[Asked("state.typed_state", Refuted)], 3, &["technical_debt", "mean"]),
    ("3, 2.3: a confirmed flaw caps at 3", "seed-skip", "d", [5, 5, 5], &[Flaw], 3, &["mean", "rule_of_security"]),
    ("3, 2.3: overruled for hallucination", "seed-skip", "d", [2, 5, 2], &[Cites(Defense, &[Unknown])], 2, &["rule_of_evidence", "mean"]),
    ("4, 5: Security Negligence: min(avg, 7)", "seed-points-35", "d", [7, 35, 35], &[Says(Prosecutor, "I charge Security Negligence.")], 7, &["mean", "rounding", "security_override"]),
    ("4, 5.1 (1): any severe flaw caps, whatever others hope", "seed-points-35", "d", [35, 35, 35], &[Flaw], 7, &["mean", "security_override"]),
    ("4, 5: hallucination: min(final, Tech Lead)", "seed-points-35", "report_accuracy", [15, 30, 12], &[Report, Asked("docs.paths_missing", Refuted)], 12, &["mean", "hallucination_liability"]),
    ("4, 2.1: Path objects are rewarded where the sandbox is missing", "seed-points-35", "safe_tool_engineering", [7, 15, 7], &[Asked("own.path_objects", Supported), Asked("safety.tempdir_clone", Refuted)], 12, &["functionality_weight", "path_credit", "rounding"]),
    ("4, 2.1: no more than a judge gives", "seed-points-35", "safe_tool_engineering", [7, 7, 7], &[Asked("own.path_objects", Supported), Asked("safety.tempdir_clone", Refuted)], 7, &["functionality_weight"]),
    ("4, 2.1: with the sandbox nothing is to be credited", "seed-points-35", "safe_tool_engineering", [7, 15, 7], &[Asked("own.path_objects", Supported), Asked("safety.tempdir_clone", Supported)], 7, &["functionality_weight", "rounding"]),
    ("4, 2.1: and never above the cap", "seed-points-35", "safe_tool_engineering", [7, 15, 7], &[Flaw, Asked("own.path_objects", Supported), Asked("safety.tempdir_clone", Refuted)], 7, &["functionality_weight", "path_credit", "rounding", "security_override"]),
    ("4, 5.1 (2): the objective finding wins", "seed-points-35", "d", [12, 35, 12], &[Cites(Defense, &[Refuted])], 12, &["fact_supremacy", "mean"]),
    ("4, 5.1 (3): the Tech Lead carries 50 %", "seed-points-35", "graph_orchestration", [7, 21, 30], &[], 21, &["functionality_weight", "rounding"]),
    ("4, 4.1: linear flows fail", "seed-points-35", "graph_orchestration", [21, 21, 7], &[Asked("graph.detective_fan_out", Refuted), Asked("graph.judge_fan_out", Refuted)], 7, &["orchestration_fraud", "functionality_weight", "rounding"]),
];

#[test]
fn every_sentence_of_the_founding_documents_settles_its_own_numbers_and_is_named() {
    for (sentence, set, dimension, votes, with, score, named) in SENTENCES {
        let settled = outcome_with_steps(&preset(set), &setting(dimension, *votes, with));
        let found: Vec<&str> = settled.steps.iter().map(|step| step.rule.as_str()).collect();
        let expected = Outcome::Score(Fraction::from_integer(*score));
        assert_eq!(
            (settled.outcome, found.as_slice()),
            (expected, *named),
            "{sentence}"
        );
    }
}

/// Document 4, section 5.
#[test]
fn a_security_override_stands_first_among_what_is_to_be_done() {
    let flagged = setting("d", [35, 35, 35], &[Flaw]);
    let settled = outcome_with_steps(&preset("seed-points-35"), &flagged);
    let [order] = settled.orders.as_slice() else {
        panic!("{:?}", settled.orders);
    };
    assert!(order.starts_with("CRITICAL SECURITY OVERRIDE TRIGGERED"));
    let quiet = setting("d", [35, 35, 35], &[]);
    let settled = outcome_with_steps(&preset("seed-points-35"), &quiet);
    assert!(settled.orders.is_empty());
}

/// Document 0, section 3.3: "Your score must differ from the previous judge's by at least 1 point".
#[test]
fn judges_that_all_agree_are_told_to_differ_only_where_the_rules_say_so() {
    let apart = |name: &str| preset(name).apart;
    assert_eq!(apart("seed-interim"), Some(Fraction::from_integer(1)));
    assert_eq!(apart("default"), None);
}
