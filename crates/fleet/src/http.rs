//! One question over HTTP on a connection of its own, to an engine that this person runs.

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request};
use hyper_util::rt::TokioIo;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use url::Url;

/// Most bytes of an answer: what an engine carries, and its words beside it.
const ANSWER_BYTES_MAX: usize = 33 << 20;
/// How long one question may take; an engine answers at once, or is asked again.
const WAIT: Duration = Duration::from_secs(60);

/// An address of plain HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    host: String,
    port: u16,
}

impl Address {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let refusal = || format!("`{text}` is no address such as http://127.0.0.1:8080");
        let url = Url::parse(text).map_err(|_| refusal())?;
        let (host, port) = (url.host_str(), url.port_or_known_default());
        match (url.scheme(), host, port) {
            ("http", Some(host), Some(port)) if url.path() == "/" && url.query().is_none() => Ok(Self {
                host: host.to_owned(),
                port,
            }),
            _ => Err(refusal()),
        }
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "http://{}:{}", self.host, self.port)
    }
}

/// Asks, and gives the status and the body of the answer.
///
/// # Errors
/// When nobody answers in time, or with more than is read.
pub(crate) async fn ask(
    address: &Address,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: Vec<u8>,
) -> Result<(u16, Vec<u8>), String> {
    let asking = Box::pin(talk(address, method, path, headers, body));
    let late = || format!("{address} did not answer within {} s", WAIT.as_secs());
    let answer = timeout(WAIT, asking).await.map_err(|_| late())?;
    answer.map_err(|error| format!("{address}: {error}"))
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

async fn talk(
    address: &Address,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: Vec<u8>,
) -> Result<(u16, Vec<u8>), Failure> {
    // The host of an address of version 6 stands in brackets, which sockets do not want.
    let host = address.host.trim_matches(['[', ']']);
    let stream = TcpStream::connect((host, address.port)).await?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    // It ends with the answer, or with whoever waits for that.
    let carried = tokio::spawn(connection);
    let mut request = Request::builder().method(method).uri(path);
    request = request.header("host", format!("{}:{}", address.host, address.port));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let answer = sender.send_request(request.body(Body::from(body))?).await?;
    let status = answer.status().as_u16();
    let body = to_bytes(Body::new(answer.into_body()), ANSWER_BYTES_MAX).await?;
    carried.abort();
    Ok((status, body.to_vec()))
}

#[cfg(test)]
mod tests;
