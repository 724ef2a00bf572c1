//! What went wrong, told apart by what can be done about it.

use super::proxy::Fault;
use crate::chat::{Ailment, Setting};
use std::time::Duration;
use wordlist::phrases;

/// Longest pause that a provider may ask for; who asks for more is treated as out of order.
const RETRY_AFTER_MAX: Duration = Duration::from_secs(60);

/// What a provider said, without the request that it answered.
pub(super) fn error_text(error: &genai::Error) -> String {
    use genai::webc::Error as Web;
    match error {
        genai::Error::WebModelCall { webc_error, .. } | genai::Error::WebAdapterCall { webc_error, .. } => {
            match webc_error {
                Web::ResponseFailedStatus { status, body, .. } => match Fault::read(status.as_u16(), body) {
                    Some(fault) => fault.message,
                    None => format!("{status}: {}", words(body)),
                },
                Web::ResponseFailedNotJson { content_type, .. } => {
                    format!("the answer is {content_type} and not JSON")
                }
                Web::ResponseFailedInvalidJson { cause, .. } => format!("the answer is broken JSON: {cause}"),
                Web::Reqwest(error) => chain(error),
                other => other.to_string(),
            }
        }
        genai::Error::ChatResponseGeneration { cause, .. } => {
            format!("the answer has another form than the provider documents: {cause}")
        }
        other => other.to_string(),
    }
}

/// The message in an error body, where there is one.
fn words(body: &str) -> String {
    let value: Option<serde_json::Value> = serde_json::from_str(body).ok();
    let message = value.as_ref().and_then(|value| {
        [
            value.pointer("/error/message"),
            value.pointer("/message"),
            value.pointer("/error"),
        ]
        .into_iter()
        .flatten()
        .find_map(serde_json::Value::as_str)
    });
    message.unwrap_or(body).to_owned()
}

/// An error with its causes: the last one says what a user can mend (a name, a certificate, a port).
pub(super) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    for _ in 0..8 {
        let Some(inner) = cause else { break };
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}

pub(super) fn ailment(error: &genai::Error, message: &str) -> Ailment {
    use genai::webc::Error as Web;
    match error {
        genai::Error::WebModelCall { webc_error, .. } | genai::Error::WebAdapterCall { webc_error, .. } => {
            match webc_error {
                Web::ResponseFailedStatus { status, body, .. } => Fault::read(status.as_u16(), body)
                    .map_or_else(
                        || of_status(status.as_u16(), &message.to_lowercase()),
                        |fault| fault.kind(),
                    ),
                Web::Reqwest(_) => Ailment::Down,
                _ => Ailment::Garbled,
            }
        }
        genai::Error::ChatResponseGeneration { .. } | genai::Error::NoChatResponse { .. } => Ailment::Garbled,
        genai::Error::RequiresApiKey { .. } | genai::Error::NoAuthData { .. } => Ailment::Denied,
        _ => Ailment::Refused,
    }
}

/// Why a connection did not stand, with what is wrong with a certificate in plain words.
pub(super) fn of_connection(error: &reqwest::Error) -> (Ailment, String) {
    const OF_NOBODY: [&str; 6] =
        phrases("unknownissuer | unknown issuer | self-signed | selfsigned | badsignature | bad signature");
    let message = chain(error);
    let lower = message.to_lowercase();
    let certificate = lower.contains("certificate").then(|| {
        let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        if says(&["expired"]) {
            "the certificate of its server has expired"
        } else if says(&["notvalidforname", "not valid for name", "not valid for any names"]) {
            "the certificate of its server is for another host"
        } else if says(&OF_NOBODY) {
            "the certificate of its server is issued by nobody that this machine trusts"
        } else {
            "the certificate of its server is not accepted"
        }
    });
    match certificate {
        Some(what) => (Ailment::Untrusted, format!("{what} ({})", timeless(&message))),
        None if error.is_timeout() => (Ailment::Late, message),
        None => (Ailment::Down, message),
    }
}

/// The message without the second in which it was made: the same fault is told once, however often it is met.
fn timeless(message: &str) -> &str {
    message
        .split_once(": verification time")
        .map_or(message, |(before, _)| before)
}

fn of_status(status: u16, message: &str) -> Ailment {
    const OF_FORMAT: [&str; 11] = phrases(
        "response_format | json_schema | schema | output_config | structured output | json mode | \
         responsejsonschema | tool_choice | tools | tool use | function call",
    );
    const OF_LENGTH: [&str; 7] = phrases(
        "context length | context window | maximum context | too long | too many tokens | context size | \
         context_length",
    );
    let says = |words: &[&str]| words.iter().any(|word| message.contains(word));
    match status {
        // Some providers answer like this when the account is empty, for which waiting does not help.
        429 if says(&["insufficient_quota", "exceeded your current quota", "billing"]) => Ailment::Denied,
        408 | 425 | 429 | 529 => Ailment::Busy,
        401..=403 => Ailment::Denied,
        // Routers of models say so of those that take no tools.
        404 if says(&["tool use", "tool_choice"]) => Ailment::Unsupported(Setting::Format),
        404 => Ailment::Unknown,
        413 => Ailment::TooLong,
        400 | 422 if says(&OF_LENGTH) => Ailment::TooLong,
        400 | 422 if says(&["api key", "api_key"]) => Ailment::Denied,
        400 | 422 if says(&OF_FORMAT) => Ailment::Unsupported(Setting::Format),
        400 | 422 if says(&["temperature"]) => Ailment::Unsupported(Setting::Temperature),
        400 | 422 if says(&["max_tokens", "max_completion_tokens"]) => {
            Ailment::Unsupported(Setting::MaxTokens)
        }
        400 | 422 if says(&["seed"]) => Ailment::Unsupported(Setting::Seed),
        400 | 422 if says(&["model"]) && says(&["not exist", "not found", "unknown", "invalid model"]) => {
            Ailment::Unknown
        }
        500..=599 => Ailment::Down,
        _ => Ailment::Refused,
    }
}

/// Seconds, milliseconds under the name that some use, or a date, which is held against the date of the answer
/// itself. That needs no clock of ours, and no clock that goes right.
pub(super) fn retry_after(error: &genai::Error) -> Option<Duration> {
    let header = |name: &str| error.headers()?.get(name)?.to_str().ok();
    pause(header("retry-after-ms"), header("retry-after"), header("date"))
}

fn pause(millis: Option<&str>, after: Option<&str>, date: Option<&str>) -> Option<Duration> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let asked = millis
        .and_then(number)
        .map(|millis| millis / 1000.0)
        .or_else(|| after.and_then(number))
        .map(Duration::try_from_secs_f64);
    let until = || {
        let [until, now] = [after?, date?].map(|text| httpdate::parse_http_date(text.trim()).ok());
        Some(until?.duration_since(now?).unwrap_or_default())
    };
    let asked = match asked {
        Some(asked) => asked.ok(),
        None => until(),
    }?;
    Some(asked.min(RETRY_AFTER_MAX))
}

#[cfg(test)]
mod tests;
