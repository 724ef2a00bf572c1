//! The probes that a rubric defines itself, from their keys.

use super::beside::Beside;
use super::error::{RubricError, clipped};
use super::fields::Fields;
use super::{globs, positions, tree};
use crate::protocol::own::{
    ALTERNATIVES_MAX, Count, Look, Manifest, Metric, Own, PATTERN_BYTES_MAX, PREFIX, PROBES_MAX, Part,
};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Longest id in bytes: ids stand in reports.
const ID_BYTES_MAX: usize = 100;
/// Longest goal in characters.
const GOAL_CHARS_MAX: usize = 400;
/// What a probe may look for, by key.
const LOOKS: &[&str] = &[
    "pattern", "rule", "files", "git", "manifest", "terms", "claims", "probe",
];
/// Everything a definition may say.
const KEYS: &[&str] = &[
    "id", "goal", "paths", "in", "count", "language", "pattern", "rule", "files", "git", "manifest", "terms",
    "claims", "probe",
];
/// The metrics without a parameter.
const METRICS: &[(&str, Metric)] = &[
    ("commits", Metric::Commits),
    ("authors", Metric::Authors),
    ("days", Metric::Days),
    ("largest_share", Metric::LargestShare),
    ("merge_share", Metric::MergeShare),
];

/// Takes `probes` where it is a list of objects; anything else under this key is the rubric's own affair.
pub(super) fn read(fields: &mut Fields, beside: &Beside<'_>) -> Result<Vec<Own>, RubricError> {
    let Some((path, value)) = fields.take_if(&["probes"], is_list_of_objects) else {
        return Ok(Vec::new());
    };
    let items = value.as_array().cloned().unwrap_or_default();
    if items.len() > PROBES_MAX {
        return Err(RubricError::new(
            path,
            format!("more than {PROBES_MAX} probes of its own"),
        ));
    }
    let maps = items
        .into_iter()
        .enumerate()
        .filter_map(|(index, item)| match item {
            Value::Object(map) => Some((index, map)),
            _ => None,
        });
    maps.map(|(index, map)| probe(Fields::new(format!("{path}[{index}]"), map), beside))
        .collect()
}

pub(super) fn is_list_of_objects(value: &Value) -> bool {
    value
        .as_array()
        .is_some_and(|items| !items.is_empty() && items.iter().all(Value::is_object))
}

/// Refuses ids that are taken, over all that defines probes.
pub(super) fn refuse_doubles(probes: &[Own]) -> Result<(), RubricError> {
    let mut seen = BTreeMap::new();
    for probe in probes {
        if let Some(first) = seen.insert(&probe.id, &probe.at) {
            let problem = format!("the probe `{}` is defined at {first} already", probe.id);
            return Err(RubricError::new(format!("{}.id", probe.at), problem).with_fix("give it another id"));
        }
    }
    Ok(())
}

fn probe(mut fields: Fields, beside: &Beside<'_>) -> Result<Own, RubricError> {
    let at = fields.path().to_owned();
    let id = id(&mut fields)?;
    let goal = fields.name(&["goal"]);
    let paths = fields.texts("paths")?;
    bounded(&fields.at("paths"), &paths)?;
    globs::inside(&fields.at("paths"), &paths)?;
    let part = part(&mut fields)?;
    let count = count(&mut fields)?;
    let look = look(&mut fields, beside)?;
    fields.refuse_rest(KEYS)?;
    refuse_idle(&at, &look, count, part, &paths)?;
    let goal: String = goal
        .unwrap_or_else(|| look.to_string())
        .chars()
        .take(GOAL_CHARS_MAX)
        .collect();
    Ok(Own {
        id,
        at,
        goal,
        paths,
        part,
        count,
        look,
    })
}

fn id(fields: &mut Fields) -> Result<String, RubricError> {
    let path = fields.path().to_owned();
    let id = fields.name(&["id"]).ok_or_else(|| {
        RubricError::new(path, "the probe has no id")
            .with_fix(format!("give it an `id` such as `{PREFIX}name`"))
    })?;
    if id.len() > ID_BYTES_MAX {
        let problem = format!("the id of an own probe has at most {ID_BYTES_MAX} bytes");
        return Err(RubricError::new(fields.at("id"), problem).with_fix("give a shorter one"));
    }
    let rest = id.strip_prefix(PREFIX).unwrap_or_default();
    let plain =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "_-.".contains(letter);
    if rest.is_empty() || !rest.chars().all(plain) {
        let problem = format!(
            "`{}` is no id of an own probe: these are `{PREFIX}` and small letters, digits, `_`, `-` or `.`",
            clipped(&id)
        );
        let slug: String = id
            .to_lowercase()
            .chars()
            .map(|letter| if plain(letter) { letter } else { '_' })
            .collect();
        let fix = format!("write `{PREFIX}{}`", clipped(slug.trim_start_matches(PREFIX)));
        return Err(RubricError::new(fields.at("id"), problem).with_fix(fix));
    }
    Ok(id)
}

