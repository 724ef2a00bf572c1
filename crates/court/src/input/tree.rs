//! From text to a tree of values: JSON or YAML, within limits, no key twice.

use super::{InputError, tags};
use crate::text::{child_path, clipped};
use serde::Deserialize;
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use serde_saphyr::budget::BudgetBreach;
use std::cell::Cell;
use std::fmt;

/// Longest rubric in bytes; the longest known has 18 kB.
pub const TEXT_LIMIT: usize = 1 << 20;

/// Deepest nesting read; a rubric needs five. Keeps every later walk over the tree shallow.
const DEPTH_LIMIT: usize = 32;

/// Most values in a rubric, aliases expanded: two hundred probes with a hundred patterns each, and what stands around
/// them.
const VALUE_LIMIT: usize = 25_000;

/// Most bytes of one text or key; the longest known has a tenth of them. A judge reads it with every dimension.
pub(crate) const TEXT_BYTES_MAX: usize = 20 << 10;

/// Refuses a file of more than so many bytes.
pub(crate) fn refuse_large(text: &str, most: usize) -> Result<(), InputError> {
    match text.len() > most {
        true => Err(InputError::new("1:1", format!("longer than {most} bytes"))),
        false => Ok(()),
    }
}

/// Reads `text`, whichever of the two formats it is in.
pub(crate) fn read(text: &str) -> Result<Value, InputError> {
    refuse_large(text, TEXT_LIMIT)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(InputError::new("1:1", "the file is empty").with_fix("give a list `dimensions`"));
    }
    let tree = if text.trim_start().starts_with(['{', '[']) {
        json(text)
    } else {
        yaml(text)
    }?;
    refuse_long("$", &tree)?;
    if tree.is_object() || tree.is_array() {
        return Ok(tree);
    }
    let problem = "this is plain text, neither a JSON nor a YAML object";
    Err(InputError::new("1:1", problem).with_fix("give an object with a list `dimensions`"))
}

/// Reads every document of a text; those that say nothing are left out.
pub(crate) fn documents(text: &str) -> Result<Vec<Value>, InputError> {
    refuse_large(text, TEXT_LIMIT)?;
    let read = serde_saphyr::from_multiple_with_options::<Tree>(text, options());
    let trees = read.map_err(|error| yaml_error(&error))?.into_iter();
    let documents: Vec<Value> = trees.map(|tree| tree.0).filter(|tree| !tree.is_null()).collect();
    tags::refuse_strange(text)?;
    documents.iter().try_for_each(|tree| refuse_long("$", tree))?;
    match documents.iter().find(|tree| !tree.is_object()) {
        None => Ok(documents),
        Some(_) => Err(InputError::new("1:1", "a document of this file is no object")),
    }
}

/// Refuses the first text that is too long. The depth of a tree is bounded where it is read.
pub(crate) fn refuse_long(path: &str, value: &Value) -> Result<(), InputError> {
    let refused = |at: &str, what: &str, bytes: usize| {
        let problem = format!("a {what} of {bytes} bytes; at most {TEXT_BYTES_MAX} are read");
        Err(InputError::new(at, problem).with_fix("shorten it"))
    };
    match value {
        Value::String(text) if text.len() > TEXT_BYTES_MAX => refused(path, "text", text.len()),
        Value::Array(items) => (0..)
            .zip(items)
            .try_for_each(|(index, item): (usize, _)| refuse_long(&format!("{path}[{index}]"), item)),
        Value::Object(map) => map.iter().try_for_each(|(key, item)| {
            let at = child_path(path, key);
            match key.len() > TEXT_BYTES_MAX {
                true => refused(&clipped(&at), "key", key.len()),
                false => refuse_long(&at, item),
            }
        }),
        _ => Ok(()),
    }
}

fn json(text: &str) -> Result<Value, InputError> {
    let tree = serde_json::from_str::<Tree>(text).map_err(|error| {
        let place = format!("{}:{}", error.line(), error.column());
        let reason = without_place(&error.to_string());
        InputError::new(place, format!("not readable as JSON: {reason}"))
    })?;
    Ok(tree.0)
}

