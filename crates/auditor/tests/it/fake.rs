//! A server of models on loopback, in the wire formats that providers document.

use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Longest that a request is held back when the others it waits for do not come: the test has failed by then.
const PATIENCE: Duration = Duration::from_secs(20);

/// One request as the server saw it.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) path: String,
    pub(crate) head: String,
    pub(crate) body: Value,
    /// How often this very request came before.
    pub(crate) before: usize,
    /// The how manieth request of all it is, from 1.
    pub(crate) number: usize,
}

/// What the server does.
pub(crate) enum Deed {
    /// Answers with these words of the model.
    Say(String),
    /// Answers with a status, further headers and a body.
    Refuse(u16, &'static str, &'static str),
    /// Takes the request and never answers.
    Hang,
    /// Closes the connection.
    Drop,
    /// Sends this as the body of a good answer.
    Raw(String),
}

type Script = dyn Fn(&Call) -> Deed + Send + Sync;

#[derive(Default)]
struct State {
    calls: Vec<Call>,
    flying: usize,
    most: usize,
    counts: BTreeMap<String, usize>,
    refuses_keys: bool,
}

struct Inner {
    state: Mutex<State>,
    changed: Condvar,
    /// Requests that have to be there at the same time before the first one is answered.
    together: usize,
    script: Box<Script>,
}

/// The server; it ends with the test's process.
pub(crate) struct Fake {
    inner: Arc<Inner>,
    port: u16,
}

impl Fake {
    /// A server that answers at once.
    pub(crate) fn new(script: impl Fn(&Call) -> Deed + Send + Sync + 'static) -> Self {
        Self::holding(1, script)
    }

    /// A server that answers nobody before `together` requests wait at the same time.
    pub(crate) fn holding(together: usize, script: impl Fn(&Call) -> Deed + Send + Sync + 'static) -> Self {
        Self::serving(together, None, script)
    }

    /// A server behind TLS.
    pub(crate) fn secured(
        config: ServerConfig,
        script: impl Fn(&Call) -> Deed + Send + Sync + 'static,
    ) -> Self {
        Self::serving(1, Some(Arc::new(config)), script)
    }

    fn serving(
        together: usize,
        secured: Option<Arc<ServerConfig>>,
        script: impl Fn(&Call) -> Deed + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
        let port = listener.local_addr().expect("it is bound").port();
        let inner = Arc::new(Inner {
            state: Mutex::default(),
            changed: Condvar::new(),
            together,
            script: Box::new(script),
        });
        let shared = Arc::clone(&inner);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (inner, secured) = (Arc::clone(&shared), secured.clone());
                std::thread::spawn(move || match secured {
                    None => inner.serve(stream),
                    Some(config) => {
                        let connection = ServerConnection::new(config).expect("the certificate is one");
                        inner.serve(StreamOwned::new(connection, stream));
                    }
                });
            }
        });
        Self { inner, port }
    }

    /// The same behind TLS.
    pub(crate) fn secured_base(&self, path: &str) -> String {
        format!("https://127.0.0.1:{}{path}", self.port)
    }

    /// The same server, which knows no key.
    pub(crate) fn refusing_keys(self) -> Self {
        self.inner.state().refuses_keys = true;
        self
    }

    /// The address below which a provider has its interface.
    pub(crate) fn base(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    pub(crate) fn calls(&self) -> Vec<Call> {
        self.inner.state().calls.clone()
    }

    /// Waits until so many requests came.
    pub(crate) fn wait_for(&self, count: usize) {
        self.wait_long(count, PATIENCE);
    }

    /// The same for as long as this.
    pub(crate) fn wait_long(&self, count: usize, patience: Duration) {
        let state = self.inner.state();
        let waited = self
            .inner
            .changed
            .wait_timeout_while(state, patience, |state| state.calls.len() < count);
        assert!(
            waited.is_ok_and(|(_, timeout)| !timeout.timed_out()),
            "{count} requests"
        );
    }

    /// The most requests that were there at the same time.
    pub(crate) fn most(&self) -> usize {
        self.inner.state().most
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, mut stream: impl Read + Write) {
        let call = read(&mut stream);
        // Whether the key is known; no model is asked.
        if call.as_ref().is_some_and(|call| call.head.starts_with("get ")) {
            let status = if self.state().refuses_keys { 401 } else { 404 };
            let answer = format!("HTTP/1.1 {status} X\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            let _ = stream.write_all(answer.as_bytes());
            return;
        }
        let Some(call) = call.map(|call| self.arrive(call)) else {
            return;
        };
        let deed = (self.script)(&call);
        if let Deed::Hang = deed {
            // Until the client gives up.
            let _ = stream.read(&mut [0; 1]);
        } else {
            let _ = stream.write_all(response(&call, deed).as_bytes());
        }
        self.state().flying -= 1;
    }

    fn arrive(&self, mut call: Call) -> Call {
        let mut state = self.state();
        let count = state.counts.entry(call.body.to_string()).or_default();
        call.before = *count;
        *count += 1;
        call.number = state.calls.len() + 1;
        state.calls.push(call.clone());
        state.flying += 1;
        state.most = state.most.max(state.flying);
        self.changed.notify_all();
        let waited = self
            .changed
            .wait_timeout_while(state, PATIENCE, |state| state.most < self.together);
        drop(waited);
        call
    }
}

fn read(stream: &mut impl Read) -> Option<Call> {
    let (mut bytes, mut chunk) = (Vec::new(), [0; 65536]);
    let head_end = loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break at + 4;
        }
        let count = stream.read(&mut chunk).ok().filter(|count| *count > 0)?;
        bytes.extend_from_slice(&chunk[..count]);
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
    let length: usize = length.map_or(Some(0), |length| length.trim().parse().ok())?;
    while bytes.len() < head_end + length {
        let count = stream.read(&mut chunk).ok().filter(|count| *count > 0)?;
        bytes.extend_from_slice(&chunk[..count]);
    }
    Some(Call {
        path: head.split(' ').nth(1)?.to_owned(),
        head,
        // Collectors of traces are sent what is no JSON.
        body: serde_json::from_slice(&bytes[head_end..head_end + length])
            .unwrap_or_else(|_| String::from_utf8_lossy(&bytes[head_end..head_end + length]).into()),
        before: 0,
        number: 0,
    })
}

