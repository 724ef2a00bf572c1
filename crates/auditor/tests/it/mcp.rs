//! The agent's door, spoken to as an agent's client does: a line of JSON each way.

use crate::world::World;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A client. What comes between two answers (progress, questions) is kept.
struct Client {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    last: u64,
    progress: Vec<Value>,
    /// The directories that it says it has open.
    roots: Option<Value>,
}

impl Client {
    fn of(world: &World, arguments: &[&str], roots: Option<Value>) -> Self {
        let mut command = world.command([["mcp"].as_slice(), arguments].concat());
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Self {
            child,
            to,
            from,
            last: 0,
            progress: Vec::new(),
            roots,
        };
        let can = match &client.roots {
            Some(_) => json!({"roots": {}}),
            None => json!({}),
        };
        let hello = json!({
            "protocolVersion": "2025-06-18", "capabilities": can,
            "clientInfo": {"name": "test", "version": "1"},
        });
        let told = client.ask("initialize", &hello);
        assert_eq!(told["serverInfo"]["name"], "auditor", "{told}");
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.to.as_mut().unwrap(), "{message}").unwrap();
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let mut line = String::new();
            assert_ne!(self.from.read_line(&mut line).unwrap(), 0, "the server is gone");
            let message: Value = serde_json::from_str(&line).unwrap();
            match message["method"].as_str() {
                Some("notifications/progress") => self.progress.push(message["params"].clone()),
                Some("roots/list") => {
                    let roots = self.roots.clone().unwrap();
                    self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": {"roots": roots}}));
                }
                _ if message["id"] == id && message["error"].is_object() => return message["error"].clone(),
                _ if message["id"] == id => return message["result"].clone(),
                _ => {}
            }
        }
    }

    /// The text of a tool's answer, and whether it is one.
    fn call(&mut self, tool: &str, arguments: &Value) -> (String, bool) {
        let params = json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": "p"}});
        let told = self.ask("tools/call", &params);
        let text = told["content"][0]["text"].as_str();
        let text = text.unwrap_or_else(|| panic!("{tool}: {told}")).to_owned();
        (text, told["isError"] != true)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[test]
fn an_agent_audits_asks_why_and_gets_the_place_to_mend() {
    let world = World::new();
    let mut client = Client::of(&world, &[], None);
    let (audited, is_told) = client.call("audit", &json!({"subject": "swarm", "report": "report.md"}));
    assert!(is_told, "{audited}");
    let case = audited.strip_prefix("case ").and_then(|rest| rest.get(..16));
    let case = case.unwrap_or_else(|| panic!("{audited}")).to_owned();
    assert!(audited.contains("DATA ") && audited.contains(".py"), "{audited}");
    assert!(client.progress.len() > 10, "{:?}", client.progress);
    let steps: Vec<f64> = client
        .progress
        .iter()
        .filter_map(|note| note["progress"].as_f64())
        .collect();
    assert!(steps.is_sorted_by(|before, after| before < after), "{steps:?}");

    let (why, is_told) = client.call("explain", &json!({"case": case, "dimension": "safe_tool"}));
    assert!(
        is_told && why.contains("The smallest changes that would move the score"),
        "{why}"
    );
    let (lines, is_told) = client.call("evidence", &json!({"case": case, "dimension": "safe_tool"}));
    assert!(
        is_told && lines.contains("  | ") && lines.contains(".py:"),
        "{lines}"
    );
    let (claims, is_told) = client.call("claims", &json!({"case": case}));
    assert!(is_told && claims.contains("statements"), "{claims}");
    let (moved, is_told) = client.call("what_if", &json!({"case": case, "rules": "seed-points-35"}));
    assert!(is_told && moved.contains("overall"), "{moved}");
    let votes: Vec<String> = ["Prosecutor", "Defense", "TechLead"]
        .map(|judge| format!("safe_tool_engineering/{judge}=1"))
        .to_vec();
    let (moved, is_told) = client.call("what_if", &json!({"case": case, "votes": votes}));
    assert!(is_told && moved.contains("→ 1"), "{moved}");
    let (told, is_told) = client.call("what_if", &json!({"case": case, "votes": ["--out=x"]}));
    assert!(!is_told, "{told}");
    let (holds, is_told) = client.call("verify", &json!({"report": case}));
    assert!(is_told && holds.starts_with("the report holds"), "{holds}");
}

#[test]
fn all_that_is_offered_can_be_listed_and_read() {
    let world = World::new();
    world.audit("report", &[]);
    let mut client = Client::of(&world, &[], None);
    let tools = client.ask("tools/list", &json!({}));
    let names: Vec<&str> = tools["tools"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    let known = [
        "audit", "claims", "evidence", "explain", "inspect", "rubrics", "verify", "what_if",
    ];
    assert_eq!(names, known);
    let (facts, is_told) = client.call("inspect", &json!({"subject": "swarm", "probe": "git."}));
    assert!(is_told && facts.contains("git.authors"), "{facts}");
    let (rubrics, _) = client.call("rubrics", &json!({}));
    assert!(rubrics.contains("engineering"), "{rubrics}");

    let listed = client.ask("resources/list", &json!({}));
    let uris: Vec<&str> = listed["resources"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["uri"].as_str())
        .collect();
    assert!(uris.contains(&"auditor://rubrics/engineering"), "{uris:?}");
    let report = uris
        .iter()
        .find(|uri| uri.starts_with("auditor://reports/"))
        .unwrap()
        .to_string();
    let read = client.ask("resources/read", &json!({"uri": report}));
    let text = read["contents"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("DATA ") && text.contains("Safe Tool"), "{text}");
    let case = report
        .strip_prefix("auditor://reports/")
        .unwrap()
        .trim_end_matches(".md");
    let read = client.ask(
        "resources/read",
        &json!({"uri": format!("auditor://reports/{case}.json")}),
    );
    let whole: Value = serde_json::from_str(read["contents"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(whole, world.json("work/report/report.json"));
    for missing in [
        "auditor://reports/0000.md",
        "auditor://rubrics/../../etc/passwd",
        "file:///etc/passwd",
    ] {
        assert!(
            client.ask("resources/read", &json!({"uri": missing}))["code"].is_number(),
            "{missing}"
        );
    }

    let prompts = client.ask("prompts/list", &json!({}));
    assert_eq!(prompts["prompts"][0]["name"], "raise_this_score", "{prompts}");
    let arguments = json!({"case": case, "dimension": "safe_tool"});
    let asked = client.ask(
        "prompts/get",
        &json!({"name": "raise_this_score", "arguments": arguments}),
    );
    let text = asked["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(
        text.contains("making the program better") && text.contains("DATA "),
        "{text}"
    );
}

#[test]
fn nothing_outside_of_the_roots_is_read() {
    let world = World::new();
    world.write("home/secret.md", "the secret\n");
    let refused = |client: &mut Client, tool: &str, arguments: &Value| {
        let (told, is_told) = client.call(tool, arguments);
        assert!(
            !is_told && told.contains("DATA ") && !told.contains("the secret"),
            "{arguments}: {told}"
        );
        told
    };
    let mut client = Client::of(&world, &[], None);
    std::os::unix::fs::symlink("../home", world.path("work/way")).unwrap();
    for subject in [
        "..",
        "/",
        "way",
        "file:///etc",
        "folder:..",
        "--help",
        "http://localhost/a",
        "https://127.0.0.1/a/b",
    ] {
        refused(&mut client, "audit", &json!({"subject": subject}));
        refused(&mut client, "inspect", &json!({"subject": subject}));
    }
    let told = refused(
        &mut client,
        "audit",
        &json!({"subject": "swarm", "report": "../home/secret.md"}),
    );
    assert!(told.contains("--root"), "{told}");
    refused(
        &mut client,
        "audit",
        &json!({"subject": "swarm", "rubric": "../home/secret.md"}),
    );
    refused(&mut client, "verify", &json!({"report": "way/secret.md"}));
    refused(&mut client, "rubrics", &json!({"name": "../home/secret.md"}));
    refused(&mut client, "explain", &json!({"case": "--help"}));

    // What the client has open is less than what was allowed here, never more.
    let open =
        json!([{"uri": format!("file://{}", world.path("work/other").display())}, {"uri": "file:///"}]);
    world.init("work/other");
    let mut client = Client::of(&world, &["--root", "other"], Some(open));
    let told = refused(&mut client, "audit", &json!({"subject": "swarm"}));
    assert!(told.contains("outside"), "{told}");
    let told = refused(&mut client, "audit", &json!({"subject": "other"}));
    assert!(
        !told.contains("outside"),
        "an empty repository is looked at: {told}"
    );
}

#[test]
fn who_leaves_ends_it_and_a_line_that_is_no_question_does_not() {
    let world = World::empty();
    let mut client = Client::of(&world, &[], None);
    writeln!(client.to.as_mut().unwrap(), "not json\n{{}}\n[]").unwrap();
    assert!(client.ask("tools/list", &json!({}))["tools"].is_array());
    let told = client.ask(
        "tools/call",
        &json!({"name": "audit", "arguments": {"subjekt": "x"}}),
    );
    assert!(told["code"].is_number() || told["isError"] == true, "{told}");
    client.to = None;
    assert!(client.child.wait().unwrap().success());
}
