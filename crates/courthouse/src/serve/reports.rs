//! The reports of decided cases, written anew when something was decided or said since.

use super::House;
use super::problem::{Answered, Problem};
use super::told::{DimensionMoved, MovedTold, WhatIfTold};
use crate::case;
use court::digest::Digest;
use journal::CaseId;
use serde_json::Value;
use std::path::PathBuf;

/// The forms that can be had, with what they are.
const FORMS: [(&str, &str); 5] = [
    ("json", "application/json"),
    ("md", "text/markdown; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("sarif", "application/sarif+json"),
    ("csv", "text/csv; charset=utf-8"),
];
/// Says for which state of the journal the reports were written.
const STAMP: &str = "stamp";

/// A report in a form, and what kind of text that is.
pub(super) async fn report(house: &House, id: &CaseId, form: &str) -> Answered<(String, &'static str)> {
    let known = FORMS.iter().find(|(word, _)| *word == form);
    let (_, kind) =
        known.ok_or_else(|| Problem::missing("there are report.json, .md, .html, .sarif and .csv"))?;
    let folder = fresh(house, id).await?;
    let text = std::fs::read_to_string(folder.join(format!("report.{form}"))).map_err(Problem::ours)?;
    Ok((text, kind))
}

/// The folder with the reports as they would be written now.
async fn fresh(house: &House, id: &CaseId) -> Answered<PathBuf> {
    let stamp = stamp(house, id).await?;
    let folder = house.docket.folder(id).with_extension("reports");
    let _turn = house.questions.acquire().await.map_err(Problem::ours)?;
    if std::fs::read_to_string(folder.join(STAMP)).is_ok_and(|written| written == stamp) {
        return Ok(folder);
    }
    std::fs::create_dir_all(&folder).map_err(Problem::ours)?;
    let formats = ["--format=html,sarif,csv".to_owned()];
    case::replay(&house.program, id.as_str(), &folder, &formats).await?;
    std::fs::write(folder.join(STAMP), stamp).map_err(Problem::ours)?;
    Ok(folder)
}

/// Changes whenever the case is decided again or somebody says something on it.
async fn stamp(house: &House, id: &CaseId) -> Answered<String> {
    let cases = house.journal.cases().await.map_err(Problem::ours)?;
    let case = cases
        .iter()
        .find(|case| case.id == *id)
        .ok_or_else(|| Problem::missing("there is no such case"))?;
    let record = case
        .summary
        .as_ref()
        .filter(|summary| summary["record"].is_string());
    let record = record.ok_or_else(|| Problem::missing("the case is not decided"))?;
    let words = cases.iter().filter_map(|case| case.summary.as_ref());
    // A word holds for every case of the same matter.
    let matter = &record["matter"];
    let words = words.filter(|summary| {
        let is_word = !summary["override_of"].is_null();
        is_word
            && (summary["override_of"] == id.as_str() || matter.is_string() && summary["matter"] == *matter)
    });
    let all: Vec<String> = [record].into_iter().chain(words).map(Value::to_string).collect();
    Ok(Digest::of(all.join("\n").as_bytes()).as_str().to_owned())
}

/// Each dimension before and after, under other rules or another rubric.
pub(super) async fn what_if(house: &House, id: &CaseId, options: &[String]) -> Answered<WhatIfTold> {
    let folder = tempfile::tempdir().map_err(Problem::ours)?;
    let before: Value = serde_json::from_str(&report(house, id, "json").await?.0).map_err(Problem::ours)?;
    let _turn = house.questions.acquire().await.map_err(Problem::ours)?;
    let told = case::replay(&house.program, id.as_str(), folder.path(), options).await?;
    let after = case::report_in(folder.path())?;
    let rows = after["criteria"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|criterion| {
            let known = before["criteria"].as_array().into_iter().flatten();
            let same = known.filter(|known| known["dimension_id"] == criterion["dimension_id"]);
            let was = same
                .map(|known| known["final_score"].clone())
                .next()
                .unwrap_or_default();
            let score = MovedTold {
                before: was,
                after: criterion["final_score"].clone(),
            };
            DimensionMoved {
                dimension: criterion["dimension_id"].clone(),
                name: criterion["dimension_name"].clone(),
                score,
                rules: criterion["rule_trace"].clone(),
            }
        });
    let dimensions = rows.collect();
    let overall = MovedTold {
        before: before["overall_score"].clone(),
        after: after["overall_score"].clone(),
    };
    let table: Vec<&str> = told
        .lines()
        .filter(|line| !line.ends_with(".md") && !line.ends_with(".json"))
        .collect();
    let told = table.join("\n");
    Ok(WhatIfTold {
        overall,
        dimensions,
        told,
    })
}
