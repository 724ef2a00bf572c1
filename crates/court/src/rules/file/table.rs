//! A table of a rule file that is taken apart key by key, so that no key is overlooked.

use crate::rules::error::RulesError;
use crate::rules::token::decimal;
use crate::score::Fraction;
use crate::visible::is_key;
use serde_json::{Map, Value};

pub(super) struct Table {
    path: String,
    map: Map<String, Value>,
}

/// The same mistake with its place in the file.
pub(in crate::rules) fn placed(at: &str, error: RulesError) -> RulesError {
    if error.at.starts_with("let.") {
        return error;
    }
    RulesError {
        at: format!("{at}, {}", error.at),
        ..error
    }
}

impl Table {
    pub(super) fn root(value: Value) -> Result<Self, RulesError> {
        Self::of("", value)
    }

    pub(super) fn empty(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            map: Map::new(),
        }
    }

    pub(super) fn of(path: &str, value: Value) -> Result<Self, RulesError> {
        match value {
            Value::Object(map) => Ok(Self {
                path: path.to_owned(),
                map,
            }),
            other => Err(wrong(path, &other, "a table of keys")),
        }
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    pub(super) fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.path)
        }
    }

    pub(super) fn keys(&self) -> Vec<String> {
        self.map.keys().cloned().collect()
    }

    pub(super) fn take(&mut self, key: &str) -> Option<Value> {
        self.map.shift_remove(key).filter(|value| !value.is_null())
    }

    /// A text; a number or a truth stands for its own text.
    pub(super) fn text(&mut self, key: &str) -> Result<Option<String>, RulesError> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(value @ (Value::Number(_) | Value::Bool(_))) => Ok(Some(value.to_string())),
            Some(other) => Err(wrong(&self.path_of(key), &other, "a text")),
        }
    }

    /// The text of an expression; a bare number or truth is one too.
    pub(super) fn expression(&mut self, key: &str) -> Result<Option<String>, RulesError> {
        self.text(key)
    }

    pub(super) fn flag(&mut self, key: &str) -> Result<bool, RulesError> {
        match self.take(key) {
            None => Ok(false),
            Some(Value::Bool(yes)) => Ok(yes),
            Some(other) => Err(wrong(&self.path_of(key), &other, "true or false")),
        }
    }

    pub(super) fn number(&mut self, key: &str) -> Result<Option<Fraction>, RulesError> {
        match self.take(key) {
            None => Ok(None),
            Some(value) => number(&self.path_of(key), &value).map(Some),
        }
    }

    pub(super) fn texts(&mut self, key: &str) -> Result<Option<Vec<String>>, RulesError> {
        let at = self.path_of(key);
        match self.take(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(vec![text])),
            Some(Value::Array(items)) => {
                let text = |item: Value| match item {
                    Value::String(text) => Ok(text),
                    other => Err(wrong(&at, &other, "a text")),
                };
                items.into_iter().map(text).collect::<Result<_, _>>().map(Some)
            }
            Some(other) => Err(wrong(&at, &other, "a list of texts")),
        }
    }

    pub(super) fn table(&mut self, key: &str) -> Result<Option<Self>, RulesError> {
        let at = self.path_of(key);
        self.take(key).map(|value| Self::of(&at, value)).transpose()
    }

    pub(super) fn tables(&mut self, key: &str, most: usize) -> Result<Vec<Self>, RulesError> {
        let at = self.path_of(key);
        let items = match self.take(key) {
            None => return Ok(Vec::new()),
            Some(Value::Array(items)) => items,
            Some(other) => return Err(wrong(&at, &other, "a list of tables")),
        };
        if items.len() > most {
            return Err(RulesError::new(
                at,
                format!("{} are more than the {most} allowed", items.len()),
            ));
        }
        items
            .into_iter()
            .enumerate()
            .map(|(index, item)| Self::of(&format!("{at}[{index}]"), item))
            .collect()
    }

    /// Refuses keys that nobody took.
    pub(super) fn finish(&self, known: &[&str]) -> Result<(), RulesError> {
        match self.map.keys().next() {
            None => Ok(()),
            Some(key) if !is_key(key) => {
                let at = if self.path.is_empty() {
                    "the file"
                } else {
                    self.path.as_str()
                };
                let fix = format!("known are: {}", known.join(", "));
                Err(RulesError::new(at, "a key here is none").with_fix(fix))
            }
            Some(key) => {
                let error = RulesError::new(self.path_of(key), "the key means nothing here");
                Err(error.with_known(key, known.iter().copied()))
            }
        }
    }
}

/// A number, or a text such as `"1/3"`.
pub(super) fn number(at: &str, value: &Value) -> Result<Fraction, RulesError> {
    let text = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.trim().to_owned(),
        other => return Err(wrong(at, other, "a number")),
    };
    let negative = text.strip_prefix('-');
    let digits = negative.unwrap_or(&text);
    let fraction = match digits.split_once('/') {
        None => decimal(digits),
        Some((numer, denom)) => decimal(numer.trim())
            .zip(decimal(denom.trim()).filter(|denom| *denom != Fraction::from_integer(0)))
            .map(|(numer, denom)| numer / denom),
    };
    let signed = |number: Fraction| if negative.is_some() { -number } else { number };
    fraction.map(signed).ok_or_else(|| {
        RulesError::new(at, format!("`{text}` is not a number the court can count with"))
            .with_fix("give a plain number with at most four decimals, or a fraction such as \"1/3\"")
    })
}

pub(super) fn wrong(at: &str, value: &Value, wanted: &str) -> RulesError {
    let found = match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a table of keys",
    };
    let at = if at.is_empty() { "the file" } else { at };
    RulesError::new(at, format!("{found} where {wanted} is needed"))
}
