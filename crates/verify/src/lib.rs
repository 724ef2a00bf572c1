//! Whether a report is true: its quotes, its citations, and every number that follows from others.
//!
//! Everything that follows is derived again from the report's own exhibits and opinions and rendered again; each
//! field that differs is named. What is only told (the exhibits themselves, claims, graphs, coverage) can be
//! checked against the subject, by looking again.

pub mod attestation;
mod differences;
mod read_back;
mod seals;

pub use differences::{Difference, between};
pub use read_back::{ReportContent, accepted, overrulings};

use court::digest::Digest;
use court::rubric::Rubric;
use court::rules::RuleSet;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Largest report that is read, in bytes.
pub const REPORT_BYTES_MAX: u64 = 64 << 20;

/// What of a report was checked without its subject.
#[derive(Debug, Default)]
pub struct Findings {
    /// What was checked, one sentence each.
    pub checked: Vec<String>,
    /// Every field that is not true.
    pub faults: Vec<Difference>,
}

/// Checks all that can be checked without the subject.
pub fn check(report: &Value, rubric: &Rubric, rules: &Arc<RuleSet>) -> Result<Findings, String> {
    let mut findings = Findings::default();
    quotes(report, &mut findings);
    citations(report, &mut findings);
    let told = ReportContent::read(report, rubric)?;
    let dossier = told.dossier(rubric, rules);
    let expected: Value = serde_json::from_str(&report::json(&dossier)).map_err(|e| e.to_string())?;
    let differing = between(&expected, &unaccounted(report), told.skipped());
    let count = rubric.dimensions.len();
    findings.checked.push(if told.is_by_statute {
        format!("{count} dimensions: opinions, scores, rule traces and remedies follow from the evidence")
    } else {
        format!("{count} dimensions: scores and rule traces follow from the opinions and the evidence")
    });
    if !overrulings(report).is_empty() {
        findings.checked.push(
            "taken as told: what people said against the court; what follows from it was checked".to_owned(),
        );
    }
    if report.get("accepted").is_some() {
        let told = "taken as told: what whoever audited accepts; it moves no score";
        findings.checked.push(told.to_owned());
    }
    if !told.is_by_statute {
        findings.faults.extend(misnamed(report, rubric, rules)?);
    }
    let known: BTreeSet<String> = findings.faults.iter().map(|fault| fault.at.clone()).collect();
    findings
        .faults
        .extend(differing.into_iter().filter(|fault| !known.contains(&fault.at)));
    seals::check(report, &mut findings);
    Ok(findings)
}

/// The fault of a report that names a panel of models and whose opinions are, word by word, what the statutes say.
fn misnamed(report: &Value, rubric: &Rubric, rules: &Arc<RuleSet>) -> Result<Option<Difference>, String> {
    let dossier = ReportContent::by_statute(report, rubric)?.dossier(rubric, rules);
    let expected: Value = serde_json::from_str(&report::json(&dossier)).map_err(|e| e.to_string())?;
    let criteria = expected["criteria"].as_array().into_iter().flatten();
    let told = report["criteria"].as_array().into_iter().flatten();
    let opinions = |criterion: &Value| criterion["judge_opinions"].clone();
    let is_any = told
        .clone()
        .any(|one| opinions(one).as_array().is_some_and(|all| !all.is_empty()));
    let is_same = criteria.map(opinions).eq(told.map(opinions));
    Ok((is_any && is_same).then(|| Difference {
        at: "panel.name".to_owned(),
        told: report["panel"]["name"].as_str().unwrap_or_default().to_owned(),
        found: format!("every opinion is that of the panel {}", court::statutes::NAME),
    }))
}

/// The report without the account of the model that described pictures: nothing in it follows from the rest.
fn unaccounted(report: &Value) -> Value {
    let mut report = report.clone();
    if let Some(panel) = report.get_mut("panel").and_then(Value::as_object_mut) {
        panel.remove("vision");
    }
    report
}

