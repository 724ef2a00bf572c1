//! The corpus of hostile requests: each is answered by its refusal, and the server lives.

use crate::serve::{Server, Told};
use crate::world::World;
use serde_json::{Value, json};
use std::io::Write as _;

const JSON: &str = "Content-Type: application/json\r\n";

fn refused(told: &Told, code: u16, what: &str) {
    assert_eq!(told.code, code, "{what}: {} {}", told.head, told.body);
}

/// The same where the server hangs up on what it does not read: then its answer may be lost on the way.
fn cut_off(told: &Told, codes: std::ops::Range<u16>, what: &str) {
    let is_answered = told.code == 0 || codes.contains(&told.code);
    assert!(
        is_answered && !told.body.contains("auditor_requests"),
        "{what}: {} {}",
        told.head,
        told.body
    );
}

/// Method, path, headers, body, and the refusal.
const ODD: [(&str, &str, &str, &str, u16); 34] = [
    // Other names of the server, and pages of other sites.
    ("GET", "/api/cases", "Host: evil.example\r\n", "", 421),
    ("GET", "/api/cases", "Host: 127.0.0.1.evil.example\r\n", "", 421),
    ("GET", "/api/cases", "Host: localhost@evil.example\r\n", "", 421),
    ("GET", "/api/cases", "Host: \r\n", "", 421),
    ("GET", "/", "Host: evil.example\r\n", "", 421),
    (
        "GET",
        "/api/cases",
        "Host: localhost\r\nHost: evil.example\r\n",
        "",
        421,
    ),
    ("GET", "/api/cases", "Origin: https://evil.example\r\n", "", 403),
    ("GET", "/api/cases", "Origin: null\r\n", "", 403),
    ("GET", "/api/cases", "Sec-Fetch-Site: cross-site\r\n", "", 403),
    ("GET", "/api/cases", "Sec-Fetch-Site: same-site\r\n", "", 403),
    (
        "POST",
        "/mcp",
        "Content-Type: application/json\r\nOrigin: https://evil.example\r\n",
        "{}",
        403,
    ),
    // Bodies that a form of another site can post, and bodies that are none.
    ("POST", "/api/cases", "Content-Type: text/plain\r\n", "{}", 415),
    (
        "POST",
        "/api/cases",
        "Content-Type: multipart/form-data; boundary=x\r\n",
        "--x--",
        415,
    ),
    ("POST", "/api/cases", "", "{}", 415),
    ("POST", "/api/cases", JSON, "{", 400),
    ("POST", "/api/cases", JSON, "", 400),
    ("POST", "/api/cases", JSON, "null", 400),
    (
        "POST",
        "/api/cases",
        JSON,
        "{\"subject\":\"a/b\",\"subject\":\"c/d\"}",
        400,
    ),
    ("POST", "/api/cases", JSON, "{\"subject\":7}", 400),
    ("POST", "/api/cases", JSON, "{\"subject\":\"\"}", 400),
    // Methods that are none here.
    ("DELETE", "/api/cases", JSON, "", 405),
    ("TRACE", "/api/cases", JSON, "", 405),
    ("BREW", "/api/cases", JSON, "", 405),
    // Ways out of the folder of reports.
    ("GET", "/../etc/passwd", "", "", 404),
    ("GET", "//etc/passwd", "", "", 404),
    ("GET", "/api/cases/../../etc/passwd", "", "", 404),
    ("GET", "/api/rubrics/..%2F..%2Fetc%2Fpasswd", "", "", 404),
    ("GET", "/api/rubrics/%252e%252e%252fetc%252fpasswd", "", "", 404),
    ("GET", "/api/cases/0123456789abcdef/report.%2e%2e", "", "", 404),
    (
        "GET",
        "/api/cases/0123456789abcdef/report.json%00.md",
        "",
        "",
        404,
    ),
    ("GET", "/api/cases/..%5c..%5cpasswd", "", "", 404),
    (
        "GET",
        "/api/cohorts/0123456789abcdef/..%2fasked.json",
        "",
        "",
        404,
    ),
    ("GET", "/page.js/..", "", "", 404),
    ("GET", "/api/cases?limit=-1", "", "", 400),
];

