//! Expressions in the words of rule files, for people.

use super::expression::{Expr, Fold, Mapping, Operator, Predicate, Quantity, Relation, States, written};
use super::vocabulary::{name_of, short};
use crate::protocol::Kind;
use crate::score::Fraction;
use crate::text::word;
use std::fmt;

impl fmt::Display for Expr {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(number) => out.write_str(&written(*number)),
            Self::Quantity(quantity) => quantity.fmt(out),
            Self::Fold(fold, parts) => write!(out, "{}({})", word(&Fold::WORDS, fold), list(parts)),
            Self::Weighted(parts) => write!(out, "weighted({})", list(parts)),
            Self::Map(Mapping::Negative, part) => write!(out, "-{}", Bracketed(part)),
            Self::Map(mapping, part) => write!(out, "{}({part})", word(&Mapping::WORDS, mapping)),
            Self::Clamp(a, b, c) => write!(out, "clamp({a}, {b}, {c})"),
            Self::Arithmetic(operator, left, right) => {
                let sign = word(&Operator::SIGNS, operator);
                write!(out, "{} {sign} {}", Bracketed(left), Bracketed(right))
            }
            Self::If(a, b, c) => write!(out, "if({a}, {b}, {c})"),
            Self::First(parts) => write!(out, "first({})", list(parts)),
            Self::Compare(relation, left, right) => {
                write!(out, "{left} {} {right}", word(&Relation::SIGNS, relation))
            }
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

fn list(parts: &[Expr]) -> String {
    let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
    parts.join(", ")
}

fn bracketed(parts: &[Expr], separator: &str) -> String {
    let shown = |part: &Expr| match part {
        Expr::And(_) | Expr::Or(_) => format!("({part})"),
        other => other.to_string(),
    };
    parts.iter().map(shown).collect::<Vec<_>>().join(separator)
}

impl fmt::Display for Quantity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vote(persona) => out.write_str(short(*persona)),
            Self::Confidence(persona) => write!(out, "confidence({})", short(*persona)),
            Self::Count(states, gate) => gated(out, "count", *states, *gate),
            Self::Citations(persona, states) if states.0 == u8::MAX => {
                write!(out, "citations({})", short(*persona))
            }
            Self::Citations(persona, states) => write!(out, "citations({}, {states})", short(*persona)),
            Self::Final(id) => write!(out, "final(\"{id}\")"),
            Self::VoteIn(persona, id) => write!(out, "vote_in({}, \"{id}\")", short(*persona)),
            named => out.write_str(name_of(&Expr::Quantity(named.clone()))),
        }
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dimension(ids) => {
                let ids: Vec<String> = ids.iter().map(|id| format!("\"{id}\"")).collect();
                write!(out, "dimension({})", ids.join(", "))
            }
            Self::Kind(kind) => write!(out, "kind({})", word(&Kind::WORDS, kind)),
            Self::Target(target) => write!(out, "target({target})"),
            Self::Present(persona) => write!(out, "present({})", short(*persona)),
            Self::Any(states, gate) => gated(out, "any", *states, *gate),
            Self::All(states, gate) => gated(out, "all", *states, *gate),
            Self::Probe(probe, states) if states.0 == u8::MAX => write!(out, "probe(\"{probe}\")"),
            Self::Probe(probe, states) => write!(out, "probe(\"{probe}\", {states})"),
            Self::Cites(persona, states) => write!(out, "cites({}, {states})", short(*persona)),
            Self::CitesNothing(persona) => write!(out, "cites_nothing({})", short(*persona)),
            Self::Says(persona, name, _) => write!(out, "says({}, {name})", persona.map_or("any", short)),
            named => out.write_str(name_of(&Expr::Truth(named.clone()))),
        }
    }
}

fn gated(out: &mut fmt::Formatter<'_>, word: &str, states: States, gate: u8) -> fmt::Result {
    if gate == 0 {
        return write!(out, "{word}({states})");
    }
    let gate = written(Fraction::new(i64::from(gate), 100));
    write!(out, "{word}({states}, {gate})")
}
