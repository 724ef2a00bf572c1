//! The description of the API, from the types that read requests and a table of what there is.

use super::asked::{AppealAsked, CaseAsked, CohortAsked, OverrideAsked, SessionAsked, WhatIfAsked};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Method, path, what it gives, the kinds of that, what it takes, further answers.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    Option<&'static str>,
    &'static [u16],
);

const JSON: &str = "application/json";

/// All that can be asked.
pub(super) const TABLE: [Row; 25] = [
    (
        "get",
        "/healthz",
        "Whether the server lives",
        "text/plain",
        None,
        &[],
    ),
    (
        "get",
        "/metrics",
        "Counts, as OpenMetrics",
        "application/openmetrics-text",
        None,
        &[401],
    ),
    ("get", "/api/openapi.json", "This description", JSON, None, &[401]),
    (
        "post",
        "/api/session",
        "A cookie for whoever knows the token",
        "",
        Some("SessionAsked"),
        &[400, 401, 413, 415],
    ),
    (
        "get",
        "/api/rubric",
        "The rubric for auditors",
        JSON,
        None,
        &[401],
    ),
    ("get", "/api/rubrics", "The built-in rubrics", JSON, None, &[401]),
    (
        "get",
        "/api/rubrics/{name}",
        "A built-in rubric",
        JSON,
        None,
        &[401, 404],
    ),
    (
        "get",
        "/api/rules",
        "The built-in sets of rules",
        JSON,
        None,
        &[401],
    ),
    (
        "get",
        "/api/cases",
        "The docket; `state`, `q` and `limit` narrow it",
        JSON,
        None,
        &[400, 401],
    ),
    (
        "post",
        "/api/cases",
        "Files a case, or finds it where it was filed",
        JSON,
        Some("CaseAsked"),
        &[400, 401, 413, 415, 422, 429, 503, 504],
    ),
    (
        "get",
        "/api/cases/{id}",
        "A case and its stages",
        JSON,
        None,
        &[401, 404],
    ),
    (
        "get",
        "/api/cases/{id}/events",
        "What happens in it, as server-sent events; `Last-Event-ID` goes on where a reader was",
        "text/event-stream",
        None,
        &[401, 404, 503],
    ),
    (
        "get",
        "/api/cases/{id}/report.{form}",
        "The report: json, md, html, sarif or csv",
        "application/json text/markdown text/html application/sarif+json text/csv",
        None,
        &[401, 404, 422],
    ),
    (
        "get",
        "/api/cases/{id}/explain/{dimension}",
        "Why the score is what it is",
        "text/plain",
        None,
        &[401, 404],
    ),
    (
        "post",
        "/api/cases/{id}/cancel",
        "Calls a case off",
        JSON,
        None,
        &[401, 404, 409, 415],
    ),
    (
        "post",
        "/api/cases/{id}/overrides",
        "Overrules the court on a dimension",
        JSON,
        Some("OverrideAsked"),
        &[400, 401, 404, 413, 415, 422],
    ),
    (
        "post",
        "/api/cases/{id}/what-if",
        "Rules again under other rules or another rubric",
        JSON,
        Some("WhatIfAsked"),
        &[400, 401, 404, 413, 415, 422],
    ),
    (
        "post",
        "/api/cases/{id}/appeals",
        "Looks at one point again and hears the dimension again, as a case of its own",
        JSON,
        Some("AppealAsked"),
        &[400, 401, 404, 413, 415, 422, 504],
    ),
    (
        "get",
        "/api/panels",
        "The panels that may be asked for",
        JSON,
        None,
        &[401],
    ),
    (
        "get",
        "/api/cohorts",
        "The classes, the newest first",
        JSON,
        None,
        &[401],
    ),
    (
        "post",
        "/api/cohorts",
        "Files a class; one that is over is audited again",
        JSON,
        Some("CohortAsked"),
        &[400, 401, 413, 415, 422, 503],
    ),
    (
        "get",
        "/api/cohorts/{id}",
        "A class and how far it has come",
        JSON,
        None,
        &[401, 404],
    ),
    (
        "get",
        "/api/cohorts/{id}/cohort.{form}",
        "The page of the class: json, html or csv",
        "application/json text/html text/csv",
        None,
        &[401, 404],
    ),
    (
        "post",
        "/api/cohorts/{id}/cancel",
        "Calls a class off",
        JSON,
        None,
        &[401, 404, 409, 415],
    ),
    ("get", "/", "The page", "text/html", None, &[]),
];

/// OpenAPI 3.1.
pub(super) fn description() -> Value {
    let mut paths = Map::new();
    for row in &TABLE {
        paths.entry(row.1).or_insert_with(|| json!({}))[row.0] = operation(row);
    }
    json!({
        "openapi": "3.1.0",
        "info": {"title": "auditor", "version": env!("CARGO_PKG_VERSION")},
        "paths": paths,
        "components": {"schemas": schemas()},
    })
}

fn operation((method, path, what, kind, takes, further): &Row) -> Value {
    let success = match (*method, *path) {
        ("post", "/api/cases" | "/api/cohorts") => &["200", "202"][..],
        ("post", "/api/session") => &["204"],
        ("post", path) if path.ends_with("/overrides") || path.ends_with("/appeals") => &["201"],
        _ => &["200"],
    };
    let kinds = kind.split(' ').filter(|kind| !kind.is_empty());
    let content: Map<String, Value> = kinds.map(|kind| (kind.to_owned(), json!({}))).collect();
    let good = success.iter().map(|code| {
        (
            (*code).to_owned(),
            json!({"description": what, "content": content}),
        )
    });
    let problem = json!({"application/problem+json": {"schema": {"type": "object"}}});
    let bad = [403, 421].iter().chain(*further);
    let bad = bad.map(|code| {
        (
            code.to_string(),
            json!({"description": "not answered", "content": problem}),
        )
    });
    let names = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let parameters: Vec<Value> = names
        .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}))
        .collect();
    let mut told = json!({"summary": what, "parameters": parameters, "responses": good.chain(bad).collect::<Map<_, _>>()});
    if let Some(takes) = takes {
        let schema = json!({"$ref": format!("#/components/schemas/{takes}")});
        told["requestBody"] = json!({"required": true, "content": {JSON: {"schema": schema}}});
    }
    told
}

fn schemas() -> Map<String, Value> {
    let mut generator = schemars::generate::SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
        drop(generator.subschema_for::<T>());
    }
    add::<AppealAsked>(&mut generator);
    add::<CaseAsked>(&mut generator);
    add::<CohortAsked>(&mut generator);
    add::<OverrideAsked>(&mut generator);
    add::<SessionAsked>(&mut generator);
    add::<WhatIfAsked>(&mut generator);
    generator.take_definitions(true)
}
