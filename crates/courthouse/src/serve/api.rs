//! The answers to requests.

mod about;
mod classes;
mod questions;

use super::House;
use super::asked::{CaseAsked, SessionAsked, Upload};
use super::docket::{Filed, SPENT, Stand, arguments};
use super::feed::Reader;
use super::guard::{Client, guard};
use super::problem::{Answered, Problem};
use super::reports;
use super::told::{CaseTold, CaseWithStages, CasesTold, RubricsTold, StageTold};
use super::{agents, openapi, page};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::extract::{Extension, Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use court::rubric;
use journal::{CaseId, CaseRecord, CaseState};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Bytes of a request: a report of twenty megabytes in base64.
const BODY_BYTES_MAX: usize = 28 << 20;
/// How long a body may take.
const BODY_WAIT: Duration = Duration::from_secs(60);
/// How long it may take to find out which commit an address means.
const LOOKUP_WAIT: Duration = Duration::from_secs(90);
/// Rows of the docket in one answer.
const ROWS: usize = 100;
const ROWS_MAX: usize = 1_000;
/// Readers of events at once.
const READERS_MAX: u64 = 2_000;
/// Longest name of an uploaded file.
const NAME_CHARS_MAX: usize = 100;
/// Longest address, revision and the like.
const WORD_BYTES_MAX: usize = 2_000;

const JSON: &str = "application/json";

type Shared = State<Arc<House>>;

pub(super) fn router(house: &Arc<House>) -> Router {
    let missing = async || Problem::missing("there is nothing here; /api/openapi.json tells what there is");
    let wrong = async || {
        Problem::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "/api/openapi.json tells what can be asked here",
        )
    };
    page::routes()
        .route("/healthz", get(async || "ok\n"))
        .route("/metrics", get(about::metrics))
        .route(
            "/api/openapi.json",
            get(async || answer(StatusCode::OK, JSON, openapi::description().to_string())),
        )
        .route("/api/session", post(session))
        .route(
            "/api/rubric",
            get(async |house: Shared| about::rubric_json(house, Path("automaton-auditor".to_owned())).await),
        )
        .route(
            "/api/rubrics",
            get(async || {
                json_text(&RubricsTold {
                    rubrics: rubric::BUILT_IN.to_vec(),
                })
            }),
        )
        .route("/api/rubrics/{name}", get(about::rubric_json))
        .route("/api/panels", get(about::panels))
        .route("/api/rules", get(about::rules))
        .route("/api/cases", get(list).post(file))
        .route("/api/cases/{id}", get(case))
        .route("/api/cases/{id}/events", get(events))
        .route("/api/cases/{id}/{form}", get(report))
        .route("/api/cases/{id}/explain/{dimension}", get(questions::explain))
        .route("/api/cases/{id}/cancel", post(cancel))
        .route("/api/cases/{id}/overrides", post(questions::overrule))
        .route("/api/cases/{id}/what-if", post(questions::what_if))
        .route("/api/cases/{id}/appeals", post(questions::appeal))
        .route("/mcp", any(agents::answer))
        .route("/api/cohorts", get(classes::list).post(classes::file))
        .route("/api/cohorts/{id}", get(classes::one))
        .route("/api/cohorts/{id}/{form}", get(classes::page))
        .route("/api/cohorts/{id}/cancel", post(classes::cancel))
        .fallback(missing)
        .method_not_allowed_fallback(wrong)
        .layer(from_fn_with_state(Arc::clone(house), guard))
        .with_state(Arc::clone(house))
}

fn answer(status: StatusCode, kind: &'static str, text: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

fn json_text(told: &impl Serialize) -> Answered {
    json_answer(StatusCode::OK, told)
}

fn json_answer(status: StatusCode, told: &impl Serialize) -> Answered {
    let text = serde_json::to_string(told).map_err(Problem::ours)?;
    Ok(answer(status, JSON, text))
}

async fn body<T: DeserializeOwned>(body: Body) -> Answered<T> {
    let told = format!("the body breaks off, or has more than {BODY_BYTES_MAX} bytes");
    // What says that it is too long is not waited for.
    if body.size_hint().lower() > BODY_BYTES_MAX as u64 {
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, told));
    }
    let read = tokio::time::timeout(BODY_WAIT, to_bytes(body, BODY_BYTES_MAX)).await;
    let read =
        read.map_err(|_| Problem::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time"))?;
    let bytes = read.map_err(|_| Problem::new(StatusCode::PAYLOAD_TOO_LARGE, told))?;
    serde_json::from_slice(&bytes).map_err(|error| Problem::bad(format!("the body: {error}")))
}

