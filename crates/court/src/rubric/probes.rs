//! The probes that a rubric defines itself, from their keys.

use super::fields::Fields;
use super::includes::Includes;
use super::{globs, positions};
use crate::input::{InputError, tree};
use crate::protocol::own::{
    ALTERNATIVES_MAX, Count, Look, Manifest, Metric, Own, PATTERN_BYTES_MAX, PREFIX, PROBES_MAX, Part,
};
use crate::text::clipped;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use wordlist::array;

/// Longest id in bytes: ids stand in reports.
const ID_BYTES_MAX: usize = 100;
/// Longest goal in characters.
const GOAL_CHARS_MAX: usize = 400;
/// What a probe may look for, by key.
const LOOKS: [&str; 8] = array("pattern rule files git manifest terms claims probe");
/// Everything a definition may say.
const KEYS: &str = "id goal paths in count language pattern rule files git manifest terms claims probe";
/// The metrics without a parameter.
const METRICS: &[(&str, Metric)] = &[
    ("commits", Metric::Commits),
    ("authors", Metric::Authors),
    ("days", Metric::Days),
    ("largest_share", Metric::LargestShare),
    ("merge_share", Metric::MergeShare),
];

/// Takes `probes` where it is a list of objects; anything else under this key is the rubric's own affair.
pub(super) fn read(fields: &mut Fields, includes: &Includes<'_>) -> Result<Vec<Own>, InputError> {
    let objects = fields.objects("probes", PROBES_MAX, "probes of its own")?;
    let objects = objects.unwrap_or_default().into_iter();
    objects.map(|object| probe(object, includes)).collect()
}

/// Refuses ids that are taken, over all that defines probes.
pub(super) fn refuse_doubles(probes: &[Own]) -> Result<(), InputError> {
    let mut seen = BTreeMap::new();
    for probe in probes {
        if let Some(first) = seen.insert(&probe.id, &probe.at) {
            let problem = format!("the probe `{}` is defined at {first} already", probe.id);
            return Err(InputError::new(format!("{}.id", probe.at), problem).with_fix("give it another id"));
        }
    }
    Ok(())
}

fn probe(mut fields: Fields, includes: &Includes<'_>) -> Result<Own, InputError> {
    let at = fields.path().to_owned();
    let id = id(&mut fields)?;
    let goal = fields.name(&["goal"]);
    let paths = fields.texts("paths")?;
    bounded(&fields.at("paths"), &paths)?;
    globs::inside(&fields.at("paths"), &paths)?;
    let part = fields.choice("in", &Part::WORDS)?.unwrap_or_default();
    let count = fields.choice("count", &Count::WORDS)?.unwrap_or_default();
    let look = look(&mut fields, includes)?;
    fields.refuse_rest(KEYS)?;
    refuse_idle(&at, &look, count, part, &paths)?;
    let goal = goal.unwrap_or_else(|| look.to_string());
    Ok(Own {
        id,
        at,
        goal: goal.chars().take(GOAL_CHARS_MAX).collect(),
        paths,
        part,
        count,
        look,
    })
}

fn id(fields: &mut Fields) -> Result<String, InputError> {
    let path = fields.path().to_owned();
    let id = fields.name(&["id"]).ok_or_else(|| {
        let error = InputError::new(path, "the probe has no id");
        error.with_fix(format!("give it an `id` such as `{PREFIX}name`"))
    })?;
    if id.len() > ID_BYTES_MAX {
        let problem = format!("the id of an own probe has at most {ID_BYTES_MAX} bytes");
        return Err(InputError::new(fields.at("id"), problem).with_fix("give a shorter one"));
    }
    let rest = id.strip_prefix(PREFIX).unwrap_or_default();
    let plain =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "_-.".contains(letter);
    if rest.is_empty() || !rest.chars().all(plain) {
        let problem = format!(
            "`{}` is no id of an own probe: these are `{PREFIX}` and small letters, digits, `_`, `-` or `.`",
            clipped(&id)
        );
        let small = id.to_lowercase();
        let slug: String = small
            .chars()
            .map(|letter| if plain(letter) { letter } else { '_' })
            .collect();
        let fix = format!("write `{PREFIX}{}`", clipped(slug.trim_start_matches(PREFIX)));
        return Err(InputError::new(fields.at("id"), problem).with_fix(fix));
    }
    Ok(id)
}

/// What says nothing is refused, so that nobody believes that it says something.
fn refuse_idle(at: &str, look: &Look, count: Count, part: Part, paths: &[String]) -> Result<(), InputError> {
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
    Err(InputError::new(format!("{at}.{key}"), problem).with_fix(format!("leave `{key}` out")))
}

fn look(fields: &mut Fields, includes: &Includes<'_>) -> Result<Look, InputError> {
    let given: Vec<&str> = LOOKS.iter().copied().filter(|key| fields.has(&[key])).collect();
    let [key] = given[..] else {
        let problem = if given.is_empty() {
            "the probe says nothing of what to look for".to_owned()
        } else {
            format!("the probe looks for several things: `{}`", given.join("`, `"))
        };
        let fix = format!("give exactly one of `{}`", LOOKS.join("`, `"));
        return Err(InputError::new(fields.path(), problem).with_fix(fix));
    };
    let language = language(fields, key)?;
    match key {
        "pattern" => pattern(fields, language.as_deref()),
        "rule" => rules(fields, language.as_deref(), includes).map(Look::Rules),
        "files" => files(fields).map(Look::Files),
        "terms" => some(fields, "terms").map(Look::Terms),
        "git" => metric(fields).map(Look::Git),
        "manifest" => manifest(fields).map(Look::Manifest),
        "claims" => claims(fields),
        _ => one(fields, "probe").map(Look::Probe),
    }
}

