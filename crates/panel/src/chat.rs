//! One question to a model and its answer; who carries it is exchangeable.

mod cassette;
mod scripted;

pub use cassette::{Player, record};
pub use scripted::Scripted;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha256::Digest;
use std::pin::Pin;
use std::time::Duration;

/// Characters of a provider's complaint that are kept.
const COMPLAINT_CHARS: usize = 300;

/// What a model is asked. It decides the answer as far as anything does, so its digest is what an answer is
/// found by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Which connection carries it, such as `openai`.
    pub provider: String,
    /// The model, as the provider calls it.
    pub model: String,
    /// What stands before the conversation.
    pub system: String,
    /// The question.
    pub user: String,
    /// Pictures that belong to the question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    /// The form that the answer is to have.
    pub schema: Option<Value>,
    /// How that form is asked for.
    pub format: Format,
    /// How freely the model chooses its words, 0 to 2; nothing leaves it to the provider.
    pub temperature: Option<f64>,
    /// Makes some providers repeat themselves.
    pub seed: Option<u64>,
    /// Tokens after which an answer is cut off; nothing leaves it to the provider.
    pub max_tokens: Option<u32>,
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// Such as `image/png`.
    pub media_type: String,
    /// Its bytes in base 64.
    pub base64: String,
}

/// Tokens that a picture is counted as: what providers charge for one of the largest size that is shown.
pub const PICTURE_TOKENS: u64 = 1_600;

/// How an answer is made to be JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// The provider holds the model to the schema.
    #[default]
    Schema,
    /// The model is made to call a tool that takes it; its call is held to the schema as far as the provider does.
    Tool,
    /// The provider holds the model to JSON.
    Json,
    /// The question alone asks for it.
    Plain,
}

/// What came back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// The model's words.
    pub text: String,
    /// Which model says it answered.
    pub model: Option<String>,
    /// Why it stopped.
    pub end: End,
    /// What it cost in tokens.
    pub usage: Usage,
}

/// Why a model stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// It had said everything.
    Whole,
    /// It had no tokens left.
    Cut,
    /// The provider would not let it speak.
    Filtered,
}

/// Tokens of a call, as the provider counts them; 0 where it does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Read by the model, cached ones included.
    pub input: u64,
    /// Of these, read from the provider's cache.
    pub cached: u64,
    /// Written by the model, thoughts included.
    pub output: u64,
}

impl Usage {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            input: self.input.saturating_add(other.input),
            cached: self.cached.saturating_add(other.cached),
            output: self.output.saturating_add(other.output),
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Trouble {
    /// What can be done about it.
    pub kind: Ailment,
    /// For people; without keys, without control characters.
    pub message: String,
    /// How long the provider asks to be left alone.
    pub retry_after: Option<Duration>,
}

/// Kinds of trouble, as far as they are treated differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ailment {
    /// The provider has too much to do (429, 529).
    Busy,
    /// The provider is out of order or out of reach.
    Down,
    /// Nothing came in time.
    Late,
    /// Something came that is no answer of this provider.
    Garbled,
    /// The key is wrong, missing or may not do this.
    Denied,
    /// Its certificate is not one that this machine trusts.
    Untrusted,
    /// The provider does not have this model.
    Unknown,
    /// The question is longer than the model can read.
    TooLong,
    /// The provider does not take one of the settings.
    Unsupported(Setting),
    /// Any other refusal; asking again would be refused again.
    Refused,
    /// The provider has failed so often that it is not asked any more.
    GivenUp,
    /// There is no recording of this call.
    Unrecorded,
}

/// A setting that not every provider takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A schema, or JSON at all.
    Format,
    /// The temperature.
    Temperature,
    /// The seed.
    Seed,
    /// The limit of tokens.
    MaxTokens,
}

impl Trouble {
    /// Trouble with a message that is safe to show.
    pub fn new(kind: Ailment, message: &str) -> Self {
        let message: String = crate::brief::canonical(message)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .chars()
            .take(COMPLAINT_CHARS)
            .collect();
        Self {
            kind,
            message,
            retry_after: None,
        }
    }

    /// What a user can do about it.
    pub fn remedy(&self) -> &'static str {
        match self.kind {
            Ailment::Busy => "try again later, or lower its rate in a panel file",
            Ailment::Down | Ailment::Late => "is it running, and reachable from here?",
            Ailment::Garbled => "is the address one of a server of models?",
            Ailment::Denied => "look at its key and its account",
            Ailment::Untrusted => {
                "look at its address and at the certificate there; `SSL_CERT_FILE` names the issuers to trust"
            }
            Ailment::Unknown => "look up how the provider spells its models",
            Ailment::TooLong => "lower `brief_tokens` in a panel file, or take a model that reads more",
            Ailment::Unsupported(_) | Ailment::Refused => "try another model",
            Ailment::GivenUp => "run the same command again when it is well; what was answered is kept",
            Ailment::Unrecorded => "record the same case with the same panel",
        }
    }

    /// Whether asking again soon may help.
    pub fn is_passing(&self) -> bool {
        matches!(
            self.kind,
            Ailment::Busy | Ailment::Down | Ailment::Late | Ailment::Garbled
        )
    }
}

impl Request {
    /// What its answer is found by.
    pub fn key(&self) -> Digest {
        // A struct of texts and numbers can be written; temperatures are finite by the time they are here.
        Digest::of(serde_json::to_string(self).unwrap_or_default().as_bytes())
    }

    /// About how many tokens are read.
    pub fn tokens(&self) -> u64 {
        let schema = self
            .schema
            .as_ref()
            .map_or(0, |schema| schema.to_string().len() as u64 / 4);
        let pictures = PICTURE_TOKENS * self.images.len() as u64;
        crate::brief::tokens(&self.system) + crate::brief::tokens(&self.user) + schema + pictures
    }
}

/// An answer on its way.
pub type Asking<'a> = Pin<Box<dyn Future<Output = Result<Reply, Trouble>> + Send + 'a>>;

/// Whoever carries one question to a model. It does not try again, count or remember: that is done around it.
pub trait Chat: Send + Sync {
    /// Asks once.
    fn ask<'a>(&'a self, request: &'a Request) -> Asking<'a>;
}
