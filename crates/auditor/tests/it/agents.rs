//! The server's other door, and what its panels may cost.

use crate::fake::{Deed, Fake, opinion};
use crate::judged;
use crate::serve::{Server, filed};
use crate::world::World;
use serde_json::{Value, json};

const AGENT: &str = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-06-18\r\n";

/// What a tool answers over HTTP.
fn called(server: &Server, tool: &str, arguments: &Value) -> (bool, String) {
    let asked = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": tool, "arguments": arguments}});
    let told = server.ask("POST", "/mcp", AGENT, &asked.to_string());
    assert_eq!(told.code, 200, "{} {}", told.head, told.body);
    let lines = told
        .body
        .lines()
        .map(|line| line.strip_prefix("data: ").unwrap_or(line));
    let mut answers = lines.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let answer = answers.find(|answer| answer["id"] == 7);
    let result = answer.unwrap_or_else(|| panic!("{}", told.body))["result"].clone();
    let text = result["content"][0]["text"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    (result["isError"] == true, text)
}

#[test]
fn an_agent_over_http_audits_asks_why_and_gets_the_place_to_fix_in_three_calls() {
    let world = World::new();
    let server = Server::of(&world, &[]);
    let (is_error, told) = called(
        &server,
        "audit",
        &json!({"subject": "swarm", "rubric": "automaton-auditor"}),
    );
    assert!(!is_error && told.contains("what to fix first"), "{told}");
    let case = told
        .split_whitespace()
        .nth(1)
        .unwrap()
        .trim_end_matches(':')
        .to_owned();
    let (is_error, why) = called(
        &server,
        "explain",
        &json!({"case": case, "dimension": "graph_orchestration"}),
    );
    assert!(!is_error && why.contains(&case), "{why}");
    let (is_error, lines) = called(
        &server,
        "evidence",
        &json!({"case": case, "dimension": "graph_orchestration"}),
    );
    assert!(!is_error && lines.contains("src/graph.py:"), "{lines}");
    assert_eq!(
        server.get(&format!("/api/cases/{case}")).json()["state"],
        "decided"
    );
    let (is_error, told) = called(&server, "audit", &json!({"subject": "/etc"}));
    assert!(is_error && told.contains("outside of the directories"), "{told}");
}

#[test]
fn the_door_of_agents_is_guarded_as_the_api_is() {
    let world = World::new();
    world.write("work/token", "correct horse\n");
    let server = Server::of(&world, &["--token-file", "token"]);
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).to_string();
    let token = "Authorization: Bearer correct horse\r\n";
    let code = |headers: &str, body: &str| server.ask("POST", "/mcp", headers, body).code;
    assert_eq!(code(AGENT, &hello), 401);
    assert_eq!(code(&format!("{AGENT}{token}"), &hello), 200);
    assert_eq!(
        code(&format!("{AGENT}{token}Host: evil.example\r\n"), &hello),
        421
    );
    assert_eq!(
        code(&format!("{AGENT}{token}Origin: https://evil.example\r\n"), &hello),
        403
    );
    let kind = format!("Content-Type: text/plain\r\nAccept: application/json, text/event-stream\r\n{token}");
    assert_eq!(code(&kind, &hello), 415);
    assert_eq!(code(&format!("{AGENT}{token}"), &"[".repeat(300_000)), 413);
    assert!((400..500).contains(&code(&format!("{AGENT}{token}"), "{")));
    let get = server.ask("GET", "/mcp", &format!("{AGENT}{token}"), "");
    assert!((400..500).contains(&get.code), "{}", get.head);
}

#[test]
fn a_panel_spends_what_its_client_may_and_is_refused_when_that_is_spent() {
    let fake = Fake::new(|call| Deed::Say(opinion(call, 3)));
    let world = judged::world(&fake);
    let started = |limit: &str| {
        let mut command = world.command(["serve", "--listen", "127.0.0.1:0", "--root", "."]);
        command
            .args(["--allow-panel", "panel.toml", "--max-cost-each", limit])
            .env("FAKE_KEY", "sk-very-secret-key");
        Server::started(&mut command)
    };
    let asked = json!({"subject": "swarm", "rubric": "automaton-auditor", "panel": "panel.toml"});
    let server = started("0");
    let told = server.post("/api/cases", &asked);
    assert!(
        told.code == 422 && told.body.contains("spent"),
        "{} {}",
        told.code,
        told.body
    );
    assert_eq!(fake.calls().len(), 0, "nobody was asked");
    drop(server);

    let server = started("1");
    let id = filed(&server, &asked);
    let report = server.get(&format!("/api/cases/{id}/report.json")).json();
    let cost = report["panel"]["cost_usd"].as_f64().unwrap();
    assert!(cost > 0.0 && cost <= 1.0, "{cost}");
    let kept = world.json("data/paid.json");
    assert_eq!(
        kept[&id]["micros"].as_f64().unwrap(),
        (cost * 1e6).ceil(),
        "{kept}"
    );
    let free = filed(
        &server,
        &json!({"subject": "swarm", "rubric": "automaton-auditor"}),
    );
    assert_ne!(free, id, "the built-in scoring costs nothing");
}