fn id(text: &str) -> Answered<CaseId> {
    text.parse().map_err(Problem::missing)
}

async fn session(State(house): Shared, asked: Body) -> Answered {
    let SessionAsked { token } = body(asked).await?;
    let cookie = house.guard.cookie(&token).and_then(|cookie| cookie.parse().ok());
    let cookie = cookie.ok_or_else(|| Problem::new(StatusCode::UNAUTHORIZED, "this is not the token"))?;
    let mut response = answer(StatusCode::NO_CONTENT, "text/plain", "");
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    Ok(response)
}

/// A case as the docket shows it.
fn row(house: &House, case: Option<&CaseRecord>, id: &CaseId) -> CaseTold {
    let entry = house.docket.entry(id);
    let by_journal = case.map(|case| match case.state {
        CaseState::Running => "running",
        CaseState::Decided => "decided",
        CaseState::Interrupted => "interrupted",
    });
    let state = entry.as_ref().map(|entry| entry.stand.word()).or(by_journal);
    let said = entry.as_ref().and_then(|entry| match &entry.stand {
        Stand::Failed { said } => Some(said.clone()),
        _ => None,
    });
    let summary = case.and_then(|case| case.summary.clone()).unwrap_or_default();
    let filed = entry.map(|entry| entry.filed).unwrap_or_default();
    let name = case.map_or(filed.subject, |case| case.name.clone());
    let rubric = summary["rubric"]
        .as_str()
        .map(str::to_owned)
        .or(filed.rubric_file)
        .or(filed.rubric);
    let text = |key: &str| summary[key].as_str().map(str::to_owned);
    CaseTold {
        id: id.to_string(),
        name,
        state,
        said,
        position: house.docket.position(id),
        score: text("overall"),
        out_of: text("out_of"),
        complete: summary["complete"].as_bool(),
        rubric,
        commit: text("commit").unwrap_or(filed.commit),
        appeal_of: text("appeal_of"),
    }
}

/// What somebody said against the court.
fn is_word(case: &CaseRecord) -> bool {
    let summary = case.summary.as_ref();
    summary.is_some_and(|summary| !summary["override_of"].is_null())
}

/// What is no case for people: a word on one, or a look without a verdict.
fn is_shown(case: &CaseRecord) -> bool {
    let summary = case.summary.as_ref();
    !is_word(case) && summary.is_none_or(|summary| summary["record"].is_string())
}

async fn list(State(house): Shared, RawQuery(query): RawQuery) -> Answered {
    let query = query.unwrap_or_default();
    let pairs: Vec<(String, String)> = url::form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .collect();
    let wanted = |key: &str| {
        pairs
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.to_lowercase())
    };
    let limit = wanted("limit")
        .map_or(Ok(ROWS), |text| text.parse())
        .map_err(|_| Problem::bad("`limit` is a number"))?;
    let (state, words) = (wanted("state"), wanted("q"));
    let cases = house.journal.cases().await.map_err(Problem::ours)?;
    let mut rows: Vec<CaseTold> = Vec::new();
    for (id, _) in house
        .docket
        .entries()
        .iter()
        .filter(|(id, _)| !cases.iter().any(|case| case.id == *id))
    {
        rows.push(row(&house, None, id));
    }
    rows.extend(
        cases
            .iter()
            .rev()
            .filter(|case| is_shown(case))
            .map(|case| row(&house, Some(case), &case.id)),
    );
    let is_wanted = |row: &CaseTold| {
        let rubric = row.rubric.as_deref().unwrap_or_default();
        let texts = [&row.name, &row.id, &row.commit, rubric];
        let has = |words: &String| {
            texts
                .iter()
                .any(|text| text.to_lowercase().contains(words.as_str()))
        };
        state.as_deref().is_none_or(|state| row.state == Some(state)) && words.as_ref().is_none_or(has)
    };
    rows.retain(is_wanted);
    let count = rows.len();
    rows.truncate(limit.min(ROWS_MAX));
    json_text(&CasesTold { cases: rows, count })
}

