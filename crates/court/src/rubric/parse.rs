//! From the text of a rubric to its meaning. The shape is told by the keys, never by the version.

use super::dimension::{self, Defaults, Draft, Logic};
use super::fields::{Fields, Notes, below};
use super::includes::Includes;
use super::levels::{self, Levels};
use super::metadata::{self, Metadata};
use super::protocols::{self, Protocols};
use super::{Dimension, Level, Rubric, fixtures, ids, probes, scale, synthesis, weight};
use crate::input::{InputError, tree};
use crate::score::{Scale, Score};
use crate::text::{child_path, clipped, nearest};
use serde_json::{Map, Value};

/// Most dimensions of one rubric: each is heard by three judges.
const DIMENSION_LIMIT: usize = 200;

/// The shapes that keys tell, in the order in which they are named.
const SHAPES: &str = "levels anchors totals weights judicial_logic patterns";

/// Reads a rubric, JSON or YAML, of any known shape. `name_hint` is its name where it names itself not.
///
/// # Errors
///
/// Says where and what is wrong, and the nearest fix. That is so when the text is neither JSON nor YAML, exceeds a limit,
/// names no dimensions, or a dimension has no usable id, scale or points.
pub fn parse(text: &str, name_hint: &str) -> Result<Rubric, InputError> {
    let nothing = |_: &str| Err("nothing lies beside this rubric".to_owned());
    parse_with(text, name_hint, &Includes::new(&nothing))
}

/// The same of a rubric that includes files beside it.
///
/// # Errors
///
/// Besides the errors of [`parse`], says what is wrong with a file beside the rubric, or that it cannot be had.
pub fn parse_with(text: &str, name_hint: &str, includes: &Includes<'_>) -> Result<Rubric, InputError> {
    let mut notes = Notes::default();
    let mut root = root(tree::read(text)?, &mut notes);
    let mut protocols = protocols::read(&mut root, includes)?;
    protocols.probes.extend(probes::read(&mut root, includes)?);
    probes::refuse_doubles(&protocols.probes)?;
    fixtures::check(&mut root)?;
    let (path, list) = dimensions(&mut root, &mut notes)?;
    let metadata = metadata::read(&mut root, &mut notes)?;
    let guide = guide(&mut root, &mut notes);
    let defaults = defaults(&mut root, &metadata, &guide, &mut notes)?;
    let drafts = drafts(&path, list, &defaults, &mut notes)?;
    let shape = shape(&drafts);
    say_total(&metadata, &drafts, &mut notes);
    let dimensions = settled(drafts, &metadata, &protocols, &mut notes)?;
    let synthesis = synthesis::read(&mut root, &dimensions, &mut notes)?;
    notes.keep_rest(root);
    let mut extra = notes.kept_under("$");
    extra.retain(|key, _| below(&format!("$.{key}"), &path).is_none());
    Ok(Rubric {
        name: metadata.name.unwrap_or_else(|| name_hint.to_owned()),
        version: metadata.version,
        target: metadata.target,
        description: metadata.description,
        sha256: includes.digest(text),
        shape,
        synthesis,
        guide,
        ignored: notes.ignored(),
        extra,
        understood: notes.sentences(dimensions.len()),
        dimensions,
        probes: protocols.probes,
    })
}

fn root(tree: Value, notes: &mut Notes) -> Fields {
    let map = match tree {
        Value::Object(map) => map,
        list => {
            notes.understand("the file is a bare list, read as the list of dimensions");
            Map::from_iter([("dimensions".to_owned(), list)])
        }
    };
    let mut fields = Fields::new("$", map);
    // Names the schema that editors check the file with; says nothing about the rubric.
    fields.take(&["$schema"]);
    fields
}

/// The path and value of the list of dimensions.
fn dimensions(root: &mut Fields, notes: &mut Notes) -> Result<(String, Value), InputError> {
    if let Some(found) = root.take(&["dimensions"]) {
        return Ok(found);
    }
    if let Some(found) = root.take(&["criteria"]) {
        notes.understand("`criteria` is read as `dimensions`");
        return Ok(found);
    }
    let fix = nearest("dimensions", root.keys().filter(|key| *key != "dimensions")).map_or_else(
        || "give a list `dimensions`, each with an `id`".to_owned(),
        |key| format!("did you mean `dimensions` by `{}`?", clipped(key)),
    );
    Err(InputError::new("$", "the rubric names no dimensions").with_fix(fix))
}

/// What scores mean everywhere, where the rubric says so in a form with numbers.
fn guide(root: &mut Fields, notes: &mut Notes) -> Vec<Level> {
    let Some((path, value)) = root.take(&["scoring_guide"]) else {
        return Vec::new();
    };
    if let Ok(Levels::Named(levels)) = levels::read(&path, &value, notes) {
        notes.understand("`scoring_guide` says what scores mean in every dimension");
        return levels;
    }
    notes.keep(path, value);
    Vec::new()
}

