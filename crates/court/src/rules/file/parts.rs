//! The parts of a rule file.

use super::table::{Table, number, placed, wrong};
use super::{Phase, RULES_MAX};
use crate::opinion::Persona;
use crate::rules::engine::PLACEHOLDERS;
use crate::rules::error::RulesError;
use crate::rules::expression::Expr;
use crate::rules::names::{self, Context, TARGETS};
use crate::rules::parser::{Glossary, Type, parse};
use crate::rules::setting::seat;
use crate::rules::{Absent, Action, Missing, Mode, Rounding, Rule, Scope};
use crate::score::{Fraction, Scale, Score};
use serde_json::Value;

/// Longest reason, in bytes: it stands in every trace.
const REASON_MAX: usize = 500;
/// Most scores that a scale lists.
const ALLOWED_MAX: usize = 200;

pub(super) fn scale(root: &mut Table) -> Result<Option<Scale>, RulesError> {
    let Some(mut table) = root.table("scale")? else {
        return Ok(None);
    };
    let allowed = allowed(&mut table)?;
    let ends = allowed
        .as_ref()
        .map(|all| (all.first().copied(), all.last().copied()));
    let (low, high) = ends.unwrap_or_default();
    let min = table.number("min")?.map(Score).or(low);
    let max = table.number("max")?.map(Score).or(high);
    table.finish(&["min", "max", "allowed"])?;
    let (Some(min), Some(max)) = (min, max) else {
        let problem = "a scale needs `min` and `max`, or a list `allowed`";
        return Err(RulesError::new("scale", problem));
    };
    if min >= max {
        let problem = format!("the lowest score, {min}, is not below the highest, {max}");
        return Err(RulesError::new("scale", problem).with_fix("give a `min` below `max`"));
    }
    let outside = allowed
        .iter()
        .flatten()
        .find(|score| **score < min || **score > max);
    if let Some(score) = outside {
        let problem = format!("{score} is not between {min} and {max}");
        return Err(RulesError::new("scale.allowed", problem).with_fix("leave it out, or widen the scale"));
    }
    Ok(Some(Scale { min, max, allowed }))
}

fn allowed(table: &mut Table) -> Result<Option<Vec<Score>>, RulesError> {
    let at = table.path_of("allowed");
    let items = match table.take("allowed") {
        None => return Ok(None),
        Some(Value::Array(items)) => items,
        Some(other) => return Err(wrong(&at, &other, "a list of numbers")),
    };
    if items.len() < 2 || items.len() > ALLOWED_MAX {
        let problem = format!("{} scores, where 2 to {ALLOWED_MAX} make a scale", items.len());
        return Err(RulesError::new(at, problem));
    }
    let mut scores = Vec::new();
    for item in &items {
        scores.push(Score(number(&at, item)?));
    }
    let is_ascending = scores.windows(2).all(|pair| pair[0] < pair[1]);
    if is_ascending {
        Ok(Some(scores))
    } else {
        Err(RulesError::new(at, "the scores do not ascend").with_fix("list each once, the lowest first"))
    }
}

pub(super) fn rounding(table: &mut Table, key: &str, step: &str) -> Result<Option<Rounding>, RulesError> {
    let word = table.text(key)?;
    let size = table.number(step)?;
    if word.is_none() && size.is_none() {
        return Ok(None);
    }
    let word = word.unwrap_or_else(|| "half_up".to_owned());
    let Some((_, mode)) = Mode::ALL.into_iter().find(|(known, _)| *known == word) else {
        let error = RulesError::new(table.path_of(key), format!("`{word}` is no way of rounding"));
        return Err(error.with_known(&word, Mode::ALL.map(|(word, _)| word)));
    };
    let step_size = size.unwrap_or_else(|| Fraction::from_integer(1));
    if step_size <= Fraction::from_integer(0) {
        return Err(RulesError::new(table.path_of(step), "a step of 0 or less").with_fix("give one above 0"));
    }
    Ok(Some(Rounding {
        mode,
        step: step_size,
    }))
}

pub(super) fn missing(root: &mut Table) -> Result<Missing, RulesError> {
    let mut blank = Table::empty("missing");
    let mut given = root.table("missing")?;
    let table = given.as_mut().unwrap_or(&mut blank);
    let one = absent(table, "one")?.unwrap_or(Absent::Drop);
    let all = absent(table, "all")?.unwrap_or(match &one {
        Absent::Drop => Absent::Incomplete,
        other => other.clone(),
    });
    table.finish(&["one", "all"])?;
    if all == Absent::Drop {
        let problem = "with all judges dropped nobody is left to decide";
        return Err(RulesError::new("missing.all", problem).with_fix("write skip, incomplete or a score"));
    }
    Ok(Missing { one, all })
}

