//! Demands held against the evidence.

use super::Demand;
use super::grading::share;
use crate::evidence::{Evidence, ExhibitId, Finding, Place};
use crate::score::{Fraction, ONE, ZERO};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// From this share on what is missing of a demand is a small matter. Of the charges that readers held against the code, two in five
/// were not granted above it, and one in seven below.
const NEARLY: Fraction = Fraction::new_raw(3, 4);

/// A demand held against the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The demand.
    pub demand: Demand,
    /// How far it is met, 0 to 1; `None` where nobody could look or the question does not arise.
    pub share: Option<Fraction>,
    /// The exhibit with the finding.
    pub exhibit: Option<ExhibitId>,
    /// Where that exhibit can be checked.
    pub place: Option<Place>,
    /// Why there is no share.
    pub cause: Option<String>,
    /// Whether somebody tried to look and could not, as against: the question does not arise.
    pub is_unobserved: bool,
    /// Whether it is met so that it proves good work, where the demand can.
    pub proves: bool,
}

impl Standing {
    /// What the demands weigh together of which this holds.
    pub(crate) fn weigh(all: &[Self], keep: fn(&&Self) -> bool) -> i64 {
        all.iter()
            .filter(keep)
            .map(|standing| standing.demand.weight)
            .sum()
    }

    /// Whether it is wholly met.
    pub fn is_met(&self) -> bool {
        self.share == Some(ONE)
    }

    /// Whether what is missing of it is a small matter: a quarter at most.
    pub fn is_nearly_met(&self) -> bool {
        self.is_unmet() && self.share >= Some(NEARLY)
    }

    /// What is to be said of it: of what is met in part only what holds of a part.
    pub fn said(&self) -> Cow<'_, str> {
        match self.is_unmet() {
            true if self.share > Some(ZERO) => match &self.demand.partly {
                Some(partly) => Cow::Borrowed(partly),
                None => Cow::Owned(format!("{}, but only in part", self.demand.met)),
            },
            true => Cow::Borrowed(&self.demand.unmet),
            false => Cow::Borrowed(&self.demand.met),
        }
    }

    /// Takes it as met so far.
    pub(crate) fn meet(&mut self, share: Fraction) {
        self.share = Some(share);
        self.proves = self.demand.proof.is_some() && share == ONE;
    }

    /// Whether a scanner saw, at a place, that a demand of security is violated.
    pub fn is_confirmed_flaw(&self) -> bool {
        self.demand.is_violation && self.is_unmet() && self.place.is_some()
    }

    /// Whether it was observed and is not wholly met, and somebody can be charged with that.
    pub fn is_unmet(&self) -> bool {
        self.share.is_some() && !self.is_met() && !self.demand.is_limit
    }
}

/// Holds each demand against the evidence.
pub fn weigh(demands: &[Demand], evidence: &Evidence) -> Vec<Standing> {
    demands.iter().map(|demand| standing(demand, evidence)).collect()
}

/// What is so of fewer places counts, and is no praise.
const PRAISED_MIN: i64 = 5;

fn standing(demand: &Demand, evidence: &Evidence) -> Standing {
    let found = evidence.observed_of(&demand.probe).next();
    let proves = |share: Option<Fraction>| {
        let value = found.and_then(|(_, exhibit)| exhibit.value.as_ref());
        let proof = demand.proof.filter(|_| share == Some(ONE));
        proof.zip(value).is_some_and(|(proof, value)| proof.holds(value))
    };
    let count = |key: &str| found.and_then(|(_, exhibit)| exhibit.value.as_ref()?.get(key)?.as_i64());
    let so = count("good").or_else(|| count("all"));
    let standing = |share: Option<Fraction>, cause: Option<String>, is_unobserved| Standing {
        demand: Demand {
            is_quiet: demand.is_quiet || so.is_some_and(|so| so < PRAISED_MIN),
            ..demand.clone()
        },
        proves: proves(share),
        share,
        exhibit: found.map(|(id, _)| id),
        place: found.and_then(|(_, exhibit)| exhibit.place.clone()),
        cause,
        is_unobserved,
    };
    let Some((_, exhibit)) = found else {
        return standing(
            None,
            Some(format!("no detective answers `{}`", demand.probe)),
            true,
        );
    };
    match &exhibit.finding {
        Finding::Unobserved { cause } => standing(None, Some(cause.clone()), true),
        Finding::NotApplicable => standing(None, Some(exhibit.rationale.clone()), false),
        _ => {
            let share = share(&demand.want, exhibit, evidence);
            let other = || {
                format!(
                    "the answer of `{}` has another form than the demand",
                    demand.probe
                )
            };
            standing(share, share.is_none().then(other), share.is_none())
        }
    }
}
