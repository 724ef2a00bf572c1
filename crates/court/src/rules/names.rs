//! The vocabulary of rule files: every name and function, what it means, and where it may be used.

use super::expression::{Expr, Fold, Mapping, Predicate, Quantity, STATE_WORDS};
use crate::opinion::Persona;
use crate::protocol::Kind;

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

/// The judges, long and short.
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
    match persona {
        Persona::Prosecutor => "P",
        Persona::Defense => "D",
        Persona::TechLead => "TL",
    }
}

pub(crate) fn judge(name: &str) -> Option<Persona> {
    JUDGES
        .into_iter()
        .find(|(word, _)| *word == name)
        .map(|(_, persona)| persona)
}

/// Names that stand for a number or a truth by themselves, with what they mean.
pub(crate) const NAMES: [(&str, &str); 24] = [
    ("vote", "the vote that the edit works on"),
    ("score", "the score so far"),
    ("spread", "highest vote less lowest"),
    ("first_spread", "the spread of the first hearing"),
    (
        "sample_variance",
        "of the votes, divided by one less than their number",
    ),
    ("population_variance", "of the votes, divided by their number"),
    ("gap", "distance of Prosecutor and Defense"),
    ("votes", "how many judges voted"),
    ("hearings", "how often the dimension was heard"),
    (
        "met",
        "weighted share of the observed demands that are met, 0 to 1",
    ),
    ("width", "highest score of the scale less lowest"),
    ("scale_min", "lowest score of the scale"),
    ("scale_max", "highest score of the scale"),
    ("rubric_cap", "the cap on confirmed flaws that the rubric names"),
    (
        "rubric_rehears",
        "the spread from which the rubric wants a rehearing is reached",
    ),
    (
        "rubric_dissents",
        "the spread from which the rubric wants a dissent is reached",
    ),
    (
        "rubric_tech_lead_first",
        "the rubric puts the Tech Lead first in this dimension",
    ),
    ("critical", "the rubric calls the dimension critical"),
    (
        "critical_observed",
        "critical dimensions of which something was observed",
    ),
    (
        "flaw",
        "a scanner fact with a place confirms a security flaw of this dimension",
    ),
    ("case_flaw", "the same, in any dimension of the case"),
    ("shared_citation", "all judges cite one exhibit that was observed"),
    ("overall", "the score of the case so far"),
    ("flaws", "dimensions in which a flaw is confirmed"),
];

/// Functions, with their arguments and what they mean.
pub(crate) const FUNCTIONS: [(&str, &str, &str); 36] = [
    ("mean", "x, ...", "of these numbers, else of the votes"),
    ("median", "x, ...", "the middle one; of two middle ones the mean"),
    ("median_low", "x, ...", "the middle one, the lower of two"),
    ("median_high", "x, ...", "the middle one, the upper of two"),
    ("min", "x, ...", "the lowest"),
    ("max", "x, ...", "the highest"),
    (
        "weighted",
        "p, d, tl",
        "mean of the votes with these weights, without judges that are missing",
    ),
    ("abs", "x", "without its sign"),
    ("floor", "x", "the next whole number down"),
    ("ceil", "x", "the next whole number up"),
    ("trunc", "x", "without its decimals"),
    ("half_up", "x", "the nearest whole number, halves up"),
    (
        "half_even",
        "x",
        "the nearest whole number, halves to the even one",
    ),
    ("at", "x", "the point x of the way up the scale, 0 to 1"),
    ("on_five", "x", "a score on 1 to 5, in proportion on this scale"),
    ("down", "x", "the highest allowed score not above"),
    ("up", "x", "the lowest allowed score not below"),
    ("clamp", "x, low, high", "x, held between"),
    ("if", "truth, x, y", "x where it is true, else y"),
    ("first", "x, ...", "the first that is known"),
    ("present", "judge", "the judge voted"),
    ("confidence", "judge", "how sure the judge is, 0 to 1"),
    (
        "dimension",
        "\"id\", ...",
        "the id is one of these; * stands for anything",
    ),
    ("kind", "word", "plain, architecture or security"),
    ("target", "word", "repository, report or diagrams"),
    (
        "any",
        "state, ..., surer_than",
        "some demand is in one of these states",
    ),
    (
        "all",
        "state, ..., surer_than",
        "something was observed, and all of it is in one of these states",
    ),
    ("count", "state, ..., surer_than", "how many demands are"),
    (
        "cites",
        "judge, state, ...",
        "the judge cites an exhibit in one of these states",
    ),
    ("cites_nothing", "judge", "the judge cites no exhibit"),
    (
        "citations",
        "judge, state, ...",
        "how many exhibits the judge cites, or in these states",
    ),
    (
        "says",
        "judge|any, words",
        "one of these phrases stands in the argument and is not denied there",
    ),
    ("final", "\"id\"", "the score of that dimension"),
    ("vote_in", "judge, \"id\"", "the judge's vote in that dimension"),
    ("not", "truth", "the contrary"),
    ("true", "", "always"),
];

