//! The description of the API, from the types that read requests and a table of what there is.

use super::asked::{AppealAsked, CaseAsked, CohortAsked, OverrideAsked, SessionAsked, WhatIfAsked};
use super::told::{
    AppealTold, CaseTold, CaseWithStages, CasesTold, CohortTold, CohortsTold, OverrideTold, PanelsTold,
    ProblemTold, RubricsTold, RulesTold, WhatIfTold,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

const JSON: &str = "application/json";

/// OpenAPI 3.1.
pub(super) fn description() -> Value {
    let mut paths = Map::new();
    for row in wordlist::rows::<8>(include_str!("../../data/api.txt")) {
        let [method, path, ..] = row;
        paths.entry(path).or_insert_with(|| json!({}))[method] = operation(row);
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

/// What is said of a row of the table, which says itself what stands in it.
fn operation([method, path, gives, good, kinds, told, takes, further]: [&str; 8]) -> Value {
    let kinds = kinds.split_whitespace();
    let content = kinds.map(|kind| (kind.to_owned(), json!({"schema": schema(kind, told)})));
    let content: Map<String, Value> = content.collect();
    let answer = |code: &str, told: &str, content: &Value| {
        (code.to_owned(), json!({"description": told, "content": content}))
    };
    let content = Value::from(content);
    let good = good.split_whitespace().map(|code| answer(code, gives, &content));
    let problem = json!({"application/problem+json": {"schema": of("ProblemTold")}});
    let bad = ["403", "421"].into_iter().chain(further.split_whitespace());
    let bad = bad.map(|code| answer(code, "not answered", &problem));
    let names = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let names =
        names.map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}));
    let parameters: Vec<Value> = names.chain(further_parameters(method, path)).collect();
    let name = format!("{method}{path}")
        .replace(['/', '.', '-'], "_")
        .replace(['{', '}'], "");
    let name = name.trim_end_matches('_');
    let mut told = json!({"operationId": name, "summary": gives, "parameters": parameters, "responses": good.chain(bad).collect::<Map<_, _>>()});
    if !takes.is_empty() {
        told["requestBody"] = json!({"required": true, "content": {JSON: {"schema": of(takes)}}});
    }
    told
}

fn of(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// What an answer looks like.
fn schema(kind: &str, told: &str) -> Value {
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
    match told {
        "" => json!({"type": "object"}),
        name => of(name),
    }
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
