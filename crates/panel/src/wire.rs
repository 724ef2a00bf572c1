//! Questions over the network, in the wire format of the provider, by `genai`.

mod ailment;
mod proxy;

use crate::chat::{Ailment, Asking, Chat, End, Format, Reply, Request, Trouble, Usage};
use crate::provider::{Connection, Dialect};
use ailment::{error_text, retry_after};
use genai::adapter::AdapterKind;
use genai::chat::{
    ChatMessage, ChatOptions, ChatRequest, ChatResponse, ChatResponseFormat, ContentPart, JsonSpec,
    MessageContent, StopReason, Tool, ToolChoice,
};
use genai::resolver::{AuthData, Endpoint};
use genai::{Client, Headers, ModelIden, ServiceTarget};
use proxy::Proxy;
use std::time::Duration;
use tokio::sync::OnceCell;

/// The name of the schema, for providers that want one, and of the tool that takes the answer.
const SCHEMA_NAME: &str = "opinion";
/// How long a provider may take to say whether it knows a key.
const GREETING: Duration = Duration::from_secs(10);
/// The version of Anthropic's interface, which it wants to be told.
const ANTHROPIC_VERSION: &str = "2023-06-01";
/// Keys shorter than this are not searched for in messages: they would blot out words.
const KEY_MIN: usize = 8;

/// Makes TLS ready for this process.
pub fn secure() {
    // Another one may have been installed before; it serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// The connection to one provider.
pub struct Wire {
    http: reqwest::Client,
    connection: Connection,
    /// Made at the first call: it needs a runtime.
    line: OnceCell<Line>,
}

/// What requests go through.
struct Line {
    client: Client,
    _proxy: Proxy,
}

impl Wire {
    /// Prepares a connection; nothing is sent yet.
    ///
    /// # Errors
    /// When TLS cannot be set up, in one sentence.
    pub fn new(connection: Connection) -> Result<Self, String> {
        secure();
        Ok(Self {
            http: proxy::outward()?,
            connection,
            line: OnceCell::new(),
        })
    }

    /// Whether the provider refuses the key, asked for the list of its models, which costs nothing. Only a plain no
    /// counts: whatever else goes wrong is told when somebody is asked.
    pub async fn refuses_key(&self) -> bool {
        let Some(key) = self.connection.key() else {
            return false;
        };
        let base = &self.connection.base_url;
        let (url, header, value) = match self.connection.dialect {
            Dialect::Anthropic => (format!("{base}models"), "x-api-key", key.to_owned()),
            Dialect::Gemini => (format!("{base}models"), "x-goog-api-key", key.to_owned()),
            Dialect::Azure => {
                let version = self.connection.api_version.as_deref().unwrap_or_default();
                (
                    format!("{base}openai/models?api-version={version}"),
                    "api-key",
                    key.to_owned(),
                )
            }
            _ => (format!("{base}models"), "authorization", format!("Bearer {key}")),
        };
        let asked = self.http.get(url).timeout(GREETING).header(header, value);
        let asked = asked.header("anthropic-version", ANTHROPIC_VERSION).send();
        asked
            .await
            .is_ok_and(|answer| answer.status() == reqwest::StatusCode::UNAUTHORIZED)
    }

    async fn line(&self) -> Result<&Line, Trouble> {
        let made = self.line.get_or_try_init(async || {
            let (proxy, http) = Proxy::start(self.http.clone(), &self.connection.base_url)?;
            let client = Client::builder().with_reqwest(http).build();
            let client = client.map_err(|error| error.to_string())?;
            Ok(Line {
                client,
                _proxy: proxy,
            })
        });
        made.await
            .map_err(|why: String| Trouble::new(Ailment::Refused, &why))
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
            endpoint: Endpoint::from_owned(proxy::inward(&self.connection.base_url)),
            auth,
            model: ModelIden::new(adapter(self.connection.dialect), model),
        }
    }

    async fn carry(&self, request: &Request) -> Result<Reply, Trouble> {
        let target = self.target(&request.model);
        let (asked, options) = (question(request), options(request));
        let client = &self.line().await?.client;
        let sent = client.exec_chat(target, asked, Some(&options)).await;
        sent.map(|response| reply(&response))
            .map_err(|error| self.trouble(&error))
    }

    fn trouble(&self, error: &genai::Error) -> Trouble {
        let message = self.without_key(&error_text(error));
        let mut trouble = Trouble::new(ailment::ailment(error, &message), &message);
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
    let base = proxy::inward(&connection.base_url);
    let base = base.trim_end_matches('/');
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
    let asked = ChatRequest::default()
        .with_system(request.system.clone())
        .append_message(ChatMessage::user(content));
    match (request.format, &request.schema) {
        (Format::Tool, Some(schema)) => asked.with_tools([tool(schema)]),
        _ => asked,
    }
}

/// The answer as what a tool is called with.
fn tool(schema: &serde_json::Value) -> Tool {
    Tool::new(SCHEMA_NAME)
        .with_description("Takes your answer. Call it once, with the whole answer.")
        .with_schema(schema.clone())
}

fn options(request: &Request) -> ChatOptions {
    ChatOptions {
        temperature: request.temperature,
        max_tokens: request.max_tokens,
        seed: request.seed,
        tool_choice: (request.format == Format::Tool && request.schema.is_some())
            .then(|| ToolChoice::tool(SCHEMA_NAME)),
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
        text: words(response),
    }
}

/// What the tool was called with; where it was not called, what was said.
fn words(response: &ChatResponse) -> String {
    let called = response.tool_calls().into_iter().map(|call| &call.fn_arguments);
    match called.into_iter().find(|arguments| !arguments.is_null()) {
        Some(serde_json::Value::String(text)) => text.clone(),
        Some(arguments) => arguments.to_string(),
        None => response.texts().concat(),
    }
}

fn count(tokens: Option<i32>) -> u64 {
    tokens
        .and_then(|tokens| u64::try_from(tokens).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
