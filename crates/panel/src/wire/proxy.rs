//! Carries requests to a provider and answers back, so that no answer is longer than can be held.
//!
//! The library that speaks the providers' forms reads an answer whole, however long it is. So it is connected to a
//! socket that only this user can open, and behind it the answer is counted while it arrives.

use super::ailment;
use crate::chat::Ailment;
use reqwest::header::{CONNECTION, CONTENT_LENGTH, HOST, HeaderMap, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{UnixListener, UnixStream};
use tokio::task::AbortHandle;

/// Most bytes of an answer: an opinion has some thousands, and a model's thoughts beside it may have a hundred
/// times as many.
pub(super) const ANSWER_BYTES_MAX: usize = 8 << 20;
/// Most bytes of the head of a request, which this process wrote itself.
const HEAD_BYTES_MAX: usize = 64 << 10;
/// Most bytes of a request: a brief, or a picture in base 64.
const REQUEST_BYTES_MAX: usize = 64 << 20;
/// How long a connection may take to stand.
const CONNECT: Duration = Duration::from_secs(10);
/// The status under which the proxy says what went wrong; no provider has it.
const FAULT: u16 = 599;
/// What of the head of an answer anybody asks for.
const TOLD: [&str; 4] = ["content-type", "retry-after", "retry-after-ms", "date"];

/// The socket, served as long as this lives.
pub(super) struct Proxy {
    serving: AbortHandle,
    _directory: tempfile::TempDir,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// The client that goes out into the world.
pub(super) fn outward() -> Result<reqwest::Client, String> {
    let client = reqwest::Client::builder()
        .connect_timeout(CONNECT)
        // A key must not follow a redirect to another host.
        .redirect(reqwest::redirect::Policy::none())
        .build();
    client.map_err(|error| {
        format!(
            "no secure connections on this machine: {}",
            ailment::chain(&error)
        )
    })
}

/// The address as it is asked for through the socket, where nobody listens in.
pub(super) fn inward(base_url: &str) -> String {
    match base_url.strip_prefix("https://") {
        Some(rest) => format!("http://{rest}"),
        None => base_url.to_owned(),
    }
}

/// What went wrong on the way, from the one side of the socket to the other.
#[derive(Serialize, Deserialize)]
pub(super) struct Fault {
    kind: String,
    pub(super) message: String,
}

impl Fault {
    fn of((kind, message): (Ailment, String)) -> Self {
        let kind = match kind {
            Ailment::Untrusted => "untrusted",
            Ailment::Late => "late",
            Ailment::Garbled => "garbled",
            _ => "down",
        };
        let kind = kind.to_owned();
        Self { kind, message }
    }

    pub(super) fn read(status: u16, body: &str) -> Option<Self> {
        (status == FAULT)
            .then(|| serde_json::from_str(body).ok())
            .flatten()
    }

    pub(super) fn kind(&self) -> Ailment {
        match self.kind.as_str() {
            "untrusted" => Ailment::Untrusted,
            "late" => Ailment::Late,
            "garbled" => Ailment::Garbled,
            _ => Ailment::Down,
        }
    }
}

/// A request as it came through the socket.
struct Asked {
    path: String,
    headers: HeaderMap,
    body: Vec<u8>,
}

/// An answer as it goes back.
struct Told {
    status: u16,
    headers: Vec<(&'static str, HeaderValue)>,
    body: Vec<u8>,
}

impl Proxy {
    /// Opens the socket for the provider below `base_url`; with it the client whose requests go there.
    pub(super) fn start(http: reqwest::Client, base_url: &str) -> Result<(Self, reqwest::Client), String> {
        let failed = |error: &dyn std::fmt::Display| format!("no socket for calls to models: {error}");
        let directory = tempfile::tempdir()
            .or_else(|_| tempfile::tempdir_in("/tmp"))
            .map_err(|error| failed(&error))?;
        let path = directory.path().join("s");
        let listener = UnixListener::bind(&path).map_err(|error| failed(&error))?;
        let origin = url::Url::parse(base_url).map_err(|error| failed(&error))?;
        let origin = Arc::new(origin.origin().ascii_serialization());
        let serving = tokio::spawn(serve(listener, http, origin)).abort_handle();
        let client = inner(&path).map_err(|error| failed(&error))?;
        let proxy = Self {
            serving,
            _directory: directory,
        };
        Ok((proxy, client))
    }
}

fn inner(path: &Path) -> Result<reqwest::Client, reqwest::Error> {
    reqwest::Client::builder()
        .unix_socket(path)
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .build()
}

async fn serve(listener: UnixListener, http: reqwest::Client, origin: Arc<String>) {
    while let Ok((stream, _)) = listener.accept().await {
        let (http, origin) = (http.clone(), Arc::clone(&origin));
        tokio::spawn(async move {
            // Who asked sees a broken connection, and that is what it is.
            let _ = answer(stream, &http, &origin).await;
        });
    }
}

async fn answer(mut stream: UnixStream, http: &reqwest::Client, origin: &str) -> std::io::Result<()> {
    let asked = read(&mut stream).await?;
    let told = tokio::select! {
        told = carry(asked, http, origin) => told,
        // Nothing more is sent this way: an end means that nobody waits for the answer any more.
        _ = stream.read_u8() => return Ok(()),
    };
    write(&mut stream, told).await
}

/// Reads one request; its length stands in its head.
async fn read(stream: &mut UnixStream) -> std::io::Result<Asked> {
    let bad = || std::io::Error::from(std::io::ErrorKind::InvalidData);
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        if bytes.len() > HEAD_BYTES_MAX || stream.read_buf(&mut bytes).await? == 0 {
            return Err(bad());
        }
    };
    let mut body = bytes.split_off(end + 4);
    let head = String::from_utf8(bytes).map_err(|_| bad())?;
    let mut lines = head.lines();
    let path = lines
        .next()
        .and_then(|line| line.split(' ').nth(1))
        .ok_or_else(bad)?
        .to_owned();
    let headers: HeaderMap = lines.filter_map(header).collect();
    let length = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok());
    let length: usize = length.map_or(Ok(0), str::parse).map_err(|_| bad())?;
    if length > REQUEST_BYTES_MAX {
        return Err(bad());
    }
    while body.len() < length {
        if stream.read_buf(&mut body).await? == 0 {
            return Err(bad());
        }
    }
    body.truncate(length);
    Ok(Asked { path, headers, body })
}

fn header(line: &str) -> Option<(HeaderName, HeaderValue)> {
    let (name, value) = line.split_once(':')?;
    let name: HeaderName = name.trim().parse().ok()?;
    let of_this_line = [HOST, CONNECTION].contains(&name);
    let mut value: HeaderValue = value.trim().parse().ok()?;
    value.set_sensitive(true);
    (!of_this_line).then_some((name, value))
}

async fn carry(asked: Asked, http: &reqwest::Client, origin: &str) -> Told {
    let mut headers = asked.headers;
    headers.remove(CONTENT_LENGTH);
    let request = http.post(format!("{origin}{}", asked.path)).headers(headers);
    let sent = request.body(asked.body).send().await;
    let outcome = match sent {
        Ok(response) => counted(response).await,
        Err(error) => Err(ailment::of_connection(&error)),
    };
    outcome.unwrap_or_else(|fault| Told {
        status: FAULT,
        headers: vec![("content-type", HeaderValue::from_static("application/json"))],
        // Two texts can be written.
        body: serde_json::to_vec(&Fault::of(fault)).unwrap_or_default(),
    })
}

/// The answer, as long as it is not too long.
async fn counted(mut response: reqwest::Response) -> Result<Told, (Ailment, String)> {
    let long = || {
        let message = format!("the answer has more than {} MiB", ANSWER_BYTES_MAX >> 20);
        (Ailment::Garbled, message)
    };
    let most = ANSWER_BYTES_MAX as u64;
    if response.content_length().is_some_and(|length| length > most) {
        return Err(long());
    }
    let status = match response.status().as_u16() {
        FAULT => 502,
        status => status,
    };
    let headers = TOLD
        .into_iter()
        .filter_map(|name| Some((name, response.headers().get(name)?.clone())))
        .collect();
    let mut body = Vec::new();
    while let Some(part) = response
        .chunk()
        .await
        .map_err(|error| ailment::of_connection(&error))?
    {
        if body.len() + part.len() > ANSWER_BYTES_MAX {
            return Err(long());
        }
        body.extend_from_slice(&part);
    }
    Ok(Told {
        status,
        headers,
        body,
    })
}

async fn write(stream: &mut UnixStream, told: Told) -> std::io::Result<()> {
    let mut out = format!(
        "HTTP/1.1 {} .\r\nconnection: close\r\ncontent-length: {}\r\n",
        told.status,
        told.body.len()
    )
    .into_bytes();
    for (name, value) in &told.headers {
        out.extend(name.as_bytes());
        out.extend(b": ");
        out.extend(value.as_bytes());
        out.extend(b"\r\n");
    }
    out.extend(b"\r\n");
    out.extend(told.body);
    stream.write_all(&out).await?;
    stream.shutdown().await
}
