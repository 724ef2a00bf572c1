//! Reports in short: lines with places, for a reader with little room.

use serde_json::Value;

/// Longest line of a quote or an argument, in characters.
const LINE_CHARS_MAX: usize = 280;
/// Most lines of one quote.
const QUOTE_LINES_MAX: usize = 6;

/// The case, its score and what it was held to, in words of ours.
pub(crate) fn headline(report: &Value) -> String {
    let case = hexadecimal(&report["journal"]["case"], 16);
    let commit = hexadecimal(&report["commit"], 12);
    let complete = match report["complete"].as_bool() {
        Some(true) => "complete",
        _ => "incomplete",
    };
    let out_of = number(&report["scale"]["max"]);
    let score = number(&report["overall_score"]);
    format!("case {case}: {score} of {out_of}, {complete}, at commit {commit}")
}

/// Each dimension with its score, or why it has none.
pub(crate) fn scores(report: &Value) -> Vec<String> {
    let line = |criterion: &Value| {
        let id = text(&criterion["dimension_id"]);
        match criterion["final_score"].is_number() {
            true => {
                let (score, max) = (
                    number(&criterion["final_score"]),
                    number(&criterion["scale"]["max"]),
                );
                format!("{id}: {score} of {max}")
            }
            false => format!("{id}: no score: {}", short(&criterion["status_reason"])),
        }
    };
    list(&report["criteria"]).iter().map(line).collect()
}

/// What to mend first, what it gains and where.
pub(crate) fn plan(report: &Value) -> Vec<String> {
    let line = |(at, step): (usize, &Value)| {
        let gain = step["expected_gain"]
            .is_number()
            .then(|| format!(" (+{})", number(&step["expected_gain"])));
        let place = match (step["path"].as_str(), step["line"].as_u64()) {
            (Some(path), Some(line)) => format!(" at {path}:{line}"),
            (Some(path), None) => format!(" at {path}"),
            _ => String::new(),
        };
        let (dimension, action) = (text(&step["dimension_id"]), short(&step["action"]));
        let exhibit = step["exhibit"].as_str().map(|id| format!(" [{id}]"));
        let (gain, exhibit) = (gain.unwrap_or_default(), exhibit.unwrap_or_default());
        format!("{}. {dimension}{gain}: {action}{place}{exhibit}", at + 1)
    };
    let steps = list(&report["remediation_plan"]).iter().enumerate();
    steps.map(line).collect()
}

/// The dimension of this id, or the only one whose id begins so.
pub(crate) fn dimension<'a>(report: &'a Value, wanted: &str) -> Result<&'a str, String> {
    let criteria = list(&report["criteria"]).iter();
    let ids: Vec<&str> = criteria
        .filter_map(|criterion| criterion["dimension_id"].as_str())
        .collect();
    if let Some(exact) = ids.iter().find(|id| **id == wanted) {
        return Ok(exact);
    }
    let beginning: Vec<&&str> = ids.iter().filter(|id| id.starts_with(wanted)).collect();
    match beginning.as_slice() {
        [one] => Ok(one),
        _ => Err(format!(
            "there is no one dimension `{wanted}`; there are: {}",
            ids.join(", ")
        )),
    }
}

/// The exhibits of a dimension: what was found, where, and the lines themselves. The bad ones come first.
pub(crate) fn evidence(report: &Value, dimension: &str, probe: Option<&str>) -> Vec<String> {
    let is_wanted = |exhibit: &&Value| {
        probe.is_none_or(|probe| exhibit["probe"].as_str().is_some_and(|id| id.starts_with(probe)))
    };
    let mut exhibits: Vec<&Value> = list(&report["evidences"][dimension])
        .iter()
        .filter(is_wanted)
        .collect();
    let rank = |exhibit: &&Value| match exhibit["finding"].as_str() {
        Some("contradicted") => 0,
        Some("absent") => 1,
        Some("unobserved") => 2,
        _ => 3,
    };
    exhibits.sort_by_key(rank);
    exhibits.into_iter().flat_map(exhibit).collect()
}

fn exhibit(exhibit: &Value) -> Vec<String> {
    let mut lines = vec![fact(exhibit)];
    lines.push(format!("  asked: {}", short(&exhibit["goal"])));
    let quote = exhibit["content"].as_str().unwrap_or_default().lines();
    let quote = quote.filter(|line| !line.trim().is_empty()).take(QUOTE_LINES_MAX);
    lines.extend(quote.map(|line| format!("  | {}", cut(line))));
    lines
}

/// One exhibit on one line.
pub(crate) fn fact(exhibit: &Value) -> String {
    let place = exhibit["location"].as_str().map(|place| format!(" ({place})"));
    let told = match exhibit["rationale"].as_str() {
        Some(told) if !told.is_empty() => told,
        _ => exhibit["cause"].as_str().unwrap_or_default(),
    };
    let (id, probe, finding) = (
        text(&exhibit["id"]),
        text(&exhibit["probe"]),
        text(&exhibit["finding"]),
    );
    format!(
        "{id} {probe} {finding}{}: {}",
        place.unwrap_or_default(),
        cut(told)
    )
}

/// The facts of an inspection whose probes begin so.
pub(crate) fn facts(inspection: &Value, probe: Option<&str>) -> Vec<String> {
    let is_wanted = |exhibit: &&Value| {
        probe.is_none_or(|probe| exhibit["probe"].as_str().is_some_and(|id| id.starts_with(probe)))
    };
    list(&inspection["exhibits"])
        .iter()
        .filter(is_wanted)
        .map(fact)
        .collect()
}

/// What the documents say of the program and what was found of that; those that do not hold come first.
pub(crate) fn claims(report: &Value, state: Option<&str>) -> Vec<String> {
    let is_wanted = |claim: &&Value| state.is_none_or(|state| claim["state"] == state);
    let mut claims: Vec<&Value> = list(&report["claims"]).iter().filter(is_wanted).collect();
    claims.sort_by_key(|claim| claim["state"].as_str() != Some("contradicted"));
    let line = |claim: &Value| {
        let exhibits: Vec<&str> = list(&claim["exhibits"])
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let near = claim["near"].as_str().map(|near| format!("; near: {near}"));
        let (state, place) = (text(&claim["state"]), text(&claim["where"]));
        let (told, near) = (short(&claim["text"]), near.unwrap_or_default());
        format!("{state} ({place}) [{}]: {told}{near}", exhibits.join(", "))
    };
    claims.into_iter().map(line).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("-")
}

fn short(value: &Value) -> String {
    cut(value.as_str().unwrap_or("-"))
}

fn number(value: &Value) -> String {
    value
        .as_number()
        .map_or_else(|| "no score".to_owned(), ToString::to_string)
}

/// Digits of a report that may be anybody's: nothing but what they have to be.
fn hexadecimal(value: &Value, most: usize) -> String {
    let digits = value.as_str().unwrap_or_default().chars();
    digits.filter(char::is_ascii_hexdigit).take(most).collect()
}

fn cut(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.chars().count() > LINE_CHARS_MAX {
        true => line.chars().take(LINE_CHARS_MAX - 1).chain(['…']).collect(),
        false => line,
    }
}

#[cfg(test)]
mod tests;
