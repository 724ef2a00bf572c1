//! What an expression comes to in a setting. Nothing is guessed: what depends on a missing vote or on facts
//! that nobody observed is unknown, and a condition that is unknown does not hold.

use super::expression::{Expr, Fold, Mapping, Operator, Predicate, Quantity, Relation};
use super::phrases::is_said;
use super::setting::{Setting, Votes, seat};
use crate::opinion::Persona;
use crate::score::{Fraction, ONE, Scale, Score, ZERO};
use num_traits::{CheckedAdd as _, CheckedDiv as _, CheckedMul as _, CheckedSub as _};
use std::collections::BTreeMap;

/// Largest numerator of a result that counts as known.
const NUMERATOR_MAX: i64 = 1_000_000_000_000;
/// Largest denominator of a result that counts as known.
const DENOMINATOR_MAX: i64 = 1_000_000_000;

/// A setting and how far the rules have come in it.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) setting: &'a Setting,
    pub(crate) votes: &'a Votes,
    /// The vote that an edit works on.
    pub(crate) vote: Option<Fraction>,
    pub(crate) score: Option<Fraction>,
    pub(crate) whole: Option<&'a Whole>,
}

/// What rules for the overall score see besides the scale.
#[derive(Clone, Debug, Default)]
pub(crate) struct Whole {
    pub(crate) overall: Option<Fraction>,
    pub(crate) finals: BTreeMap<String, Fraction>,
    pub(crate) votes: BTreeMap<String, Votes>,
}

type Number = Option<Fraction>;

impl<'a> Scene<'a> {
    /// The votes alone, before there is a score.
    pub(crate) fn of_votes(setting: &'a Setting, votes: &'a Votes) -> Self {
        Self {
            setting,
            votes,
            vote: None,
            score: None,
            whole: None,
        }
    }

    /// The number, where it is known and fits.
    pub(crate) fn number(&self, expr: &Expr) -> Number {
        self.unbounded(expr).filter(|number| fits(*number))
    }

    fn unbounded(&self, expr: &Expr) -> Number {
        match expr {
            Expr::Literal(number) => Some(*number),
            Expr::Quantity(quantity) => self.quantity(quantity),
            Expr::Fold(fold, parts) => folded(*fold, self.numbers(parts)),
            Expr::Weighted(weights) => self.weighted(weights),
            Expr::Map(mapping, part) => mapped(*mapping, self.number(part)?, &self.setting.scale),
            Expr::Clamp(part, low, high) => {
                let (part, low, high) = (self.number(part)?, self.number(low)?, self.number(high)?);
                Some(part.max(low).min(high.max(low)))
            }
            Expr::Arithmetic(operator, left, right) => {
                combined(*operator, self.number(left)?, self.number(right)?)
            }
            Expr::If(condition, then, other) => {
                self.number(if self.truth(condition)? { then } else { other })
            }
            Expr::First(parts) => parts.iter().find_map(|part| self.number(part)),
            Expr::Compare(..) | Expr::And(_) | Expr::Or(_) | Expr::Not(_) | Expr::Truth(_) | Expr::Yes(_) => {
                None
            }
        }
    }

    /// Whether it holds, where that is known.
    pub(crate) fn truth(&self, expr: &Expr) -> Option<bool> {
        match expr {
            Expr::Yes(yes) => Some(*yes),
            Expr::Truth(predicate) => self.predicate(predicate),
            Expr::Compare(relation, left, right) => {
                Some(compare(*relation, self.number(left)?, self.number(right)?))
            }
            Expr::Not(part) => self.truth(part).map(|holds| !holds),
            Expr::And(parts) => self.joined(parts, false),
            Expr::Or(parts) => self.joined(parts, true),
            Expr::If(condition, then, other) => self.truth(if self.truth(condition)? { then } else { other }),
            Expr::First(parts) => parts.iter().find_map(|part| self.truth(part)),
            _ => None,
        }
    }

    /// One part that settles it settles it, whatever the unknown ones are.
    fn joined(&self, parts: &[Expr], settling: bool) -> Option<bool> {
        let mut is_unknown = false;
        for part in parts {
            match self.truth(part) {
                Some(holds) if holds == settling => return Some(settling),
                Some(_) => {}
                None => is_unknown = true,
            }
        }
        (!is_unknown).then_some(!settling)
    }

    /// All listed numbers, or the votes that are there; unknown where a listed one is.
    fn numbers(&self, parts: &[Expr]) -> Option<Vec<Fraction>> {
        if parts.is_empty() {
            return Some(self.votes.iter().copied().flatten().collect());
        }
        parts.iter().map(|part| self.number(part)).collect()
    }

