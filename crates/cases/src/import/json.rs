//! Reports in JSON: the founding names, and those that others gave the same things.

use super::number::{Written, at_start};
use super::{Bounds, CRITERIA_MAX, Criterion, Imported, Opinion, judge, shortened};
use serde_json::Value;
use wordlist::array;

const LISTS: [&str; 6] = array("criteria results criterion_results dimensions rulings scores");
const MAPS: [&str; 4] = ["dimension_scores", "criterion_scores", "scores", "criteria"];
const IDS: [&str; 3] = ["dimension_id", "criterion_id", "id"];
const NAMES: [&str; 4] = ["dimension_name", "criterion_name", "name", "title"];
const SCORES: [&str; 4] = ["final_score", "numeric_score", "score", "final_verdict"];
const OVERALLS: [&str; 5] = array("overall_score global_score aggregate_score total_score final_score");
const OPINIONS: [&str; 3] = ["judge_opinions", "opinions", "raw_opinions"];
const ADDRESSES: [&str; 4] = ["repo_url", "target_repository", "repository", "repo_name"];

const COMMITS: [&str; 3] = ["commit", "commit_sha", "commit_hash"];

pub(super) fn read(report: &Value) -> Imported {
    let mut criteria = listed(report);
    if criteria.is_empty() {
        criteria = mapped(report);
    }
    for criterion in &mut criteria {
        if criterion.judge_opinions.is_empty() {
            criterion.judge_opinions = beside(report, &criterion.dimension_id);
        }
    }
    let overall = OVERALLS.iter().find_map(|key| number(&report[*key]));
    let scale = report
        .get("scale")
        .and_then(bounds)
        .or(overall.and_then(|written| written.scale));
    Imported {
        repo_url: text(report, &ADDRESSES),
        commit: text(report, &COMMITS),
        overall_score: overall.map(|written| written.score),
        scale,
        criteria,
        ..Imported::default()
    }
}

fn listed(report: &Value) -> Vec<Criterion> {
    let list = LISTS.iter().find_map(|key| report[*key].as_array());
    let items = list.map_or(&[][..], Vec::as_slice);
    items.iter().take(CRITERIA_MAX).filter_map(criterion).collect()
}

fn criterion(item: &Value) -> Option<Criterion> {
    let name = text(item, &NAMES);
    let id = text(item, &IDS).or_else(|| name.as_deref().map(super::id_of))?;
    let score = SCORES.iter().find_map(|key| number(&item[*key]));
    let opinions = OPINIONS.iter().find_map(|key| item[*key].as_array());
    let name = name.unwrap_or_else(|| id.clone());
    let mut criterion = Criterion::new(id, name, score);
    criterion.scale = item.get("scale").and_then(bounds).or(criterion.scale);
    criterion.judge_opinions = opinions.into_iter().flatten().filter_map(opinion).collect();
    // Wherever in it a file is named.
    criterion.mention(&item.to_string());
    Some(criterion)
}

/// Scores by id.
fn mapped(report: &Value) -> Vec<Criterion> {
    let map = MAPS.iter().find_map(|key| report[*key].as_object());
    let scored = map
        .into_iter()
        .flatten()
        .take(CRITERIA_MAX)
        .filter_map(|(id, value)| {
            let score = number(value).or_else(|| SCORES.iter().find_map(|key| number(&value[*key])))?;
            Some(Criterion::new(id.clone(), id.clone(), Some(score)))
        });
    scored.collect()
}

/// Opinions that stand beside the criteria and name theirs.
fn beside(report: &Value, id: &str) -> Vec<Opinion> {
    let list = OPINIONS.iter().find_map(|key| report[*key].as_array());
    let matching = list
        .into_iter()
        .flatten()
        .filter(|item| text(item, &IDS).as_deref() == Some(id));
    matching.take(CRITERIA_MAX).filter_map(opinion).collect()
}

fn opinion(item: &Value) -> Option<Opinion> {
    Some(Opinion {
        judge: judge(item["judge"].as_str().or_else(|| item["persona"].as_str())?)?,
        score: number(&item["score"]).map(|written| written.score),
        argument: shortened(
            item["argument"]
                .as_str()
                .or_else(|| item["reasoning"].as_str())
                .unwrap_or_default(),
        ),
    })
}

/// A number, or a text that begins with one.
fn number(value: &Value) -> Option<Written> {
    match value.as_f64() {
        Some(score) => Some(Written { score, scale: None }),
        None => at_start(value.as_str()?),
    }
}

fn bounds(scale: &Value) -> Option<Bounds> {
    Some(Bounds {
        min: scale["min"].as_f64(),
        max: scale["max"].as_f64()?,
    })
}

fn text(item: &Value, keys: &[&str]) -> Option<String> {
    keys.iter()
        .find_map(|key| item[*key].as_str())
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}
