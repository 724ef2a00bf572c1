//! The parts of a rule file.

use super::table::{Table, number, with_known, wrong};
use super::{Phase, RULES_MAX};
use crate::input::InputError;
use crate::opinion::Persona;
use crate::protocol::Kind;
use crate::rules::engine::PLACEHOLDERS;
use crate::rules::expression::Expr;
use crate::rules::parser::{Glossary, Type, parse, placed};
use crate::rules::setting::seat;
use crate::rules::vocabulary::{Context, JUDGES, TARGETS};
use crate::rules::{Absent, Action, Missing, Mode, Rounding, Rule, Scope};
use crate::score::{Fraction, ONE, Scale, Score, ZERO};
use crate::text::{meaning, words_of};
use serde_json::Value;

/// Longest reason, in bytes: it stands in every trace.
const REASON_MAX: usize = 500;
/// Most scores that a scale lists.
const ALLOWED_MAX: usize = 200;

pub(super) fn scale(root: &mut Table) -> Result<Option<Scale>, InputError> {
    let Some(mut table) = root.table("scale")? else {
        return Ok(None);
    };
    let allowed = allowed(&mut table)?;
    let all = allowed.as_deref().unwrap_or_default();
    let (low, high) = (all.first().copied(), all.last().copied());
    let min = table.number("min")?.map(Score).or(low);
    let max = table.number("max")?.map(Score).or(high);
    table.finish("min max allowed")?;
    let (Some(min), Some(max)) = (min, max) else {
        let problem = "a scale needs `min` and `max`, or a list `allowed`";
        return Err(InputError::new("scale", problem));
    };
    if min >= max {
        let problem = format!("the lowest score, {min}, is not below the highest, {max}");
        return Err(InputError::new("scale", problem).with_fix("give a `min` below `max`"));
    }
    if let Some(score) = all.iter().find(|score| !(min..=max).contains(score)) {
        let problem = format!("{score} is not between {min} and {max}");
        return Err(InputError::new("scale.allowed", problem).with_fix("leave it out, or widen the scale"));
    }
    Ok(Some(Scale { min, max, allowed }))
}

fn allowed(table: &mut Table) -> Result<Option<Vec<Score>>, InputError> {
    let at = table.path_of("allowed");
    let items = match table.take("allowed") {
        None => return Ok(None),
        Some(Value::Array(items)) => items,
        Some(other) => return Err(wrong(&at, &other, "a list of numbers")),
    };
    if items.len() < 2 || items.len() > ALLOWED_MAX {
        let problem = format!("{} scores, where 2 to {ALLOWED_MAX} make a scale", items.len());
        return Err(InputError::new(at, problem));
    }
    let scores = items.iter().map(|item| number(&at, item).map(Score));
    let scores: Vec<Score> = scores.collect::<Result<_, _>>()?;
    match scores.is_sorted_by(|low, high| low < high) {
        true => Ok(Some(scores)),
        false => {
            let fix = "list each once, the lowest first";
            Err(InputError::new(at, "the scores do not ascend").with_fix(fix))
        }
    }
}

pub(super) fn rounding(table: &mut Table) -> Result<Option<Rounding>, InputError> {
    let (word, step) = (table.text("rounding")?, table.number("step")?);
    if word.is_none() && step.is_none() {
        return Ok(None);
    }
    let word = word.unwrap_or_else(|| "half_up".to_owned());
    let mode = meaning(&Mode::WORDS, &word).ok_or_else(|| {
        let error = InputError::new(
            table.path_of("rounding"),
            format!("`{word}` is no way of rounding"),
        );
        with_known(error, &word, &words_of(&Mode::WORDS))
    })?;
    let step = step.unwrap_or(ONE);
    if step <= ZERO {
        let error = InputError::new(table.path_of("step"), "a step of 0 or less");
        return Err(error.with_fix("give one above 0"));
    }
    Ok(Some(Rounding { mode, step }))
}