    fn weighted(&self, weights: &[Expr]) -> Number {
        let (mut sum, mut total) = (ZERO, ZERO);
        for (vote, weight) in self.votes.iter().zip(weights) {
            let (Some(vote), Some(weight)) = (vote, self.number(weight)) else {
                continue;
            };
            sum = sum.checked_add(&vote.checked_mul(&weight)?)?;
            total = total.checked_add(&weight)?;
        }
        sum.checked_div(&total)
    }

    fn vote_of(&self, persona: Persona) -> Number {
        self.votes[seat(persona)]
    }

    fn quantity(&self, quantity: &Quantity) -> Number {
        let setting = self.setting;
        let whole = |count: usize| i64::try_from(count).ok().map(Fraction::from_integer);
        match quantity {
            Quantity::Vote(persona) => self.vote_of(*persona),
            Quantity::TheVote => self.vote,
            Quantity::Score => self.score,
            Quantity::Confidence(persona) => setting.facts.sure[seat(*persona)],
            Quantity::Spread => spread(self.votes),
            Quantity::FirstSpread => spread(&setting.first),
            Quantity::SampleVariance => variance(self.votes, 1),
            Quantity::PopulationVariance => variance(self.votes, 0),
            Quantity::Gap => {
                let [left, right] = [Persona::Prosecutor, Persona::Defense].map(|judge| self.vote_of(judge));
                left?.max(right?).checked_sub(&left?.min(right?))
            }
            Quantity::Votes => whole(self.votes.iter().flatten().count()),
            Quantity::Hearings => Some(Fraction::from_integer(setting.hearings)),
            Quantity::Met => setting.facts.met,
            Quantity::Width => setting.scale.max.0.checked_sub(&setting.scale.min.0),
            Quantity::ScaleMin => Some(setting.scale.min.0),
            Quantity::ScaleMax => Some(setting.scale.max.0),
            Quantity::RubricCap => setting.rubric.cap,
            Quantity::CriticalObserved => Some(Fraction::from_integer(setting.case.critical_observed)),
            Quantity::Count(states, gate) => whole(setting.facts.count(*states, *gate)),
            Quantity::Citations(persona, states) => whole(setting.facts.citations(*persona, *states)),
            Quantity::Final(id) => self.whole?.finals.get(id).copied(),
            Quantity::VoteIn(persona, id) => self.whole?.votes.get(id)?[seat(*persona)],
            Quantity::Overall => self.whole?.overall,
            Quantity::Flaws => Some(Fraction::from_integer(setting.case.flaws)),
        }
    }

    fn predicate(&self, predicate: &Predicate) -> Option<bool> {
        let setting = self.setting;
        let facts = &setting.facts;
        Some(match predicate {
            Predicate::Dimension(patterns) => patterns.iter().any(|p| matches_glob(p, &setting.dimension)),
            Predicate::Kind(kind) => setting.kind == *kind,
            Predicate::Target(target) => setting.target == *target,
            Predicate::Critical => setting.is_critical,
            Predicate::Present(persona) => self.vote_of(*persona).is_some(),
            Predicate::Flaw => facts.flaw.is_some(),
            Predicate::CaseFlaw => setting.case.flaws > 0,
            Predicate::Any(states, gate) => facts.count(*states, *gate) > 0,
            Predicate::All(states, gate) => facts.all(*states, *gate),
            Predicate::Probe(probe, states) => states.has(*facts.asked.get(probe)?),
            Predicate::Cites(persona, states) => facts.citations(*persona, *states) > 0,
            Predicate::CitesNothing(persona) => {
                self.vote_of(*persona)?;
                facts.cited[seat(*persona)].is_empty()
            }
            Predicate::SharedCitation => facts.shared_citation,
            Predicate::Says(Some(persona), _, phrases) => is_said(phrases, &facts.said[seat(*persona)]),
            Predicate::Says(None, _, phrases) => facts.said.iter().any(|said| is_said(phrases, said)),
            Predicate::RubricTechLeadFirst => setting.rubric.tech_lead_first,
            Predicate::RubricRehears => setting.rubric.rehear?.is_reached_by(spread(self.votes)?),
            Predicate::RubricDissents => setting.rubric.dissent?.is_reached_by(spread(self.votes)?),
        })
    }
}

