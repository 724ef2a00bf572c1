//! What is asked of a decided case, and what is said over it.

use super::{Shared, answer, body, built_in_rules, id, json_answer, json_text};
use crate::serve::asked::{AppealAsked, OverrideAsked, WhatIfAsked};
use crate::serve::guard::Client;
use crate::serve::problem::{Answered, Problem};
use crate::serve::reports;
use crate::serve::told::{AppealTold, OverrideTold};
use axum::body::Body;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use court::rubric;
use journal::CaseId;
use std::time::Duration;

/// Votes that are changed in one question.
const VOTES_MAX: usize = 300;
/// How long it may take to look at a subject again.
const APPEAL_WAIT: Duration = Duration::from_secs(600);

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
    let told = told.trim().to_owned();
    json_answer(StatusCode::CREATED, &OverrideTold { told })
}

/// Looks at one point again; what came of it is a case of its own.
pub(super) async fn appeal(State(house): Shared, Path(text): Path<String>, asked: Body) -> Answered {
    let id = id(&text)?;
    let asked: AppealAsked = body(asked).await?;
    let option = |name: &str, value: &str| format!("--{name}={value}");
    let [dimension, point, why] = [
        option("dimension", &asked.dimension),
        option("point", &asked.point),
        option("why", &asked.why),
    ];
    let arguments = ["appeal", "--quiet", &dimension, &point, &why, "--", id.as_str()];
    let _turn = house.lookups.acquire().await.map_err(Problem::ours)?;
    let asking = tokio::time::timeout(APPEAL_WAIT, house.program.ask(&arguments)).await;
    let told = asking
        .map_err(|_| Problem::new(StatusCode::GATEWAY_TIMEOUT, "the subject was not read in time"))??;
    let words = told.lines().next().unwrap_or_default().split([' ', ';']);
    let appeal = words.filter_map(|word| word.parse::<CaseId>().ok()).nth(1);
    let appeal = appeal.ok_or_else(|| Problem::ours("the appeal has no id"))?;
    let told = AppealTold {
        id: appeal.to_string(),
        told: told.trim().to_owned(),
    };
    json_answer(StatusCode::CREATED, &told)
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
    let votes = asked.votes.iter().take(VOTES_MAX);
    options.extend(votes.map(|vote| format!("--vote={}/{}={}", vote.dimension, vote.judge, vote.score)));
    if let Some(rubric) = asked.rubric.filter(|name| rubric::built_in(name).is_some()) {
        options.push(format!("--rubric={rubric}"));
    }
    json_text(&reports::what_if(&house, &id, &options).await?)
}
