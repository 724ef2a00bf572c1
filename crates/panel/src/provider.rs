//! The providers of models: how they are reached, and under which names their keys stand in the environment.

use crate::chat::Format;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;
use url::{Host, Url};

/// The form in which a provider wants its questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// Chat completions as OpenAI has them, and as most others copied them.
    OpenAi,
    /// The same behind the addresses of Azure.
    Azure,
    /// Messages.
    Anthropic,
    /// `generateContent`.
    Gemini,
    /// Chat completions with small differences.
    Groq,
    /// Chat completions with small differences.
    OpenRouter,
    /// Chat completions with small differences.
    DeepSeek,
    /// Chat completions with small differences.
    Xai,
    /// Chat completions with small differences.
    Mistral,
}

/// A provider that is known by name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    name: String,
    dialect: Dialect,
    base_url: Option<String>,
    base_variables: Vec<String>,
    key_variables: Vec<String>,
    #[serde(default)]
    needs_no_key: bool,
    /// How it can be asked for JSON, the best first.
    formats: Option<Vec<Format>>,
}

/// Every form. What a single model does not take is found out by asking.
const ALL_FORMATS: &[Format] = &[Format::Schema, Format::Tool, Format::Json, Format::Plain];

/// What can stand before the colon of `provider:model`.
static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let mut table: BTreeMap<String, Vec<Known>> =
        toml::from_str(include_str!("../data/providers.toml")).expect("a test reads the table of providers");
    table.remove("provider").unwrap_or_default()
});

/// The version of Azure's interface where nobody names one; the first stable one with strict schemas.
const AZURE_VERSION: &str = "2024-10-21";

/// What a panel file says of a provider.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// The form of its questions; needed for a provider that is not known by name.
    pub dialect: Option<Dialect>,
    /// Where it is reached.
    pub base_url: Option<String>,
    /// The variable with its key.
    pub key_env: Option<String>,
    /// The version of its interface (Azure).
    pub api_version: Option<String>,
    /// Calls at the same time.
    pub concurrency: Option<usize>,
    /// Calls in a minute.
    pub requests_per_minute: Option<u32>,
    /// Tokens in a minute, both ways.
    pub tokens_per_minute: Option<u32>,
}

/// Everything that is needed to reach a provider. The key is in it and is never shown.
#[derive(Clone, PartialEq)]
pub struct Connection {
    /// Its name in panels.
    pub name: String,
    /// The form of its questions.
    pub dialect: Dialect,
    /// Where it is reached; ends in a slash.
    pub base_url: String,
    /// The version of its interface (Azure).
    pub api_version: Option<String>,
    key: Option<String>,
}

impl fmt::Debug for Connection {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} at {}", self.name, self.base_url)
    }
}

/// Why a provider cannot be reached, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Unreachable {
    /// What is wrong.
    pub what: String,
    /// What mends it.
    pub fix: String,
}

fn unreachable(what: String, fix: impl Into<String>) -> Unreachable {
    Unreachable {
        what,
        fix: fix.into(),
    }
}

impl Connection {
    /// The connection to a provider, from what a panel says and what stands in the environment.
    ///
    /// # Errors
    /// When the provider is unknown, its address cannot be used or its key is missing.
    pub fn resolve(
        name: &str,
        wish: &Wish,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, Unreachable> {
        let known = KNOWN.iter().find(|known| known.name == name);
        let dialect = wish.dialect.or_else(|| known.map(|known| known.dialect));
        let dialect = dialect.ok_or_else(|| unknown(name, wish))?;
        let base_url = address(name, wish, known, variable)?;
        let key = key(name, wish, known, variable)?;
        guard(name, &base_url, key.is_some())?;
        Ok(Self {
            name: name.to_owned(),
            dialect,
            base_url: base_url.into(),
            api_version: (dialect == Dialect::Azure).then(|| {
                let version = wish.api_version.clone();
                version
                    .or_else(|| variable("AZURE_OPENAI_API_VERSION"))
                    .unwrap_or_else(|| AZURE_VERSION.to_owned())
            }),
            key,
        })
    }

    /// The key, for the one who sends it.
    pub(crate) fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }
}

/// How a provider can be asked for JSON, the best first.
pub fn formats(name: &str) -> &'static [Format] {
    let known = KNOWN.iter().find(|known| known.name == name);
    known
        .and_then(|known| known.formats.as_deref())
        .unwrap_or(ALL_FORMATS)
}

/// The variables of the environment that hold keys of providers known by name.
pub fn key_variables() -> impl Iterator<Item = &'static str> {
    let all = KNOWN.iter().flat_map(|known| &known.key_variables);
    all.map(String::as_str)
}

