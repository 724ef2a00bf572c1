//! Questions over the network, in the wire format of the provider, by `genai`.

use super::{Ailment, Asking, Chat, End, Format, Reply, Request, Setting, Trouble, Usage};
use crate::provider::{Connection, Dialect};
use genai::adapter::AdapterKind;
use genai::chat::{
    ChatMessage, ChatOptions, ChatRequest, ChatResponse, ChatResponseFormat, ContentPart, JsonSpec,
    MessageContent, StopReason,
};
use genai::resolver::{AuthData, Endpoint};
use genai::{Client, Headers, ModelIden, ServiceTarget};
use std::time::Duration;

/// How long a connection may take to stand.
const CONNECT: Duration = Duration::from_secs(10);
/// The name of the schema, for providers that want one.
const SCHEMA_NAME: &str = "opinion";
/// Longest pause that a provider may ask for; who asks for more is treated as out of order.
const RETRY_AFTER_MAX: Duration = Duration::from_secs(60);
/// Keys shorter than this are not searched for in messages: they would blot out words.
const KEY_MIN: usize = 8;

/// Makes TLS ready for this process.
pub fn secure() {
    // Another one may have been installed before; it serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// The connection to one provider.
pub struct Wire {
    client: Client,
    connection: Connection,
}

impl Wire {
    /// Prepares a connection; nothing is sent yet.
    ///
    /// # Errors
    /// When TLS cannot be set up, in one sentence.
    pub fn new(connection: Connection) -> Result<Self, String> {
        secure();
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT)
            // A key must not follow a redirect to another host.
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| format!("no secure connections on this machine: {error}"))?;
        let client = Client::builder()
            .with_reqwest(http)
            .build()
            .map_err(|error| error.to_string())?;
        Ok(Self { client, connection })
    }

    fn target(&self, model: &str) -> ServiceTarget {
        let key = self.connection.key().unwrap_or("none");
        let auth = match self.connection.dialect {
            Dialect::Azure => AuthData::RequestOverride {
                url: azure_url(&self.connection, model),
                headers: Headers::from(("api-key".to_owned(), key.to_owned())),
            },
            _ => AuthData::from_single(key),
        };
        ServiceTarget {
            endpoint: Endpoint::from_owned(self.connection.base_url.as_str()),
            auth,
            model: ModelIden::new(adapter(self.connection.dialect), model),
        }
    }

    async fn carry(&self, request: &Request) -> Result<Reply, Trouble> {
        let target = self.target(&request.model);
        let (asked, options) = (question(request), options(request));
        let sent = self.client.exec_chat(target, asked, Some(&options)).await;
        sent.map(|response| reply(&response))
            .map_err(|error| self.trouble(&error))
    }

    fn trouble(&self, error: &genai::Error) -> Trouble {
        let message = self.without_key(&told(error));
        let mut trouble = Trouble::new(ailment(error, &message), &message);
        trouble.retry_after = retry_after(error);
        trouble
    }

    /// Providers repeat keys that they refuse.
    fn without_key(&self, message: &str) -> String {
        let key = self.connection.key().filter(|key| key.len() >= KEY_MIN);
        let without = key.map_or_else(|| message.to_owned(), |key| message.replace(key, "[key]"));
        let looks_secret =
            |word: &str| word.starts_with("sk-") || word.starts_with("gsk_") || word.starts_with("xai-");
        without
            .split_inclusive(char::is_whitespace)
            .map(|word| {
                if looks_secret(word.trim_start_matches(['"', '\''])) {
                    "[key] "
                } else {
                    word
                }
            })
            .collect()
    }
}

impl Chat for Wire {
    fn ask<'a>(&'a self, request: &'a Request) -> Asking<'a> {
        Box::pin(self.carry(request))
    }
}

