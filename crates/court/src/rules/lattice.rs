//! All settings that a rule set can tell apart, as far as that many can be tried: votes, evidence, citations,
//! words, dimensions. Only what the rules speak of is varied.

mod axes;
mod spoken;

use super::RuleSet;
use super::expression::{Predicate, Quantity};
use super::setting::{CaseFacts, Facts, RubricNumbers, Setting, Votes};
use crate::protocol::Kind;
use crate::score::{Fraction, Scale};
pub(super) use axes::met;
use axes::{facts, hearings, places, rubrics, values, varied};
use spoken::Spoken;

/// Most settings that are tried; of more, an even selection is.
const SETTINGS_MAX: usize = 250_000;
/// Step of that selection, prime so that it meets every axis evenly.
const STRIDE: usize = 15_485_863;

/// The settings of a rule set.
pub(super) struct Lattice {
    scale: Scale,
    values: Vec<Option<Fraction>>,
    places: Vec<(String, Kind, &'static str)>,
    facts: Vec<Facts>,
    flaws: Vec<(bool, i64)>,
    rubrics: Vec<RubricNumbers>,
    /// The spread of the first hearing, where there were two.
    hearings: Vec<Option<Votes>>,
    critical: Vec<(bool, i64)>,
}

impl Lattice {
    pub(super) fn of(rules: &RuleSet) -> Self {
        let scale = rules.scale.clone().unwrap_or_else(Scale::one_to_five);
        let spoken = Spoken::of(rules);
        Self {
            values: values(&scale, &spoken),
            places: places(rules, &spoken),
            facts: facts(&spoken),
            flaws: varied(
                spoken.has(|p| matches!(p, Predicate::Flaw | Predicate::CaseFlaw)),
                &[(false, 0), (true, 1), (false, 1)],
            ),
            rubrics: rubrics(&spoken, &scale),
            hearings: hearings(&spoken, &scale),
            critical: varied(
                spoken.has(|p| *p == Predicate::Critical)
                    || spoken.counts(|q| *q == Quantity::CriticalObserved),
                &[(false, 0), (true, 0), (true, 2), (true, 9)],
            ),
            scale,
        }
    }

    fn axes(&self) -> [usize; 9] {
        let votes = self.values.len();
        [
            votes,
            votes,
            votes,
            self.places.len(),
            self.facts.len(),
            self.flaws.len(),
            self.rubrics.len(),
            self.hearings.len(),
            self.critical.len(),
        ]
    }

    /// How many settings there are.
    pub(super) fn count(&self) -> usize {
        self.axes().into_iter().fold(1, usize::saturating_mul)
    }

    /// The settings that are tried, always the same ones.
    pub(super) fn settings(&self) -> impl Iterator<Item = Setting> {
        let count = self.count();
        let tried = count.min(SETTINGS_MAX);
        let stride = if tried < count { STRIDE } else { 1 };
        (0..tried).map(move |index| self.setting(index.wrapping_mul(stride)))
    }

    /// The setting of this number; behind the last one they begin anew.
    fn setting(&self, index: usize) -> Setting {
        let mut rest = index;
        let at = self.axes().map(|axis| {
            let at = rest % axis;
            rest /= axis;
            at
        });
        let votes = [self.values[at[0]], self.values[at[1]], self.values[at[2]]];
        let (dimension, kind, target) = self.places[at[3]].clone();
        let (has_flaw, flaws) = self.flaws[at[5]];
        let first = self.hearings[at[7]];
        let (is_critical, critical_observed) = self.critical[at[8]];
        Setting {
            dimension,
            kind,
            target,
            is_critical,
            scale: self.scale.clone(),
            votes,
            first: first.unwrap_or(votes),
            hearings: if first.is_some() { 2 } else { 1 },
            facts: Facts {
                flaw: has_flaw.then(|| "E1".to_owned()),
                ..self.facts[at[4]].clone()
            },
            rubric: self.rubrics[at[6]].clone(),
            case: CaseFacts {
                flaws,
                critical_observed,
                ..CaseFacts::default()
            },
        }
    }

    /// The next score up a judge could give.
    pub(super) fn above(&self, vote: Fraction) -> Option<Fraction> {
        self.values.iter().flatten().copied().find(|value| *value > vote)
    }
}
