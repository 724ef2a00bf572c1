//! Each rule set against a table that was computed by hand from its published rules.

use super::{all_sets, facts, outcome, plain, preset, speak};
use crate::opinion::Persona::{self, Defense, Prosecutor, TechLead};
use crate::rules::setting::{Setting, seat};
use crate::rules::{Outcome, State};
use crate::score::Fraction;
use State::{Refuted, Supported, Unknown};

/// What is known besides the votes.
pub(super) enum With {
    Says(Persona, &'static str),
    Cites(Persona, &'static [State]),
    Facts(&'static [(State, u8)]),
    Flaw,
    Shared,
    Report,
    Asked(&'static str, State),
}
use With::{Asked, Cites, Facts, Flaw, Report, Says, Shared};

/// A judge that is missing.
pub(super) const NONE: i64 = 99;
const SECURITY: With = Says(Prosecutor, "An injection is possible.");
const ABSENT: With = Facts(&[(Refuted, 100)]);

type Row = (&'static str, &'static str, [i64; 3], &'static [With], (i64, i64));

#[rustfmt::skip]
const TABLE: &[Row] = &[
    ("seed-interim", "d", [2, 3, 4], &[], (3, 1)),
    ("seed-interim", "d", [1, 5, 2], &[], (2, 1)),
    ("seed-interim", "d", [4, 4, 5], &[Flaw], (3, 1)),
    ("seed-interim", "d", [2, 5, 3], &[Cites(Defense, &[Refuted])], (2, 1)),
    ("seed-interim", "d", [2, 2, NONE], &[], (1, 1)),
    ("seed-tie-break", "git", [1, 5, 1], &[ABSENT], (1, 1)),
    ("seed-tie-break", "safe_tool_engineering", [2, 5, 5], &[], (2, 1)),
    ("seed-tie-break", "graph_orchestration", [3, 3, 4], &[], (4, 1)),
    ("seed-tie-break", "d", [1, 4, 2], &[], (2, 1)),
    ("seed-tie-break", "d", [3, 4, 4], &[], (4, 1)),
    ("seed-weighted", "d", [1, 5, 4], &[], (3, 1)),
    ("seed-weighted", "d", [2, NONE, 2], &[], (2, 1)),
    ("seed-weighted", "d", [4, 5, 5], &[], (5, 1)),
    ("seed-skip", "graph", [2, 3, 5], &[], (4, 1)),
    ("seed-skip", "d", [2, 3, 4], &[], (3, 1)),
    ("seed-skip", "d", [5, 5, 5], &[Flaw], (3, 1)),
    ("seed-skip", "d", [1, 5, 2], &[Cites(Defense, &[Unknown])], (2, 1)),
    ("seed-skip", "d", [1, 5, 4], &[], (4, 1)),
    ("seed-skip", "d", [2, 3, NONE], &[], (3, 1)),
    ("seed-skip", "state", [2, 4, 5], &[Asked("state.typed_state", Refuted)], (3, 1)),
    ("seed-points-35", "graph_orchestration", [7, 21, 30], &[], (21, 1)),
    ("seed-points-35", "d", [12, 15, 21], &[], (15, 1)),
    ("seed-points-35", "d", [15, 30, 12], &[Report, Asked("docs.paths_missing", Refuted)], (12, 1)),
    ("seed-points-35", "d", [15, 35, 12], &[Cites(Defense, &[Refuted])], (12, 1)),
    ("seed-points-35", "d", [7, 35, 35], &[Says(Prosecutor, "Security Negligence!")], (7, 1)),
    ("example-grades", "d", [2, 3, 5], &[], (3, 1)),
    ("example-citations", "d", [2, 5, 3], &[Cites(Defense, &[Unknown])], (3, 1)),
    ("example-citations", "d", [2, 5, 3], &[Cites(Defense, &[Supported])], (3, 1)),
    ("example-citations", "d", [1, 5, 5], &[Cites(Defense, &[Supported]), Shared], (5, 1)),
    ("example-citations", "d", [1, 5, 5], &[Cites(Defense, &[Refuted]), ABSENT], (1, 1)),
    ("example-citations", "d", [2, 2, NONE], &[Cites(Defense, &[Supported])], (3, 1)),
    ("example-verdicts", "d", [3, 9, 6], &[], (6, 1)),
    ("example-verdicts", "d", [9, 9, 9], &[Flaw], (5, 1)),
    ("peer-first-match", "d", [2, 5, 3], &[SECURITY], (3, 1)),
    ("peer-first-match", "d", [1, 5, 2], &[ABSENT], (2, 1)),
    ("peer-first-match", "graph", [2, 3, 4], &[], (3, 1)),
    ("peer-first-match", "d", [1, 5, 3], &[], (3, 1)),
    ("peer-first-match", "d", [3, 4, 4], &[], (4, 1)),
    ("peer-median", "safe_tool", [2, 3, 4], &[ABSENT], (3, 1)),
    ("peer-median", "safe_tool", [2, 2, 5], &[ABSENT], (2, 1)),
    ("peer-median", "d", [1, 5, 5], &[ABSENT], (3, 1)),
    ("peer-median", "graph", [2, 3, 5], &[], (4, 1)),
    ("peer-median", "d", [2, NONE, 3], &[], (2, 1)),
    ("peer-median", "d", [NONE, NONE, NONE], &[], (1, 1)),
    ("peer-words", "safe_tool", [2, 5, 4], &[SECURITY], (2, 1)),
    ("peer-words", "state", [2, 5, 3], &[Says(Defense, "It shows deep metacognition.")], (2, 1)),
    ("peer-words", "graph", [1, 2, 5], &[Says(TechLead, "It is modular.")], (5, 1)),
    ("peer-words", "graph", [1, 2, 5], &[Says(TechLead, "It is not modular.")], (3, 1)),
    ("peer-blend", "d", [1, 5, 3], &[], (3, 1)),
    ("peer-blend", "graph", [2, 4, 4], &[], (4, 1)),
    ("peer-blend", "safe_tool", [4, 4, 4], &[Flaw], (3, 1)),
    ("peer-blend", "d", [2, 5, 5], &[Flaw], (3, 1)),
    ("peer-blend", "d", [2, 5, 5], &[Flaw, ABSENT], (4, 1)),
    ("peer-shared-citation", "graph_orchestration", [1, 2, 4], &[], (3, 1)),
    ("peer-shared-citation", "d", [1, 1, 5], &[], (2, 1)),
    ("peer-shared-citation", "d", [1, 1, 5], &[Shared], (4, 1)),
    ("peer-shared-citation", "d", [2, 5, 3], &[Cites(Defense, &[Unknown])], (2, 1)),
    ("peer-shared-citation", "d", [4, 5, 5], &[SECURITY, ABSENT], (3, 1)),
    ("peer-shared-citation", "d", [3, 5, NONE], &[], (3, 1)),
    ("peer-shifted-weights", "d", [1, 5, 5], &[SECURITY], (3, 1)),
    ("peer-shifted-weights", "d", [2, 5, 4], &[], (3, 1)),
    ("peer-shifted-weights", "d", [2, 4, 4], &[], (4, 1)),
    ("peer-shifted-weights", "d", [5, 2, 4], &[], (4, 1)),
    ("peer-floor", "d", [3, 4, 4], &[], (3, 1)),
    ("peer-floor", "d", [2, 5, 4], &[SECURITY], (2, 1)),
    ("peer-floor", "d", [3, 5, 4], &[ABSENT], (3, 1)),
    ("peer-floor", "graph", [2, 3, 5], &[Says(TechLead, "modular")], (5, 1)),
    ("peer-floor", "d", [NONE, NONE, NONE], &[], (3, 1)),
    ("peer-lead", "d", [1, 4, 4], &[SECURITY], (3, 1)),
    ("peer-lead", "d", [1, 4, 4], &[SECURITY, Cites(Defense, &[Refuted])], (4, 1)),
    ("peer-lead", "d", [0, 2, 3], &[], (3, 1)),
    ("peer-most-citations", "d", [1, 5, 3], &[Cites(Prosecutor, &[Refuted, Refuted]), Cites(Defense, &[Supported])], (1, 1)),
    ("peer-most-citations", "d", [1, 5, 3], &[Cites(Prosecutor, &[Refuted]), Cites(Defense, &[Supported])], (3, 1)),
    ("peer-most-citations", "d", [3, 4, 5], &[SECURITY], (3, 1)),
    ("peer-set-three", "d", [1, 1, 1], &[SECURITY], (3, 1)),
    ("peer-set-three", "d", [2, 5, 5], &[Facts(&[(Refuted, 40)])], (3, 1)),
    ("peer-set-three", "d", [1, 4, 2], &[], (2, 1)),
    ("peer-set-three", "d", [2, 3, 3], &[], (3, 1)),
    ("peer-ten", "d", [6, 7, 9], &[Cites(Defense, &[Supported])], (22, 3)),
    ("peer-ten", "d", [6, 7, 9], &[SECURITY, Cites(Defense, &[Supported])], (2, 1)),
    ("peer-ten", "d", [6, 6, 6], &[], (4, 1)),
    ("peer-ten", "report_accuracy", [8, 8, 8], &[ABSENT], (2, 1)),
    ("peer-lead-twice", "d", [2, 5, 5], &[SECURITY], (3, 1)),
    ("peer-lead-twice", "d", [1, 5, 4], &[ABSENT], (3, 1)),
    ("peer-lead-twice", "graph", [2, 3, 5], &[], (4, 1)),
    ("peer-lead-twice", "d", [1, 4, 4], &[], (3, 1)),
    ("peer-lead-twice", "d", [2, 3, 4], &[], (3, 1)),
    ("peer-any-absence", "d", [1, 2, 4], &[], (2, 1)),
    ("peer-any-absence", "graph", [1, 2, 4], &[], (4, 1)),
    ("peer-any-absence", "d", [4, 4, 4], &[ABSENT], (2, 1)),
    ("peer-any-absence", "d", [3, 4, NONE], &[], (3, 1)),
    ("peer-double-lead", "d", [2, 5, 4], &[SECURITY], (3, 1)),
    ("peer-double-lead", "d", [3, 4, 4], &[], (4, 1)),
    ("peer-double-lead", "d", [4, 4, NONE], &[], (4, 1)),
    ("peer-verdicts", "d", [8, 8, 8], &[Facts(&[(Supported, 90)])], (8, 1)),
    ("peer-verdicts", "d", [5, 9, 6], &[Facts(&[(Supported, 90)])], (8, 1)),
    ("peer-verdicts", "d", [5, 9, 6], &[Facts(&[(Supported, 70)])], (5, 1)),
    ("peer-verdicts", "d", [7, 10, 7], &[Facts(&[(Supported, 70)])], (5, 1)),
    ("peer-verdicts", "safe_tool", [9, 9, 9], &[SECURITY], (2, 1)),
    ("peer-verdicts", "d", [9, 9, 9], &[Facts(&[(Supported, 50)])], (2, 1)),
    ("peer-half-lead", "d", [3, 4, 5], &[Cites(Defense, &[Supported])], (4, 1)),
    ("peer-half-lead", "d", [2, 5, 5], &[], (2, 1)),
    ("peer-half-lead", "graph", [3, 4, 5], &[SECURITY, Cites(Defense, &[Supported])], (4, 1)),
    ("peer-half-lead", "d", [3, 4, 5], &[SECURITY, Cites(Defense, &[Supported])], (3, 1)),
    ("peer-hundred", "d", [40, 80, 90], &[], (60, 1)),
    ("peer-hundred", "graph", [40, 80, 90], &[], (90, 1)),
    ("peer-hundred", "d", [50, 80, 81], &[], (70, 1)),
    ("peer-defaults", "d", [1, 5, 2], &[], (2, 1)),
    ("peer-defaults", "d", [3, 4, 4], &[], (4, 1)),
    ("peer-defaults", "d", [NONE, 4, 4], &[], (4, 1)),
    ("peer-defaults", "d", [4, 4, 4], &[SECURITY], (3, 1)),
    ("peer-defaults", "d", [3, 4, 5], &[ABSENT], (3, 1)),
    ("peer-defaults", "report_accuracy", [3, 3, 3], &[ABSENT], (2, 1)),
    ("peer-between", "d", [1, 5, 3], &[], (3, 1)),
    ("peer-between", "d", [1, 3, 5], &[], (2, 1)),
    ("peer-between", "d", [3, 4, 4], &[], (4, 1)),
    ("peer-between", "graph", [2, 3, 4], &[], (4, 1)),
    ("peer-between", "graph", [3, 5, 2], &[], (2, 1)),
    ("peer-between", "safe_tool", [2, 5, 4], &[SECURITY], (3, 1)),
    ("peer-maximum", "d", [2, 4, 4], &[], (5, 1)),
    ("peer-maximum", "d", [2, 5, 3], &[], (5, 1)),
    ("peer-maximum", "d", [1, 5, 4], &[SECURITY], (4, 1)),
    ("peer-maximum", "d", [5, 5, 5], &[], (5, 1)),
    ("peer-bad-citations", "d", [3, 5, 4], &[Cites(Defense, &[Unknown])], (4, 1)),
    ("peer-bad-citations", "d", [1, 5, 4], &[Cites(Prosecutor, &[Unknown]), Cites(TechLead, &[Unknown])], (3, 1)),
    ("peer-bad-citations", "d", [4, 5, 5], &[Flaw], (3, 1)),
    ("peer-bad-citations", "d", [2, 3, 3], &[], (3, 1)),
    ("peer-penalty", "d", [3, 4, 5], &[Report, Facts(&[(Refuted, 90)])], (2, 1)),
    ("peer-penalty", "d", [3, 4, 5], &[Facts(&[(Refuted, 90)])], (4, 1)),
    ("peer-penalty", "d", [3, 4, 3], &[Facts(&[(Refuted, 80)])], (3, 1)),
    ("peer-penalty", "d", [2, 4, 5], &[SECURITY], (3, 1)),
    ("peer-bands", "d", [3, 4, 4], &[], (4, 1)),
    ("peer-bands", "d", [2, 4, 3], &[], (3, 1)),
    ("peer-bands", "d", [1, 5, 2], &[], (2, 1)),
    ("peer-bands", "d", [1, 5, 5], &[SECURITY], (3, 1)),
    ("peer-upper-median", "d", [2, 4, 3], &[], (3, 1)),
    ("peer-upper-median", "d", [2, 4, NONE], &[], (4, 1)),
    ("peer-upper-median", "d", [2, 4, 4], &[ABSENT], (4, 1)),
    ("peer-upper-median", "d", [3, 5, 4], &[ABSENT], (4, 1)),
    ("peer-upper-median", "graph", [1, 2, 3], &[], (3, 1)),
    ("peer-upper-median", "d", [5, 5, 5], &[Flaw], (3, 1)),
    ("peer-found-places", "d", [3, 5, 3], &[Cites(Defense, &[Unknown])], (2, 1)),
    ("peer-found-places", "graph", [2, 4, 5], &[], (4, 1)),
    ("peer-found-places", "d", [5, 5, 5], &[Flaw], (3, 1)),
];

/// The setting of these votes in this dimension.
pub(super) fn setting(dimension: &str, votes: [i64; 3], with: &[With]) -> Setting {
    let mut setting = plain(votes);
    dimension.clone_into(&mut setting.dimension);
    for with in with {
        match with {
            Facts(states) => setting.facts.demands = facts(states).demands,
            Says(persona, words) => speak(&mut setting.facts, *persona, words),
            Cites(persona, states) => setting.facts.cited[seat(*persona)] = states.to_vec(),
            Flaw => {
                setting.facts.flaw = Some("E1".to_owned());
                setting.case.flaws = 1;
            }
            Shared => setting.facts.shared_citation = true,
            Report => setting.target = "report",
            Asked(probe, state) => drop(setting.facts.asked.insert((*probe).to_owned(), *state)),
        }
    }
    setting
}

#[test]
fn every_rule_set_settles_the_cases_of_its_card() {
    for (name, dimension, votes, with, (numer, denom)) in TABLE {
        let found = outcome(&preset(name), &setting(dimension, *votes, with));
        let expected = Outcome::Score(Fraction::new(*numer, *denom));
        assert_eq!(found, expected, "{name} on {dimension} with {votes:?}");
    }
}

#[test]
fn every_rule_set_has_a_card() {
    let tabled = |name: &str| name == "default" || TABLE.iter().any(|(known, ..)| *known == name);
    let missing: Vec<_> = all_sets().into_iter().filter(|name| !tabled(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn where_the_rules_skip_a_criterion_with_a_missing_judge_it_is_not_scored() {
    for (name, votes) in [("seed-skip", [NONE; 3]), ("peer-first-match", [3, 4, NONE])] {
        let found = outcome(&preset(name), &plain(votes));
        assert!(matches!(found, Outcome::Skipped(_)), "{name}");
    }
}
