//! Rule files: TOML, YAML or JSON, read to the last key, each mistake with its place and a fix.

mod parts;
mod table;
mod tree;

use super::parser::{Glossary, Type, placed};
use super::vocabulary::Context;
use super::{Formula, Mode, Overall, Rounding, Rule, RuleSet};
use crate::input::InputError;
use crate::score::{ONE, ZERO};
use parts::{clause, expression, grades, missing, rounding, rules, scale};
use sha256::Digest;
use std::collections::BTreeMap;
use table::{Table, with_known};

pub use tree::TEXT_LIMIT;

/// Most rules of one phase: each is tried against every case of the lattice when a file is checked.
const RULES_MAX: usize = 60;
/// Ids of steps that the court itself writes.
const RESERVED: [&str; 5] = ["rounding", "admission", "missing_judge", "scale", "overall"];

/// Which phase a rule stands in, and what it must say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Edits,
    Base,
    Rules,
    Caps,
    OverallCaps,
}

/// Reads a rule file; `name` is its file name, whose ending tells TOML from YAML.
///
/// # Errors
/// When anything in it is not understood; nothing is guessed.
pub fn parse(text: &str, name: &str) -> Result<RuleSet, InputError> {
    let (value, is_toml) = tree::read(text, name)?;
    let mut root = Table::root(value)?;
    let glossary = glossary(&mut root)?;
    let stem = name.rsplit('/').next().unwrap_or(name);
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    let set = RuleSet {
        name: root.text("name")?.unwrap_or_else(|| stem.to_owned()),
        version: root.text("version")?,
        description: root.text("description")?.unwrap_or_default(),
        origin: root.text("origin")?,
        is_historic: root.flag("historic")?,
        sha256: Digest::of(text.as_bytes()),
        scale: scale(&mut root)?,
        rounding: rounding(&mut root)?.unwrap_or(Rounding {
            mode: Mode::HalfUp,
            step: ONE,
        }),
        missing: missing(&mut root)?,
        rehear: clause(&mut root, "rehear", "rehearing", &glossary)?,
        dissent: expression(&mut root, "dissent", Type::Truth, Context::Votes, &glossary)?,
        review: expression(&mut root, "review", Type::Truth, Context::Votes, &glossary)?,
        apart: root.number("apart")?,
        edits: rules(&mut root, "edits", Phase::Edits, &glossary)?,
        base: rules(&mut root, "base", Phase::Base, &glossary)?,
        rules: rules(&mut root, "rules", Phase::Rules, &glossary)?,
        caps: rules(&mut root, "caps", Phase::Caps, &glossary)?,
        overall: overall(&mut root, &glossary)?,
        text: text.to_owned(),
        is_toml,
    };
    root.finish(
        "name version description origin historic scale rounding step missing rehear dissent review apart edits base rules caps \
         overall let words",
    )?;
    check(&set)?;
    check_definitions(&glossary)?;
    Ok(set)
}

fn glossary(root: &mut Table) -> Result<Glossary, InputError> {
    let mut glossary = Glossary::default();
    if let Some(mut table) = root.table("let")? {
        for key in table.keys() {
            if super::vocabulary::known().contains(&key.as_str()) {
                let problem = format!("`{key}` has a meaning already");
                return Err(InputError::new(table.path_of(&key), problem).with_fix("choose another name"));
            }
            let text = table.text(&key)?.unwrap_or_default();
            glossary.definitions.insert(key, text);
        }
    }
    if let Some(mut table) = root.table("words")? {
        for key in table.keys() {
            let phrases = table.texts(&key)?.unwrap_or_default();
            glossary.words.insert(key, phrases);
        }
    }
    Ok(glossary)
}

/// Definitions that no rule uses are checked too.
fn check_definitions(glossary: &Glossary) -> Result<(), InputError> {
    for (name, text) in &glossary.definitions {
        let read = |wanted, context| super::parser::parse(text, wanted, context, glossary);
        let mut others = [Context::Edit, Context::Overall].into_iter();
        let Err(error) = read(Type::Truth, Context::Score) else {
            continue;
        };
        let is_read = |context| {
            read(Type::Truth, context)
                .or_else(|_| read(Type::Number, context))
                .is_ok()
        };
        if !is_read(Context::Score) && !others.any(is_read) {
            return Err(placed(&format!("let.{name}"), error));
        }
    }
    Ok(())
}

