//! What the court understands of a rubric's rules for synthesis.

use super::{Dimension, DimensionId, Rubric};
use crate::score::{Fraction, ONE, Scale, Score, percent};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One thing that a rule for synthesis says, where it says so without doubt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Meaning {
    /// A confirmed security flaw caps the score of the security dimensions.
    SecurityCap(Limit),
    /// Judges who differ this much are heard again.
    Rehear(Spread),
    /// A ruling on judges who differ this much states the dissent.
    Dissent(Spread),
    /// Facts overrule opinions.
    FactsFirst,
    /// The Tech Lead weighs most in these dimensions; never empty.
    TechLeadFirst(Vec<DimensionId>),
}

/// How high a capped score may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// A score. In a rubric whose scales differ it is meant on the scale from 1 to 5.
    Score(Score),
    /// A share of the highest score, 0 to 1.
    ShareOfMax(Fraction),
}

/// How far apart the highest and the lowest score of a hearing must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    /// The distance named. In a rubric whose scales differ it is meant on the scale from 1 to 5.
    pub bound: Fraction,
    /// Whether the distance itself counts, or only more than it.
    pub inclusive: bool,
}

impl Spread {
    /// Whether scores this far apart are far enough.
    pub fn is_reached_by(self, distance: Fraction) -> bool {
        distance > self.bound || (self.inclusive && distance == self.bound)
    }

    /// Whether both hold for the same whole distances: more than 2 is at least 3.
    pub(super) fn is_same_for_whole_scores(self, other: Self) -> bool {
        self.least_whole() == other.least_whole()
    }

    fn least_whole(self) -> Fraction {
        match self.inclusive {
            true => self.bound.ceil(),
            false => self.bound.floor() + ONE,
        }
    }
}

impl Rubric {
    /// The cap on a confirmed security flaw, from the first rule that names one.
    pub fn security_cap(&self) -> Option<Limit> {
        self.meanings().find_map(|meaning| match meaning {
            Meaning::SecurityCap(limit) => Some(*limit),
            _ => None,
        })
    }

    /// From when on judges are heard again, from the first rule that says.
    pub fn rehear_spread(&self) -> Option<Spread> {
        self.meanings().find_map(|meaning| match meaning {
            Meaning::Rehear(spread) => Some(*spread),
            _ => None,
        })
    }

    /// From when on the dissent is stated, from the first rule that says.
    pub fn dissent_spread(&self) -> Option<Spread> {
        self.meanings().find_map(|meaning| match meaning {
            Meaning::Dissent(spread) => Some(*spread),
            _ => None,
        })
    }

    /// Whether some rule puts the Tech Lead first in this dimension.
    pub fn puts_tech_lead_first(&self, dimension: &DimensionId) -> bool {
        self.meanings()
            .any(|meaning| matches!(meaning, Meaning::TechLeadFirst(ids) if ids.contains(dimension)))
    }

    /// Whether all dimensions are scored from one lowest to one highest score; the numbers of the rules are meant
    /// there, and on the scale from 1 to 5 otherwise.
    pub fn has_common_scale(&self) -> bool {
        common_scale(&self.dimensions).is_some()
    }

    /// Everything understood of the rules that hold for the whole rubric, in order.
    fn meanings(&self) -> impl Iterator<Item = &Meaning> {
        self.synthesis.iter().flat_map(|rule| &rule.meaning)
    }
}

/// The scale on which all dimensions are scored, where there is one: who names a number means it there.
pub(super) fn common_scale(dimensions: &[Dimension]) -> Option<&Scale> {
    let scale = &dimensions.first()?.scale;
    let mut others = dimensions.iter().map(|dimension| &dimension.scale);
    others.all(|other| other.spans_like(scale)).then_some(scale)
}

impl fmt::Display for Meaning {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SecurityCap(limit) => write!(out, "a confirmed flaw caps security dimensions at {limit}"),
            Self::Rehear(spread) => write!(out, "a second vote where {spread}"),
            Self::Dissent(spread) => write!(out, "a stated dissent where {spread}"),
            Self::FactsFirst => out.write_str("facts overrule opinions"),
            Self::TechLeadFirst(ids) => {
                let ids: Vec<_> = ids.iter().map(|id| format!("`{id}`")).collect();
                write!(out, "the Tech Lead weighs most in {}", ids.join(", "))
            }
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(score) => score.fmt(out),
            Self::ShareOfMax(share) => write!(out, "{} of the highest score", percent(*share)),
        }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = if self.inclusive { "at least" } else { "more than" };
        let bound = Score(self.bound);
        write!(
            out,
            "the highest and the lowest score are {relation} {bound} apart"
        )
    }
}
