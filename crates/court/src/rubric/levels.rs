//! Named levels in every form they come in: a list, an object, a sentence, anchors per score.

use super::Level;
use super::fields::{Fields, Notes, number_at, text_of};
use super::prose::Prose;
use crate::input::{InputError, number};
use crate::score::{Fraction, Score};
use crate::text::{child_path, clipped, folded_name, slug};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Most levels of one dimension: people cannot tell more apart.
const LEVEL_LIMIT: usize = 100;

const POINTS: &[&str] = &["points", "score", "pts", "value"];
const NAME: &[&str] = &["name", "title", "label"];
const DESCRIPTION: &[&str] = &["description", "text", "criteria", "descriptor"];

/// What a key with levels came to.
pub(super) enum Levels {
    /// Best first; never empty.
    Named(Vec<Level>),
    /// It is text without points, for the judges only.
    Prose,
}

/// Reads the levels that stand at `path`.
pub(super) fn read(path: &str, value: &Value, notes: &mut Notes) -> Result<Levels, InputError> {
    let mut levels = match value {
        Value::Array(items) => listed(path, items, notes)?,
        Value::Object(map) => keyed(path, map, notes)?,
        other => match text_of(other).map(|text| points_in(&text)) {
            Some(levels) if levels.len() > 1 => levels,
            Some(_) => return Ok(Levels::Prose),
            None => Vec::new(),
        },
    };
    check(path, &levels)?;
    levels.sort_by_key(|level| std::cmp::Reverse(level.score));
    Ok(Levels::Named(levels))
}

fn check(path: &str, levels: &[Level]) -> Result<(), InputError> {
    if levels.is_empty() {
        let fix = "give levels with `points`, or leave the key out";
        return Err(InputError::new(path, "there are no levels").with_fix(fix));
    }
    if levels.len() > LEVEL_LIMIT {
        return Err(InputError::new(path, format!("more than {LEVEL_LIMIT} levels")));
    }
    let mut seen = BTreeMap::new();
    for (index, level) in levels.iter().enumerate() {
        if let Some(first) = seen.insert(folded_name(&level.id), index) {
            let (one, other, id) = (first + 1, index + 1, clipped(&level.id));
            let problem = format!("the levels {one} and {other} are both called `{id}`");
            return Err(InputError::new(path, problem).with_fix("give each level its own `id`"));
        }
    }
    Ok(())
}

/// `[{id, name, points, description}]`, or a list of sentences such as "35 pts: name (text)".
fn listed(path: &str, items: &[Value], notes: &mut Notes) -> Result<Vec<Level>, InputError> {
    let mut levels = Vec::new();
    for (index, item) in items.iter().take(LEVEL_LIMIT + 1).enumerate() {
        let at = format!("{path}[{index}]");
        if let Value::Object(map) = item {
            levels.push(from_object(&at, None, map, notes)?);
            continue;
        }
        let said = text_of(item).map(|text| points_in(&text)).unwrap_or_default();
        if said.is_empty() {
            return Err(without_points(&at));
        }
        levels.extend(said);
    }
    Ok(levels)
}

/// `{name: {score, description}}`, `{name: score}` or `{"5": text}`.
fn keyed(path: &str, map: &Map<String, Value>, notes: &mut Notes) -> Result<Vec<Level>, InputError> {
    let mut levels = Vec::new();
    for (key, value) in map.iter().take(LEVEL_LIMIT + 1) {
        let at = child_path(path, key);
        let score = number::decimal(key.trim());
        levels.push(match (value, score) {
            (Value::Object(inner), _) => from_object(&at, Some(key), inner, notes)?,
            (Value::String(text), Some(score)) => level(key, key, score, text),
            (Value::Null, Some(score)) => level(key, key, score, ""),
            (other, _) => level(&slug(key), key, number_at(&at, other)?, ""),
        });
    }
    Ok(levels)
}

fn from_object(
    path: &str,
    key: Option<&str>,
    map: &Map<String, Value>,
    notes: &mut Notes,
) -> Result<Level, InputError> {
    let mut fields = Fields::new(path, map.clone());
    let score = match fields.number(POINTS)? {
        Some(score) => score,
        None => key
            .and_then(number::decimal)
            .ok_or_else(|| without_points(path))?,
    };
    let name = fields.name(NAME).or_else(|| key.map(str::to_owned));
    let id = fields.name(&["id"]).or_else(|| name.as_deref().map(slug));
    let points = Score(score).to_string();
    let id = id.filter(|id| !id.is_empty()).unwrap_or_else(|| points.clone());
    let description = fields.text(DESCRIPTION).unwrap_or_default();
    notes.keep_rest(fields);
    Ok(level(&id, &name.unwrap_or(points), score, &description))
}