fn defaults(
    root: &mut Fields,
    metadata: &Metadata,
    guide: &[Level],
    notes: &mut Notes,
) -> Result<Defaults, InputError> {
    let own = scale::spanned(root)?.or_else(|| metadata.scale.clone());
    let scale = own.or_else(|| scale::between_anchors(guide));
    let scale = scale.unwrap_or_else(Scale::one_to_five);
    if scale != Scale::one_to_five() {
        let (min, max) = (scale.min, scale.max);
        notes.understand(format!(
            "dimensions without a scale of their own are scored from {min} to {max}"
        ));
    }
    let instruction = root.text(&["forensic_instruction"]);
    let logic = root.take(&["judicial_logic"]);
    if instruction.is_some() || logic.is_some() {
        notes.understand("instruction or logic at the root holds for every dimension without its own");
    }
    let logic = logic.map(|(path, value)| Logic::read(path, &value, notes));
    Ok(Defaults {
        scale,
        instruction,
        logic: logic.unwrap_or_default(),
    })
}

fn drafts(path: &str, list: Value, defaults: &Defaults, notes: &mut Notes) -> Result<Vec<Draft>, InputError> {
    let named: Vec<(String, Option<String>, Value)> = match list {
        Value::Array(items) => {
            let numbered = (0..).zip(items);
            numbered
                .map(|(index, item): (usize, _)| (format!("{path}[{index}]"), None, item))
                .collect()
        }
        Value::Object(map) => {
            let keyed = map.into_iter();
            keyed
                .map(|(key, item)| (child_path(path, &key), Some(key), item))
                .collect()
        }
        _ => {
            let error = InputError::new(path, "the dimensions are no list");
            return Err(error.with_fix("write a list of objects"));
        }
    };
    if named.is_empty() {
        let fix = "give at least one dimension with an `id`";
        return Err(InputError::new(path, "the list of dimensions is empty").with_fix(fix));
    }
    if named.len() > DIMENSION_LIMIT {
        let count = named.len();
        let problem = format!("{count} dimensions are more than the {DIMENSION_LIMIT} allowed");
        return Err(InputError::new(path, problem).with_fix("split the rubric"));
    }
    let mut drafts = Vec::new();
    for (path, key, item) in named {
        let Value::Object(map) = item else {
            let problem = "a dimension is an object";
            return Err(InputError::new(path, problem).with_fix("write `{\"id\": …, \"name\": …}`"));
        };
        drafts.push(dimension::read(
            Fields::new(path, map),
            key.as_deref(),
            defaults,
            notes,
        )?);
    }
    let ids = drafts
        .iter()
        .map(|draft| (draft.dimension.id.0.as_str(), draft.path.as_str()));
    ids::refuse_doubles(ids)?;
    Ok(drafts)
}

fn shape(drafts: &[Draft]) -> String {
    let has = |shape: &&str| drafts.iter().any(|draft| draft.shapes.contains(shape));
    let shapes: Vec<&str> = SHAPES.split(' ').filter(has).collect();
    match shapes.is_empty() {
        true => "instructions".to_owned(),
        false => shapes.join(" + "),
    }
}

fn say_total(metadata: &Metadata, drafts: &[Draft], notes: &mut Notes) {
    let sum = Score(drafts.iter().filter_map(|draft| draft.points).sum());
    if let Some(total) = metadata.total.map(Score).filter(|total| *total != sum) {
        notes.understand(format!(
            "the rubric says there are {total} points, but its dimensions have {sum}; these count"
        ));
    }
}

/// The dimensions with their weights, the critical ones marked.
fn settled(
    drafts: Vec<Draft>,
    metadata: &Metadata,
    protocols: &Protocols,
    notes: &mut Notes,
) -> Result<Vec<Dimension>, InputError> {
    refuse_unknown(&drafts, metadata)?;
    let claim = |draft: &Draft| weight::Claim {
        id: draft.dimension.id.0.clone(),
        path: draft.path.clone(),
        weight: draft.weight,
        points: draft.points,
    };
    let weights = weight::settle(&drafts.iter().map(claim).collect::<Vec<_>>(), notes)?;
    let settle = |(draft, weight): (Draft, _)| {
        let mut dimension = draft.dimension;
        let means = (dimension.id.0.as_str(), dimension.protocol.as_deref());
        dimension.demanded = protocols.reading(draft.demands, draft.kind, means)?;
        dimension.weight = weight;
        dimension.is_critical |= metadata.critical.iter().any(|(_, id)| *id == dimension.id.0);
        Ok(dimension)
    };
    drafts.into_iter().zip(weights).map(settle).collect()
}

fn refuse_unknown(drafts: &[Draft], metadata: &Metadata) -> Result<(), InputError> {
    let ids = || drafts.iter().map(|draft| draft.dimension.id.0.as_str());
    let mut critical = metadata.critical.iter();
    let Some((path, id)) = critical.find(|(_, id)| !ids().any(|known| known == id)) else {
        return Ok(());
    };
    let error = InputError::new(path, format!("no dimension has the id `{}`", clipped(id)));
    Err(error.with_nearest(id, ids(), || "name the id of a dimension".to_owned()))
}
