//! What is the same for every case: rubrics, rules, panels, and counts.

use super::{Shared, answer, json_text};
use crate::serve::problem::{Answered, Problem};
use crate::serve::told::{PanelsTold, RuleSetTold, RulesTold};
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{Response, StatusCode};
use court::rubric;
use std::sync::atomic::Ordering;

pub(super) async fn metrics(State(house): Shared) -> Response<Body> {
    let entries = house.docket.entries();
    let classes = house.classes.all();
    let count = |word: &str| {
        let cases = entries
            .iter()
            .filter(|(_, entry)| entry.stand.word() == word)
            .count();
        let classes = classes.iter().filter(|(_, one)| one.stand.word() == word).count();
        (cases, classes)
    };
    let words = ["waiting", "running", "decided", "failed", "cancelled"];
    let cases = words.map(|word| format!("auditor_cases{{state=\"{word}\"}} {}\n", count(word).0));
    let classes = words.map(|word| format!("auditor_classes{{state=\"{word}\"}} {}\n", count(word).1));
    let (requests, readers) = (
        house.requests.load(Ordering::Relaxed),
        house.readers.load(Ordering::Relaxed),
    );
    let text = format!(
        "# TYPE auditor_cases gauge\n{}# TYPE auditor_classes gauge\n{}# TYPE auditor_readers gauge\nauditor_readers \
         {readers}\n# TYPE auditor_requests counter\nauditor_requests_total {requests}\n# EOF\n",
        cases.concat(),
        classes.concat()
    );
    answer(
        StatusCode::OK,
        "application/openmetrics-text; version=1.0.0; charset=utf-8",
        text,
    )
}

pub(super) async fn rubric_json(_: Shared, Path(name): Path<String>) -> Answered {
    let text =
        rubric::built_in(&name).ok_or_else(|| Problem::missing(format!("there is no rubric `{name}`")))?;
    let read = rubric::parse(text, &name).map_err(|_| Problem::ours("the rubric cannot be read"))?;
    json_text(&read)
}

pub(super) async fn rules(State(house): Shared) -> Answered {
    let listed = house.program.ask(&["rules", "list"]).await?;
    let rows = listed
        .lines()
        .filter_map(|line| line.split_once(char::is_whitespace));
    let rows = rows.map(|(name, what)| RuleSetTold {
        name: name.to_owned(),
        what: what.trim().to_owned(),
    });
    json_text(&RulesTold {
        rules: rows.collect(),
    })
}

pub(super) async fn panels(State(house): Shared) -> Answered {
    let mut panels = vec![court::statutes::NAME.to_owned()];
    panels.extend(house.panels.iter().cloned());
    json_text(&PanelsTold { panels })
}
