//! An object of the rubric that is emptied key by key, so that what is left over is known.

use crate::input::{InputError, number};
use crate::score::Fraction;
use crate::text::{child_path, clipped, meaning, words_of};
use crate::visible::is_key;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What the reading of a rubric brings to light besides its plain meaning.
#[derive(Default)]
pub(super) struct Notes {
    /// Sentences about the rubric as a whole.
    understood: Vec<String>,
    /// Sentences that hold for some dimensions, and for which.
    of_dimensions: Vec<(String, Vec<String>)>,
    /// What has no meaning to the court, with its path.
    kept: Vec<(String, Value)>,
}

impl Notes {
    pub(super) fn understand(&mut self, sentence: impl Into<String>) {
        self.understood.push(sentence.into());
    }

    /// Notes that a sentence holds for a dimension; the dimensions of one sentence are named together.
    pub(super) fn understand_of(&mut self, id: &str, sentence: impl Into<String>) {
        let sentence = sentence.into();
        let id = format!("`{id}`");
        match self
            .of_dimensions
            .iter_mut()
            .find(|(other, _)| *other == sentence)
        {
            Some((_, ids)) => ids.push(id),
            None => self.of_dimensions.push((sentence, vec![id])),
        }
    }

    /// Keeps what has no meaning to the court.
    pub(super) fn keep(&mut self, path: impl Into<String>, value: Value) {
        self.kept.push((path.into(), value));
    }

    /// Keeps what is left of an object.
    pub(super) fn keep_rest(&mut self, fields: Fields) {
        self.kept.extend(fields.rest());
    }

    /// What was kept of the object at `path`, by its path from there.
    pub(super) fn kept_under(&self, path: &str) -> BTreeMap<String, Value> {
        let inside = |(at, value): &(String, Value)| Some((below(at, path)?.to_owned(), value.clone()));
        self.kept.iter().filter_map(inside).collect()
    }

    /// The paths of everything kept.
    pub(super) fn ignored(&self) -> Vec<String> {
        self.kept.iter().map(|(path, _)| path.clone()).collect()
    }

    /// All sentences, those about dimensions first; `count` is the number of dimensions.
    pub(super) fn sentences(self, count: usize) -> Vec<String> {
        let of_dimensions = self.of_dimensions.into_iter().map(|(sentence, ids)| {
            if ids.len() == count && count > 2 {
                format!("{sentence} (all {count} dimensions)")
            } else {
                format!("{sentence} ({})", ids.join(", "))
            }
        });
        of_dimensions.chain(self.understood).collect()
    }
}

/// The keys of one object that were not taken yet, and where it stands.
pub(super) struct Fields {
    path: String,
    map: Map<String, Value>,
}

impl Fields {
    pub(super) fn new(path: impl Into<String>, map: Map<String, Value>) -> Self {
        let path = path.into();
        Self { path, map }
    }

    /// Where the object stands.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// The path of one key.
    pub(super) fn at(&self, key: &str) -> String {
        child_path(&self.path, key)
    }

