//! What is answered at once, from the journal alone.

use super::asked::{ClaimsAsked, EvidenceAsked, ExplainAsked, RubricsAsked, WhatIfAsked};
use super::audit::option;
use super::{Answer, Clerk, ErrorData, RoleServer, brief, failed, fenced};
use crate::case;
use fleet::Refusal;
use rmcp::model::{ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use rmcp::service::RequestContext;
use serde_json::Value;
use std::path::Path;

/// Reports that are listed, the latest ones.
const LISTED_MAX: usize = 50;
/// How addresses of resources begin.
const REPORTS: &str = "auditor://reports/";
const RUBRICS: &str = "auditor://rubrics/";

pub(super) async fn explain(clerk: &Clerk, asked: &ExplainAsked) -> Result<String, String> {
    let mut arguments = vec!["explain".to_owned(), "--".to_owned(), asked.case.case.clone()];
    arguments.extend(asked.dimension.clone());
    let text = clerk.program.ask(&arguments).await.map_err(words)?;
    let answer = Answer {
        head: "from the score down to the places, and what would move it".to_owned(),
        body: text.lines().map(str::to_owned).collect(),
        more: "ask for one `dimension`, or for more `tokens`",
    };
    Ok(answer.text(asked.case.tokens))
}

pub(super) async fn evidence(clerk: &Clerk, asked: &EvidenceAsked) -> Result<String, String> {
    let report = case::report(&clerk.program, &asked.case.case)
        .await
        .map_err(words)?;
    let dimension = brief::dimension(&report, &asked.dimension)?;
    let answer = Answer {
        head: brief::headline(&report),
        body: brief::evidence(&report, dimension, asked.probe.as_deref()),
        more: "ask for a `probe`, or for more `tokens`",
    };
    Ok(answer.text(asked.case.tokens))
}

pub(super) async fn claims(clerk: &Clerk, asked: &ClaimsAsked) -> Result<String, String> {
    let report = case::report(&clerk.program, &asked.case.case)
        .await
        .map_err(words)?;
    let body = brief::claims(&report, asked.state.as_deref());
    let answer = Answer {
        head: format!("{}: {} statements", brief::headline(&report), body.len()),
        body,
        more: "ask for the `contradicted` ones, or for more `tokens`",
    };
    Ok(answer.text(asked.case.tokens))
}

pub(super) async fn what_if(
    clerk: &Clerk,
    asked: &WhatIfAsked,
    context: RequestContext<RoleServer>,
) -> Result<String, String> {
    let roots = clerk.roots(&context).await;
    let mut arguments = vec!["replay".to_owned()];
    for (name, named) in [("rules", &asked.rules), ("rubric", &asked.rubric)] {
        if let Some(named) = named {
            arguments.push(option(name, &roots.name_or_path(named)?));
        }
    }
    arguments.extend(asked.votes.iter().map(|vote| option("vote", vote)));
    arguments.extend(["--".to_owned(), asked.case.case.clone()]);
    let text = clerk.program.ask(&arguments).await.map_err(words)?;
    let answer = Answer {
        head: "each dimension before and after".to_owned(),
        body: text.lines().map(str::to_owned).collect(),
        more: "ask for more `tokens`",
    };
    Ok(answer.text(asked.case.tokens))
}

pub(super) async fn rubrics(clerk: &Clerk, asked: &RubricsAsked) -> Result<String, String> {
    let Some(name) = &asked.name else {
        return clerk.program.ask(&["rubric", "list"]).await.map_err(words);
    };
    let answer = Answer {
        head: "the rubric".to_owned(),
        body: rubric(clerk, name)
            .await
            .map_err(words)?
            .lines()
            .map(str::to_owned)
            .collect(),
        more: "ask for more `tokens`",
    };
    Ok(answer.text(asked.tokens))
}

/// The text of a built-in rubric: a file is nobody's business here.
async fn rubric(clerk: &Clerk, name: &str) -> Result<String, Refusal> {
    let is_name = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    if !is_name || Path::new(name).exists() {
        return Err(Refusal(format!(
            "`{name}` is not built in; `rubrics` lists those that are"
        )));
    }
    clerk.program.ask(&["rubric", "show", "--", name]).await
}

pub(super) async fn resources(clerk: &Clerk) -> Result<Vec<Resource>, Refusal> {
    let rubrics = clerk.program.ask(&["rubric", "list"]).await?;
    let names = rubrics.lines().filter_map(|line| line.split_whitespace().next());
    let named = |name: &str| {
        Resource::new(format!("{RUBRICS}{name}"), format!("rubric {name}")).with_mime_type("text/plain")
    };
    let mut all: Vec<Resource> = names.map(named).collect();
    let cases = clerk.program.ask(&["cases", "--json"]).await?;
    let rows: Vec<Value> = serde_json::from_str(&cases).map_err(|error| Refusal(error.to_string()))?;
    // What was only inspected has no rubric and no report.
    let is_report = |row: &&Value| row["state"] == "decided" && row["rubric"].is_string();
    let decided = rows.iter().filter(is_report).rev().take(LISTED_MAX);
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    all.extend(decided.map(|row| {
        let told = format!("report of {}", text(row, "subject"));
        Resource::new(format!("{REPORTS}{}.md", text(row, "case")), told).with_mime_type("text/plain")
    }));
    Ok(all)
}

pub(super) fn templates() -> Vec<ResourceTemplate> {
    let reports = "the report of a decided case: `md` for reading, `json` for programs";
    vec![
        ResourceTemplate::new(format!("{REPORTS}{{case}}.{{form}}"), "report").with_description(reports),
        ResourceTemplate::new(format!("{RUBRICS}{{name}}"), "rubric")
            .with_description("the text of a built-in rubric"),
    ]
}

pub(super) async fn resource(clerk: &Clerk, uri: &str) -> Result<ReadResourceResponse, ErrorData> {
    let missing = |refusal: Refusal| ErrorData::resource_not_found(refusal.to_string(), None);
    let report = uri.strip_prefix(REPORTS).and_then(|rest| rest.rsplit_once('.'));
    let (text, kind) = match (report, uri.strip_prefix(RUBRICS)) {
        (Some((case, "json")), _) => (file(clerk, case, "report.json").await?, "application/json"),
        (Some((case, "md")), _) => (fenced(&file(clerk, case, "report.md").await?), "text/plain"),
        (None, Some(name)) => (rubric(clerk, name).await.map_err(missing)?, "text/plain"),
        _ => return Err(missing(Refusal(format!("there is no resource `{uri}`")))),
    };
    let contents = ResourceContents::text(text, uri).with_mime_type(kind);
    Ok(ReadResourceResult::new(vec![contents]).into())
}

async fn file(clerk: &Clerk, case: &str, name: &str) -> Result<String, ErrorData> {
    let folder = tempfile::tempdir().map_err(failed)?;
    let replayed = case::replay(&clerk.program, case, folder.path(), &[]).await;
    replayed.map_err(|refusal| ErrorData::resource_not_found(refusal.to_string(), None))?;
    std::fs::read_to_string(folder.path().join(name)).map_err(failed)
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
fn words(refusal: Refusal) -> String {
    refusal.to_string()
}