/// The same without the descriptions themselves: who looks again sees what was observed.
pub fn observed(report: &Value) -> Value {
    let mut report = unaccounted(report);
    if let Some(shelves) = report.get_mut("evidences").and_then(Value::as_object_mut) {
        let is_observed = |row: &Value| {
            let source = row["source"].as_str().unwrap_or_default();
            source == "observed" || source.starts_with("experiment:")
        };
        let only_told = |rows: &Value| {
            let rows = rows.as_array().map_or(&[][..], Vec::as_slice);
            !rows.is_empty() && !rows.iter().any(is_observed)
        };
        shelves.retain(|_, rows| !only_told(rows));
        for rows in shelves.values_mut().filter_map(Value::as_array_mut) {
            rows.retain(is_observed);
        }
    }
    report
}

/// What of a report does not depend on the documents that were handed in. The commit, the history, the graphs, and each exhibit
/// of the repository without its number, which counts those of documents too.
pub fn of_the_repository(report: &Value) -> Value {
    let is_of_code = |row: &&Value| row["detective"].as_str() == Some("RepoInvestigator");
    let rows = exhibits(report)
        .into_iter()
        .map(|(_, row)| row)
        .filter(is_of_code);
    let seen: BTreeSet<String> = rows
        .map(|row| {
            let mut row = row.clone();
            if let Some(fields) = row.as_object_mut() {
                fields.remove("id");
            }
            row.to_string()
        })
        .collect();
    let mut kept = serde_json::Map::new();
    for key in ["commit", "history", "topology"] {
        kept.insert(key.to_owned(), report[key].clone());
    }
    kept.insert("evidences".to_owned(), seen.into_iter().collect());
    Value::Object(kept)
}

/// Every exhibit of the report with its place in the file.
fn exhibits(report: &Value) -> Vec<(String, &Value)> {
    let shelves = report.get("evidences").and_then(Value::as_object);
    let mut all = Vec::new();
    for (name, rows) in shelves.into_iter().flatten() {
        let rows = rows.as_array().into_iter().flatten().enumerate();
        all.extend(rows.map(|(index, row)| (format!("evidences.{name}[{index}]"), row)));
    }
    all
}

/// Every quote has the digest that stands beside it.
fn quotes(report: &Value, findings: &mut Findings) {
    let mut count = 0;
    for (at, row) in exhibits(report) {
        let (content, sha256) = (row["content"].as_str(), row["sha256"].as_str());
        let actual = content.map(|text| Digest::of(text.as_bytes()));
        count += usize::from(content.is_some());
        if actual.as_ref().map(Digest::as_str) != sha256 {
            findings.faults.push(Difference {
                at: format!("{at}.content"),
                told: sha256.unwrap_or("no digest").to_owned(),
                found: actual.map_or_else(|| "no quote".to_owned(), |digest| digest.to_string()),
            });
        }
    }
    findings.checked.push(format!(
        "{count} quotes: hashed again and held against their digests"
    ));
}

/// Everything that is cited exists.
fn citations(report: &Value, findings: &mut Findings) {
    let known: BTreeSet<&str> = exhibits(report)
        .iter()
        .filter_map(|(_, row)| row["id"].as_str())
        .collect();
    let mut count = 0;
    let mut check = |at: String, id: &Value| {
        count += 1;
        let id = id.as_str().unwrap_or_default();
        if !known.contains(id) {
            findings.faults.push(Difference {
                at,
                told: id.to_owned(),
                found: "no such exhibit".to_owned(),
            });
        }
    };
    let rows = |value: &Value| value.as_array().cloned().unwrap_or_default();
    for (c, criterion) in rows(&report["criteria"]).iter().enumerate() {
        for (o, opinion) in rows(&criterion["judge_opinions"]).iter().enumerate() {
            for (i, id) in rows(&opinion["cited_evidence"]).iter().enumerate() {
                check(
                    format!("criteria[{c}].judge_opinions[{o}].cited_evidence[{i}]"),
                    id,
                );
            }
        }
    }
    for (c, claim) in rows(&report["claims"]).iter().enumerate() {
        for (i, id) in rows(&claim["exhibits"]).iter().enumerate() {
            check(format!("claims[{c}].exhibits[{i}]"), id);
        }
    }
    findings
        .checked
        .push(format!("{count} citations: each leads to evidence of the report"));
}