fn adapter(dialect: Dialect) -> AdapterKind {
    match dialect {
        Dialect::OpenAi | Dialect::Azure => AdapterKind::OpenAI,
        Dialect::Anthropic => AdapterKind::Anthropic,
        Dialect::Gemini => AdapterKind::Gemini,
        Dialect::Groq => AdapterKind::Groq,
        Dialect::OpenRouter => AdapterKind::OpenRouter,
        Dialect::DeepSeek => AdapterKind::DeepSeek,
        Dialect::Xai => AdapterKind::Xai,
        Dialect::Mistral => AdapterKind::Mistral,
    }
}

fn azure_url(connection: &Connection, model: &str) -> String {
    let base = connection.base_url.trim_end_matches('/');
    let version = connection.api_version.as_deref().unwrap_or_default();
    format!("{base}/openai/deployments/{model}/chat/completions?api-version={version}")
}

fn question(request: &Request) -> ChatRequest {
    let mut parts = vec![ContentPart::from_text(request.user.clone())];
    parts.extend(
        request.images.iter().map(|image| {
            ContentPart::from_binary_base64(image.media_type.clone(), image.base64.as_str(), None)
        }),
    );
    let content = if request.images.is_empty() {
        MessageContent::from(request.user.clone())
    } else {
        MessageContent::from_parts(parts)
    };
    ChatRequest::default()
        .with_system(request.system.clone())
        .append_message(ChatMessage::user(content))
}

fn options(request: &Request) -> ChatOptions {
    ChatOptions {
        temperature: request.temperature,
        max_tokens: request.max_tokens,
        seed: request.seed,
        response_format: match (request.format, &request.schema) {
            (Format::Schema, Some(schema)) => Some(JsonSpec::new(SCHEMA_NAME, schema.clone()).into()),
            (Format::Json, Some(_)) => Some(ChatResponseFormat::JsonMode),
            _ => None,
        },
        ..ChatOptions::default()
    }
}

fn reply(response: &ChatResponse) -> Reply {
    let details = response.usage.prompt_tokens_details.as_ref();
    let usage = Usage {
        input: count(response.usage.prompt_tokens),
        cached: count(details.and_then(|details| details.cached_tokens)),
        output: count(response.usage.completion_tokens),
    };
    let end = match &response.stop_reason {
        Some(StopReason::MaxTokens(_)) => End::Cut,
        Some(StopReason::ContentFilter(_)) => End::Filtered,
        _ => End::Whole,
    };
    Reply {
        model: Some(response.provider_model_iden.model_name.to_string()),
        end,
        usage,
        text: response.texts().concat(),
    }
}

fn count(tokens: Option<i32>) -> u64 {
    tokens
        .and_then(|tokens| u64::try_from(tokens).ok())
        .unwrap_or_default()
}

