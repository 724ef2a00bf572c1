//! A table of a rule file that is taken apart key by key, so that no key is overlooked.

use crate::input::InputError;
use crate::rules::token::decimal;
use crate::score::{Fraction, ZERO};
use crate::visible::is_key;
use serde_json::{Map, Value};

pub(super) struct Table {
    path: String,
    map: Map<String, Value>,
}

impl Table {
    pub(super) fn root(value: Value) -> Result<Self, InputError> {
        Self::of("", value)
    }

    pub(super) fn empty(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            map: Map::new(),
        }
    }

    pub(super) fn of(path: &str, value: Value) -> Result<Self, InputError> {
        let path = path.to_owned();
        match value {
            Value::Object(map) => Ok(Self { path, map }),
            other => Err(wrong(&path, &other, "a table of keys")),
        }
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    pub(super) fn path_of(&self, key: &str) -> String {
        match self.path.is_empty() {
            true => key.to_owned(),
            false => format!("{}.{key}", self.path),
        }
    }

    pub(super) fn keys(&self) -> Vec<String> {
        self.map.keys().cloned().collect()
    }

    pub(super) fn take(&mut self, key: &str) -> Option<Value> {
        self.map.shift_remove(key).filter(|value| !value.is_null())
    }

    /// A text or an expression; a number or a truth stands for its own text.
    pub(super) fn text(&mut self, key: &str) -> Result<Option<String>, InputError> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(value @ (Value::Number(_) | Value::Bool(_))) => Ok(Some(value.to_string())),
            Some(other) => Err(wrong(&self.path_of(key), &other, "a text")),
        }
    }

    pub(super) fn flag(&mut self, key: &str) -> Result<bool, InputError> {
        match self.take(key) {
            None => Ok(false),
            Some(Value::Bool(yes)) => Ok(yes),
            Some(other) => Err(wrong(&self.path_of(key), &other, "true or false")),
        }
    }

    pub(super) fn number(&mut self, key: &str) -> Result<Option<Fraction>, InputError> {
        let value = self.take(key);
        value.map(|value| number(&self.path_of(key), &value)).transpose()
    }

    pub(super) fn texts(&mut self, key: &str) -> Result<Option<Vec<String>>, InputError> {
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

    pub(super) fn table(&mut self, key: &str) -> Result<Option<Self>, InputError> {
        let at = self.path_of(key);
        self.take(key).map(|value| Self::of(&at, value)).transpose()
    }

    pub(super) fn tables(&mut self, key: &str, most: usize) -> Result<Vec<Self>, InputError> {
        let at = self.path_of(key);
        let items = match self.take(key) {
            None => return Ok(Vec::new()),
            Some(Value::Array(items)) => items,
            Some(other) => return Err(wrong(&at, &other, "a list of tables")),
        };
        if items.len() > most {
            let problem = format!("{} are more than the {most} allowed", items.len());
            return Err(InputError::new(at, problem));
        }
        let items = items.into_iter().enumerate();
        items
            .map(|(index, item)| Self::of(&format!("{at}[{index}]"), item))
            .collect()
    }

    /// Refuses keys that nobody took.
    pub(super) fn finish(&self, known: &str) -> Result<(), InputError> {
        let Some(key) = self.map.keys().next() else {
            return Ok(());
        };
        let known: Vec<&str> = known.split_whitespace().collect();
        if !is_key(key) {
            let fix = format!("known are: {}", known.join(", "));
            return Err(InputError::new(place(&self.path), "a key here is none").with_fix(fix));
        }
        let error = InputError::new(self.path_of(key), "the key means nothing here");
        Err(with_known(error, key, &known))
    }
}

/// A number, or a text such as `"1/3"`.
pub(super) fn number(at: &str, value: &Value) -> Result<Fraction, InputError> {
    let text = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.trim().to_owned(),
        other => return Err(wrong(at, other, "a number")),
    };
    let negative = text.strip_prefix('-');
    let digits = negative.unwrap_or(&text);
    let fraction = match digits.split_once('/') {
        None => decimal(digits),
        Some((numer, denom)) => {
            let denom = decimal(denom.trim()).filter(|denom| *denom != ZERO);
            decimal(numer.trim())
                .zip(denom)
                .map(|(numer, denom)| numer / denom)
        }
    };
    let signed = |number: Fraction| if negative.is_some() { -number } else { number };
    fraction.map(signed).ok_or_else(|| {
        let problem = format!("`{text}` is not a number the court can count with");
        let fix = "give a plain number with at most four decimals, or a fraction such as \"1/3\"";
        InputError::new(at, problem).with_fix(fix)
    })
}

pub(super) fn wrong(at: &str, value: &Value, wanted: &str) -> InputError {
    let found = match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a table of keys",
    };
    InputError::new(place(at), format!("{found} where {wanted} is needed"))
}

fn place(path: &str) -> &str {
    if path.is_empty() { "the file" } else { path }
}

/// The mistake with the known name that comes nearest, else with all of them.
pub(super) fn with_known(error: InputError, name: &str, known: &[&str]) -> InputError {
    error.with_nearest(name, known.iter().copied(), || {
        format!("known are: {}", known.join(", "))
    })
}