fn absent(table: &mut Table, key: &str) -> Result<Option<Absent>, RulesError> {
    let at = table.path_of(key);
    let Some(value) = table.take(key) else {
        return Ok(None);
    };
    if let Value::Object(_) = value {
        return per_judge(&at, value).map(Some);
    }
    let known = ["drop", "skip", "incomplete"];
    Ok(Some(match value.as_str() {
        Some("drop") => Absent::Drop,
        Some("skip") => Absent::Skip,
        Some("incomplete") => Absent::Incomplete,
        Some(word) if word.starts_with(|c: char| c.is_alphabetic()) => {
            let error = RulesError::new(at, format!("`{word}` says nothing about a missing judge"));
            return Err(error.with_known(word, known));
        }
        _ => Absent::Counts([Some(number(&at, &value)?); 3]),
    }))
}

fn per_judge(at: &str, value: Value) -> Result<Absent, RulesError> {
    let mut table = Table::of(at, value)?;
    let mut votes = [None; 3];
    for key in table.keys() {
        let Some(persona) = names::judge(&key) else {
            let error = RulesError::new(table.path_of(&key), format!("`{key}` is no judge"));
            return Err(error.with_known(&key, ["prosecutor", "defense", "tech_lead"]));
        };
        votes[seat(persona)] = table.number(&key)?;
    }
    Ok(Absent::Counts(votes))
}

/// `dissent = "condition"`.
pub(super) fn condition(
    root: &mut Table,
    key: &str,
    glossary: &Glossary,
) -> Result<Option<Expr>, RulesError> {
    let at = root.path_of(key);
    let Some(text) = root.expression(key)? else {
        return Ok(None);
    };
    parse(&text, Type::Truth, Context::Votes, glossary)
        .map(Some)
        .map_err(|error| placed(&at, error))
}

/// A rule that only decides whether.
pub(super) fn clause(
    root: &mut Table,
    key: &str,
    id: &str,
    glossary: &Glossary,
) -> Result<Option<Rule>, RulesError> {
    let Some(mut table) = root.table(key)? else {
        return Ok(None);
    };
    let when = expression(&mut table, "when", Type::Truth, Context::Votes, glossary)?;
    let rule = Rule {
        id: table.text("id")?.unwrap_or_else(|| id.to_owned()),
        scope: scope(&mut table)?,
        judges: Vec::new(),
        when,
        action: Action::Nothing,
        instead_of: None,
        is_terminal: false,
        reason: reason(&mut table, || "the votes lay far apart".to_owned())?,
    };
    table.finish(&["id", "when", "scope", "reason"])?;
    Ok(Some(rule))
}

pub(super) fn rules(
    root: &mut Table,
    key: &str,
    phase: Phase,
    glossary: &Glossary,
) -> Result<Vec<Rule>, RulesError> {
    root.tables(key, RULES_MAX)?
        .into_iter()
        .map(|table| rule(table, phase, glossary))
        .collect()
}

fn rule(mut table: Table, phase: Phase, glossary: &Glossary) -> Result<Rule, RulesError> {
    let context = match phase {
        Phase::Edits => Context::Edit,
        Phase::Base => Context::Votes,
        Phase::Rules | Phase::Caps => Context::Score,
        Phase::OverallCaps => Context::Overall,
    };
    let action_key = match phase {
        Phase::Caps | Phase::OverallCaps => "at",
        _ => "do",
    };
    let Some(id) = table.text("id")?.filter(|id| !id.trim().is_empty()) else {
        let problem = "the rule has no id";
        return Err(RulesError::new(table.path(), problem).with_fix("give it an `id`; every trace names it"));
    };
    let action = action(&mut table, action_key, phase, context, glossary)?;
    let made = Rule {
        scope: scope(&mut table)?,
        judges: judges(&mut table, phase)?,
        when: expression(&mut table, "when", Type::Truth, context, glossary)?,
        instead_of: match phase {
            Phase::Base => expression(&mut table, "instead_of", Type::Number, context, glossary)?,
            _ => None,
        },
        is_terminal: phase == Phase::Rules && table.flag("terminal")?,
        reason: reason(&mut table, || format!("the rule `{id}` holds"))?,
        action,
        id,
    };
    let mut known = vec!["id", "when", action_key, "scope", "reason"];
    known.extend(match phase {
        Phase::Edits => Some("judges"),
        Phase::Base => Some("instead_of"),
        Phase::Rules => Some("terminal"),
        Phase::Caps | Phase::OverallCaps => None,
    });
    table.finish(&known)?;
    Ok(made)
}

