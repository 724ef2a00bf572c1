//! What is asked of a decided case, and what is said over it.

use super::{Shared, answer, body, built_in_rules, id, json_text};
use crate::serve::asked::{OverrideAsked, WhatIfAsked};
use crate::serve::guard::Client;
use crate::serve::problem::{Answered, Problem};
use crate::serve::reports;
use axum::body::Body;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use court::rubric;
use serde_json::json;

pub(super) async fn explain(
    State(house): Shared,
    Path((text, dimension)): Path<(String, String)>,
) -> Answered {
    let id = id(&text)?;
    let _turn = house.questions.acquire().await.map_err(Problem::ours)?;
    let arguments = ["explain", "--", id.as_str(), dimension.as_str()];
    let told = house.program.ask(&arguments).await.map_err(Problem::missing)?;
    Ok(answer(StatusCode::OK, "text/plain; charset=utf-8", told))
}

pub(super) async fn overrule(
    State(house): Shared,
    Extension(client): Extension<Client>,
    Path(text): Path<String>,
    asked: Body,
) -> Answered {
    let id = id(&text)?;
    let asked: OverrideAsked = body(asked).await?;
    let by = if client.is_known {
        Some(client.name)
    } else {
        asked.by
    };
    let by = by
        .filter(|by| !by.trim().is_empty())
        .ok_or_else(|| Problem::bad("`by` says who says so"))?;
    let option = |name: &str, value: &str| format!("--{name}={value}");
    let score = asked
        .score
        .map_or_else(|| "--take-back".to_owned(), |score| option("score", &score));
    let (why, by) = (option("why", &asked.why), option("by", &by));
    let arguments = ["override", &score, &why, &by, "--", id.as_str(), &asked.dimension];
    let _turn = house.questions.acquire().await.map_err(Problem::ours)?;
    let told = house.program.ask(&arguments).await?;
    Ok(answer(
        StatusCode::CREATED,
        "application/json",
        json!({"told": told.trim()}).to_string(),
    ))
}

pub(super) async fn what_if(State(house): Shared, Path(text): Path<String>, asked: Body) -> Answered {
    let id = id(&text)?;
    let asked: WhatIfAsked = body(asked).await?;
    let mut options = Vec::new();
    let file = tempfile::Builder::new()
        .suffix(".toml")
        .tempfile()
        .map_err(Problem::ours)?;
    if let Some(rules) = &asked.rules_text {
        std::fs::write(file.path(), rules).map_err(Problem::ours)?;
        options.push(format!("--rules={}", file.path().display()));
    } else if let Some(rules) = built_in_rules(asked.rules.as_deref())? {
        options.push(format!("--rules={rules}"));
    }
    if let Some(rubric) = asked.rubric.filter(|name| rubric::built_in(name).is_some()) {
        options.push(format!("--rubric={rubric}"));
    }
    reports::what_if(&house, &id, &options)
        .await
        .map(|told| json_text(&told))
}
