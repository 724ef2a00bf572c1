//! One dimension, from whatever keys it has.

use super::fields::{Fields, Notes, text_of};
use super::scale::{self, Origin, Scoring};
use super::{Artifact, Dimension, DimensionId, SynthesisRule};
use super::{demands, ids, synthesis};
use crate::input::InputError;
use crate::opinion::Persona;
use crate::protocol::Kind;
use crate::score::{Fraction, ONE, Scale};
use crate::text::{clipped, folded_name, has_word, nearest, slug};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The words for artifacts that need no explanation.
const PLAIN_ARTIFACTS: &str = "github_repo pdf_report pdf_images repository report diagrams";

/// What holds for dimensions that say nothing themselves.
pub(super) struct Defaults {
    pub(super) scale: Scale,
    pub(super) instruction: Option<String>,
    pub(super) logic: Logic,
}

/// A dimension before it is known what it weighs among the others.
pub(super) struct Draft {
    /// Weight 1 until the weights are settled.
    pub(super) dimension: Dimension,
    pub(super) path: String,
    pub(super) weight: Option<Fraction>,
    pub(super) points: Option<Fraction>,
    /// What it demands itself.
    pub(super) demands: Option<Vec<demands::Draft>>,
    pub(super) kind: Option<Kind>,
    /// The shapes its keys belong to.
    pub(super) shapes: BTreeSet<&'static str>,
}

/// Reads the dimension that `fields` holds; `key` is its id where the dimensions are an object.
pub(super) fn read(
    mut fields: Fields,
    key: Option<&str>,
    defaults: &Defaults,
    notes: &mut Notes,
) -> Result<Draft, InputError> {
    let path = fields.path().to_owned();
    let id = id(&mut fields, key)?;
    let scoring = scale::read(&mut fields, &id, &defaults.scale, notes)?;
    let artifact = artifact(&mut fields, &id, notes);
    let logic = logic(&mut fields, &id, defaults, notes);
    let weight = fields.number(&["weight"])?;
    let demands = demands::read(&mut fields)?;
    // Without demands it is a key of the rubric's own.
    let kind = match &demands {
        Some(_) => demands::kind(&mut fields)?,
        None => None,
    };
    let thresholds = thresholds(&mut fields, &id, notes)?;
    let mut dimension = Dimension {
        name: fields.name(&["name", "title"]).unwrap_or_else(|| id.clone()),
        artifact,
        demanded: None,
        protocol: fields.name(&["forensic_protocol", "protocol"]),
        instruction: fields
            .text(&["forensic_instruction", "instruction"])
            .or_else(|| defaults.instruction.clone()),
        description: fields.text(&["description"]),
        success: fields.text(&["success_pattern"]),
        failure: fields.text(&["failure_pattern"]),
        logic: logic.personas,
        shared_logic: logic.shared,
        weight: ONE,
        is_critical: fields.truth(&["critical", "is_critical"])?,
        synthesis: own_rules(&mut fields, &id, notes)?,
        extra: BTreeMap::new(),
        scale: scoring.scale.clone(),
        levels: scoring.levels.clone(),
        excluding_level: scoring.excluding_level.clone(),
        id: DimensionId(id),
    };
    notes.keep_rest(fields);
    dimension.extra = notes.kept_under(&path);
    dimension.extra.extend(thresholds);
    Ok(Draft {
        shapes: shapes(&dimension, &scoring, weight),
        points: scoring.points(),
        dimension,
        demands,
        kind,
        path,
        weight,
    })
}

fn id(fields: &mut Fields, key: Option<&str>) -> Result<String, InputError> {
    let at = fields.at("id");
    let empty = || InputError::new(&at, "the id is empty").with_fix("give it an `id` of its own");
    let Some((at, value)) = fields.take(&["id", "dimension_id", "criterion_id"]) else {
        let key = key.map(str::trim).filter(|key| !key.is_empty());
        let id = key.ok_or_else(|| no_id(fields))?;
        ids::check(fields.path(), id)?;
        return Ok(id.to_owned());
    };
    let id = match &value {
        Value::String(id) => id.trim().to_owned(),
        other => text_of(other).filter(|_| !other.is_array()).ok_or_else(|| {
            let problem = format!("{} is not an id", clipped(&value.to_string()));
            InputError::new(&at, problem).with_fix("write the id as text")
        })?,
    };
    if id.is_empty() {
        return Err(empty());
    }
    ids::check(&at, &id)?;
    Ok(id)
}

fn no_id(fields: &mut Fields) -> InputError {
    let meant = nearest("id", fields.keys()).map(|key| format!("did you mean `id` by `{}`?", clipped(key)));
    let proposed = || {
        let slug = slug(&fields.name(&["name", "title"]).unwrap_or_default());
        match slug.is_empty() {
            true => "give it an `id`".to_owned(),
            false => format!("give it an `id`, such as `{}`", clipped(&slug)),
        }
    };
    let fix = meant.unwrap_or_else(proposed);
    InputError::new(fields.path(), "the dimension has no id").with_fix(fix)
}

