//! The vocabulary of rule files: every name and function, what it means, and where it may be used.

use super::expression::{Expr, Predicate, Quantity, STATE_WORDS};
use crate::opinion::Persona;
use crate::text::{meaning, word, words_of};
use Expr::{Quantity as Number, Truth};
use std::sync::LazyLock;

/// Where an expression stands; some names mean nothing elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// On one vote.
    Edit,
    /// Before there is a score.
    Votes,
    /// On the score of a dimension.
    Score,
    /// On the score of the case.
    Overall,
}

/// The judges, short and long.
pub(crate) const JUDGES: [(&str, Persona); 6] = [
    ("P", Persona::Prosecutor),
    ("D", Persona::Defense),
    ("TL", Persona::TechLead),
    ("prosecutor", Persona::Prosecutor),
    ("defense", Persona::Defense),
    ("tech_lead", Persona::TechLead),
];

/// The short name of a judge.
pub(crate) fn short(persona: Persona) -> &'static str {
    word(&JUDGES, &persona)
}

/// Names that stand for a number or a truth by themselves, with what they mean.
#[rustfmt::skip]
pub(crate) static NAMES: [(&str, Expr, &str); 24] = [
    ("vote", Number(Quantity::TheVote), "the vote that the edit works on"),
    ("score", Number(Quantity::Score), "the score so far"),
    ("spread", Number(Quantity::Spread), "highest vote less lowest"),
    ("first_spread", Number(Quantity::FirstSpread), "the spread of the first votes"),
    ("sample_variance", Number(Quantity::SampleVariance), "of the votes, divided by one less than their number"),
    ("population_variance", Number(Quantity::PopulationVariance), "of the votes, divided by their number"),
    ("gap", Number(Quantity::Gap), "distance of Prosecutor and Defense"),
    ("votes", Number(Quantity::Votes), "how many judges voted"),
    ("hearings", Number(Quantity::Hearings), "how often the dimension was heard"),
    ("met", Number(Quantity::Met), "weighted share of the checks that pass, of those that could be looked at, 0 to 1"),
    ("width", Number(Quantity::Width), "highest score of the scale less lowest"),
    ("scale_min", Number(Quantity::ScaleMin), "lowest score of the scale"),
    ("scale_max", Number(Quantity::ScaleMax), "highest score of the scale"),
    ("rubric_cap", Number(Quantity::RubricCap), "the cap on confirmed flaws that the rubric names"),
    ("rubric_rehears", Truth(Predicate::RubricRehears), "the spread from which the rubric wants a second vote is reached"),
    ("rubric_dissents", Truth(Predicate::RubricDissents), "the spread from which the rubric wants a dissent is reached"),
    ("rubric_tech_lead_first", Truth(Predicate::RubricTechLeadFirst), "the rubric puts the Tech Lead first in this dimension"),
    ("critical", Truth(Predicate::Critical), "the rubric calls the dimension critical"),
    ("critical_observed", Number(Quantity::CriticalObserved), "critical dimensions of which something was observed"),
    ("flaw", Truth(Predicate::Flaw), "a scanner fact with a place confirms a security flaw of this dimension"),
    ("case_flaw", Truth(Predicate::CaseFlaw), "the same, in any dimension of the case"),
    ("shared_citation", Truth(Predicate::SharedCitation), "all judges cite one exhibit that was observed"),
    ("overall", Number(Quantity::Overall), "the score of the case so far"),
    ("flaws", Number(Quantity::Flaws), "dimensions in which a flaw is confirmed"),
];

/// Functions, with their arguments and what they mean.
pub(crate) static FUNCTIONS: LazyLock<Vec<(&str, &str, &str)>> = LazyLock::new(|| {
    let lines = wordlist::lines(include_str!("functions.txt")).into_iter();
    let told = lines.filter_map(|line| line.split_once("): "));
    told.filter_map(|(head, told)| Some((head.split_once('(')?, told)))
        .map(|((name, arguments), told)| (name, arguments, told))
        .collect()
});

/// Functions that ask for something of a single dimension.
pub(crate) const OF_ONE_DIMENSION: &str = "weighted at on_five down up present confidence dimension kind target any all \
    count probe cites cites_nothing citations says";

/// The words for what a dimension looks at.
pub(crate) const TARGETS: [(&str, &str); 3] = [
    ("repository", "repository"),
    ("report", "report"),
    ("diagrams", "diagrams"),
];

/// The node a bare name means here, or why it means nothing.
pub(crate) fn bare(name: &str, context: Context) -> Option<Result<Expr, &'static str>> {
    if let Some(persona) = meaning(&JUDGES, name) {
        return Some(match context {
            Context::Overall => Err("the overall score has no votes; write vote_in(P, \"dimension\")"),
            _ => Ok(Number(Quantity::Vote(persona))),
        });
    }
    let known = || NAMES.iter().find(|(known, ..)| *known == name);
    let expr = match name {
        "true" | "false" => Expr::Yes(name == "true"),
        _ => known()?.1.clone(),
    };
    Some(match (name, context) {
        ("vote", Context::Edit) | ("score", Context::Score) => Ok(expr),
        ("vote", _) => Err("`vote` is only known in `edits`"),
        ("score", _) => Err("there is no `score` yet; it is known in `rules` and `caps`"),
        ("overall" | "flaws", Context::Overall) => Ok(expr),
        ("overall" | "flaws", _) => Err("it is only known in `overall`"),
        ("width" | "scale_min" | "scale_max" | "case_flaw" | "critical_observed" | "true" | "false", _) => {
            Ok(expr)
        }
        (_, Context::Overall) => Err("it belongs to one dimension and means nothing for the overall score"),
        _ => Ok(expr),
    })
}

/// The name that stands for a node by itself; an empty one where none does.
pub(crate) fn name_of(expr: &Expr) -> &'static str {
    let row = NAMES.iter().find(|(_, known, _)| known == expr);
    row.map_or("", |(name, ..)| *name)
}

/// Everything that can be written, for offering what a misspelt name means.
pub(crate) fn known() -> Vec<&'static str> {
    let names = NAMES.iter().map(|(name, ..)| *name);
    let functions = FUNCTIONS.iter().map(|(name, ..)| *name);
    let others = [words_of(&JUDGES), words_of(&STATE_WORDS)].concat();
    names.chain(functions).chain(others).collect()
}