#[test]
fn who_has_no_business_here_is_refused() {
    let world = World::empty();
    let server = Server::of(&world, &[]);
    for (method, path, headers, body, code) in ODD {
        let told = server.ask(method, path, headers, body);
        refused(&told, code, &format!("{method} {path} {headers:?} {body}"));
        assert!(
            told.head.contains("x-content-type-options: nosniff"),
            "{}",
            told.head
        );
    }
    let deep = server.ask("POST", "/api/cases", JSON, &"[".repeat(100_000));
    refused(&deep, 400, "a hundred thousand brackets");
    assert_eq!(server.get("/healthz").code, 200, "after all that it lives");
}

/// Subjects that nobody may have fetched or read, in spellings of this machine, of its networks and of its files.
const SUBJECTS: [&str; 24] = [
    "/etc",
    "..",
    "file:///etc",
    "file:///proc/self/environ",
    "folder:/",
    "--help",
    "--upload-pack=touch sprung",
    "ext::sh -c touch% sprung",
    "http://a.b/c",
    "git://example.org/a/b",
    "git@127.0.0.1:a/b",
    "https://127.0.0.1/a/b",
    "https://127.1/a/b",
    "https://2130706433/a/b",
    "https://0x7f000001/a/b",
    "https://localhost/a/b",
    "https://a.localhost/a/b",
    "https://localhost.localdomain/a/b",
    "https://[::1]/a/b",
    "https://[::ffff:127.0.0.1]/a/b",
    "https://169.254.169.254/a/b",
    "https://metadata.google.internal/a/b",
    "https://user:word@example.org/a/b",
    "https://example.org@127.0.0.1/a/b",
];

#[test]
fn what_must_not_be_fetched_or_read_is_refused() {
    let world = World::new();
    let server = Server::of(&world, &[]);
    let post = |asked: &Value| {
        let told = server.post("/api/cases", asked);
        assert!(
            (400..500).contains(&told.code),
            "{asked}: {} {}",
            told.code,
            told.body
        );
        assert!(told.head.contains("application/problem+json"), "{}", told.head);
    };
    for subject in SUBJECTS {
        post(&json!({"subject": subject}));
        let list = format!("id,repository\nann,\"{subject}\"\n");
        let list = json!({"name": "list.csv", "base64": encoded(list.as_bytes())});
        let told = server.post("/api/cohorts", &json!({"name": "course", "list": list}));
        assert!(
            (400..500).contains(&told.code),
            "{subject}: {} {}",
            told.code,
            told.body
        );
    }
    for (key, value) in [
        ("panel", json!("openai:gpt")),
        ("rules", json!("/etc/passwd")),
        ("rubric", json!("../x")),
        ("rev", json!("--upload-pack=x")),
        ("key", json!("sk-1")),
        ("report", json!({"name": "../../x.md", "base64": "!"})),
    ] {
        post(&json!({"subject": "swarm", key: value}));
    }
    assert!(world.custody().is_empty());
}

