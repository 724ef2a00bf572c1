//! From text to a tree of values, within limits.

use crate::input::{InputError, tree};
use serde_json::{Map, Value};

/// Longest rule file in bytes; the longest known has four kilobytes.
pub const TEXT_LIMIT: usize = 256 << 10;
/// Deepest nesting of a TOML file that is walked; a rule file needs four.
const DEPTH_MAX: usize = 16;

/// The tree, and whether it was TOML.
pub(super) fn read(text: &str, name: &str) -> Result<(Value, bool), InputError> {
    tree::refuse_large(text, TEXT_LIMIT)?;
    if text.trim().is_empty() {
        return Err(InputError::new("1:1", "the file is empty").with_fix("give at least a `base`"));
    }
    let is_json = text.trim_start().starts_with('{');
    let name = name.to_lowercase();
    if is_json || [".yaml", ".yml", ".json"].iter().any(|end| name.ends_with(end)) {
        let read = tree::read(text).map_err(|error| InputError { fix: None, ..error });
        return read.map(|value| (value, false));
    }
    toml(text).map(|value| (value, true))
}

fn toml(text: &str) -> Result<Value, InputError> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let start = error.span().map_or(0, |span| span.start.min(text.len()));
        let before = &text[..text.floor_char_boundary(start)];
        let line = before.split('\n').count();
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let reason = error.message().lines().next().unwrap_or_default().to_owned();
        let problem = format!("not readable as TOML: {reason}");
        InputError::new(format!("{line}:{column}"), problem)
            .with_fix("a file in YAML or JSON must end in .yaml, .yml or .json")
    })?;
    value("", toml::Value::Table(table), 0)
}

fn value(path: &str, found: toml::Value, depth: usize) -> Result<Value, InputError> {
    if depth > DEPTH_MAX {
        return Err(InputError::new(
            path,
            format!("nested deeper than {DEPTH_MAX} levels"),
        ));
    }
    Ok(match found {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => Value::from(number),
        toml::Value::Float(number) if number.is_finite() => Value::from(number),
        toml::Value::Float(number) => {
            let problem = format!("{number} is not a number to count with");
            return Err(InputError::new(path, problem).with_fix("give a plain number such as 3 or 0.5"));
        }
        toml::Value::Boolean(yes) => Value::Bool(yes),
        toml::Value::Datetime(date) => Value::String(date.to_string()),
        toml::Value::Array(items) => {
            let items = items.into_iter().enumerate();
            let items = items.map(|(index, item)| value(&format!("{path}[{index}]"), item, depth + 1));
            Value::Array(items.collect::<Result<_, _>>()?)
        }
        toml::Value::Table(table) => {
            let stem = if path.is_empty() {
                String::new()
            } else {
                format!("{path}.")
            };
            let items = table.into_iter();
            let items =
                items.map(|(key, item)| Ok((key.clone(), value(&format!("{stem}{key}"), item, depth + 1)?)));
            Value::Object(items.collect::<Result<Map<_, _>, InputError>>()?)
        }
    })
}
