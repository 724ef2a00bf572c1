//! Digests of the fields of the report, so that who checks it can name the field that was changed since, even one
//! that nothing else in the report shows. They prove no author: whoever changes a field can seal it again, and
//! `auditor attest` is for that.

use court::digest::Digest;
use serde_json::{Map, Number, Value};
use std::collections::BTreeMap;

/// The field that holds the digests of all others.
pub const FIELD: &str = "seals";
/// Whole numbers below it are the same in every reader of JSON.
const WHOLE_MAX: f64 = 9_007_199_254_740_992.0;

/// The digest of each sealed field, by its path.
pub(super) fn seals(report: &Value) -> BTreeMap<String, String> {
    let fields = sealed_fields(report).into_iter();
    fields.map(|(path, value)| (path, seal(value))).collect()
}

/// What is sealed: each field but the seals, each field of those, and each opinion, by their paths.
#[must_use]
pub fn sealed_fields(report: &Value) -> BTreeMap<String, &Value> {
    let fields = report.as_object().into_iter().flatten();
    let mut all = BTreeMap::new();
    for (name, value) in fields.filter(|(name, _)| *name != FIELD) {
        all.insert(name.clone(), value);
        let inner = value.as_object().into_iter().flatten();
        all.extend(inner.map(|(inner, value)| (format!("{name}.{inner}"), value)));
    }
    for (c, criterion) in rows(&report["criteria"]) {
        let opinions = rows(&criterion["judge_opinions"]);
        all.extend(opinions.map(|(o, value)| (format!("criteria[{c}].judge_opinions[{o}]"), value)));
    }
    all
}

fn rows(value: &Value) -> impl Iterator<Item = (usize, &Value)> {
    value.as_array().into_iter().flatten().enumerate()
}

/// The SHA-256 of the value as compact JSON with sorted keys, whole numbers without a fraction.
#[must_use]
pub fn seal(value: &Value) -> String {
    Digest::of(plain(value).to_string().as_bytes()).to_string()
}

/// The value as every reader would write it again. Its depth is that of parsed JSON, at most 128.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::Number(whole(number)),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(fields) => {
            let sorted: BTreeMap<&String, &Value> = fields.iter().collect();
            let sorted = sorted
                .into_iter()
                .map(|(name, value)| (name.clone(), plain(value)));
            Value::Object(sorted.collect::<Map<_, _>>())
        }
        _ => value.clone(),
    }
}

fn whole(number: &Number) -> Number {
    let is_whole = |float: &f64| float.fract() == 0.0 && float.abs() < WHOLE_MAX;
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and in range")]
    let whole = |float: f64| Number::from(float as i64);
    number
        .as_f64()
        .filter(is_whole)
        .map_or_else(|| number.clone(), whole)
}

#[cfg(test)]
mod tests;