    /// The names of the keys left, in order.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.map.keys().map(String::as_str)
    }

    /// Whether any of the keys is left.
    pub(super) fn has(&self, keys: &[&str]) -> bool {
        keys.iter()
            .any(|key| self.map.get(*key).is_some_and(|value| !value.is_null()))
    }

    /// The value of the first of the keys that says something, with its path.
    pub(super) fn take(&mut self, keys: &[&str]) -> Option<(String, Value)> {
        let key = keys.iter().find(|key| self.has(&[key]))?;
        let value = self.map.shift_remove(*key)?;
        Some((self.at(key), value))
    }

    /// Like [`Self::take`], but only a value that is meant; any other is left over.
    pub(super) fn take_if(&mut self, keys: &[&str], is_meant: fn(&Value) -> bool) -> Option<(String, Value)> {
        let mut keys = keys.iter();
        let key = keys.find(|key| self.map.get(**key).is_some_and(is_meant))?;
        self.take(&[key])
    }

    /// Takes a list of at most so many objects; anything else under this key is the rubric's own affair.
    pub(super) fn objects(
        &mut self,
        key: &str,
        most: usize,
        what: &str,
    ) -> Result<Option<Vec<Self>>, InputError> {
        let Some((path, Value::Array(items))) = self.take_if(&[key], is_list_of_objects) else {
            return Ok(None);
        };
        if items.len() > most {
            return Err(InputError::new(path, format!("more than {most} {what}")));
        }
        let object = |(index, item): (usize, Value)| match item {
            Value::Object(map) => Some(Self::new(format!("{path}[{index}]"), map)),
            _ => None,
        };
        Ok(Some(items.into_iter().enumerate().filter_map(object).collect()))
    }

    /// One text or a list of texts, each without white space around it; none where the key is missing.
    pub(super) fn texts(&mut self, key: &str) -> Result<Vec<String>, InputError> {
        let Some((path, value)) = self.take(&[key]) else {
            return Ok(Vec::new());
        };
        let items = match value {
            Value::Array(items) => items,
            one => vec![one],
        };
        let text = |item: &Value| Some(scalar(item)?.trim().to_owned()).filter(|text| !text.is_empty());
        let texts: Option<Vec<String>> = items.iter().map(text).collect();
        texts.ok_or_else(|| InputError::new(path, "this is one text or a list of texts, none of them empty"))
    }

    /// The meaning of one of several words.
    pub(super) fn choice<T: Clone>(
        &mut self,
        key: &str,
        known: &[(&'static str, T)],
    ) -> Result<Option<T>, InputError> {
        let Some((path, value)) = self.take(&[key]) else {
            return Ok(None);
        };
        let word = scalar(&value).unwrap_or_default();
        let found = meaning(known, word.trim());
        found.map(Some).ok_or_else(|| {
            let problem = format!("{} is none of the words known here", clipped(&value.to_string()));
            let all = || format!("write one of `{}`", words_of(known).join("`, `"));
            InputError::new(path, problem).with_nearest(word.trim(), words_of(known), all)
        })
    }

    /// Yes or no under the first of the keys that says something; no where none does.
    pub(super) fn truth(&mut self, keys: &[&str]) -> Result<bool, InputError> {
        match self.take(keys) {
            None => Ok(false),
            Some((_, Value::Bool(truth))) => Ok(truth),
            Some((path, _)) => Err(InputError::new(path, "this is either true or false")),
        }
    }

    /// Refuses what is left over, for parts of a rubric in which every key counts: those of the list `known`.
    pub(super) fn refuse_rest(&self, known: &str) -> Result<(), InputError> {
        let Some(key) = self.map.keys().next() else {
            return Ok(());
        };
        let all = || format!("known here are `{}`", known.replace(' ', "`, `"));
        if !is_key(key) {
            return Err(InputError::new(&self.path, "a key here is none").with_fix(all()));
        }
        let problem = format!("`{}` has no meaning here", clipped(key));
        Err(InputError::new(self.at(key), problem).with_nearest(key, known.split(' '), all))
    }

    /// The text of the first of the keys that is one. A key with another kind of value is left over.
    pub(super) fn text(&mut self, keys: &[&str]) -> Option<String> {
        let (key, text) = keys
            .iter()
            .find_map(|key| Some((key, text_of(self.map.get(*key)?)?)))?;
        self.map.shift_remove(*key);
        Some(text)
    }

    /// Like [`Self::text`], for names: no white space around it.
    pub(super) fn name(&mut self, keys: &[&str]) -> Option<String> {
        self.text(keys).map(|text| text.trim().to_owned())
    }

    /// The number of the first of the keys that says something.
    pub(super) fn number(&mut self, keys: &[&str]) -> Result<Option<Fraction>, InputError> {
        let taken = self.take(keys);
        taken.map(|(path, value)| number_at(&path, &value)).transpose()
    }

    /// The object under the first of the keys that is one.
    pub(super) fn object(&mut self, keys: &[&str]) -> Option<Self> {
        match self.take_if(keys, Value::is_object)? {
            (path, Value::Object(map)) => Some(Self::new(path, map)),
            _ => None,
        }
    }

    /// What was not taken, with the path of each key; keys that say nothing are dropped.
    fn rest(self) -> impl Iterator<Item = (String, Value)> {
        let path = self.path;
        let said = self.map.into_iter().filter(|(_, value)| !value.is_null());
        said.map(move |(key, value)| (child_path(&path, &key), value))
    }
}

fn is_list_of_objects(value: &Value) -> bool {
    let items = value.as_array().filter(|items| !items.is_empty());
    items.is_some_and(|items| items.iter().all(Value::is_object))
}

/// The rest of a path that lies below another.
pub(super) fn below<'a>(path: &'a str, above: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(above)?;
    rest.strip_prefix('.')
        .or_else(|| rest.starts_with('[').then_some(rest))
}

/// A number, or the error that says where none stands.
pub(super) fn number_at(path: &str, value: &Value) -> Result<Fraction, InputError> {
    number::of(value).ok_or_else(|| {
        let found = clipped(&value.to_string());
        let fix = format!(
            "give a plain number up to {}, such as 5 or 0.25",
            number::NUMBER_LIMIT
        );
        InputError::new(path, format!("{found} is not a number the court can count with")).with_fix(fix)
    })
}

/// Text as it stands; numbers and truth values as written; a list of them as lines. Empty text says nothing.
pub(super) fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Array(items) => {
            let lines: Option<Vec<_>> = items.iter().map(scalar).collect();
            lines.map(|lines| lines.join("\n"))
        }
        other => scalar(other),
    }
    .filter(|text| !text.trim().is_empty())
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