fn response(call: &Call, deed: Deed) -> String {
    let (status, headers, body) = match deed {
        Deed::Say(text) => (200, "", wire(call, &text).to_string()),
        Deed::Raw(body) => (200, "", body),
        Deed::Refuse(status, headers, body) => (status, headers, body.to_owned()),
        Deed::Hang | Deed::Drop => return String::new(),
    };
    let length = body.len();
    format!(
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}

/// The words in the form of the provider whose path was asked.
fn wire(call: &Call, text: &str) -> Value {
    if call.path.ends_with("/messages") {
        let content = match tool(call) {
            Some(name) => {
                let input: Value = serde_json::from_str(text).unwrap_or_default();
                json!([{ "type": "tool_use", "id": "t", "name": name, "input": input }])
            }
            None => json!([{ "type": "text", "text": text }]),
        };
        json!({
            "id": "m", "type": "message", "role": "assistant", "model": "claude-x",
            "content": content, "stop_reason": "end_turn",
            "usage": { "input_tokens": 1000, "output_tokens": 100, "cache_read_input_tokens": 0 }
        })
    } else if call.path.contains(":generatecontent") {
        json!({
            "candidates": [{ "content": { "role": "model", "parts": [{ "text": text }] }, "finishReason": "STOP" }],
            "usageMetadata": { "promptTokenCount": 1000, "candidatesTokenCount": 100, "totalTokenCount": 1100 },
            "modelVersion": "gemini-x"
        })
    } else {
        let message = match tool(call) {
            Some(name) => json!({
                "role": "assistant", "content": null,
                "tool_calls": [{ "id": "t", "type": "function", "function": { "name": name, "arguments": text } }]
            }),
            None => json!({ "role": "assistant", "content": text }),
        };
        json!({
            "id": "c", "object": "chat.completion", "model": "gpt-x",
            "choices": [{ "index": 0, "message": message, "finish_reason": "stop" }],
            "usage": {
                "prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100,
                "prompt_tokens_details": { "cached_tokens": 400 }
            }
        })
    }
}

/// The tool that the model has to call.
fn tool(call: &Call) -> Option<String> {
    let choice = &call.body["tool_choice"];
    let name = choice["function"]["name"].as_str().or(choice["name"].as_str());
    name.map(str::to_owned)
}

/// Everything that the model was told.
pub(crate) fn told(call: &Call) -> String {
    let mut texts = Vec::new();
    gather(&call.body, &mut texts);
    texts.join("\n")
}

/// An answer whose tokens are counted as a provider counts them: some four bytes each, a part of them from a cache.
pub(crate) fn counted(call: &Call, text: &str) -> Deed {
    let read = told(call).len() / 4;
    let answer = json!({
        "id": "c", "object": "chat.completion", "model": "gpt-x",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }],
        "usage": {
            "prompt_tokens": read, "completion_tokens": text.len() / 4, "total_tokens": read + text.len() / 4,
            "prompt_tokens_details": { "cached_tokens": read / 3 }
        }
    });
    Deed::Raw(answer.to_string())
}

fn gather(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| gather(item, texts)),
        Value::Object(map) => map.values().for_each(|item| gather(item, texts)),
        _ => {}
    }
}

/// An honest opinion on what was told: it cites the first exhibit and quotes its first line. The Prosecutor gives a
/// point less than the others, for three that always agree are asked again.
pub(crate) fn opinion(call: &Call, score: i64) -> String {
    let is_prosecutor = told(call).contains("You are the Prosecutor");
    agreeing(call, if is_prosecutor { (score - 1).max(1) } else { score })
}

/// The same with this very score, whoever is asked.
pub(crate) fn agreeing(call: &Call, score: i64) -> String {
    let told = told(call);
    let (_, rest) = told.split_once("<<<exhibit ").expect("a brief has exhibits");
    let (id, rest) = rest.split_once(' ').expect("a fence has a number");
    let line = rest.lines().nth(1).expect("an exhibit has lines");
    // Different judges are told different things of themselves, so their arguments differ.
    let (_, own) = told
        .split_once("# You are the ")
        .expect("a judge is told who it is");
    let own: Vec<&str> = own.split_whitespace().take(16).collect();
    let argument = format!("As {} I hold that {id} decides.", own.join(" "));
    json!({
        "evidence": [{ "exhibit": id, "quote": line, "shows": "who asked" }],
        "argument": argument, "charges": ["a gap"], "mitigations": ["a start"], "confidence": 70, "score": score
    })
    .to_string()
}