/// What a provider said, without the request that it answered.
fn told(error: &genai::Error) -> String {
    use genai::webc::Error as Web;
    match error {
        genai::Error::WebModelCall { webc_error, .. } | genai::Error::WebAdapterCall { webc_error, .. } => {
            match webc_error {
                Web::ResponseFailedStatus { status, body, .. } => format!("{status}: {}", words(body)),
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
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    for _ in 0..8 {
        let Some(inner) = cause else { break };
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}

fn ailment(error: &genai::Error, message: &str) -> Ailment {
    use genai::webc::Error as Web;
    if let Some(status) = error.status() {
        return of_status(status.as_u16(), &message.to_lowercase());
    }
    match error {
        genai::Error::WebModelCall { webc_error, .. } | genai::Error::WebAdapterCall { webc_error, .. } => {
            match webc_error {
                Web::Reqwest(error) if error.is_timeout() => Ailment::Late,
                Web::Reqwest(error) if error.is_connect() => unreachable_for(message),
                Web::Reqwest(_) => Ailment::Down,
                _ => Ailment::Garbled,
            }
        }
        genai::Error::ChatResponseGeneration { .. } | genai::Error::NoChatResponse { .. } => Ailment::Garbled,
        genai::Error::RequiresApiKey { .. } | genai::Error::NoAuthData { .. } => Ailment::Denied,
        _ => Ailment::Refused,
    }
}

/// A certificate does not get better by asking again.
fn unreachable_for(message: &str) -> Ailment {
    if message.to_lowercase().contains("certificate") {
        Ailment::Refused
    } else {
        Ailment::Down
    }
}

fn of_status(status: u16, message: &str) -> Ailment {
    let says = |words: &[&str]| words.iter().any(|word| message.contains(word));
    match status {
        // Some providers answer like this when the account is empty, for which waiting does not help.
        429 if says(&["insufficient_quota", "exceeded your current quota", "billing"]) => Ailment::Denied,
        408 | 425 | 429 | 529 => Ailment::Busy,
        401..=403 => Ailment::Denied,
        404 => Ailment::Unknown,
        413 => Ailment::TooLong,
        400 | 422
            if says(&[
                "context length",
                "context window",
                "maximum context",
                "too long",
                "too many tokens",
                "context size",
                "context_length",
            ]) =>
        {
            Ailment::TooLong
        }
        400 | 422 if says(&["api key", "api_key"]) => Ailment::Denied,
        400 | 422
            if says(&[
                "response_format",
                "json_schema",
                "schema",
                "output_config",
                "structured output",
                "json mode",
                "responsejsonschema",
            ]) =>
        {
            Ailment::Unsupported(Setting::Format)
        }
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

/// Seconds, or milliseconds under the name that some use; a date would need a clock.
fn retry_after(error: &genai::Error) -> Option<Duration> {
    let header = |name: &str| {
        error
            .headers()?
            .get(name)?
            .to_str()
            .ok()?
            .trim()
            .parse::<f64>()
            .ok()
    };
    let seconds = header("retry-after-ms")
        .map(|millis| millis / 1000.0)
        .or_else(|| header("retry-after"))?;
    let asked = Duration::try_from_secs_f64(seconds).ok()?;
    Some(asked.min(RETRY_AFTER_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_providers_answer_is_told_apart_by_what_can_be_done_about_it() {
        use Ailment::{Busy, Denied, Down, Refused, TooLong, Unknown, Unsupported};
        for (status, message, kind) in [
            (429, "rate limit reached for requests", Busy),
            (529, "overloaded", Busy),
            (
                429,
                "you exceeded your current quota, please check your plan and billing details",
                Denied,
            ),
            (401, "incorrect api key provided", Denied),
            (402, "insufficient credits", Denied),
            (400, "api key not valid. please pass a valid api key.", Denied),
            (404, "the model `gpt-9` does not exist", Unknown),
            (400, "invalid model: unknown model x", Unknown),
            (400, "this model's maximum context length is 8192 tokens", TooLong),
            (400, "the request exceeds the available context size", TooLong),
            (400, "prompt is too long: 250000 tokens > 200000 maximum", TooLong),
            (
                400,
                "this response_format type is unavailable now",
                Unsupported(Setting::Format),
            ),
            (
                400,
                "unsupported value: 'temperature' does not support 0.9 with this model",
                Unsupported(Setting::Temperature),
            ),
            (
                400,
                "unsupported parameter: 'max_tokens' is not supported with this model",
                Unsupported(Setting::MaxTokens),
            ),
            (400, "unknown field seed", Unsupported(Setting::Seed)),
            (503, "", Down),
            (418, "", Refused),
        ] {
            assert_eq!(of_status(status, message), kind, "{status} {message}");
        }
    }

    #[test]
    fn an_error_body_is_told_by_its_message_and_without_keys() {
        assert_eq!(words(r#"{"error":{"message":"no"}}"#), "no");
        assert_eq!(words("plain"), "plain");
        let variable = |name: &str| (name == "OPENAI_API_KEY").then(|| "a-long-secret".to_owned());
        let connection = Connection::resolve("openai", &crate::provider::Wish::default(), &variable).unwrap();
        let wire = Wire::new(connection).unwrap();
        let told = wire.without_key("the key a-long-secret, or sk-abc123, is wrong");
        assert_eq!(told, "the key [key], or [key] is wrong");
    }
}
