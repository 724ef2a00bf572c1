//! The court behind an address: what comes in, what does not, and what a killed server leaves.

use crate::world::World;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server of this world, on a port that the system chose.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

/// What it answered.
pub(crate) struct Told {
    pub(crate) code: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Told {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}{}", self.head, self.body))
    }
}

impl Server {
    pub(crate) fn of(world: &World, arguments: &[&str]) -> Self {
        let always = ["serve", "--listen", "127.0.0.1:0", "--root", "."];
        Self::started(&mut world.command([always.as_slice(), arguments].concat()))
    }

    pub(crate) fn started(command: &mut Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let line = lines.next().unwrap().unwrap();
        let address = line
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address }
    }

    pub(crate) fn open(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// What comes of these bytes.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Told {
        let mut stream = self.open();
        // A server that refuses early may hang up on the rest.
        let _ = stream.write_all(bytes);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        let text = String::from_utf8_lossy(&all).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let code = head
            .split(' ')
            .nth(1)
            .and_then(|code| code.parse().ok())
            .unwrap_or(0);
        Told {
            code,
            head: head.to_lowercase(),
            body: body.to_owned(),
        }
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> Told {
        let (host, length) = (&self.address, body.len());
        let host = if headers.contains("Host:") {
            String::new()
        } else {
            format!("Host: {host}\r\n")
        };
        self.raw(format!("{method} {path} HTTP/1.1\r\n{host}Connection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}").as_bytes())
    }

    pub(crate) fn get(&self, path: &str) -> Told {
        self.ask("GET", path, "", "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Told {
        self.ask(
            "POST",
            path,
            "Content-Type: application/json\r\n",
            &body.to_string(),
        )
    }

    /// The events of a case to their end, without what frames them.
    fn events(&self, id: &str, after: u64) -> Vec<(u64, Value)> {
        let told = self.ask(
            "GET",
            &format!("/api/cases/{id}/events"),
            &format!("Last-Event-ID: {after}\r\n"),
            "",
        );
        assert_eq!(told.code, 200, "{}", told.body);
        assert!(told.body.contains("event: end"), "{}", told.body);
        let lines: Vec<&str> = told.body.lines().collect();
        let pairs = lines.windows(2).filter_map(|pair| {
            let number = pair[0].strip_prefix("id: ")?.parse().ok()?;
            Some((
                number,
                serde_json::from_str(pair[1].strip_prefix("data: ")?).unwrap(),
            ))
        });
        pairs.collect()
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Files the case that was audited by hand and reads its events.
fn followed(world: &World, server: &Server) -> String {
    let asked = json!({"subject": "swarm", "rubric": "automaton-auditor", "report": {"name": "report.md", "base64": ""}});
    let mut asked = asked;
    asked["report"]["base64"] = encoded(world.read("work/report.md").as_bytes()).into();
    let filed = server.post("/api/cases", &asked);
    assert_eq!(filed.code, 202, "{}", filed.body);
    let id = filed.json()["id"].as_str().unwrap().to_owned();
    assert!(
        filed.head.contains(&format!("location: /api/cases/{id}")),
        "{}",
        filed.head
    );
    let all = server.events(&id, 0);
    // The case that was tried by hand is the same; its events may still come before those of this run.
    let begun = all
        .iter()
        .rposition(|(_, event)| event["kind"] == "opened")
        .unwrap();
    let all = all[begun..].to_vec();
    let told = |kind: &str| {
        all.iter()
            .filter(|(_, event)| {
                event["label"]
                    .as_str()
                    .is_some_and(|label| label.starts_with(kind))
                    && !event["seen"].is_null()
            })
            .count()
    };
    assert_eq!((told("investigate/"), told("pronounce")), (3, 1));
    assert!(
        told("rule/") == 10 && told("opine/") >= 21,
        "{} {}",
        told("rule/"),
        told("opine/")
    );
    // Whoever comes back gets what came after, and nothing twice.
    let middle = all[all.len() / 2].0;
    let rest: Vec<_> = all
        .iter()
        .filter(|(number, _)| *number > middle)
        .cloned()
        .collect();
    assert_eq!(server.events(&id, middle), rest);

    let again = server.post("/api/cases", &asked);
    assert_eq!(
        (again.code, again.json()["id"].as_str()),
        (200, Some(id.as_str())),
        "{}",
        again.body
    );
    id
}

#[test]
fn a_case_is_filed_followed_read_asked_about_and_overruled() {
    let world = World::new();
    world.audit("by-hand", &[]);
    let server = Server::of(&world, &[]);
    let id = followed(&world, &server);
    let case = server.get(&format!("/api/cases/{id}")).json();
    assert_eq!(
        (case["state"].as_str(), case["out_of"].as_str()),
        (Some("decided"), Some("5")),
        "{case}"
    );
    let listed = server.get("/api/cases?q=SWARM&state=decided").json();
    assert_eq!(listed["count"], 1, "{listed}");
    for form in ["json", "md"] {
        let report = server.get(&format!("/api/cases/{id}/report.{form}"));
        assert_eq!(
            report.body,
            world.read(&format!("work/by-hand/report.{form}")),
            "the same bytes as by hand"
        );
    }
    let page = server.get(&format!("/api/cases/{id}/report.html"));
    assert!(
        page.head.contains("sandbox") && page.body.contains("<html"),
        "{}",
        page.head
    );
    assert!(
        server
            .get(&format!("/api/cases/{id}/report.sarif"))
            .body
            .contains("2.1.0")
    );
    let why = server.get(&format!("/api/cases/{id}/explain/safe_tool"));
    assert!(why.body.contains("facts"), "{}", why.body);
    let moved = server
        .post(
            &format!("/api/cases/{id}/what-if"),
            &json!({"rules": "seed-points-35"}),
        )
        .json();
    assert_eq!(moved["dimensions"].as_array().map(Vec::len), Some(10), "{moved}");

    let word =
        json!({"dimension": "safe_tool_engineering", "score": "2", "why": "seen in class", "by": "Ann"});
    assert_eq!(
        server.post(&format!("/api/cases/{id}/overrides"), &word).code,
        201
    );
    let report = server.get(&format!("/api/cases/{id}/report.md"));
    assert!(report.body.contains("seen in class"), "the report tells it");
    assert_eq!(
        server.post(&format!("/api/cases/{id}/cancel"), &json!({})).code,
        409
    );
    let metrics = server.get("/metrics");
    assert!(
        metrics.body.contains("auditor_cases{state=\"decided\"} 1") && metrics.body.ends_with("# EOF\n"),
        "{}",
        metrics.body
    );
}

#[test]
fn what_a_killed_server_leaves_goes_on_at_the_next_start() {
    let world = World::new();
    let commits: Vec<String> = world
        .git("work/swarm", &["rev-list", "HEAD"])
        .lines()
        .map(str::to_owned)
        .collect();
    assert!(commits.len() > 2);
    let file = |server: &Server| -> Vec<String> {
        let asked = commits.iter().map(|commit| {
            server.post(
                "/api/cases",
                &json!({"subject": "swarm", "rev": commit, "rubric": "automaton-auditor"}),
            )
        });
        asked
            .map(|told| {
                told.json()["id"]
                    .as_str()
                    .unwrap_or_else(|| panic!("{}", told.body))
                    .to_owned()
            })
            .collect()
    };
    let server = Server::of(&world, &[]);
    let ids = file(&server);
    server.kill();
    let server = Server::of(&world, &[]);
    for id in &ids {
        let events = server.events(id, 0);
        assert!(events.iter().any(|(_, event)| event["kind"] == "closed"), "{id}");
        assert_eq!(server.get(&format!("/api/cases/{id}")).json()["state"], "decided");
    }
    let last = commits.last().unwrap();
    world.auditor([
        "audit", "swarm", "--rev", last, "--out", "last", "--data", "../fresh",
    ]);
    let report = server.get(&format!("/api/cases/{}/report.json", ids.last().unwrap()));
    assert_eq!(report.body, world.read("work/last/report.json"), "the same bytes");
}

#[test]
fn what_is_called_off_ends_and_may_be_asked_for_again() {
    let world = World::new();
    let server = Server::of(&world, &[]);
    let commits: Vec<String> = world
        .git("work/swarm", &["rev-list", "HEAD"])
        .lines()
        .map(str::to_owned)
        .collect();
    let asked = |commit: &String| json!({"subject": "swarm", "rev": commit, "rubric": "automaton-auditor"});
    let ids: Vec<String> = commits
        .iter()
        .map(|commit| {
            server.post("/api/cases", &asked(commit)).json()["id"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    let last = ids.last().unwrap();
    let told = server.post(&format!("/api/cases/{last}/cancel"), &json!({}));
    if told.code == 200 {
        assert_eq!(told.json()["state"], "cancelled");
        assert_eq!(
            server.post(&format!("/api/cases/{last}/cancel"), &json!({})).code,
            409
        );
        assert_eq!(
            server.post("/api/cases", &asked(commits.last().unwrap())).code,
            202
        );
    }
    server.events(last, 0);
    assert_eq!(
        server.get(&format!("/api/cases/{last}")).json()["state"],
        "decided"
    );
    assert_eq!(
        server.post("/api/cases/0123456789abcdef/cancel", &json!({})).code,
        404
    );
}

#[test]
fn an_uploaded_rubric_is_read_or_refused_by_its_name_alone() {
    let world = World::new();
    let server = Server::of(&world, &[]);
    let asked = |text: &str| {
        let upload = json!({"name": "own.yaml", "base64": encoded(text.as_bytes())});
        json!({"subject": "swarm", "rubric_file": upload})
    };
    let refused = server.post("/api/cases", &asked(&"[".repeat(100_000)));
    assert_eq!(refused.code, 422, "{}", refused.body);
    let detail = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.starts_with("own.yaml:"), "{detail}");
    let read = server.post(
        "/api/cases",
        &asked("dimensions: [{id: tests, name: Tests, protocol: engineering_tests}]"),
    );
    assert_eq!(read.code, 202, "{}", read.body);
}

#[test]
fn other_votes_move_a_score_and_a_contested_point_becomes_a_case_of_its_own() {
    let world = World::new();
    let server = Server::of(&world, &[]);
    let id = filed(
        &server,
        &json!({"subject": "swarm", "rubric": "automaton-auditor"}),
    );
    let report = server.get(&format!("/api/cases/{id}/report.json")).json();
    let votes: Vec<Value> = ["Prosecutor", "Defense", "TechLead"]
        .iter()
        .map(|judge| json!({"dimension": "safe_tool_engineering", "judge": judge, "score": "1"}))
        .collect();
    let path = format!("/api/cases/{id}/what-if");
    let told = server.post(&path, &json!({"votes": votes})).json();
    let rows = told["dimensions"].as_array().unwrap();
    let moved = |row: &&Value| row["before"] != row["after"];
    let rows: Vec<&Value> = rows.iter().filter(moved).collect();
    assert_eq!(rows.len(), 1, "{told}");
    assert_eq!(
        (&rows[0]["dimension"], &rows[0]["after"]),
        (&json!("safe_tool_engineering"), &json!(1)),
        "{told}"
    );
    for odd in [
        ("nothing", "Defense", "1"),
        ("safe_tool_engineering", "Jury", "1"),
        ("safe_tool_engineering", "Defense", "9"),
    ] {
        let votes = json!([{"dimension": odd.0, "judge": odd.1, "score": odd.2}]);
        assert_eq!(server.post(&path, &json!({"votes": votes})).code, 422, "{odd:?}");
    }
    assert_eq!(
        server.get(&format!("/api/cases/{id}/report.json")).json(),
        report,
        "the case stays"
    );

    let cited = &report["criteria"][1]["judge_opinions"][0]["cited_evidence"][0];
    let asked =
        json!({"dimension": report["criteria"][1]["dimension_id"], "point": cited, "why": "look again"});
    let told = server.post(&format!("/api/cases/{id}/appeals"), &asked);
    assert_eq!(told.code, 201, "{}", told.body);
    let appeal = told.json()["id"].as_str().unwrap().to_owned();
    let case = server.get(&format!("/api/cases/{appeal}")).json();
    assert_eq!(
        (&case["state"], &case["appeal_of"]),
        (&json!("decided"), &json!(id)),
        "{case}"
    );
}

#[test]
fn a_class_is_filed_audited_and_read_and_a_list_of_what_must_not_be_read_is_refused() {
    let world = World::new();
    let server = Server::of(&world, &[]);
    let asked = |list: &str| json!({"name": "course", "list": {"name": "list.csv", "base64": encoded(list.as_bytes())}});
    let subject = world.path("work/swarm");
    let class = asked(&format!("id,repository\nann,{}\nbob,\n", subject.display()));
    let filed = server.post("/api/cohorts", &class);
    assert_eq!(filed.code, 202, "{}", filed.body);
    let id = filed.json()["id"].as_str().unwrap().to_owned();
    let is_over = || server.get(&format!("/api/cohorts/{id}")).json()["state"] == "decided";
    while !is_over() {
        std::thread::yield_now();
    }
    let page = server.get(&format!("/api/cohorts/{id}/cohort.json")).json();
    assert_eq!(
        (&page["audited"], &page["class"]),
        (&json!(1), &json!("course")),
        "{page}"
    );
    let ann = &page["submissions"][0]["audit"];
    let (case, dimension) = (ann["case"].as_str().unwrap(), &ann["dimensions"][1]);
    let score = if dimension["score"] == 5 { "1" } else { "5" };
    let word =
        json!({"dimension": dimension["dimension_id"], "score": score, "why": "seen in class", "by": "Eve"});
    let said = server.post(&format!("/api/cases/{case}/overrides"), &word);
    assert_eq!(said.code, 201, "{}", said.body);
    let again = server.get(&format!("/api/cohorts/{id}/cohort.json")).json();
    let dimension = &again["submissions"][0]["audit"]["dimensions"][1];
    assert_eq!(
        dimension["overruled"]["by"], "Eve",
        "the page of the class tells it too: {again}"
    );
    assert_eq!(
        again["submissions"][1], page["submissions"][1],
        "and who was not audited still is not"
    );
    let html = server.get(&format!("/api/cohorts/{id}/cohort.html"));
    assert!(html.body.contains("Eve"));
    assert!(html.code == 200 && html.head.contains("sandbox"), "{}", html.head);
    assert_eq!(server.get(&format!("/api/cohorts/{id}/passwd")).code, 404);
    assert_eq!(
        server.post(&format!("/api/cohorts/{id}/cancel"), &json!({})).code,
        409
    );
    for list in [
        "id,repository\nann,/etc\n",
        "id,repository,report\nann,a/b,/etc/passwd\n",
        "id,repository\nann,file:///etc\n",
        "",
    ] {
        let told = server.post("/api/cohorts", &asked(list));
        assert!(
            (400..500).contains(&told.code),
            "{list}: {} {}",
            told.code,
            told.body
        );
    }
}

/// Files a case and waits for its end.
pub(crate) fn filed(server: &Server, asked: &Value) -> String {
    let filed = server.post("/api/cases", asked);
    let id = filed.json()["id"]
        .as_str()
        .unwrap_or_else(|| panic!("{}", filed.body))
        .to_owned();
    server.events(&id, 0);
    id
}

fn encoded(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}