fn yaml(text: &str) -> Result<Value, InputError> {
    let read = serde_saphyr::from_str_with_options::<Tree>(text, options());
    let tree = read.map_err(|error| yaml_error(&error))?;
    tags::refuse_strange(text)?;
    Ok(tree.0)
}

fn options() -> serde_saphyr::Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! { max_nodes: VALUE_LIMIT * 2 },
        duplicate_keys: serde_saphyr::DuplicateKeyPolicy::PassThrough,
        with_snippet: false,
    }
}

fn yaml_error(error: &serde_saphyr::Error) -> InputError {
    let place = error
        .location()
        .map_or_else(|| "1:1".to_owned(), |at| format!("{}:{}", at.line(), at.column()));
    InputError::new(place, format!("not readable as YAML: {}", reason(error)))
}

/// The reason in plain words, else the first line of what the reader says, without the place that the error carries
/// apart.
fn reason(error: &serde_saphyr::Error) -> String {
    use serde_saphyr::Error;
    let mut error = error.without_snippet();
    while let Error::AliasError { error: inner, .. } = error {
        error = inner.without_snippet();
    }
    match error {
        Error::Budget { breach, .. } => beyond(breach),
        Error::MultipleDocuments { .. } => "a second document starts here".to_owned(),
        Error::RecursiveReferencesRequireWeakTypes { .. } => {
            "an alias stands within what it stands for".to_owned()
        }
        Error::UnknownAnchor { .. } => "an alias of nothing: no anchor has this name".to_owned(),
        Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. }
        | Error::AliasReplayCounterOverflow { .. } => {
            "aliases stand for more values than are read".to_owned()
        }
        Error::Eof { .. } => "the text ends too early".to_owned(),
        _ => {
            let message = error.to_string();
            let first = message.lines().next().unwrap_or_default();
            without_place(first.split(" (defined at ").next().unwrap_or_default())
        }
    }
}

fn without_place(message: &str) -> String {
    let split = message.rsplit_once(" at line ");
    split.map_or(message, |(reason, _)| reason).to_owned()
}

/// Which limit of the reader was met.
fn beyond(breach: &BudgetBreach) -> String {
    match breach {
        BudgetBreach::Depth { .. } => format!("nested deeper than {DEPTH_LIMIT} levels"),
        BudgetBreach::Aliases { .. } | BudgetBreach::Anchors { .. } => {
            "too many anchors and aliases".to_owned()
        }
        BudgetBreach::MergeKeys { .. } => "too many merged maps".to_owned(),
        BudgetBreach::Documents { .. } => "too many documents".to_owned(),
        _ => too_large(),
    }
}

fn too_large() -> String {
    format!("more than {VALUE_LIMIT} values")
}

struct Tree(Value);

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let count = Cell::new(0);
        let root = Node {
            depth: 0,
            count: &count,
        };
        root.deserialize(deserializer).map(Self)
    }
}

/// A value at some depth. Unlike the reader of `serde_json::Value` it counts and refuses doubled keys.
#[derive(Clone, Copy)]
struct Node<'a> {
    depth: usize,
    /// How many values were read in all.
    count: &'a Cell<usize>,
}

impl Node<'_> {
    fn counted<E: de::Error>(self) -> Result<Self, E> {
        self.count.set(self.count.get() + 1);
        if self.count.get() > VALUE_LIMIT {
            return Err(E::custom(too_large()));
        }
        Ok(self)
    }

    fn inner<E: de::Error>(self) -> Result<Self, E> {
        if self.depth >= DEPTH_LIMIT {
            return Err(E::custom(format_args!("nested deeper than {DEPTH_LIMIT} levels")));
        }
        Ok(Self {
            depth: self.depth + 1,
            ..self
        })
    }
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        // Only infinities and not-a-number have no JSON form.
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut values = Vec::new();
        while let Some(value) = items.next_element_seed(inner.counted()?)? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(de::Error::custom(format_args!(
                    "the key `{key}` stands here twice"
                )));
            }
            map.insert(key, entries.next_value_seed(inner.counted()?)?);
        }
        Ok(Value::Object(map))
    }
}