fn language(fields: &mut Fields, key: &str) -> Result<Option<String>, InputError> {
    let at = fields.at("language");
    let language = fields.name(&["language"]);
    if language.is_some() && !["pattern", "rule"].contains(&key) {
        let problem = format!("`language` says nothing about `{key}`");
        return Err(InputError::new(at, problem).with_fix("leave `language` out"));
    }
    Ok(language)
}

fn pattern(fields: &mut Fields, language: Option<&str>) -> Result<Look, InputError> {
    let patterns = some(fields, "pattern")?;
    let Some(language) = language else {
        let problem = "a pattern is read in the syntax of its language, and none is named";
        return Err(InputError::new(fields.path(), problem).with_fix("give a `language`, such as `python`"));
    };
    let language = language.to_owned();
    Ok(Look::Pattern { language, patterns })
}

fn files(fields: &mut Fields) -> Result<Vec<String>, InputError> {
    let globs = some(fields, "files")?;
    globs::inside(&fields.at("files"), &globs)?;
    Ok(globs)
}

fn one(fields: &mut Fields, key: &str) -> Result<String, InputError> {
    let texts = some(fields, key)?;
    match &texts[..] {
        [text] => Ok(text.clone()),
        _ => Err(InputError::new(fields.at(key), format!("`{key}` is one text"))),
    }
}

/// One text or a list of them, at least one, none too long.
fn some(fields: &mut Fields, key: &str) -> Result<Vec<String>, InputError> {
    let at = fields.at(key);
    let texts = fields.texts(key)?;
    if texts.is_empty() {
        return Err(InputError::new(at, format!("`{key}` is empty")).with_fix("give at least one"));
    }
    bounded(&at, &texts)?;
    Ok(texts)
}

fn bounded(at: &str, texts: &[String]) -> Result<(), InputError> {
    if texts.len() > ALTERNATIVES_MAX {
        return Err(InputError::new(
            at,
            format!("more than {ALTERNATIVES_MAX} entries"),
        ));
    }
    match texts.iter().all(|text| text.len() <= PATTERN_BYTES_MAX) {
        true => Ok(()),
        false => Err(InputError::new(
            at,
            format!("longer than {PATTERN_BYTES_MAX} bytes"),
        )),
    }
}

fn metric(fields: &mut Fields) -> Result<Metric, InputError> {
    if let Some(mut inner) = fields.object(&["git"]) {
        let pattern = one(&mut inner, "messages")?;
        inner.refuse_rest("messages")?;
        return Ok(Metric::Messages(pattern));
    }
    let known = fields.choice("git", METRICS)?;
    known.ok_or_else(|| InputError::new(fields.at("git"), "no metric is named"))
}

fn manifest(fields: &mut Fields) -> Result<Manifest, InputError> {
    let at = fields.at("manifest");
    let Some(mut inner) = fields.object(&["manifest"]) else {
        let fix = "write `{dependency: name}` or `{file: package.json, field: scripts.test}`";
        return Err(InputError::new(at, "`manifest` is an object").with_fix(fix));
    };
    let found = if inner.has(&["dependency"]) {
        Manifest::Dependency(one(&mut inner, "dependency")?)
    } else {
        let file = one(&mut inner, "file")?;
        globs::inside(&inner.at("file"), std::slice::from_ref(&file))?;
        let field = one(&mut inner, "field")?;
        Manifest::Field { file, field }
    };
    inner.refuse_rest("dependency file field")?;
    Ok(found)
}

fn claims(fields: &mut Fields) -> Result<Look, InputError> {
    let at = fields.at("claims");
    let Some(mut inner) = fields.object(&["claims"]) else {
        let fix = "write `{kind: path, state: contradicted}`; either may be left out";
        return Err(InputError::new(at, "`claims` is an object").with_fix(fix));
    };
    let kinds = ["path", "symbol", "topology", "capability", "number", "command"];
    let states = ["contradicted", "unsupported", "uncheckable", "supported"];
    let kind = inner.choice("kind", &kinds.map(|word| (word, word.to_owned())))?;
    let state = inner.choice("state", &states.map(|word| (word, word.to_owned())))?;
    inner.refuse_rest("kind state")?;
    Ok(Look::Claims { kind, state })
}

/// Rules as they stand in the probe, or in files beside the rubric.
fn rules(
    fields: &mut Fields,
    language: Option<&str>,
    includes: &Includes<'_>,
) -> Result<Vec<Value>, InputError> {
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
            Value::String(name) => rules.extend(from_file(&at, name.trim(), includes)?),
            other => {
                let problem = format!("{} is no rule", clipped(&other.to_string()));
                let fix = "give a rule as ast-grep has it, or the path of a file with rules";
                return Err(InputError::new(at, problem).with_fix(fix));
            }
        }
    }
    rules
        .iter()
        .try_for_each(|rule| positions::refuse_vast(&at, rule))?;
    match (1..=ALTERNATIVES_MAX).contains(&rules.len()) {
        true => Ok(rules),
        false => Err(InputError::new(
            at,
            format!("a probe has 1 to {ALTERNATIVES_MAX} rules"),
        )),
    }
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

fn from_file(at: &str, name: &str, includes: &Includes<'_>) -> Result<Vec<Value>, InputError> {
    let text = includes.text(at, name)?;
    tree::documents(&text).map_err(|error| error.in_file(name))
}
