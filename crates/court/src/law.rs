//! The law of one dimension: the rule set, the rubric's own numbers where it names them without doubt, and what
//! of the whole case rules can see.

use crate::evidence::{Evidence, Finding};
use crate::protocol::{Kind, Standing};
use crate::rubric::{Dimension, Limit, Rubric, Spread};
use crate::rules::{self, CaseFacts, RubricNumbers, RuleSet, State};
use crate::score::{Scale, Score};
use serde::{Serialize, Serializer};
use sha256::Digest;
use std::sync::Arc;

/// The width of the scale that a rubric with several scales means when it names a number.
const USUAL_WIDTH: i64 = 4;

/// By what a dimension is settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// The rules.
    pub rules: Arc<RuleSet>,
    /// What kind of dimension it is.
    pub kind: Kind,
    /// The rubric's own numbers.
    pub numbers: RubricNumbers,
    /// What rules can see of the whole case.
    pub case: Arc<CaseFacts>,
}

/// The digest of the rules stands for them: with it goes the key under which a ruling is remembered.
impl Serialize for Law {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Key<'a> {
            name: &'a str,
            rules: &'a Digest,
            kind: Kind,
            numbers: &'a RubricNumbers,
            case: &'a CaseFacts,
        }
        let key = Key {
            name: &self.rules.name,
            rules: &self.rules.sha256,
            kind: self.kind,
            numbers: &self.numbers,
            case: &self.case,
        };
        key.serialize(serializer)
    }
}

impl Law {
    /// The default rules for a dimension of this kind in this rubric.
    pub fn of(rubric: &Rubric, dimension: &Dimension, kind: Kind) -> Self {
        Self {
            rules: rules::DEFAULT.clone(),
            kind,
            numbers: numbers(rubric, dimension),
            case: Arc::default(),
        }
    }

    /// The same under these rules, in this case.
    #[must_use]
    pub fn under(self, rules: &Arc<RuleSet>, case: &Arc<CaseFacts>) -> Self {
        Self {
            rules: Arc::clone(rules),
            case: Arc::clone(case),
            ..self
        }
    }
}

impl CaseFacts {
    /// What the evidence and the standings of all dimensions come to.
    pub fn of<'a>(
        evidence: &Evidence,
        dimensions: impl IntoIterator<Item = (&'a Dimension, &'a [Standing])>,
    ) -> Self {
        let mut facts = Self::default();
        for (id, exhibit) in evidence.iter() {
            let state = match exhibit.finding {
                // What a model says it saw, nobody looked at.
                _ if !exhibit.is_observed() => State::Unobserved,
                Finding::Present | Finding::Absent => State::Supported,
                Finding::Contradicted => State::Refuted,
                Finding::NotApplicable => State::NotApplicable,
                Finding::Unobserved { .. } => State::Unobserved,
            };
            facts
                .seen
                .insert(id.to_string(), (state, exhibit.confidence.into()));
        }
        for (dimension, standings) in dimensions {
            facts.flaws += i64::from(standings.iter().any(Standing::is_confirmed_flaw));
            let is_observed = standings.iter().any(|standing| standing.share.is_some());
            facts.critical_observed += i64::from(dimension.is_critical && is_observed);
        }
        facts
    }
}

fn numbers(rubric: &Rubric, dimension: &Dimension) -> RubricNumbers {
    let scale = &dimension.scale;
    let is_uniform = rubric.has_common_scale();
    let spread = |spread: Option<Spread>| spread.map(|spread| on_scale(spread, scale, is_uniform));
    RubricNumbers {
        cap: rubric.security_cap().map(|limit| cap(limit, scale, is_uniform).0),
        rehear: spread(rubric.rehear_spread()),
        dissent: spread(rubric.dissent_spread()),
        tech_lead_first: rubric.puts_tech_lead_first(&dimension.id),
    }
}

fn cap(limit: Limit, scale: &Scale, is_uniform: bool) -> Score {
    match limit {
        Limit::ShareOfMax(share) => Score(scale.max.0 * share),
        Limit::Score(score) if is_uniform => score,
        // On the scale from 1 to 5, carried over to this one.
        Limit::Score(score) => Score(scale.min.0 + scale.width() * (score.0 - 1) / USUAL_WIDTH),
    }
}

fn on_scale(spread: Spread, scale: &Scale, is_uniform: bool) -> Spread {
    let bound = match is_uniform {
        true => spread.bound,
        false => scale.width() * spread.bound / USUAL_WIDTH,
    };
    Spread { bound, ..spread }
}

#[cfg(test)]
mod tests;
