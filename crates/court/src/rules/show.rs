//! Expressions in the words of rule files, for people.

use super::expression::{Expr, Fold, Mapping, Operator, Predicate, Quantity, written};
use super::names::short;
use crate::protocol::Kind;
use crate::score::Fraction;
use std::fmt;

impl fmt::Display for Expr {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(number) => out.write_str(&written(*number)),
            Self::Quantity(quantity) => quantity.fmt(out),
            Self::Fold(fold, parts) => write!(out, "{}({})", fold_word(*fold), list(parts, ", ")),
            Self::Weighted(parts) => write!(out, "weighted({})", list(parts, ", ")),
            Self::Map(Mapping::Negative, part) => write!(out, "-{}", Bracketed(part)),
            Self::Map(mapping, part) => write!(out, "{}({part})", mapping_word(*mapping)),
            Self::Clamp(a, b, c) => write!(out, "clamp({a}, {b}, {c})"),
            Self::Arithmetic(operator, left, right) => {
                let sign = match operator {
                    Operator::Add => "+",
                    Operator::Subtract => "-",
                    Operator::Multiply => "*",
                    Operator::Divide => "/",
                };
                write!(out, "{} {sign} {}", Bracketed(left), Bracketed(right))
            }
            Self::If(a, b, c) => write!(out, "if({a}, {b}, {c})"),
            Self::First(parts) => write!(out, "first({})", list(parts, ", ")),
            Self::Compare(relation, left, right) => write!(out, "{left} {} {right}", relation.sign()),
            Self::And(parts) => out.write_str(&bracketed(parts, " and ")),
            Self::Or(parts) => out.write_str(&bracketed(parts, " or ")),
            Self::Not(part) => write!(out, "not {}", Bracketed(part)),
            Self::Truth(predicate) => predicate.fmt(out),
            Self::Yes(yes) => write!(out, "{yes}"),
        }
    }
}

/// An expression in brackets where it would be read otherwise without.
struct Bracketed<'a>(&'a Expr);

impl fmt::Display for Bracketed<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Expr::Arithmetic(..) | Expr::Compare(..) | Expr::And(_) | Expr::Or(_) | Expr::Not(_) => {
                write!(out, "({})", self.0)
            }
            other => other.fmt(out),
        }
    }
}

fn list(parts: &[Expr], separator: &str) -> String {
    let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
    parts.join(separator)
}

fn bracketed(parts: &[Expr], separator: &str) -> String {
    let shown = |part: &Expr| match part {
        Expr::And(_) | Expr::Or(_) => format!("({part})"),
        other => other.to_string(),
    };
    parts.iter().map(shown).collect::<Vec<_>>().join(separator)
}

fn fold_word(fold: Fold) -> &'static str {
    match fold {
        Fold::Mean => "mean",
        Fold::Median => "median",
        Fold::MedianLow => "median_low",
        Fold::MedianHigh => "median_high",
        Fold::Min => "min",
        Fold::Max => "max",
    }
}

fn mapping_word(mapping: Mapping) -> &'static str {
    match mapping {
        Mapping::Negative => "-",
        Mapping::Abs => "abs",
        Mapping::Floor => "floor",
        Mapping::Ceil => "ceil",
        Mapping::Trunc => "trunc",
        Mapping::HalfUp => "half_up",
        Mapping::HalfEven => "half_even",
        Mapping::At => "at",
        Mapping::OnFive => "on_five",
        Mapping::Down => "down",
        Mapping::Up => "up",
    }
}

fn gated(out: &mut fmt::Formatter<'_>, word: &str, states: impl fmt::Display, gate: u8) -> fmt::Result {
    if gate == 0 {
        write!(out, "{word}({states})")
    } else {
        let gate = written(Fraction::new(i64::from(gate), 100));
        write!(out, "{word}({states}, {gate})")
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Self::Vote(persona) => short(*persona),
            Self::TheVote => "vote",
            Self::Score => "score",
            Self::Spread => "spread",
            Self::FirstSpread => "first_spread",
            Self::SampleVariance => "sample_variance",
            Self::PopulationVariance => "population_variance",
            Self::Gap => "gap",
            Self::Votes => "votes",
            Self::Hearings => "hearings",
            Self::Met => "met",
            Self::Width => "width",
            Self::ScaleMin => "scale_min",
            Self::ScaleMax => "scale_max",
            Self::RubricCap => "rubric_cap",
            Self::CriticalObserved => "critical_observed",
            Self::Overall => "overall",
            Self::Flaws => "flaws",
            Self::Confidence(persona) => return write!(out, "confidence({})", short(*persona)),
            Self::Count(states, gate) => return gated(out, "count", states, *gate),
            Self::Citations(persona, states) if states.0 == u8::MAX => {
                return write!(out, "citations({})", short(*persona));
            }
            Self::Citations(persona, states) => {
                return write!(out, "citations({}, {states})", short(*persona));
            }
            Self::Final(id) => return write!(out, "final(\"{id}\")"),
            Self::VoteIn(persona, id) => return write!(out, "vote_in({}, \"{id}\")", short(*persona)),
        };
        out.write_str(word)
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dimension(ids) => {
                let ids: Vec<String> = ids.iter().map(|id| format!("\"{id}\"")).collect();
                write!(out, "dimension({})", ids.join(", "))
            }
            Self::Kind(kind) => write!(out, "kind({})", kind_word(*kind)),
            Self::Target(target) => write!(out, "target({target})"),
            Self::Critical => out.write_str("critical"),
            Self::Present(persona) => write!(out, "present({})", short(*persona)),
            Self::Flaw => out.write_str("flaw"),
            Self::CaseFlaw => out.write_str("case_flaw"),
            Self::Any(states, gate) => gated(out, "any", states, *gate),
            Self::All(states, gate) => gated(out, "all", states, *gate),
            Self::Cites(persona, states) => write!(out, "cites({}, {states})", short(*persona)),
            Self::CitesNothing(persona) => write!(out, "cites_nothing({})", short(*persona)),
            Self::SharedCitation => out.write_str("shared_citation"),
            Self::Says(persona, name, _) => {
                write!(out, "says({}, {name})", persona.map_or("any", short))
            }
            Self::RubricTechLeadFirst => out.write_str("rubric_tech_lead_first"),
            Self::RubricRehears => out.write_str("rubric_rehears"),
            Self::RubricDissents => out.write_str("rubric_dissents"),
        }
    }
}

pub(super) fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Plain => "plain",
        Kind::Architecture => "architecture",
        Kind::Security => "security",
    }
}