fn part(fields: &mut Fields) -> Result<Part, RubricError> {
    fields
        .choice(
            "in",
            &[
                ("all", Part::All),
                ("product", Part::Product),
                ("tests", Part::Tests),
            ],
        )
        .map(Option::unwrap_or_default)
}

fn count(fields: &mut Fields) -> Result<Count, RubricError> {
    let known = [
        ("matches", Count::Matches),
        ("files", Count::Files),
        ("share", Count::Share),
    ];
    fields.choice("count", &known).map(Option::unwrap_or_default)
}

/// What says nothing is refused, so that nobody believes that it says something.
fn refuse_idle(at: &str, look: &Look, count: Count, part: Part, paths: &[String]) -> Result<(), RubricError> {
    let is_code = matches!(look, Look::Pattern { .. } | Look::Rules(_));
    let is_of_files = is_code || matches!(look, Look::Files(_) | Look::Manifest(_));
    let key = if count != Count::Matches && !is_code {
        "count"
    } else if part != Part::All && !is_of_files {
        "in"
    } else if !paths.is_empty() && !is_of_files {
        "paths"
    } else {
        return Ok(());
    };
    let problem = format!("`{key}` says nothing about `{}`", look.key());
    Err(RubricError::new(format!("{at}.{key}"), problem).with_fix(format!("leave `{key}` out")))
}

fn look(fields: &mut Fields, beside: &Beside<'_>) -> Result<Look, RubricError> {
    let given: Vec<&str> = LOOKS.iter().copied().filter(|key| fields.has(&[key])).collect();
    let [key] = given[..] else {
        let problem = if given.is_empty() {
            "the probe says nothing of what to look for".to_owned()
        } else {
            format!("the probe looks for several things: `{}`", given.join("`, `"))
        };
        let fix = format!("give exactly one of `{}`", LOOKS.join("`, `"));
        return Err(RubricError::new(fields.path(), problem).with_fix(fix));
    };
    let language = language(fields, key)?;
    match key {
        "pattern" => pattern(fields, language.as_deref()),
        "rule" => rules(fields, language.as_deref(), beside).map(Look::Rules),
        "files" => files(fields).map(Look::Files),
        "terms" => some(fields, "terms").map(Look::Terms),
        "git" => metric(fields).map(Look::Git),
        "manifest" => manifest(fields).map(Look::Manifest),
        "claims" => claims(fields),
        _ => one(fields, "probe").map(Look::Probe),
    }
}

fn language(fields: &mut Fields, key: &str) -> Result<Option<String>, RubricError> {
    let at = fields.at("language");
    let language = fields.name(&["language"]);
    if language.is_some() && !["pattern", "rule"].contains(&key) {
        let problem = format!("`language` says nothing about `{key}`");
        return Err(RubricError::new(at, problem).with_fix("leave `language` out"));
    }
    Ok(language)
}

fn pattern(fields: &mut Fields, language: Option<&str>) -> Result<Look, RubricError> {
    let patterns = some(fields, "pattern")?;
    let Some(language) = language else {
        let problem = "a pattern is read in the syntax of its language, and none is named";
        return Err(RubricError::new(fields.path(), problem).with_fix("give a `language`, such as `python`"));
    };
    let language = language.to_owned();
    Ok(Look::Pattern { language, patterns })
}

fn files(fields: &mut Fields) -> Result<Vec<String>, RubricError> {
    let globs = some(fields, "files")?;
    globs::inside(&fields.at("files"), &globs)?;
    Ok(globs)
}

fn one(fields: &mut Fields, key: &str) -> Result<String, RubricError> {
    let texts = some(fields, key)?;
    match &texts[..] {
        [text] => Ok(text.clone()),
        _ => Err(RubricError::new(fields.at(key), format!("`{key}` is one text"))),
    }
}

/// One text or a list of them, at least one, none too long.
fn some(fields: &mut Fields, key: &str) -> Result<Vec<String>, RubricError> {
    let at = fields.at(key);
    let texts = fields.texts(key)?;
    if texts.is_empty() {
        return Err(RubricError::new(at, format!("`{key}` is empty")).with_fix("give at least one"));
    }
    bounded(&at, &texts)?;
    Ok(texts)
}