fn action(
    table: &mut Table,
    key: &str,
    phase: Phase,
    context: Context,
    glossary: &Glossary,
) -> Result<Action, RulesError> {
    let at = table.path_of(key);
    let Some(text) = table.expression(key)? else {
        let problem = format!("the rule does nothing: `{key}` is missing");
        let example = match phase {
            Phase::Edits => "do = \"vote - 1\", or \"drop\"",
            Phase::Base => "do = \"mean()\"",
            Phase::Rules => "do = \"min(score, 3)\"",
            Phase::Caps | Phase::OverallCaps => "at = 3",
        };
        return Err(RulesError::new(table.path(), problem).with_fix(format!("give one, such as {example}")));
    };
    if phase == Phase::Edits && text.trim() == "drop" {
        return Ok(Action::Drop);
    }
    parse(&text, Type::Number, context, glossary)
        .map(Action::Becomes)
        .map_err(|error| placed(&at, error))
}

fn expression(
    table: &mut Table,
    key: &str,
    wanted: Type,
    context: Context,
    glossary: &Glossary,
) -> Result<Option<Expr>, RulesError> {
    let at = table.path_of(key);
    let Some(text) = table.expression(key)? else {
        return Ok(None);
    };
    parse(&text, wanted, context, glossary)
        .map(Some)
        .map_err(|error| placed(&at, error))
}

fn judges(table: &mut Table, phase: Phase) -> Result<Vec<Persona>, RulesError> {
    if phase != Phase::Edits {
        return Ok(Vec::new());
    }
    let at = table.path_of("judges");
    let names = table.texts("judges")?.unwrap_or_default();
    let judge = |name: &String| {
        names::judge(name).ok_or_else(|| {
            RulesError::new(at.clone(), format!("`{name}` is no judge")).with_known(name, ["P", "D", "TL"])
        })
    };
    names.iter().map(judge).collect()
}

/// Ids with `*`, or `kind:security`, `target:report`.
fn scope(table: &mut Table) -> Result<Vec<Scope>, RulesError> {
    let at = table.path_of("scope");
    let texts = table.texts("scope")?.unwrap_or_default();
    let one = |text: String| {
        if let Some(word) = text.strip_prefix("kind:") {
            let known = ["plain", "architecture", "security"];
            return names::kind(word).map(Scope::Kind).ok_or_else(|| {
                RulesError::new(at.clone(), format!("`{word}` is no kind")).with_known(word, known)
            });
        }
        if let Some(word) = text.strip_prefix("target:") {
            let found = TARGETS.into_iter().find(|target| *target == word);
            return found.map(Scope::Target).ok_or_else(|| {
                RulesError::new(at.clone(), format!("`{word}` is no target")).with_known(word, TARGETS)
            });
        }
        Ok(Scope::Id(text))
    };
    texts.into_iter().map(one).collect()
}

fn reason(table: &mut Table, otherwise: impl FnOnce() -> String) -> Result<String, RulesError> {
    let at = table.path_of("reason");
    let text = table.text("reason")?.unwrap_or_else(otherwise);
    if text.len() > REASON_MAX {
        return Err(RulesError::new(at, format!("longer than {REASON_MAX} bytes")));
    }
    let unknown = text
        .split('{')
        .skip(1)
        .map(|rest| format!("{{{}}}", rest.split('}').next().unwrap_or_default()))
        .find(|name| !PLACEHOLDERS.contains(&name.as_str()));
    match unknown {
        None => Ok(text),
        Some(name) => {
            let error = RulesError::new(at, format!("nothing can be put in for `{name}`"));
            Err(error.with_known(&name, PLACEHOLDERS))
        }
    }
}

/// `[[overall.grades]]`, best first.
pub(super) fn grades(table: &mut Table) -> Result<Vec<(Fraction, String)>, RulesError> {
    let mut grades: Vec<(Fraction, String)> = Vec::new();
    for mut row in table.tables("grades", RULES_MAX)? {
        let (Some(least), Some(name)) = (row.number("at_least")?, row.text("name")?) else {
            let problem = "a grade needs `at_least` and `name`";
            return Err(RulesError::new(row.path(), problem));
        };
        row.finish(&["at_least", "name"])?;
        if grades.last().is_some_and(|(last, _)| *last <= least) {
            let problem = format!("{} is not below the grade before it", Score(least));
            let error = RulesError::new(row.path(), problem);
            return Err(error.with_fix("list grades best first, each with its own bound"));
        }
        grades.push((least, name));
    }
    Ok(grades)
}