fn overall(root: &mut Table, glossary: &Glossary) -> Result<Overall, InputError> {
    let mut blank = Table::empty("overall");
    let mut given = root.table("overall")?;
    let table = given.as_mut().unwrap_or(&mut blank);
    let (pass, partial) = (table.number("pass")?, table.number("partial")?);
    let word = table.text("formula")?.unwrap_or_else(|| "weighted".to_owned());
    let formula = match (word.as_str(), pass, partial) {
        ("weighted", None, None) => Formula::Weighted,
        ("mean", None, None) => Formula::Mean,
        ("sum", None, None) => Formula::Sum,
        ("verdicts", Some(pass), Some(partial)) if partial <= pass => Formula::Verdicts { pass, partial },
        ("verdicts", ..) => {
            let problem = "verdicts need `pass` and a lower `partial`, the least scores of both";
            return Err(InputError::new("overall", problem));
        }
        ("weighted" | "mean" | "sum", ..) => {
            let problem = "`pass` and `partial` mean something with formula = \"verdicts\" only";
            return Err(InputError::new("overall", problem));
        }
        (other, ..) => {
            let error = InputError::new("overall.formula", format!("`{other}` is no formula"));
            return Err(with_known(error, other, &["weighted", "mean", "sum", "verdicts"]));
        }
    };
    let times = table.number("times")?.unwrap_or(ONE);
    if times <= ZERO {
        let problem = "a factor of 0 or less leaves no score";
        return Err(InputError::new("overall.times", problem).with_fix("give one above 0"));
    }
    let overall = Overall {
        formula,
        times,
        rounding: rounding(table)?,
        caps: rules(table, "caps", Phase::OverallCaps, glossary)?,
        grades: grades(table)?,
    };
    table.finish("formula pass partial times rounding step caps grades")?;
    Ok(overall)
}

/// What no single rule shows.
fn check(set: &RuleSet) -> Result<(), InputError> {
    if set.base.is_empty() {
        let problem = "there is no `base`: nothing makes a score of the votes";
        return Err(InputError::new("base", problem).with_fix("give one, such as do = \"mean()\""));
    }
    let mut seen = BTreeMap::new();
    let overall = ("overall.caps", set.overall.caps.as_slice());
    for (phase, rules) in set.phases().into_iter().chain([overall]) {
        for (index, rule) in rules.iter().enumerate() {
            let at = format!("{phase}[{index}]");
            if RESERVED.contains(&rule.id.as_str()) {
                let problem = format!("the court itself writes steps called `{}`", rule.id);
                return Err(InputError::new(format!("{at}.id"), problem).with_fix("choose another id"));
            }
            if let Some(first) = seen.insert(rule.id.clone(), at.clone()) {
                let problem = format!("`{}` is the id of {first} already", rule.id);
                let error = InputError::new(format!("{at}.id"), problem);
                return Err(error.with_fix("give each rule its own id"));
            }
        }
    }
    never_reached("base", &set.base, |rule| rule.action.is_always_known())?;
    never_reached("rules", &set.rules, |rule| rule.is_terminal)
}

/// A rule behind one that always ends its phase can never speak.
fn never_reached(phase: &str, rules: &[Rule], ends: impl Fn(&Rule) -> bool) -> Result<(), InputError> {
    let always = |rule: &&Rule| rule.when.is_none() && rule.scope.is_empty() && ends(rule);
    let Some(last) = rules.iter().position(|rule| always(&rule)) else {
        return Ok(());
    };
    let Some(after) = rules.get(last + 1) else {
        return Ok(());
    };
    let (id, last_id) = (&after.id, &rules[last].id);
    let problem = format!("`{id}` is never reached: `{last_id}` before it always holds and ends the phase");
    let fix = format!("give `{last_id}` a condition under `when`, or move it to the end");
    Err(InputError::new(format!("{phase}[{}]", last + 1), problem).with_fix(fix))
}
