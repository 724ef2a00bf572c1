//! The scores a dimension can have: from levels, else anchors, else a highest score, else the rubric's own scale.

use super::Level;
use super::fields::{Fields, Notes, number_at};
use super::levels::{self, Levels};
use crate::input::InputError;
use crate::score::{Fraction, Scale, Score, ZERO};
use serde_json::Value;
use std::collections::BTreeSet;

const MAXIMUM: &[&str] = &["max_score", "max_points", "total", "total_points", "points"];
const MINIMUM: &[&str] = &["min_score", "min_points"];

/// Where a scale comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Levels,
    Anchors,
    Maximum,
    Default,
}

/// How a dimension is scored.
pub(super) struct Scoring {
    pub(super) scale: Scale,
    pub(super) origin: Origin,
    pub(super) levels: Vec<Level>,
    pub(super) excluding_level: Option<String>,
}

impl Scoring {
    /// What the dimension is worth, where it is scored in points.
    pub(super) fn points(&self) -> Option<Fraction> {
        matches!(self.origin, Origin::Levels | Origin::Maximum).then_some(self.scale.max.0)
    }
}

/// Reads how the dimension `id` at `fields` is scored; `default` holds where it does not say.
pub(super) fn read(
    fields: &mut Fields,
    id: &str,
    default: &Scale,
    notes: &mut Notes,
) -> Result<Scoring, InputError> {
    if let Some(scoring) = by_levels(fields, id, notes)? {
        return Ok(scoring);
    }
    let anchors = levels::anchors(fields);
    let (scale, origin) = if let Some(scale) = between_anchors(&anchors) {
        let sentence = format!("scored from {} to {} by its anchors", scale.min, scale.max);
        notes.understand_of(id, sentence);
        (scale, Origin::Anchors)
    } else if let Some(scale) = declared(fields)? {
        notes.understand_of(id, format!("scored from {} to {}", scale.min, scale.max));
        (scale, Origin::Maximum)
    } else if let Some(scale) = spanned(fields)? {
        (scale, Origin::Default)
    } else {
        (default.clone(), Origin::Default)
    };
    Ok(Scoring {
        scale,
        origin,
        levels: anchors,
        excluding_level: None,
    })
}

fn by_levels(fields: &mut Fields, id: &str, notes: &mut Notes) -> Result<Option<Scoring>, InputError> {
    let Some((path, value)) = fields.take(&["levels"]) else {
        return Ok(None);
    };
    let levels = match levels::read(&path, &value, notes)? {
        Levels::Named(levels) => levels,
        Levels::Prose => {
            notes.keep(path, value);
            notes.understand_of(
                id,
                "its levels are prose without points, shown to the judges as they are",
            );
            return Ok(None);
        }
    };
    if value.is_string() {
        notes.understand_of(id, "its levels are read from prose");
    }
    let excluding_level = excluding(fields, id, &levels, notes)?;
    let scale = of_levels(&path, &levels, excluding_level.as_deref())?;
    notes.understand_of(id, format!("scored by its levels: {}", listed(&scale)));
    compare_with_declared(fields, id, &scale, notes)?;
    Ok(Some(Scoring {
        scale,
        origin: Origin::Levels,
        levels,
        excluding_level,
    }))
}

fn listed(scale: &Scale) -> String {
    let scores = scale.allowed.iter().flatten().rev().map(Score::to_string);
    scores.collect::<Vec<_>>().join(", ")
}

fn excluding(
    fields: &mut Fields,
    id: &str,
    levels: &[Level],
    notes: &mut Notes,
) -> Result<Option<String>, InputError> {
    let level = match fields.take(&["exclude_from_total_if_level"]) {
        Some((path, named)) => Some(levels::excluding(&path, &named, levels)?),
        None => levels::excluding_in_prose(levels).map(|level| level.id.clone()),
    };
    if let Some(level) = &level {
        let sentence = format!("the level `{level}` takes it out of the overall score");
        notes.understand_of(id, sentence);
    }
    Ok(level)
}

/// The scale of named levels. The excluding level is no score, but the zero it stands on stays the lowest.
fn of_levels(path: &str, levels: &[Level], excluding: Option<&str>) -> Result<Scale, InputError> {
    let (counted, excluded): (Vec<_>, Vec<_>) = levels
        .iter()
        .partition(|level| Some(level.id.as_str()) != excluding);
    let allowed: BTreeSet<Score> = counted.iter().map(|level| level.score).collect();
    let (Some(lowest), Some(max), true) = (allowed.first(), allowed.last(), allowed.len() > 1) else {
        let problem = "the levels leave no choice: at least two must have different points";
        return Err(InputError::new(path, problem).with_fix("give the levels different `points`"));
    };
    let floors = excluded
        .iter()
        .map(|level| level.score)
        .filter(|score| score.0 >= ZERO);
    Ok(Scale {
        min: floors.chain([*lowest]).min().unwrap_or(*lowest),
        max: *max,
        allowed: Some(allowed.iter().copied().collect()),
    })
}

fn compare_with_declared(
    fields: &mut Fields,
    id: &str,
    scale: &Scale,
    notes: &mut Notes,
) -> Result<(), InputError> {
    if let Some(declared) = fields
        .number(MAXIMUM)?
        .map(Score)
        .filter(|declared| *declared != scale.max)
    {
        let best = scale.max;
        let sentence =
            format!("its best level has {best} points though {declared} are declared; the levels count");
        notes.understand_of(id, sentence);
    }
    Ok(())
}

/// The scale from the lowest to the highest anchor; whole scores between anchors are possible.
pub(super) fn between_anchors(anchors: &[Level]) -> Option<Scale> {
    let (max, min) = (anchors.first()?.score, anchors.last()?.score);
    let mut scores: Vec<Score> = anchors.iter().map(|level| level.score).collect();
    scores.reverse();
    let is_whole = scores.iter().all(|score| score.0.is_integer());
    (min < max).then_some(Scale {
        min,
        max,
        allowed: (!is_whole).then_some(scores),
    })
}

fn declared(fields: &mut Fields) -> Result<Option<Scale>, InputError> {
    let Some((path, value)) = fields.take(MAXIMUM) else {
        return Ok(None);
    };
    let max = number_at(&path, &value)?;
    span(&path, fields.number(MINIMUM)?.unwrap_or(ZERO), max).map(Some)
}

/// `scale: {min, max}`, of a dimension or of the whole rubric.
pub(super) fn spanned(fields: &mut Fields) -> Result<Option<Scale>, InputError> {
    let Some((path, value)) = fields.take(&["scale"]) else {
        return Ok(None);
    };
    if !value.is_object() {
        let fix = "write `{\"min\": 1, \"max\": 5}`";
        return Err(InputError::new(path, "a scale is an object").with_fix(fix));
    }
    between_ends(&path, &value).map(Some)
}

/// The scale with these ends.
pub(super) fn between_ends(path: &str, value: &Value) -> Result<Scale, InputError> {
    let end = |key: &str| {
        let end = value.get(key).unwrap_or(&Value::Null);
        number_at(&format!("{path}.{key}"), end)
    };
    span(path, end("min")?, end("max")?)
}

fn span(path: &str, min: Fraction, max: Fraction) -> Result<Scale, InputError> {
    let (min, max) = (Score(min), Score(max));
    if min >= max {
        let problem = format!("the highest score ({max}) must be above the lowest ({min})");
        return Err(InputError::new(path, problem).with_fix("give a higher highest score"));
    }
    Ok(Scale::between(min, max))
}
