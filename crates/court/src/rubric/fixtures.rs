//! Small trees that a rubric says what its probes must find in.

use super::error::{RubricError, clipped};
use super::fields::Fields;
use super::probes::is_list_of_objects;
use super::tree;
use serde_json::Value;
use std::collections::BTreeMap;

/// Most fixtures of one rubric.
const FIXTURES_MAX: usize = 500;
/// The words for what looking comes to.
const FINDINGS: &[&str] = &[
    "present",
    "absent",
    "contradicted",
    "not_applicable",
    "unobserved",
];

/// A small subject, and what probes must find in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// For people.
    pub name: String,
    /// Texts by path.
    pub files: BTreeMap<String, String>,
    /// Texts of reports by name.
    pub reports: BTreeMap<String, String>,
    /// The commits, one a line, as fixtures of built-in probes have them.
    pub history: Option<String>,
    /// What each probe must come to, by its id.
    pub expect: BTreeMap<String, Expected>,
}

/// What a probe must come to; what is not named may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The word for the finding.
    pub finding: Option<String>,
    /// The value.
    pub value: Option<Value>,
    /// Places that must be shown, as `path:line`.
    pub at: Vec<String>,
}

/// The fixtures that stand in a rubric; `Err` with a folder's name where they lie in a folder beside it.
///
/// # Errors
///
/// Says where and what is wrong when the text cannot be read, or a fixture names no files or expects nothing.
pub fn fixtures(text: &str) -> Result<(Vec<Fixture>, Option<String>), RubricError> {
    let Value::Object(map) = tree::read(text)? else {
        return Ok((Vec::new(), None));
    };
    take(&mut Fields::new("$", map))
}

/// Takes the fixtures out of the root, so that a broken one is told by whatever reads the rubric.
pub(super) fn check(root: &mut Fields) -> Result<(), RubricError> {
    take(root).map(|_| ())
}

fn take(root: &mut Fields) -> Result<(Vec<Fixture>, Option<String>), RubricError> {
    if let Some((path, value)) = root.take_if(&["fixtures"], is_list_of_objects) {
        let items = value.as_array().cloned().unwrap_or_default();
        if items.len() > FIXTURES_MAX {
            return Err(RubricError::new(
                path,
                format!("more than {FIXTURES_MAX} fixtures"),
            ));
        }
        let numbered = items.into_iter().enumerate();
        let read = numbered.filter_map(|(index, item)| match item {
            Value::Object(map) => Some(fixture(index, Fields::new(format!("{path}[{index}]"), map))),
            _ => None,
        });
        return Ok((read.collect::<Result<_, _>>()?, None));
    }
    let folder = root.take_if(&["fixtures"], Value::is_string);
    let name = folder.and_then(|(_, value)| value.as_str().map(|name| name.trim().to_owned()));
    Ok((Vec::new(), name))
}

fn fixture(index: usize, mut fields: Fields) -> Result<Fixture, RubricError> {
    let name = fields
        .name(&["name"])
        .unwrap_or_else(|| format!("fixture {}", index + 1));
    let files = texts(&mut fields, "files")?;
    let reports = texts(&mut fields, "reports")?;
    let history = fields.text(&["history"]);
    // Comments in the files say it as well.
    let has_marks = files
        .values()
        .any(|text| text.contains("ruleid:") || text.contains("ok:"));
    let expect = if has_marks && !fields.has(&["expect"]) {
        BTreeMap::new()
    } else {
        expect(&mut fields)?
    };
    fields.refuse_rest(&["name", "files", "reports", "history", "expect"])?;
    Ok(Fixture {
        name,
        files,
        reports,
        history,
        expect,
    })
}

fn texts(fields: &mut Fields, key: &str) -> Result<BTreeMap<String, String>, RubricError> {
    let at = fields.at(key);
    let Some((_, value)) = fields.take(&[key]) else {
        return Ok(BTreeMap::new());
    };
    let problem = "this is an object of texts by path";
    let map = value.as_object().ok_or_else(|| RubricError::new(&at, problem))?;
    let text = |(path, text): (&String, &Value)| {
        let text = text.as_str().map(str::to_owned);
        let text = text.ok_or_else(|| RubricError::new(format!("{at}[{path:?}]"), "this is no text"))?;
        Ok((path.clone(), text))
    };
    map.iter().map(text).collect()
}

fn expect(fields: &mut Fields) -> Result<BTreeMap<String, Expected>, RubricError> {
    let at = fields.at("expect");
    let fix = "write `expect: {own.name: present}`";
    let Some((_, Value::Object(map))) = fields.take(&["expect"]) else {
        return Err(RubricError::new(at, "the fixture expects nothing").with_fix(fix));
    };
    if map.is_empty() {
        return Err(RubricError::new(at, "the fixture expects nothing").with_fix(fix));
    }
    expectations(&at, &map)
}

/// What probes must come to, from an object by probe.
pub(super) fn expectations(
    at: &str,
    map: &serde_json::Map<String, Value>,
) -> Result<BTreeMap<String, Expected>, RubricError> {
    let one = |(probe, value): (&String, &Value)| {
        Ok((probe.clone(), expected(&format!("{at}[{probe:?}]"), value)?))
    };
    map.iter().map(one).collect()
}

fn expected(at: &str, value: &Value) -> Result<Expected, RubricError> {
    match value {
        Value::String(word) => Ok(Expected {
            finding: Some(finding(at, word)?),
            ..Expected::default()
        }),
        Value::Bool(_) | Value::Number(_) => Ok(Expected {
            value: Some(value.clone()),
            ..Expected::default()
        }),
        Value::Object(map) => {
            let mut fields = Fields::new(at, map.clone());
            let word = fields.name(&["finding"]);
            let found = Expected {
                finding: word.map(|word| finding(at, &word)).transpose()?,
                value: fields.take(&["value"]).map(|(_, value)| value),
                at: fields.texts("at")?,
            };
            fields.refuse_rest(&["finding", "value", "at"])?;
            Ok(found)
        }
        other => Err(RubricError::new(
            at,
            format!("{} is nothing to expect", clipped(&other.to_string())),
        )),
    }
}

fn finding(at: &str, word: &str) -> Result<String, RubricError> {
    let word = word.trim();
    if FINDINGS.contains(&word) {
        return Ok(word.to_owned());
    }
    let problem = format!("`{}` is no finding", clipped(word));
    Err(RubricError::new(at, problem).with_fix(format!("write one of `{}`", FINDINGS.join("`, `"))))
}

/// What a file of expectations says, in a folder with a fixture.
///
/// # Errors
///
/// Says where and what is wrong.
pub fn expectations_of(text: &str) -> Result<BTreeMap<String, Expected>, RubricError> {
    let Value::Object(map) = tree::read(text)? else {
        return Err(RubricError::new("$", "expectations are an object by probe"));
    };
    expectations("$", &map)
}
