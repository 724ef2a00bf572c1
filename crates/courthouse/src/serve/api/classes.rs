//! Classes: their lists, how far they have come, and their pages.

use super::{
    Shared, WORD_BYTES_MAX, answer, body, built_in_rules, id, is_word, json_answer, json_text, plain_name,
    report_policy,
};
use crate::serve::House;
use crate::serve::asked::CohortAsked;
use crate::serve::classes::{Class, Standing};
use crate::serve::docket::Stand;
use crate::serve::problem::{Answered, Problem};
use crate::serve::told::{CohortTold, CohortsTold};
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use court::digest::Digest;
use court::rubric;
use journal::CaseId;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

/// Submissions of one class that are taken here; a larger one is for the command line.
const SUBMISSIONS_MAX: usize = 1_000;
/// Longest name of a class.
const NAME_CHARS_MAX: usize = 100;
/// The forms of a class page, with what they are.
const FORMS: [(&str, &str); 3] = [
    ("cohort.json", "application/json"),
    ("cohort.html", "text/html; charset=utf-8"),
    ("cohort.csv", "text/csv; charset=utf-8"),
];

fn row(id: &CaseId, one: &Standing) -> CohortTold {
    let said = match &one.stand {
        Stand::Failed { said } => Some(said.clone()),
        _ => None,
    };
    CohortTold {
        id: id.to_string(),
        name: one.class.name.clone(),
        state: one.stand.word(),
        submissions: one.class.submissions,
        done: one.done,
        said,
    }
}

pub(super) async fn list(State(house): Shared) -> Answered {
    let all = house.classes.all();
    let cohorts = all.iter().map(|(id, one)| row(id, one)).collect();
    json_text(&CohortsTold { cohorts })
}

pub(super) async fn one(State(house): Shared, Path(text): Path<String>) -> Answered {
    let id = id(&text)?;
    json_text(&row(&id, &house.classes.one(&id)?))
}

pub(super) async fn file(State(house): Shared, asked: Body) -> Answered {
    let asked: CohortAsked = body(asked).await?;
    let is_named = !asked.name.trim().is_empty() && asked.name.chars().count() <= NAME_CHARS_MAX;
    if !is_named {
        return Err(Problem::bad(format!(
            "a name has 1 to {NAME_CHARS_MAX} characters"
        )));
    }
    if let Some(name) = asked
        .rubric
        .as_ref()
        .filter(|name| rubric::built_in(name).is_none())
    {
        return Err(Problem::refused(format!("there is no rubric `{name}`")));
    }
    let rules = built_in_rules(asked.rules.as_deref())?;
    let list = plain_name(&asked.list.name, "list");
    let bytes = BASE64.decode(&asked.list.base64);
    let bytes = bytes.map_err(|error| Problem::bad(format!("the list: {error}")))?;
    let draft = house.classes.draft().map_err(Problem::ours)?;
    let place = draft.path().join(&list);
    std::fs::write(&place, &bytes).map_err(Problem::ours)?;
    let submissions = count(&house, place).await?;
    let parts = [
        asked.name.as_str(),
        &list,
        asked.rubric.as_deref().unwrap_or(""),
        rules.as_deref().unwrap_or(""),
    ];
    let input = format!("class\n{}\n{}", parts.join("\n"), Digest::of(&bytes).as_str());
    let id = CaseId::of(&Digest::of(input.as_bytes()));
    let class = Class {
        name: asked.name,
        list,
        rubric: asked.rubric,
        rules,
        submissions,
        number: 0,
    };
    let status = match house.classes.take(&id, class, draft)? {
        true => StatusCode::ACCEPTED,
        false => StatusCode::OK,
    };
    let mut response = json_answer(status, &row(&id, &house.classes.one(&id)?))?;
    if let Ok(place) = format!("/api/cohorts/{id}").parse() {
        response.headers_mut().insert(header::LOCATION, place);
    }
    Ok(response)
}

/// A child reads the list first, so it takes a turn of those who look things up, and waits on a thread of its own.
async fn count(house: &Arc<House>, list: PathBuf) -> Answered<usize> {
    let _turn = house.lookups.acquire().await.map_err(Problem::ours)?;
    let of_list = Arc::clone(house);
    let reads = tokio::task::spawn_blocking(move || checked(&of_list, &list));
    reads.await.map_err(Problem::ours)?
}

/// How many submissions a list has, where all of them may be audited here.
fn checked(house: &House, list: &FilePath) -> Answered<usize> {
    let listing = (house.read_list)(list)
        .map_err(|error| Problem::refused(format!("{}; {}", error.what, error.fix)))?;
    let count = listing.entries.len();
    if count > SUBMISSIONS_MAX {
        return Err(Problem::refused(format!(
            "a class has at most {SUBMISSIONS_MAX} submissions here"
        )));
    }
    for entry in &listing.entries {
        let wrong = |why: String| Problem::refused(format!("{}: {why}", entry.id));
        if entry.repository.len() > WORD_BYTES_MAX {
            return Err(wrong(format!("an address has at most {WORD_BYTES_MAX} bytes")));
        }
        if entry.report.as_ref().is_some_and(|report| !report.is_empty()) {
            return Err(wrong("reports of a class cannot be given here".to_owned()));
        }
        if !entry.repository.is_empty() {
            house.roots.subject(&entry.repository).map_err(wrong)?;
        }
    }
    Ok(count)
}

pub(super) async fn cancel(State(house): Shared, Path(text): Path<String>) -> Answered {
    let id = id(&text)?;
    house.classes.cancel(&id)?;
    json_text(&row(&id, &house.classes.one(&id)?))
}

pub(super) async fn page(State(house): Shared, Path((text, form)): Path<(String, String)>) -> Answered {
    let id = id(&text)?;
    let known = FORMS.iter().find(|(name, _)| *name == form);
    let (name, kind) =
        known.ok_or_else(|| Problem::missing("there are cohort.json, cohort.html and cohort.csv"))?;
    let _turn = house.questions.acquire().await.map_err(Problem::ours)?;
    let cases = house.journal.cases().await.map_err(Problem::ours)?;
    let words = cases.iter().filter(|case| is_word(case)).count();
    let mut response = answer(StatusCode::OK, kind, house.classes.file(&id, name, words).await?);
    if kind.starts_with("text/html") {
        report_policy(&mut response);
    }
    Ok(response)
}