fn artifact(fields: &mut Fields, id: &str, notes: &mut Notes) -> Artifact {
    let named = fields.take(&["target_artifact", "artifact"]);
    let words: Vec<String> = match &named {
        Some((_, Value::Array(items))) => items.iter().filter_map(text_of).collect(),
        Some((_, value)) => text_of(value).into_iter().collect(),
        None => Vec::new(),
    };
    let Some(word) = words.first() else {
        notes.understand_of(id, "names no `target_artifact`; taken as the repository");
        return Artifact::Repository;
    };
    if words.len() > 1 {
        let first = clipped(word);
        notes.understand_of(
            id,
            format!("names several artifacts; only the first counts, \"{first}\""),
        );
    }
    let artifact = Artifact::named(word);
    if !artifact.is_observable() {
        let sentence = format!("looks at {artifact}: not assessable and not part of the overall score");
        notes.understand_of(id, sentence);
    } else if !has_word(PLAIN_ARTIFACTS, word) {
        notes.understand_of(id, format!("\"{}\" is taken as {artifact}", clipped(word)));
    }
    artifact
}

/// What is told to each persona, and what to all.
#[derive(Clone, Default)]
pub(super) struct Logic {
    personas: BTreeMap<Persona, String>,
    shared: Option<String>,
}

impl Logic {
    /// Reads it from an object by persona, or from one text for all.
    pub(super) fn read(path: String, value: &Value, notes: &mut Notes) -> Self {
        let mut logic = Self::default();
        let Value::Object(map) = value else {
            logic.shared = text_of(value);
            return logic;
        };
        let mut left = Fields::new(path, map.clone());
        for key in map.keys() {
            if let Some(persona) = persona(key).filter(|persona| !logic.personas.contains_key(persona))
                && let Some(text) = left.text(&[key])
            {
                logic.personas.insert(persona, text);
            }
        }
        notes.keep_rest(left);
        logic
    }
}

fn logic(fields: &mut Fields, id: &str, defaults: &Defaults, notes: &mut Notes) -> Logic {
    let own = fields.take(&["judicial_logic"]);
    let logic = own.map(|(path, value)| Logic::read(path, &value, notes));
    let logic = logic.unwrap_or_else(|| defaults.logic.clone());
    if logic.shared.is_some() {
        notes.understand_of(id, "one `judicial_logic` is told to all three judges");
    }
    logic
}

fn persona(key: &str) -> Option<Persona> {
    match folded_name(key).as_str() {
        "prosecutor" | "prosecution" => Some(Persona::Prosecutor),
        "defense" | "defence" | "defenseattorney" | "defenceattorney" => Some(Persona::Defense),
        "techlead" | "technicallead" => Some(Persona::TechLead),
        _ => None,
    }
}

fn own_rules(fields: &mut Fields, id: &str, notes: &mut Notes) -> Result<Vec<SynthesisRule>, InputError> {
    let Some((path, value)) = fields.take(&["synthesis_rules"]) else {
        return Ok(Vec::new());
    };
    notes.understand_of(
        id,
        "has rules for synthesis of its own: shown to the judges, not applied",
    );
    synthesis::worded(&path, "synthesis_rules", &value)
}

/// Numbers that call a score a pass or a case for review. They stay with what decides nothing.
fn thresholds(
    fields: &mut Fields,
    id: &str,
    notes: &mut Notes,
) -> Result<Option<(String, Value)>, InputError> {
    let Some((path, value)) = fields.take(&["thresholds"]) else {
        return Ok(None);
    };
    synthesis::refuse_negative(&path, &value)?;
    let named = value.as_object().into_iter().flatten();
    let listed = named.map(|(key, number)| format!("{} {number}", clipped(key)));
    let listed = clipped(&listed.collect::<Vec<_>>().join(", "));
    let sentence = format!("its thresholds ({listed}) are shown to the judges and decide no score");
    notes.understand_of(id, sentence);
    Ok(Some(("thresholds".to_owned(), value)))
}

fn shapes(dimension: &Dimension, scoring: &Scoring, weight: Option<Fraction>) -> BTreeSet<&'static str> {
    let has_patterns = dimension.success.is_some() || dimension.failure.is_some();
    let has_logic = dimension.shared_logic.is_some() || !dimension.logic.is_empty();
    let marks = [
        ("levels", scoring.origin == Origin::Levels),
        ("anchors", scoring.origin == Origin::Anchors),
        ("totals", scoring.origin == Origin::Maximum),
        ("weights", weight.is_some()),
        ("judicial_logic", has_logic),
        ("patterns", has_patterns),
    ];
    let told = marks.into_iter().filter(|(_, is_so)| *is_so);
    told.map(|(shape, _)| shape).collect()
}