pub(super) fn missing(root: &mut Table) -> Result<Missing, InputError> {
    let mut blank = Table::empty("missing");
    let mut given = root.table("missing")?;
    let table = given.as_mut().unwrap_or(&mut blank);
    let said = absent(table, "one")?;
    let is_said = said.is_some();
    let one = said.unwrap_or(Absent::Drop);
    let all = absent(table, "all")?.unwrap_or(match &one {
        Absent::Drop => Absent::Incomplete,
        other => other.clone(),
    });
    table.finish("one all")?;
    if all == Absent::Drop {
        let problem = "with all judges dropped nobody is left to decide";
        return Err(InputError::new("missing.all", problem).with_fix("write skip, incomplete or a score"));
    }
    Ok(Missing { one, all, is_said })
}

fn absent(table: &mut Table, key: &str) -> Result<Option<Absent>, InputError> {
    let at = table.path_of(key);
    let Some(value) = table.take(key) else {
        return Ok(None);
    };
    if let Value::Object(_) = value {
        return per_judge(&at, value).map(Some);
    }
    let word = value
        .as_str()
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic()));
    let Some(word) = word else {
        return Ok(Some(Absent::Counts([Some(number(&at, &value)?); 3])));
    };
    let absent = meaning(&Absent::WORDS, word).ok_or_else(|| {
        let error = InputError::new(at, format!("`{word}` says nothing about a missing judge"));
        with_known(error, word, &words_of(&Absent::WORDS))
    })?;
    Ok(Some(absent))
}

fn per_judge(at: &str, value: Value) -> Result<Absent, InputError> {
    let mut table = Table::of(at, value)?;
    let mut votes = [None; 3];
    for key in table.keys() {
        let Some(persona) = meaning(&JUDGES, &key) else {
            let error = InputError::new(table.path_of(&key), format!("`{key}` is no judge"));
            return Err(with_known(error, &key, &["prosecutor", "defense", "tech_lead"]));
        };
        votes[seat(persona)] = table.number(&key)?;
    }
    Ok(Absent::Counts(votes))
}

/// A rule that only decides whether.
pub(super) fn clause(
    root: &mut Table,
    key: &str,
    id: &str,
    glossary: &Glossary,
) -> Result<Option<Rule>, InputError> {
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
        reason: reason(&mut table, "reason")?.unwrap_or_else(|| "the votes lay far apart".to_owned()),
        remedy: None,
    };
    table.finish("id when scope reason")?;
    Ok(Some(rule))
}

pub(super) fn rules(
    root: &mut Table,
    key: &str,
    phase: Phase,
    glossary: &Glossary,
) -> Result<Vec<Rule>, InputError> {
    let tables = root.tables(key, RULES_MAX)?.into_iter();
    tables.map(|table| rule(table, phase, glossary)).collect()
}

fn rule(mut table: Table, phase: Phase, glossary: &Glossary) -> Result<Rule, InputError> {
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
        return Err(InputError::new(table.path(), problem).with_fix("give it an `id`; every trace names it"));
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
        reason: reason(&mut table, "reason")?.unwrap_or_else(|| format!("the rule `{id}` holds")),
        remedy: match phase {
            Phase::Rules | Phase::Caps => reason(&mut table, "remedy")?,
            _ => None,
        },
        action,
        id,
    };
    let own = match phase {
        Phase::Edits => "judges",
        Phase::Base => "instead_of",
        Phase::Rules => "terminal remedy",
        Phase::Caps => "remedy",
        Phase::OverallCaps => "",
    };
    table.finish(&format!("id when {action_key} scope reason {own}"))?;
    Ok(made)
}

fn action(
    table: &mut Table,
    key: &str,
    phase: Phase,
    context: Context,
    glossary: &Glossary,
) -> Result<Action, InputError> {
    let at = table.path_of(key);
    let Some(text) = table.text(key)? else {
        let problem = format!("the rule does nothing: `{key}` is missing");
        let example = match phase {
            Phase::Edits => "do = \"vote - 1\", or \"drop\"",
            Phase::Base => "do = \"mean()\"",
            Phase::Rules => "do = \"min(score, 3)\"",
            Phase::Caps | Phase::OverallCaps => "at = 3",
        };
        return Err(InputError::new(table.path(), problem).with_fix(format!("give one, such as {example}")));
    };
    if phase == Phase::Edits && text.trim() == "drop" {
        return Ok(Action::Drop);
    }
    parse(&text, Type::Number, context, glossary)
        .map(Action::Becomes)
        .map_err(|error| placed(&at, error))
}