async fn case(State(house): Shared, Path(text): Path<String>) -> Answered {
    let id = id(&text)?;
    let cases = house.journal.cases().await.map_err(Problem::ours)?;
    let case = cases.iter().find(|case| case.id == id);
    if case.is_none() && house.docket.entry(&id).is_none() {
        return Err(Problem::missing("there is no such case"));
    }
    let progress = house.journal.progress(&id).await.map_err(Problem::ours)?;
    let stages = progress.stages().into_iter().map(|(stage, count)| {
        let told = StageTold {
            done: count.finished + count.reused,
            of: count.total(),
            failed: count.failed,
        };
        (stage, told)
    });
    json_text(&CaseWithStages {
        case: row(&house, case, &id),
        stages: stages.collect(),
    })
}

async fn file(State(house): Shared, Extension(client): Extension<Client>, asked: Body) -> Answered {
    let asked: CaseAsked = body(asked).await?;
    let draft = house.docket.draft().map_err(Problem::ours)?;
    let mut filed = filed(&house, &asked, &client)?;
    for (upload, kept) in [
        (&asked.report, &filed.report),
        (&asked.rubric_file, &filed.rubric_file),
    ] {
        if let (Some(upload), Some(name)) = (upload, kept) {
            let bytes = BASE64
                .decode(&upload.base64)
                .map_err(|error| Problem::bad(format!("{name}: {error}")))?;
            std::fs::write(draft.path().join(name), bytes).map_err(Problem::ours)?;
        }
    }
    filed.commit = asked.rev.unwrap_or_default();
    let known = identified(&house, &filed, draft.path()).await;
    let (id, commit) = known.map_err(|problem| problem.without(draft.path()))?;
    filed.commit = commit;
    if filed.panel.is_some() && house.docket.purse.left(&id, &filed.client) == Some(0) {
        return Err(Problem::refused(SPENT));
    }
    let is_new = house.docket.file(&id, filed, draft)?;
    let told = row(&house, None, &id);
    let status = if is_new {
        StatusCode::ACCEPTED
    } else {
        StatusCode::OK
    };
    let mut response = json_answer(status, &told)?;
    if let Ok(place) = format!("/api/cases/{id}").parse() {
        response.headers_mut().insert(header::LOCATION, place);
    }
    Ok(response)
}

/// What is asked for, where it may be asked.
fn filed(house: &House, asked: &CaseAsked, client: &Client) -> Answered<Filed> {
    let words = [
        Some(&asked.subject),
        asked.rev.as_ref(),
        asked.rubric.as_ref(),
        asked.rules.as_ref(),
    ];
    if words
        .into_iter()
        .flatten()
        .any(|word| word.is_empty() || word.len() > WORD_BYTES_MAX)
    {
        return Err(Problem::bad(format!("each word has 1 to {WORD_BYTES_MAX} bytes")));
    }
    let subject = house.roots.subject(&asked.subject).map_err(Problem::refused)?;
    if let Some(rubric) = asked
        .rubric
        .as_ref()
        .filter(|name| rubric::built_in(name).is_none())
    {
        return Err(Problem::refused(format!(
            "there is no rubric `{rubric}`; upload one as `rubric_file`"
        )));
    }
    let rules = built_in_rules(asked.rules.as_deref())?;
    let is_statutes = |panel: &&String| panel.as_str() != court::statutes::NAME;
    let panel = asked.panel.as_ref().filter(is_statutes);
    if let Some(panel) = panel.filter(|panel| !house.panels.contains(panel)) {
        return Err(Problem::refused(format!(
            "the panel `{panel}` is not allowed here"
        )));
    }
    let named =
        |upload: &Option<Upload>, kind: &str| upload.as_ref().map(|upload| plain_name(&upload.name, kind));
    Ok(Filed {
        subject,
        rubric: asked.rubric.clone(),
        rules,
        panel: panel.cloned(),
        find_report: asked.find_report,
        report: named(&asked.report, "report"),
        rubric_file: named(&asked.rubric_file, "rubric"),
        client: client.name.clone(),
        ..Filed::default()
    })
}