#[test]
fn what_is_huge_slow_or_smuggled_disturbs_nobody() {
    let world = World::empty();
    let server = Server::of(&world, &[]);
    let host = &server.address;
    // Readers that never get to the end of their head.
    let slow: Vec<_> = (0..200).map(|_| server.open()).collect();
    for mut stream in &slow {
        stream.write_all(b"GET /api/cases HTTP/1.1\r\nHost: ").unwrap();
    }
    let post = |headers: &str, body: &str| {
        let head = format!("POST /api/cases HTTP/1.1\r\nHost: {host}\r\n{JSON}{headers}\r\n");
        server.raw(format!("{head}{body}").as_bytes())
    };
    // More than is read is refused before it is read, and where nobody says how much it is, as soon as it is too much.
    let long = "Content-Length: 99999999999\r\nConnection: close\r\n";
    refused(&post(long, "{"), 413, "a long body");
    let piece = format!("{:x}\r\n{}\r\n", 1 << 20, " ".repeat(1 << 20));
    let chunked = "Transfer-Encoding: chunked\r\nConnection: close\r\n";
    cut_off(
        &post(chunked, &piece.repeat(29)),
        413..414,
        "a body without an end",
    );
    let path = format!("GET /{} HTTP/1.1\r\nHost: {host}\r\n\r\n", "a".repeat(70_000));
    cut_off(&server.raw(path.as_bytes()), 414..432, "a long path");
    let heads = "X: y\r\n".repeat(20_000);
    let heads = format!("GET / HTTP/1.1\r\nHost: {host}\r\n{heads}\r\n");
    cut_off(&server.raw(heads.as_bytes()), 431..432, "a long head");
    // Two ways to say where a body ends, so that two readers see two requests.
    let inner = format!("GET /metrics HTTP/1.1\r\nHost: {host}\r\n\r\n");
    for headers in [
        format!("Content-Length: {}\r\nContent-Length: 0\r\n", inner.len()),
        "Content-Length: 0\r\nTransfer-Encoding: xchunked\r\n".to_owned(),
        "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n".to_owned(),
        "Content-Length: 0x10\r\n".to_owned(),
        "Content-Length : 4\r\n".to_owned(),
        "Transfer-Encoding: identity\r\n".to_owned(),
    ] {
        cut_off(
            &post(&format!("Connection: close\r\n{headers}"), &inner),
            400..500,
            &headers,
        );
    }
    for odd in [
        "GET http://evil.example/ HTTP/1.1\r\n\r\n",
        "\0\0\0\0\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        cut_off(&server.raw(odd.as_bytes()), 400..600, odd);
    }
    assert_eq!(server.get("/healthz").code, 200, "after all that it lives");
}

#[test]
fn beyond_this_machine_only_who_knows_the_token_or_comes_by_the_proxy_is_answered() {
    let world = World::new();
    world.write("work/token", "correct horse\n");
    let open = world.auditor(["serve", "--listen", "0.0.0.0:0"]);
    assert!(
        open.code == Some(2) && open.err.contains("--token-file"),
        "{open:?}"
    );
    let server = Server::of(&world, &["--token-file", "token"]);
    let huge = format!("Authorization: Bearer {}\r\n", "x".repeat(8_000));
    for wrong in [
        "",
        "Authorization: Bearer correct hors\r\n",
        "Authorization: Bearer correct horse \u{a0}\r\n",
        "Authorization: Bearer \r\n",
        "Authorization: correct horse\r\n",
        "Authorization: Basic Y29ycmVjdCBob3JzZQ==\r\n",
        "Authorization: Bearer wrong\r\nAuthorization: Bearer correct horse\r\n",
        "Cookie: auditor_door=correct horse\r\n",
        "Cookie: auditor_door=\r\n",
        "X-User: ann\r\n",
        &huge,
    ] {
        for path in [
            "/api/cases",
            "/metrics",
            "/api/cases?token=correct%20horse",
            "/mcp",
        ] {
            refused(&server.ask("GET", path, wrong, ""), 401, wrong);
        }
    }
    let token = "Authorization: Bearer correct horse\r\n";
    assert_eq!(server.ask("GET", "/api/cases", token, "").code, 200);
    let wrong = server.post("/api/session", &json!({"token": "wrong"}));
    refused(&wrong, 401, "a wrong token");
    let session = server.post("/api/session", &json!({"token": "correct horse"}));
    let cookie = session
        .head
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.unwrap().to_owned();
    assert!(
        cookie.contains("httponly") && cookie.contains("samesite=strict") && !cookie.contains("horse"),
        "{cookie}"
    );
    let cookie = format!("Cookie: a=b; {}\r\n", cookie.split(';').next().unwrap());
    assert_eq!(server.ask("GET", "/api/cases", &cookie, "").code, 200);
    let server = Server::of(&world, &["--user-header", "X-User"]);
    for wrong in ["", "X-User: \r\n", "X-Forwarded-User: ann\r\n"] {
        refused(&server.ask("GET", "/api/cases", wrong, ""), 401, wrong);
    }
    assert_eq!(server.ask("GET", "/api/cases", "X-User: ann\r\n", "").code, 200);
}

fn encoded(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}
