//! The description of the API: all that it names is there, and answers are what it says.

use crate::serve::{Server, filed};
use crate::world::World;
use serde_json::{Value, json};

#[test]
fn all_that_is_described_is_there_and_the_page_lets_nothing_in() {
    let world = World::empty();
    let server = Server::of(&world, &[]);
    let told = server.get("/api/openapi.json").json();
    for (path, methods) in told["paths"].as_object().unwrap() {
        let path = path
            .replace("{form}", "json")
            .replace("{name}", "engineering")
            .replace("{id}", "0123456789abcdef")
            .replace("{dimension}", "x");
        for method in methods.as_object().unwrap().keys() {
            let told = match method.as_str() {
                "get" => server.get(&path),
                _ => server.post(&path, &json!({})),
            };
            assert!(
                told.code != 405 && told.code < 500,
                "{method} {path}: {} {}",
                told.code,
                told.body
            );
            let is_route = told.code != 404 || !told.body.contains("there is nothing here");
            assert!(is_route, "{method} {path}: {}", told.body);
        }
    }
    for path in ["/", "/page.js", "/page.css"] {
        let told = server.get(path);
        assert_eq!(told.code, 200, "{path}");
        assert!(
            told.head.contains("content-security-policy: default-src 'none'"),
            "{}",
            told.head
        );
        assert!(
            !told.body.contains("style=\"") && !told.body.contains("eval("),
            "{path}"
        );
    }
    let page = server.get("/").body;
    assert!(
        !page.contains("<style") && !page.contains("<script>"),
        "nothing stands in the page itself"
    );
}

/// Whether an answer is of the form that is described for it; whatever has no form of its own is any object.
fn check(described: &Value, method: &str, path: &str, code: u16, told: &Value) {
    let answers = &described["paths"][path][method]["responses"];
    let content = answers[code.to_string()]["content"].as_object();
    let content = content.unwrap_or_else(|| panic!("{method} {path}: {code} is not described"));
    let schema = content.iter().find(|(kind, _)| kind.ends_with("json"));
    let mut schema = schema.expect("it is JSON").1["schema"].clone();
    schema["components"] = described["components"].clone();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let wrong: Vec<String> = validator
        .iter_errors(told)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(wrong.is_empty(), "{method} {path}: {wrong:?} {told}");
}

#[test]
fn answers_are_of_the_form_that_is_described() {
    let world = World::new();
    let server = Server::of(&world, &[]);
    let described = server.get("/api/openapi.json").json();
    let id = filed(&server, &json!({"subject": "swarm", "rubric": "engineering"}));
    let list = {
        use base64::Engine as _;
        base64::engine::general_purpose::STANDARD.encode("id,repository\nann,\n")
    };
    let case = server.get(&format!("/api/cases/{id}/report.json")).json();
    let dimension = case["criteria"][0]["dimension_id"].clone();
    let class = json!({"name": "course", "list": {"name": "list.csv", "base64": list}});
    let class = server.post("/api/cohorts", &class).json()["id"].clone();
    for path in [
        "/api/rubric",
        "/api/rubrics",
        "/api/rubrics/{name}",
        "/api/rules",
        "/api/panels",
        "/api/cases",
        "/api/cases/{id}",
        "/api/cohorts",
        "/api/cohorts/{id}",
    ] {
        let wanted = if path.contains("cohorts") {
            class.as_str().unwrap()
        } else {
            id.as_str()
        };
        let told = server.get(&path.replace("{name}", "engineering").replace("{id}", wanted));
        check(&described, "get", path, told.code, &told.json());
    }
    let word = json!({"dimension": dimension, "score": "1", "why": "seen in class", "by": "Ann"});
    let asked = json!({"subject": "swarm", "rubric": "engineering"});
    for (path, asked) in [
        ("/api/cases", asked),
        ("/api/cases/{id}/overrides", word),
        ("/api/cases/{id}/what-if", json!({"rules": "seed-points-35"})),
        ("/api/cases/{id}/cancel", json!({})),
        (
            "/api/cases/{id}/appeals",
            json!({"dimension": "none", "point": "a:1", "why": "x"}),
        ),
        (
            "/api/cohorts",
            json!({"name": "", "list": {"name": "", "base64": ""}}),
        ),
    ] {
        let told = server.post(&path.replace("{id}", &id), &asked);
        check(&described, "post", path, told.code, &told.json());
    }
}