fn bounded(at: &str, texts: &[String]) -> Result<(), RubricError> {
    if texts.len() > ALTERNATIVES_MAX {
        return Err(RubricError::new(
            at,
            format!("more than {ALTERNATIVES_MAX} entries"),
        ));
    }
    if texts.iter().any(|text| text.len() > PATTERN_BYTES_MAX) {
        return Err(RubricError::new(
            at,
            format!("longer than {PATTERN_BYTES_MAX} bytes"),
        ));
    }
    Ok(())
}

fn metric(fields: &mut Fields) -> Result<Metric, RubricError> {
    if let Some(mut inner) = fields.object(&["git"]) {
        let pattern = one(&mut inner, "messages")?;
        inner.refuse_rest(&["messages"])?;
        return Ok(Metric::Messages(pattern));
    }
    let known = fields.choice("git", METRICS)?;
    known.ok_or_else(|| RubricError::new(fields.at("git"), "no metric is named"))
}

fn manifest(fields: &mut Fields) -> Result<Manifest, RubricError> {
    let at = fields.at("manifest");
    let Some(mut inner) = fields.object(&["manifest"]) else {
        let fix = "write `{dependency: name}` or `{file: package.json, field: scripts.test}`";
        return Err(RubricError::new(at, "`manifest` is an object").with_fix(fix));
    };
    let found = if inner.has(&["dependency"]) {
        Manifest::Dependency(one(&mut inner, "dependency")?)
    } else {
        let file = one(&mut inner, "file")?;
        globs::inside(&inner.at("file"), std::slice::from_ref(&file))?;
        let field = one(&mut inner, "field")?;
        Manifest::Field { file, field }
    };
    inner.refuse_rest(&["dependency", "file", "field"])?;
    Ok(found)
}

fn claims(fields: &mut Fields) -> Result<Look, RubricError> {
    let at = fields.at("claims");
    let Some(mut inner) = fields.object(&["claims"]) else {
        let fix = "write `{kind: path, state: contradicted}`; either may be left out";
        return Err(RubricError::new(at, "`claims` is an object").with_fix(fix));
    };
    let kinds = ["path", "symbol", "topology", "capability", "number", "command"];
    let states = ["contradicted", "unsupported", "uncheckable", "supported"];
    let kind = inner.choice("kind", &kinds.map(|word| (word, word.to_owned())))?;
    let state = inner.choice("state", &states.map(|word| (word, word.to_owned())))?;
    inner.refuse_rest(&["kind", "state"])?;
    Ok(Look::Claims { kind, state })
}

/// Rules as they stand in the probe, or in files beside the rubric.
fn rules(
    fields: &mut Fields,
    language: Option<&str>,
    beside: &Beside<'_>,
) -> Result<Vec<Value>, RubricError> {
    let Some((at, value)) = fields.take(&["rule"]) else {
        return Ok(Vec::new());
    };
    let items = match value {
        Value::Array(items) => items,
        one => vec![one],
    };
    let mut rules = Vec::new();
    for item in items {
        match item {
            Value::Object(map) => rules.push(whole(map, language)),
            Value::String(name) => rules.extend(from_file(&at, name.trim(), beside)?),
            other => {
                let problem = format!("{} is no rule", clipped(&other.to_string()));
                let fix = "give a rule as ast-grep has it, or the path of a file with rules";
                return Err(RubricError::new(at, problem).with_fix(fix));
            }
        }
    }
    rules
        .iter()
        .try_for_each(|rule| positions::refuse_vast(&at, rule))?;
    if rules.is_empty() || rules.len() > ALTERNATIVES_MAX {
        return Err(RubricError::new(
            at,
            format!("a probe has 1 to {ALTERNATIVES_MAX} rules"),
        ));
    }
    Ok(rules)
}

/// A rule alone becomes a whole one.
fn whole(map: Map<String, Value>, language: Option<&str>) -> Value {
    let mut map = match map.contains_key("rule") {
        true => map,
        false => Map::from_iter([("rule".to_owned(), Value::Object(map))]),
    };
    if let Some(language) = language.filter(|_| !map.contains_key("language")) {
        map.insert("language".to_owned(), language.into());
    }
    Value::Object(map)
}

fn from_file(at: &str, name: &str, beside: &Beside<'_>) -> Result<Vec<Value>, RubricError> {
    let text = beside.text(at, name)?;
    let documents = tree::documents(&text).map_err(|error| error.in_file(name))?;
    Ok(documents)
}
