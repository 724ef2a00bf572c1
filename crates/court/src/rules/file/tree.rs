//! From text to a tree of values, within limits.

use crate::rubric::read_tree;
use crate::rules::error::RulesError;
use serde_json::{Map, Value};

/// Longest rule file in bytes; the longest known has four kilobytes.
pub const TEXT_LIMIT: usize = 256 << 10;
/// Deepest nesting of a TOML file that is walked; a rule file needs four.
const DEPTH_MAX: usize = 16;

/// The tree, and whether it was TOML.
pub(super) fn read(text: &str, name: &str) -> Result<(Value, bool), RulesError> {
    if text.len() > TEXT_LIMIT {
        return Err(RulesError::new("1:1", format!("longer than {TEXT_LIMIT} bytes")));
    }
    if text.trim().is_empty() {
        return Err(RulesError::new("1:1", "the file is empty").with_fix("give at least a `base`"));
    }
    let is_json = text.trim_start().starts_with('{');
    let is_yaml = [".yaml", ".yml", ".json"]
        .iter()
        .any(|end| name.to_lowercase().ends_with(end));
    if is_json || is_yaml {
        return read_tree(text)
            .map(|value| (value, false))
            .map_err(|error| RulesError {
                at: error.at,
                problem: error.problem,
                fix: None,
            });
    }
    toml(text).map(|value| (value, true))
}

fn toml(text: &str) -> Result<Value, RulesError> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let start = error.span().map_or(0, |span| span.start.min(text.len()));
        let before = &text[..text.floor_char_boundary(start)];
        let line = before.split('\n').count();
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let reason = error.message().lines().next().unwrap_or_default().to_owned();
        RulesError::new(
            format!("{line}:{column}"),
            format!("not readable as TOML: {reason}"),
        )
        .with_fix("a file in YAML or JSON must end in .yaml, .yml or .json")
    })?;
    value("", toml::Value::Table(table), 0)
}

fn value(path: &str, found: toml::Value, depth: usize) -> Result<Value, RulesError> {
    if depth > DEPTH_MAX {
        return Err(RulesError::new(
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
            return Err(RulesError::new(path, problem).with_fix("give a plain number such as 3 or 0.5"));
        }
        toml::Value::Boolean(yes) => Value::Bool(yes),
        toml::Value::Datetime(date) => Value::String(date.to_string()),
        toml::Value::Array(items) => {
            let items = items
                .into_iter()
                .enumerate()
                .map(|(index, item)| value(&format!("{path}[{index}]"), item, depth + 1));
            Value::Array(items.collect::<Result<_, _>>()?)
        }
        toml::Value::Table(table) => {
            let mut map = Map::new();
            for (key, item) in table {
                let at = if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                map.insert(key, value(&at, item, depth + 1)?);
            }
            Value::Object(map)
        }
    })
}