fn built_in_rules(name: Option<&str>) -> Answered<Option<String>> {
    let known = |name: &str| court::rules::PRESETS.iter().any(|(known, _)| *known == name);
    match name {
        Some(name) if !known(name) => Err(Problem::refused(format!("there are no rules `{name}`"))),
        name => Ok(name.map(str::to_owned)),
    }
}

/// A name of an uploaded file that names nothing else than a file in its folder, and none of ours.
fn plain_name(name: &str, kind: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
    let plain: String = last
        .chars()
        .map(|character| if is_plain(character) { character } else { '-' })
        .collect();
    let skipped = plain.chars().count().saturating_sub(NAME_CHARS_MAX);
    let plain: String = plain.chars().skip(skipped).collect();
    let plain = plain.trim_start_matches(['.', '-']);
    match plain {
        "" | "out" | "asked.json" | "ended.json" => kind.to_owned(),
        plain => plain.to_owned(),
    }
}

/// The case that this is, and its commit.
async fn identified(house: &House, filed: &Filed, folder: &std::path::Path) -> Answered<(CaseId, String)> {
    let busy = || {
        Problem::later(
            StatusCode::SERVICE_UNAVAILABLE,
            "many addresses are being looked up",
            10,
        )
    };
    let _turn = tokio::time::timeout(LOOKUP_WAIT, house.lookups.acquire()).await;
    let _turn = _turn.map_err(|_| busy())?.map_err(Problem::ours)?;
    let mut arguments = arguments(filed, folder);
    arguments.insert(1, "--identify".to_owned());
    let asking = tokio::time::timeout(LOOKUP_WAIT, house.program.ask(&arguments)).await;
    let told =
        asking.map_err(|_| Problem::new(StatusCode::GATEWAY_TIMEOUT, "the address does not answer"))??;
    let (case, commit) = told
        .trim()
        .split_once('\t')
        .ok_or_else(|| Problem::ours("the case has no id"))?;
    Ok((id(case)?, commit.to_owned()))
}

/// Counts a reader as long as it reads.
struct Counted(Arc<House>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.readers.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn events(State(house): Shared, Path(text): Path<String>, headers: HeaderMap) -> Answered {
    let id = id(&text)?;
    if house.docket.entry(&id).is_none() {
        let cases = house.journal.cases().await.map_err(Problem::ours)?;
        cases
            .iter()
            .find(|case| case.id == id)
            .ok_or_else(|| Problem::missing("there is no such case"))?;
    }
    if house.readers.fetch_add(1, Ordering::Relaxed) >= READERS_MAX {
        house.readers.fetch_sub(1, Ordering::Relaxed);
        return Err(Problem::later(
            StatusCode::SERVICE_UNAVAILABLE,
            "too many read already",
            10,
        ));
    }
    let counted = Counted(Arc::clone(&house));
    let last = headers.get("last-event-id").and_then(|last| last.to_str().ok());
    let after = last.and_then(|last| last.parse().ok()).unwrap_or(0);
    let reader = Reader::of(house.feeds.of(&house, &id), after);
    let stream = futures_util::stream::unfold((reader, counted), async |(mut reader, counted)| {
        let text = reader.next().await?;
        Some((Ok::<_, Infallible>(Bytes::from(text)), (reader, counted)))
    });
    Ok(answer(
        StatusCode::OK,
        "text/event-stream",
        Body::from_stream(stream),
    ))
}

async fn report(State(house): Shared, Path((text, form)): Path<(String, String)>) -> Answered {
    let id = id(&text)?;
    let form = form
        .strip_prefix("report.")
        .ok_or_else(|| Problem::missing("there is nothing here"))?;
    let (text, kind) = reports::report(&house, &id, form).await?;
    let mut response = answer(StatusCode::OK, kind, text);
    if form == "html" {
        report_policy(&mut response);
    }
    Ok(response)
}

/// A page of a report has its own policy; beyond it, it has nothing to do with this server.
fn report_policy(response: &mut Response<Body>) {
    let policy = HeaderValue::from_static("sandbox allow-scripts allow-popups; frame-ancestors 'self'");
    response
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, policy);
}

async fn cancel(State(house): Shared, Path(text): Path<String>) -> Answered {
    let id = id(&text)?;
    house.docket.cancel(&id)?;
    json_text(&row(&house, None, &id))
}