/// The names of all known providers.
pub fn names() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|known| known.name.as_str())
}

fn unknown(name: &str, wish: &Wish) -> Unreachable {
    let all: Vec<&str> = names().collect();
    if wish.base_url.is_some() {
        let fix = format!("add `dialect = \"openai\"` to [providers.{name}] if it copies OpenAI's interface");
        return unreachable(format!("nobody knows how to talk to the provider `{name}`"), fix);
    }
    let near = all
        .iter()
        .min_by_key(|known| strsim::levenshtein(known, name))
        .filter(|known| strsim::levenshtein(known, name) <= 2);
    let fix = near.map_or_else(
        || {
            format!(
                "use one of {}, or describe it in a panel file under [providers.{name}]",
                all.join(", ")
            )
        },
        |near| format!("did you mean `{near}`?"),
    );
    unreachable(format!("there is no provider `{name}`"), fix)
}

fn address(
    name: &str,
    wish: &Wish,
    known: Option<&Known>,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Url, Unreachable> {
    let variables = known.map_or(&[][..], |known| &known.base_variables);
    let told = variables.iter().find_map(|name| variable(name));
    let default = known.and_then(|known| known.base_url.clone());
    let fix = || match variables.first() {
        Some(variable) => format!("set {variable}, or `base_url` under [providers.{name}]"),
        None => format!("set `base_url` under [providers.{name}]"),
    };
    let is_ollama = name == "ollama";
    let written = wish
        .base_url
        .clone()
        .or_else(|| told.map(|told| if is_ollama { ollama(&told) } else { told }));
    let written = written.or(default).ok_or_else(|| {
        unreachable(
            format!("the address of the provider `{name}` is not known"),
            fix(),
        )
    })?;
    let with_slash = format!("{}/", written.trim_end_matches('/'));
    let parsed = Url::parse(&with_slash)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.host().is_some());
    parsed.ok_or_else(|| {
        unreachable(
            format!("the address of the provider `{name}` is not an http address"),
            fix(),
        )
    })
}

/// `OLLAMA_HOST` is a host, a host with a port, or an address; its copy of OpenAI's interface is below `/v1`.
fn ollama(host: &str) -> String {
    let address = if host.contains("://") {
        host.to_owned()
    } else {
        format!("http://{host}")
    };
    let address = address.trim_end_matches('/');
    let authority = address.split("://").nth(1).unwrap_or_default();
    let has_port = authority
        .rsplit_once(':')
        .is_some_and(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let address = if has_port || authority.contains('/') {
        address.to_owned()
    } else {
        format!("{address}:11434")
    };
    // A server that is told to listen everywhere is asked here.
    let address = address.replace("//0.0.0.0", "//127.0.0.1");
    if address.ends_with("/v1") {
        address
    } else {
        format!("{address}/v1")
    }
}

fn key(
    name: &str,
    wish: &Wish,
    known: Option<&Known>,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Option<String>, Unreachable> {
    let variables: Vec<&str> = match &wish.key_env {
        Some(named) => vec![named],
        None => known.map_or(Vec::new(), |known| {
            known.key_variables.iter().map(String::as_str).collect()
        }),
    };
    let key = variables
        .iter()
        .find_map(|name| variable(name))
        .map(|key| key.trim().to_owned());
    let key = key.filter(|key| !key.is_empty());
    let needs_key = wish.key_env.is_some() || known.is_some_and(|known| !known.needs_no_key);
    if key.is_none() && needs_key {
        let fix = format!("set {} in the environment", variables.join(" or "));
        return Err(unreachable(
            format!("the key of the provider `{name}` is missing"),
            fix,
        ));
    }
    if key
        .as_ref()
        .is_some_and(|key| key.chars().any(|c| !c.is_ascii_graphic()))
    {
        let fix = format!("look at {}: a key is one word", variables.join(" or "));
        return Err(unreachable(
            format!("the key of the provider `{name}` has characters that no key has"),
            fix,
        ));
    }
    Ok(key)
}

/// A key is sent in the clear to this machine only.
fn guard(name: &str, address: &Url, has_key: bool) -> Result<(), Unreachable> {
    let is_here = match address.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        Some(Host::Domain(domain)) => domain == "localhost",
        None => false,
    };
    if !address.username().is_empty() || address.password().is_some() {
        let what = format!("the address of the provider `{name}` holds a name or a password");
        return Err(unreachable(
            what,
            "take it out; the key belongs in the environment",
        ));
    }
    if has_key && address.scheme() == "http" && !is_here {
        let what = format!("the key of the provider `{name}` would be sent unencrypted to another machine");
        return Err(unreachable(what, "use an https address"));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
