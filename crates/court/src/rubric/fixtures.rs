//! Small trees that a rubric says what its probes must find in.

use super::fields::Fields;
use crate::input::{InputError, tree};
use crate::text::{clipped, has_word};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Most fixtures of one rubric.
const FIXTURES_MAX: usize = 500;
/// The words for what looking comes to.
const FINDINGS: &str = "present absent contradicted not_applicable unobserved";

/// A small subject, and what probes must find in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
pub fn fixtures(text: &str) -> Result<(Vec<Fixture>, Option<String>), InputError> {
    let Value::Object(map) = tree::read(text)? else {
        return Ok((Vec::new(), None));
    };
    take(&mut Fields::new("$", map))
}

/// Takes the fixtures out of the root, so that a broken one is told by whatever reads the rubric.
pub(super) fn check(root: &mut Fields) -> Result<(), InputError> {
    take(root).map(|_| ())
}

fn take(root: &mut Fields) -> Result<(Vec<Fixture>, Option<String>), InputError> {
    if let Some(objects) = root.objects("fixtures", FIXTURES_MAX, "fixtures")? {
        let read = objects
            .into_iter()
            .enumerate()
            .map(|(index, object)| fixture(index, object));
        return Ok((read.collect::<Result<_, _>>()?, None));
    }
    let folder = root.take_if(&["fixtures"], Value::is_string);
    let name = folder.and_then(|(_, value)| value.as_str().map(|name| name.trim().to_owned()));
    Ok((Vec::new(), name))
}

fn fixture(index: usize, mut fields: Fields) -> Result<Fixture, InputError> {
    let name = fields.name(&["name"]);
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
    fields.refuse_rest("name files reports history expect")?;
    Ok(Fixture {
        name: name.unwrap_or_else(|| format!("fixture {}", index + 1)),
        files,
        reports,
        history,
        expect,
    })
}

fn texts(fields: &mut Fields, key: &str) -> Result<BTreeMap<String, String>, InputError> {
    let at = fields.at(key);
    let Some((_, value)) = fields.take(&[key]) else {
        return Ok(BTreeMap::new());
    };
    let problem = "this is an object of texts by path";
    let map = value.as_object().ok_or_else(|| InputError::new(&at, problem))?;
    let text = |(path, text): (&String, &Value)| {
        let text = text.as_str().map(str::to_owned);
        let text = text.ok_or_else(|| InputError::new(format!("{at}[{path:?}]"), "this is no text"))?;
        Ok((path.clone(), text))
    };
    map.iter().map(text).collect()
}

fn expect(fields: &mut Fields) -> Result<BTreeMap<String, Expected>, InputError> {
    let at = fields.at("expect");
    match fields.take(&["expect"]) {
        Some((_, Value::Object(map))) if !map.is_empty() => expectations(&at, &map),
        _ => {
            let fix = "write `expect: {own.name: present}`";
            Err(InputError::new(at, "the fixture expects nothing").with_fix(fix))
        }
    }
}

/// What probes must come to, from an object by probe.
fn expectations(at: &str, map: &Map<String, Value>) -> Result<BTreeMap<String, Expected>, InputError> {
    let one =
        |(probe, value): (&String, _)| Ok((probe.clone(), expected(&format!("{at}[{probe:?}]"), value)?));
    map.iter().map(one).collect()
}

fn expected(at: &str, value: &Value) -> Result<Expected, InputError> {
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
            fields.refuse_rest("finding value at")?;
            Ok(found)
        }
        other => {
            let problem = format!("{} is nothing to expect", clipped(&other.to_string()));
            Err(InputError::new(at, problem))
        }
    }
}

fn finding(at: &str, word: &str) -> Result<String, InputError> {
    let word = word.trim();
    if has_word(FINDINGS, word) {
        return Ok(word.to_owned());
    }
    let problem = format!("`{}` is no finding", clipped(word));
    let fix = format!("write one of `{}`", FINDINGS.replace(' ', "`, `"));
    Err(InputError::new(at, problem).with_fix(fix))
}

/// What a file of expectations says, in a folder with a fixture.
///
/// # Errors
///
/// Says where and what is wrong.
pub fn expectations_of(text: &str) -> Result<BTreeMap<String, Expected>, InputError> {
    let Value::Object(map) = tree::read(text)? else {
        return Err(InputError::new("$", "expectations are an object by probe"));
    };
    expectations("$", &map)
}