/// The node a bare name means here, or why it means nothing.
pub(crate) fn bare(name: &str, context: Context) -> Option<Result<Expr, &'static str>> {
    if let Some(persona) = judge(name) {
        return Some(match context {
            Context::Overall => Err("the overall score has no votes; write vote_in(P, \"dimension\")"),
            _ => Ok(Expr::Quantity(Quantity::Vote(persona))),
        });
    }
    let is_here = match name {
        "vote" => context == Context::Edit,
        "score" => context == Context::Score,
        "overall" | "flaws" => context == Context::Overall,
        "width" | "scale_min" | "scale_max" | "case_flaw" | "critical_observed" | "true" | "false" => true,
        _ => context != Context::Overall,
    };
    let expr = node(name)?;
    Some(if is_here { Ok(expr) } else { Err(elsewhere(name)) })
}

fn elsewhere(name: &str) -> &'static str {
    match name {
        "vote" => "`vote` is only known in `edits`",
        "score" => "there is no `score` yet; it is known in `rules` and `caps`",
        "overall" | "flaws" => "it is only known in `overall`",
        _ => "it belongs to one dimension and means nothing for the overall score",
    }
}

fn node(name: &str) -> Option<Expr> {
    let quantity = match name {
        "vote" => Quantity::TheVote,
        "score" => Quantity::Score,
        "spread" => Quantity::Spread,
        "first_spread" => Quantity::FirstSpread,
        "sample_variance" => Quantity::SampleVariance,
        "population_variance" => Quantity::PopulationVariance,
        "gap" => Quantity::Gap,
        "votes" => Quantity::Votes,
        "hearings" => Quantity::Hearings,
        "met" => Quantity::Met,
        "width" => Quantity::Width,
        "scale_min" => Quantity::ScaleMin,
        "scale_max" => Quantity::ScaleMax,
        "rubric_cap" => Quantity::RubricCap,
        "critical_observed" => Quantity::CriticalObserved,
        "overall" => Quantity::Overall,
        "flaws" => Quantity::Flaws,
        _ => return truth(name),
    };
    Some(Expr::Quantity(quantity))
}

fn truth(name: &str) -> Option<Expr> {
    Some(Expr::Truth(match name {
        "true" => return Some(Expr::Yes(true)),
        "false" => return Some(Expr::Yes(false)),
        "critical" => Predicate::Critical,
        "flaw" => Predicate::Flaw,
        "case_flaw" => Predicate::CaseFlaw,
        "shared_citation" => Predicate::SharedCitation,
        "rubric_rehears" => Predicate::RubricRehears,
        "rubric_dissents" => Predicate::RubricDissents,
        "rubric_tech_lead_first" => Predicate::RubricTechLeadFirst,
        _ => return None,
    }))
}

pub(crate) fn fold(name: &str) -> Option<Fold> {
    Some(match name {
        "mean" => Fold::Mean,
        "median" => Fold::Median,
        "median_low" => Fold::MedianLow,
        "median_high" => Fold::MedianHigh,
        "min" => Fold::Min,
        "max" => Fold::Max,
        _ => return None,
    })
}

pub(crate) fn mapping(name: &str) -> Option<Mapping> {
    Some(match name {
        "abs" => Mapping::Abs,
        "floor" => Mapping::Floor,
        "ceil" => Mapping::Ceil,
        "trunc" => Mapping::Trunc,
        "half_up" => Mapping::HalfUp,
        "half_even" => Mapping::HalfEven,
        "at" => Mapping::At,
        "on_five" => Mapping::OnFive,
        "down" => Mapping::Down,
        "up" => Mapping::Up,
        _ => return None,
    })
}

pub(crate) fn kind(name: &str) -> Option<Kind> {
    Some(match name {
        "plain" => Kind::Plain,
        "architecture" => Kind::Architecture,
        "security" => Kind::Security,
        _ => return None,
    })
}

/// The words for what a dimension looks at.
pub(crate) const TARGETS: [&str; 3] = ["repository", "report", "diagrams"];

/// Everything that can be written, for offering what a misspelt name means.
pub(crate) fn known() -> Vec<&'static str> {
    let names = NAMES.iter().map(|(name, _)| *name);
    let functions = FUNCTIONS.iter().map(|(name, ..)| *name);
    let judges = JUDGES.iter().map(|(name, _)| *name);
    let states = STATE_WORDS.iter().map(|(name, _)| *name);
    names.chain(functions).chain(judges).chain(states).collect()
}