/// A condition or a formula.
pub(super) fn expression(
    table: &mut Table,
    key: &str,
    wanted: Type,
    context: Context,
    glossary: &Glossary,
) -> Result<Option<Expr>, InputError> {
    let at = table.path_of(key);
    let text = table.text(key)?;
    let read = text.map(|text| parse(&text, wanted, context, glossary));
    read.transpose().map_err(|error| placed(&at, error))
}

fn judges(table: &mut Table, phase: Phase) -> Result<Vec<Persona>, InputError> {
    if phase != Phase::Edits {
        return Ok(Vec::new());
    }
    let at = table.path_of("judges");
    let names = table.texts("judges")?.unwrap_or_default();
    let judge = |name: &String| {
        meaning(&JUDGES, name).ok_or_else(|| {
            let error = InputError::new(at.clone(), format!("`{name}` is no judge"));
            with_known(error, name, &["P", "D", "TL"])
        })
    };
    names.iter().map(judge).collect()
}

/// Ids with `*`, or `kind:security`, `target:report`.
fn scope(table: &mut Table) -> Result<Vec<Scope>, InputError> {
    let at = table.path_of("scope");
    let texts = table.texts("scope")?.unwrap_or_default();
    let unknown = |what: &str, word: &str, known: &[&str]| {
        let error = InputError::new(at.clone(), format!("`{word}` is no {what}"));
        with_known(error, word, known)
    };
    let one = |text: String| match text.split_once(':') {
        Some(("kind", word)) => {
            let kind = meaning(&Kind::WORDS, word).map(Scope::Kind);
            kind.ok_or_else(|| unknown("kind", word, &words_of(&Kind::WORDS)))
        }
        Some(("target", word)) => {
            let target = meaning(&TARGETS, word).map(Scope::Target);
            target.ok_or_else(|| unknown("target", word, &words_of(&TARGETS)))
        }
        _ => Ok(Scope::Id(text)),
    };
    texts.into_iter().map(one).collect()
}

/// A sentence under `key`, with what may be put into it.
fn reason(table: &mut Table, key: &str) -> Result<Option<String>, InputError> {
    let at = table.path_of(key);
    let Some(text) = table.text(key)? else {
        return Ok(None);
    };
    if text.len() > REASON_MAX {
        return Err(InputError::new(at, format!("longer than {REASON_MAX} bytes")));
    }
    let opened = text.split('{').skip(1);
    let mut names = opened.map(|rest| format!("{{{}}}", rest.split('}').next().unwrap_or_default()));
    match names.find(|name| !PLACEHOLDERS.contains(&name.as_str())) {
        None => Ok(Some(text)),
        Some(name) => {
            let error = InputError::new(at, format!("nothing can be put in for `{name}`"));
            Err(with_known(error, &name, &PLACEHOLDERS))
        }
    }
}

/// `[[overall.grades]]`, best first.
pub(super) fn grades(table: &mut Table) -> Result<Vec<(Fraction, String)>, InputError> {
    let mut grades: Vec<(Fraction, String)> = Vec::new();
    for mut row in table.tables("grades", RULES_MAX)? {
        let (Some(least), Some(name)) = (row.number("at_least")?, row.text("name")?) else {
            let problem = "a grade needs `at_least` and `name`";
            return Err(InputError::new(row.path(), problem));
        };
        row.finish("at_least name")?;
        if grades.last().is_some_and(|(last, _)| *last <= least) {
            let problem = format!("{} is not below the grade before it", Score(least));
            let error = InputError::new(row.path(), problem);
            return Err(error.with_fix("list grades best first, each with its own bound"));
        }
        grades.push((least, name));
    }
    Ok(grades)
}
