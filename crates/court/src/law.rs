//! The numbers by which a dimension is settled: the rubric's own where it names them without doubt, else the
//! defaults.

use crate::protocol::Kind;
use crate::rubric::{Dimension, Limit, Rubric, Spread};
use crate::score::{Fraction, Scale, Score};
use serde::{Deserialize, Serialize};

/// A confirmed flaw leaves this much of the scale: 3 on 1 to 5, as the founding rules of the field have it.
const SECURITY_CAP: Fraction = Fraction::new_raw(1, 2);
/// Votes further apart than this much of the scale are heard again: more than 2 on 1 to 5.
const REHEAR_SPREAD: Fraction = Fraction::new_raw(1, 2);
/// The width of the scale that a rubric with several scales means when it names a number.
const USUAL_WIDTH: i64 = 4;

/// The numbers of one dimension.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Law {
    /// The highest score after a confirmed security flaw, one that the scale allows; `None` where the
    /// dimension is not about security.
    pub cap: Option<Score>,
    /// Votes this far apart are heard again.
    pub rehear: Spread,
    /// Whether the Tech Lead's vote counts double.
    pub tech_lead_first: bool,
}

impl Law {
    /// The numbers for a dimension of this kind in this rubric.
    #[must_use]
    pub fn of(rubric: &Rubric, dimension: &Dimension, kind: Kind) -> Self {
        let scale = &dimension.scale;
        let is_uniform = rubric
            .dimensions
            .iter()
            .all(|other| (other.scale.min, other.scale.max) == (scale.min, scale.max));
        let spread = rubric
            .rehear_spread()
            .map(|spread| rehear(spread, scale, is_uniform));
        Self {
            cap: (kind == Kind::Security).then(|| scale.floor(cap(rubric.security_cap(), scale, is_uniform))),
            rehear: spread.unwrap_or(Spread {
                bound: width(scale) * REHEAR_SPREAD,
                inclusive: false,
            }),
            tech_lead_first: kind == Kind::Architecture || rubric.puts_tech_lead_first(&dimension.id),
        }
    }
}

fn width(scale: &Scale) -> Fraction {
    scale.max.0 - scale.min.0
}

fn cap(limit: Option<Limit>, scale: &Scale, is_uniform: bool) -> Score {
    match limit {
        None => Score(scale.min.0 + width(scale) * SECURITY_CAP),
        Some(Limit::ShareOfMax(share)) => Score(scale.max.0 * share),
        Some(Limit::Score(score)) if is_uniform => score,
        // On the scale from 1 to 5, carried over to this one.
        Some(Limit::Score(score)) => Score(scale.min.0 + width(scale) * (score.0 - 1) / USUAL_WIDTH),
    }
}

fn rehear(spread: Spread, scale: &Scale, is_uniform: bool) -> Spread {
    let bound = if is_uniform {
        spread.bound
    } else {
        width(scale) * spread.bound / USUAL_WIDTH
    };
    Spread { bound, ..spread }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rubric::parse;

    fn law(rules: &str, scales: &str, kind: Kind) -> Law {
        let text = format!("synthesis_rules: {{{rules}}}\ndimensions: [{scales}]");
        let rubric = parse(&text, "test").expect("it parses");
        Law::of(&rubric, &rubric.dimensions[0], kind)
    }

    #[test]
    fn the_defaults_are_three_and_more_than_two_on_one_to_five() {
        let law = law("", "{id: a}", Kind::Security);
        assert_eq!(law.cap, Some(Score::whole(3)));
        assert!(!law.rehear.is_reached_by(Fraction::from_integer(2)));
        assert!(law.rehear.is_reached_by(Fraction::from_integer(3)));
        assert!(!law.tech_lead_first);
    }

    #[test]
    fn a_cap_that_the_rubric_names_holds() {
        let rule = "security_override: 'Confirmed security flaws cap the score at 2.'";
        assert_eq!(law(rule, "{id: a}", Kind::Security).cap, Some(Score::whole(2)));
        assert_eq!(
            law(rule, "{id: a}", Kind::Plain).cap,
            None,
            "only security dimensions are capped"
        );
    }

    #[test]
    fn on_other_scales_the_numbers_are_carried_over() {
        let law = law(
            "",
            "{id: a, max_score: 20}, {id: b, max_score: 30}",
            Kind::Security,
        );
        assert_eq!(law.cap, Some(Score::whole(10)));
        assert_eq!(law.rehear.bound, Fraction::from_integer(10));
    }
}