fn without_points(path: &str) -> InputError {
    InputError::new(path, "the level has no points").with_fix("give it a number under `points`")
}

fn level(id: &str, name: &str, score: Fraction, description: &str) -> Level {
    Level {
        id: id.to_owned(),
        name: name.to_owned(),
        score: Score(score),
        description: description.to_owned(),
    }
}

/// The levels of "35 pts: Complete (all of it). 7 pts: Superficial." Empty where the text does not start so.
fn points_in(text: &str) -> Vec<Level> {
    let colons = text.match_indices([':', '=']).take(LEVEL_LIMIT + 1);
    let starts: Vec<Start> = colons
        .filter_map(|(colon, _)| start_before(text, colon))
        .collect();
    let is_start = |start: &Start| text[..start.at].trim().is_empty();
    if !starts.first().is_some_and(is_start) {
        return Vec::new();
    }
    let ends = starts.iter().skip(1).map(|next| next.at).chain([text.len()]);
    let said = starts.iter().zip(ends);
    said.map(|(start, end)| spoken(start.score, &text[start.text_at..end]))
        .collect()
}

/// Where `35 pts:` stands, what it says, and where the text behind it begins; bytes.
struct Start {
    at: usize,
    score: Fraction,
    text_at: usize,
}

fn start_before(text: &str, colon: usize) -> Option<Start> {
    let before = text[..colon].trim_end();
    let lower = before.to_ascii_lowercase();
    let mut units = ["points", "point", "pts", "pt"].into_iter();
    let unit = units.find(|unit| lower.ends_with(unit))?;
    let counted = before[..before.len() - unit.len()].trim_end();
    let is_digit = |letter: char| letter.is_ascii_digit() || letter == '.';
    let digits = counted.trim_end_matches(is_digit).len();
    Some(Start {
        at: digits,
        score: number::decimal(&counted[digits..])?,
        text_at: colon + 1,
    })
}

/// The level of `Complete (all of it).`
fn spoken(score: Fraction, said: &str) -> Level {
    let said = said.trim().trim_end_matches([';', ',', '-']);
    let said = said.trim_end().trim_end_matches('.');
    let (name, rest) = said.split_once('(').unwrap_or((said, ""));
    let description = rest.trim_end().strip_suffix(')').unwrap_or(rest).trim();
    let points = Score(score).to_string();
    let name = if name.trim().is_empty() {
        points.as_str()
    } else {
        name.trim()
    };
    level(&slug(name), name, score, description)
}

/// `score_1`, `score_3`, `score_5`: what a dimension looks like at each of these scores, best first.
pub(super) fn anchors(fields: &mut Fields) -> Vec<Level> {
    let keys: Vec<String> = fields.keys().map(str::to_owned).collect();
    let anchor = |key: &String| {
        let score = number::decimal(key.strip_prefix("score_")?)?;
        let text = fields.text(&[key])?;
        Some(level(key, &Score(score).to_string(), score, &text))
    };
    let mut levels: Vec<Level> = keys.iter().filter_map(anchor).collect();
    levels.sort_by_key(|level| std::cmp::Reverse(level.score));
    levels
}

/// The level that takes the dimension out of the total, by its id or name.
pub(super) fn excluding(path: &str, named: &Value, levels: &[Level]) -> Result<String, InputError> {
    let name = text_of(named).unwrap_or_default();
    let wanted = folded_name(&name);
    let is_it = |level: &&Level| folded_name(&level.id) == wanted || folded_name(&level.name) == wanted;
    levels
        .iter()
        .find(is_it)
        .map(|level| level.id.clone())
        .ok_or_else(|| {
            let ids = levels.iter().map(|level| level.id.as_str());
            let error = InputError::new(path, format!("no level is called `{}`", clipped(&name)));
            error.with_nearest(&name, ids, || "name the id of one of the levels".to_owned())
        })
}

/// The one level whose description says "Exclude …" itself.
pub(super) fn excluding_in_prose(levels: &[Level]) -> Option<&Level> {
    let says_so = |level: &&Level| Prose::of(&level.description).opens_with("exclude");
    let mut found = levels.iter().filter(says_so);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}
