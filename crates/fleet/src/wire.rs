//! The protocol between Restate and what serves it, as far as one request and one answer go. It is the service
//! protocol, version 5, in its form of request and response: the MIT-licensed `protocol.proto` and
//! `endpoint_manifest_schema.json` of Restate's SDKs. A handler that keeps no steps of its own needs four of its messages.

use crate::{HANDLER, SERVICE};
use serde_json::json;

/// The form of a conversation, and that of the description of a service.
pub(crate) const CONVERSATION: &str = "application/vnd.restate.invocation.v5";
pub(crate) const MANIFEST: &str = "application/vnd.restate.endpointmanifest.v4+json";
const VERSION: u8 = 5;
/// Kinds of messages.
const ERROR: u16 = 0x0002;
const END: u16 = 0x0003;
const INPUT: u16 = 0x0400;
const OUTPUT: u16 = 0x0401;
/// Fields: the value of a message and the content of a value; code and text of an error.
const VALUE: u64 = 14;
const CONTENT: u64 = 1;
const CODE: u64 = 1;
const MESSAGE: u64 = 2;
/// How fields are written.
const NUMBER: u64 = 0;
const EIGHT_BYTES: u64 = 1;
const BYTES: u64 = 2;
const FOUR_BYTES: u64 = 5;
/// Bytes before a message: its kind, its flags, its length.
const HEAD_BYTES: usize = 8;
/// How long an audit may take before the engine gives it to somebody else; audits have limits of their own below that.
const ABORT_MILLIS: u64 = 24 * 60 * 60 * 1_000;
/// How long results are kept for who asks again.
const KEPT_MILLIS: u64 = 24 * 60 * 60 * 1_000;
/// An order whose worker died is given to the next one after a tenth of a second, then ever later, at most two seconds; it is
/// never given up.
const RETRY_MILLIS: [u64; 2] = [100, 2_000];
const ATTEMPTS_MAX: u64 = 1_000_000;

/// What the engine asked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Asked<'a> {
    /// To do this.
    Work(&'a [u8]),
    /// Nothing: it has the answer and wants to hear that this was all.
    End,
}

/// The description of the service.
pub(crate) fn manifest() -> String {
    json!({
        "protocolMode": "REQUEST_RESPONSE",
        "minProtocolVersion": VERSION,
        "maxProtocolVersion": VERSION,
        "services": [{
            "name": SERVICE,
            "ty": "SERVICE",
            "handlers": [{
                "name": HANDLER,
                "input": {"required": true, "contentType": "application/json"},
                "output": {"contentType": "application/zip", "setContentTypeIfEmpty": false},
            }],
            "abortTimeout": ABORT_MILLIS,
            "idempotencyRetention": KEPT_MILLIS,
            "journalRetention": 0,
            "retryPolicyInitialInterval": RETRY_MILLIS[0],
            "retryPolicyMaxInterval": RETRY_MILLIS[1],
            "retryPolicyMaxAttempts": ATTEMPTS_MAX,
        }],
    })
    .to_string()
}

/// What a request asks.
///
/// # Errors
/// Where it is not of this protocol.
pub(crate) fn asked(body: &[u8]) -> Result<Asked<'_>, &'static str> {
    let (mut rest, mut input) = (body, None);
    while !rest.is_empty() {
        let (kind, message, after) = message(rest).ok_or("a message is cut off")?;
        match kind {
            INPUT => input = Some(message),
            OUTPUT => return Ok(Asked::End),
            _ => {}
        }
        rest = after;
    }
    let input = input.ok_or("there is no input")?;
    // No field stands for no bytes.
    let value = field(input, VALUE)?.unwrap_or_default();
    Ok(Asked::Work(field(value, CONTENT)?.unwrap_or_default()))
}

/// The answer with this content.
pub(crate) fn answer(content: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    push_bytes(&mut output, VALUE, &{
        let mut value = Vec::new();
        push_bytes(&mut value, CONTENT, content);
        value
    });
    let mut body = Vec::new();
    push_message(&mut body, OUTPUT, &output);
    body.extend(end());
    body
}

/// That this was all.
pub(crate) fn end() -> Vec<u8> {
    let mut body = Vec::new();
    push_message(&mut body, END, &[]);
    body
}

/// That it did not come to an answer this time, and is to be tried again.
pub(crate) fn again(code: u16, why: &str) -> Vec<u8> {
    let mut error = Vec::new();
    push_number(&mut error, CODE << 3 | NUMBER);
    push_number(&mut error, u64::from(code));
    push_bytes(&mut error, MESSAGE, why.as_bytes());
    let mut body = Vec::new();
    push_message(&mut body, ERROR, &error);
    body
}

/// The kind of the first message, the message, and what follows.
fn message(bytes: &[u8]) -> Option<(u16, &[u8], &[u8])> {
    let (head, rest) = bytes.split_at_checked(HEAD_BYTES)?;
    let kind = u16::from_be_bytes([head[0], head[1]]);
    let length = u32::from_be_bytes([head[4], head[5], head[6], head[7]]);
    let (message, after) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    Some((kind, message, after))
}

/// The bytes of a field, if it is there; the last one counts.
fn field(mut message: &[u8], wanted: u64) -> Result<Option<&[u8]>, &'static str> {
    const CUT: &str = "a field is cut off";
    let mut found = None;
    while !message.is_empty() {
        let (tag, rest) = number(message).ok_or(CUT)?;
        let (length, rest) = match tag & 7 {
            NUMBER => (0, number(rest).ok_or(CUT)?.1),
            EIGHT_BYTES => (8, rest),
            FOUR_BYTES => (4, rest),
            BYTES => {
                let (length, rest) = number(rest).ok_or(CUT)?;
                (usize::try_from(length).map_err(|_| CUT)?, rest)
            }
            _ => return Err("a field is written in an unknown way"),
        };
        let (bytes, rest) = rest.split_at_checked(length).ok_or(CUT)?;
        if tag == wanted << 3 | BYTES {
            found = Some(bytes);
        }
        message = rest;
    }
    Ok(found)
}

/// A number in as many bytes as it takes, seven bits each, and what follows.
fn number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0;
    for (turn, byte) in bytes.iter().enumerate().take(10) {
        number |= u64::from(byte & 0x7f) << (7 * turn);
        if byte & 0x80 == 0 {
            return Some((number, &bytes[turn + 1..]));
        }
    }
    None
}

fn push_message(body: &mut Vec<u8>, kind: u16, message: &[u8]) {
    body.extend(kind.to_be_bytes());
    body.extend([0, 0]);
    // Whoever calls has far less than the protocol could carry.
    body.extend(u32::try_from(message.len()).unwrap_or(u32::MAX).to_be_bytes());
    body.extend(message);
}

fn push_bytes(message: &mut Vec<u8>, field: u64, bytes: &[u8]) {
    push_number(message, field << 3 | BYTES);
    push_number(message, bytes.len() as u64);
    message.extend(bytes);
}

fn push_number(message: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        message.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    message.push(number as u8);
}

#[cfg(test)]
mod tests;
