//! In which form a probe answers, and which wants an answer of that form can meet. A want of another form would never be met nor
//! unmet: its demand would drop out of the score without a word.

use super::own::{Count, Look, Metric, Own};
use super::{Grading, Want, protocols};

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Yes or no; some count as well.
    Truth,
    /// How many.
    Number,
    /// Of so many, how many are good.
    Share,
    /// How far each term is explained.
    Terms,
    /// Which paths are not there.
    Paths,
    /// How many claims hold, and how many do not.
    Claims,
}

impl Form {
    /// The form in which this probe answers, one of `owns` or a built-in one; `None` where nothing tells it.
    pub fn of(probe: &str, owns: &[Own]) -> Option<Self> {
        match owns.iter().find(|own| own.id == probe) {
            Some(own) => Self::of_own(own),
            None => Self::of_built_in(probe),
        }
    }

    fn of_own(own: &Own) -> Option<Self> {
        match &own.look {
            Look::Pattern { .. } | Look::Rules(_) if own.count == Count::Share => Some(Self::Share),
            Look::Git(Metric::LargestShare | Metric::MergeShare | Metric::Messages(_)) => Some(Self::Share),
            Look::Terms(_) => Some(Self::Terms),
            Look::Probe(id) => Self::of_built_in(id),
            Look::Pattern { .. } | Look::Rules(_) | Look::Files(_) | Look::Git(_) | Look::Manifest(_) => {
                Some(Self::Number)
            }
            Look::Claims { .. } => Some(Self::Number),
        }
    }

    /// What built-in protocols want of a probe is of the form in which it answers.
    fn of_built_in(probe: &str) -> Option<Self> {
        let mut demands = protocols().flat_map(|protocol| &protocol.demands);
        let demand =
            demands.find(|demand| demand.probe == probe && !matches!(demand.want, Want::Finding(_)))?;
        Self::of_want(&demand.want)
    }

    /// The form that a want is about; `None` where any will do.
    fn of_want(want: &Want) -> Option<Self> {
        match want {
            Want::Finding(_) => None,
            Want::Holds(_) => Some(Self::Truth),
            Want::AtLeast(_) | Want::AtMost(_) | Want::Graded(Grading::Between { .. }) => Some(Self::Number),
            Want::Share(_) | Want::ShareAtLeast(_) | Want::ShareAtMost(_) => Some(Self::Share),
            Want::Graded(Grading::Terms) => Some(Self::Terms),
            Want::Graded(Grading::Paths) => Some(Self::Paths),
            Want::Graded(Grading::Claims) => Some(Self::Claims),
        }
    }

    /// Whether an answer of this form can meet the want or fail it.
    pub fn takes(self, want: &Want) -> bool {
        let is_plain = |form| matches!(form, Self::Truth | Self::Number);
        Self::of_want(want).is_none_or(|wanted| wanted == self || (is_plain(wanted) && is_plain(self)))
    }

    /// What such an answer is, for people.
    pub fn named(self) -> &'static str {
        match self {
            Self::Truth => "yes or no",
            Self::Number => "a number",
            Self::Share => "a share, so many of so many",
            Self::Terms => "how far each term is explained",
            Self::Paths => "the paths that are not there",
            Self::Claims => "how many claims hold",
        }
    }

    /// How it can be wanted, as rubrics spell it.
    pub fn wanted(self) -> &'static str {
        match self {
            Self::Truth => "`present` or `absent`",
            Self::Number => {
                "`present`, `absent`, `{at_least: 3}`, `{at_most: 0}` or `{graded: {none: 0, full: 5}}`"
            }
            Self::Share => {
                "`{share_at_least: 50 %}`, `{share_at_most: 10 %}` or `{share: {none: 20, full: 80}}`"
            }
            Self::Terms => "`{graded: terms}`",
            Self::Paths => "`{graded: paths}`",
            Self::Claims => "`{graded: claims}`",
        }
    }
}

#[cfg(test)]
mod tests;