/// Small enough that rounding it and showing it stay exact in 64 bits.
fn fits(number: Fraction) -> bool {
    (-NUMERATOR_MAX..=NUMERATOR_MAX).contains(number.numer()) && *number.denom() <= DENOMINATOR_MAX
}

/// Highest less lowest; 0 for a single vote, unknown without one.
pub(crate) fn spread(votes: &Votes) -> Number {
    let present = || votes.iter().copied().flatten();
    present().max()?.checked_sub(&present().min()?)
}

fn variance(votes: &Votes, less: usize) -> Number {
    let present: Vec<Fraction> = votes.iter().copied().flatten().collect();
    let divisor = i64::try_from(present.len().checked_sub(less)?).ok()?;
    let mean = folded(Fold::Mean, Some(present.clone()))?;
    let squares = present.iter().try_fold(ZERO, |sum, vote| {
        let distance = vote.checked_sub(&mean)?;
        sum.checked_add(&distance.checked_mul(&distance)?)
    })?;
    squares.checked_div(&Fraction::from_integer(divisor))
}

fn folded(fold: Fold, numbers: Option<Vec<Fraction>>) -> Number {
    let mut numbers = numbers.filter(|numbers| !numbers.is_empty())?;
    numbers.sort_unstable();
    let (low, high) = (numbers[(numbers.len() - 1) / 2], numbers[numbers.len() / 2]);
    let mean = |numbers: &[Fraction]| {
        let sum = numbers
            .iter()
            .try_fold(ZERO, |sum, number| sum.checked_add(number))?;
        sum.checked_div(&Fraction::from_integer(i64::try_from(numbers.len()).ok()?))
    };
    match fold {
        Fold::Mean => mean(&numbers),
        Fold::Median => mean(&[low, high]),
        Fold::MedianLow => Some(low),
        Fold::MedianHigh => Some(high),
        Fold::Min => numbers.first().copied(),
        Fold::Max => numbers.last().copied(),
    }
}

fn mapped(mapping: Mapping, number: Fraction, scale: &Scale) -> Number {
    let width = scale.max.0.checked_sub(&scale.min.0)?;
    let at = |share: Fraction| scale.min.0.checked_add(&width.checked_mul(&share)?);
    Some(match mapping {
        Mapping::Negative => ZERO.checked_sub(&number)?,
        Mapping::Abs => number.max(ZERO.checked_sub(&number)?),
        Mapping::Floor => number.floor(),
        Mapping::Ceil => number.ceil(),
        Mapping::Trunc => number.trunc(),
        Mapping::HalfUp => half_up(number)?,
        Mapping::HalfEven => half_even(number)?,
        Mapping::At => at(number)?,
        Mapping::OnFive => at(number
            .checked_sub(&ONE)?
            .checked_div(&Fraction::from_integer(4))?)?,
        Mapping::Down => scale.floor(Score(number)).0,
        Mapping::Up => scale.ceiling(Score(number)).0,
    })
}

/// The nearest whole number, halves up.
pub(crate) fn half_up(number: Fraction) -> Number {
    Some(number.checked_add(&Fraction::new(1, 2))?.floor())
}

/// The nearest whole number, halves to the even one.
pub(crate) fn half_even(number: Fraction) -> Number {
    let up = half_up(number)?;
    let is_half = up.checked_sub(&number)? == Fraction::new(1, 2);
    match is_half && up.to_integer() % 2 != 0 {
        true => up.checked_sub(&ONE),
        false => Some(up),
    }
}

fn combined(operator: Operator, left: Fraction, right: Fraction) -> Number {
    match operator {
        Operator::Add => left.checked_add(&right),
        Operator::Subtract => left.checked_sub(&right),
        Operator::Multiply => left.checked_mul(&right),
        // Nothing where it would be by 0.
        Operator::Divide => left.checked_div(&right),
    }
}

fn compare(relation: Relation, left: Fraction, right: Fraction) -> bool {
    match relation {
        Relation::Less => left < right,
        Relation::AtMost => left <= right,
        Relation::More => left > right,
        Relation::AtLeast => left >= right,
        Relation::Equal => left == right,
        Relation::Unequal => left != right,
    }
}

/// Whether `text` is `pattern`, in which each `*` stands for anything; letters of both cases are alike.
pub(crate) fn matches_glob(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.to_lowercase(), text.to_lowercase());
    let mut pieces = pattern.split('*');
    let Some(mut rest) = pieces.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, middle)) = pieces.split_last() else {
        return rest.is_empty();
    };
    for piece in middle {
        let Some(at) = rest.find(piece) else {
            return false;
        };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}
