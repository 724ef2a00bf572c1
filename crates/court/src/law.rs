//! The law of one dimension: the rule set, the rubric's own numbers where it names them without doubt, and what
//! of the whole case rules can see.

use crate::evidence::{Evidence, Finding};
use crate::protocol::{Kind, Standing};
use crate::rubric::{Dimension, Limit, Rubric, Spread};
use crate::rules::{self, CaseFacts, RubricNumbers, RuleSet, State};
use crate::score::{Fraction, Scale, Score};
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
        let (name, rules) = (self.rules.name.as_str(), &self.rules.sha256);
        Key {
            name,
            rules,
            kind: self.kind,
            numbers: &self.numbers,
            case: &self.case,
        }
        .serialize(serializer)
    }
}

impl Law {
    /// The default rules for a dimension of this kind in this rubric.
    #[must_use]
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

fn width(scale: &Scale) -> Fraction {
    scale.max.0 - scale.min.0
}

fn cap(limit: Limit, scale: &Scale, is_uniform: bool) -> Score {
    match limit {
        Limit::ShareOfMax(share) => Score(scale.max.0 * share),
        Limit::Score(score) if is_uniform => score,
        // On the scale from 1 to 5, carried over to this one.
        Limit::Score(score) => Score(scale.min.0 + width(scale) * (score.0 - 1) / USUAL_WIDTH),
    }
}

fn on_scale(spread: Spread, scale: &Scale, is_uniform: bool) -> Spread {
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

    fn numbers_of(rules: &str, scales: &str) -> RubricNumbers {
        let text = format!("synthesis_rules: {{{rules}}}\ndimensions: [{scales}]");
        let rubric = parse(&text, "test").expect("it parses");
        numbers(&rubric, &rubric.dimensions[0])
    }

    #[test]
    fn a_rubric_that_names_no_numbers_leaves_them_to_the_rules() {
        assert_eq!(numbers_of("", "{id: a}"), RubricNumbers::default());
    }

    #[test]
    fn a_cap_that_the_rubric_names_holds() {
        let rule = "security_override: 'Confirmed security flaws cap the score at 2.'";
        assert_eq!(numbers_of(rule, "{id: a}").cap, Some(Fraction::from_integer(2)));
    }

    #[test]
    fn a_cap_in_percent_is_a_part_of_the_highest_score() {
        let rule = "security: 'Cap the score at 40 % of max.'";
        let cap = |scale: &str| numbers_of(rule, &format!("{{id: a{scale}}}")).cap;
        assert_eq!(cap(""), Some(Fraction::from_integer(2)));
        assert_eq!(cap(", max_score: 10"), Some(Fraction::from_integer(4)));
    }

    #[test]
    fn a_distance_that_asks_for_a_dissent_asks_for_no_rehearing_and_the_other_way_round() {
        let bounds = |asked: &str| {
            let numbers = numbers_of(
                &format!("x: 'A variance above 2 calls for a {asked}.'"),
                "{id: a}",
            );
            [numbers.rehear, numbers.dissent].map(|spread| spread.map(|spread| spread.bound))
        };
        let two = Some(Fraction::from_integer(2));
        assert_eq!(bounds("dissent"), [None, two]);
        assert_eq!(bounds("rehearing"), [two, None]);
    }

    #[test]
    fn numbers_are_meant_where_all_dimensions_are_scored_else_on_one_to_five_and_so_it_is_told() {
        let rules = "security_override: 'Confirmed security flaws cap the score at 3.', \
                     variance: 'A spread of more than 2 between the judges triggers a re-evaluation.'";
        let proportion = "on the scale from 1 to 5, in proportion on others";
        for (scales, cap, spread, told) in [
            ("{id: a}, {id: b}", (3, 1), (2, 1), None),
            (
                "{id: a, max_score: 10}, {id: b, max_score: 10}",
                (3, 1),
                (2, 1),
                Some("on the scale of all dimensions, from 0 to 10"),
            ),
            (
                "{id: a, max_score: 20}, {id: b, max_score: 30}",
                (10, 1),
                (10, 1),
                Some(proportion),
            ),
            (
                "{id: a}, {id: b, max_score: 30}",
                (3, 1),
                (2, 1),
                Some(proportion),
            ),
            (
                "{id: a, min_score: 1, max_score: 10}, {id: b, max_score: 10}",
                (11, 2),
                (9, 2),
                Some(proportion),
            ),
        ] {
            let text = format!("synthesis_rules: {{{rules}}}\ndimensions: [{scales}]");
            let rubric = parse(&text, "test").expect("it parses");
            let numbers = numbers(&rubric, &rubric.dimensions[0]);
            let rehear = numbers.rehear.map(|spread| spread.bound);
            let of = |(part, whole): (i64, i64)| Some(Fraction::new(part, whole));
            assert_eq!((numbers.cap, rehear), (of(cap), of(spread)), "{scales}");
            let meant = "numbers in the rules for synthesis are meant ";
            let said = rubric.understood.iter().find_map(|said| said.strip_prefix(meant));
            assert_eq!(said, told, "{scales}");
        }
    }
}
