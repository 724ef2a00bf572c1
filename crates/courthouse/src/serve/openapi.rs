//! The description of the API, from the types that read requests and a table of what there is.

use super::asked::{AppealAsked, CaseAsked, CohortAsked, OverrideAsked, SessionAsked, WhatIfAsked};
use super::told::{
    AppealTold, CaseTold, CaseWithStages, CasesTold, CohortTold, CohortsTold, OverrideTold, PanelsTold,
    ProblemTold, RubricsTold, RulesTold, WhatIfTold,
};
use schemars::generate::SchemaSettings;
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
        "info": {
            "title": "auditor", "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": env!("CARGO_PKG_LICENSE"), "identifier": env!("CARGO_PKG_LICENSE")},
        },
        "servers": [{"url": "/"}],
        // Only where the server was started with a token.
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {"schemas": schemas(), "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
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
    let content = kinds.map(|kind| (kind.to_owned(), json!({"schema": schema(method, path, kind)})));
    let content: Map<String, Value> = content.collect();
    let good = success.iter().map(|code| {
        (
            (*code).to_owned(),
            json!({"description": what, "content": content}),
        )
    });
    let problem = json!({"application/problem+json": {"schema": of("ProblemTold")}});
    let bad = [403, 421].iter().chain(*further);
    let bad = bad.map(|code| {
        (
            code.to_string(),
            json!({"description": "not answered", "content": problem}),
        )
    });
    let names = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let names =
        names.map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}));
    let parameters: Vec<Value> = names.chain(further_parameters(method, path)).collect();
    let name = format!("{method}{path}")
        .replace(['/', '.', '-'], "_")
        .replace(['{', '}'], "");
    let name = name.trim_end_matches('_');
    let mut told = json!({"operationId": name, "summary": what, "parameters": parameters, "responses": good.chain(bad).collect::<Map<_, _>>()});
    if let Some(takes) = takes {
        told["requestBody"] = json!({"required": true, "content": {JSON: {"schema": of(takes)}}});
    }
    told
}

fn of(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// What an answer looks like.
fn schema(method: &str, path: &str, kind: &str) -> Value {
    if kind == "text/event-stream" {
        // One event; what it tells is JSON in a text, as ever in such a stream.
        let text = json!({"type": "string"});
        return json!({"type": "object", "properties": {"id": text, "event": text, "data": text}, "required": ["data"]});
    }
    if kind != JSON {
        // What stands in a report as SARIF is told by its own standard.
        let is_text = !kind.ends_with("json");
        return json!({"type": if is_text { "string" } else { "object" }});
    }
    let name = match (method, path) {
        ("get", "/api/rubrics") => "RubricsTold",
        ("get", "/api/rules") => "RulesTold",
        ("get", "/api/panels") => "PanelsTold",
        ("get", "/api/cases") => "CasesTold",
        ("get", "/api/cases/{id}") => "CaseWithStages",
        ("post", "/api/cases" | "/api/cases/{id}/cancel") => "CaseTold",
        ("post", "/api/cases/{id}/overrides") => "OverrideTold",
        ("post", "/api/cases/{id}/what-if") => "WhatIfTold",
        ("post", "/api/cases/{id}/appeals") => "AppealTold",
        ("get", "/api/cohorts") => "CohortsTold",
        ("get", "/api/cohorts/{id}") | ("post", "/api/cohorts" | "/api/cohorts/{id}/cancel") => "CohortTold",
        // Rubrics, reports and classes are as the files of the program; `auditor schema` describes them.
        _ => return json!({"type": "object"}),
    };
    of(name)
}

/// What a request may say beside its path and its body.
fn further_parameters(method: &str, path: &str) -> Vec<Value> {
    let one = |name: &str, place: &str, schema: Value| json!({"name": name, "in": place, "schema": schema});
    match (method, path) {
        ("get", "/api/cases") => vec![
            one("state", "query", json!({"type": "string"})),
            one("q", "query", json!({"type": "string"})),
            one("limit", "query", json!({"type": "integer", "minimum": 0})),
        ],
        ("get", "/api/cases/{id}/events") => {
            vec![one(
                "Last-Event-ID",
                "header",
                json!({"type": "integer", "minimum": 0}),
            )]
        }
        _ => Vec::new(),
    }
}

fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    drop(generator.subschema_for::<T>());
}

fn schemas() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12();
    let settings = settings.with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut asked = settings.clone().into_generator();
    add::<AppealAsked>(&mut asked);
    add::<CaseAsked>(&mut asked);
    add::<CohortAsked>(&mut asked);
    add::<OverrideAsked>(&mut asked);
    add::<SessionAsked>(&mut asked);
    add::<WhatIfAsked>(&mut asked);
    let mut told = settings.for_serialize().into_generator();
    add::<AppealTold>(&mut told);
    add::<CaseTold>(&mut told);
    add::<CaseWithStages>(&mut told);
    add::<CasesTold>(&mut told);
    add::<CohortTold>(&mut told);
    add::<CohortsTold>(&mut told);
    add::<OverrideTold>(&mut told);
    add::<PanelsTold>(&mut told);
    add::<ProblemTold>(&mut told);
    add::<RubricsTold>(&mut told);
    add::<RulesTold>(&mut told);
    add::<WhatIfTold>(&mut told);
    let mut schemas = asked.take_definitions(true);
    schemas.extend(told.take_definitions(true));
    schemas
}
