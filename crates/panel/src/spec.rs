//! A panel as it is written: `provider:model`, or a TOML file.

use crate::brief;
use crate::price::Price;
use crate::provider::Wish;
use court::opinion::Persona;
use court::visible::is_key;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// Bytes of a panel file.
pub const FILE_BYTES: u64 = 1 << 20;
/// Seconds that one call may take where the panel does not say.
const TIMEOUT_SECONDS: u64 = 120;
/// Longest that a panel may let a call take.
const TIMEOUT_SECONDS_MAX: u64 = 3_600;
/// Tokens of an answer where the panel does not say: an opinion has some hundreds, models that think aloud need
/// the rest.
const MAX_TOKENS: u32 = 4_000;
/// Models that a seat may fall back on.
const FALLBACKS_MAX: usize = 8;
/// Bytes of a persona's own prompt.
const PROMPT_BYTES: usize = 20_000;
/// Letters of a name.
const NAME_MAX: usize = 200;

/// A panel.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spec {
    /// What it is called in reports.
    pub name: String,
    /// Who sits on it.
    pub seats: BTreeMap<Persona, Seat>,
    /// What is said of providers.
    pub providers: BTreeMap<String, Wish>,
    /// Prices that overrule the table.
    pub prices: BTreeMap<String, Price>,
    /// Tokens of exhibits in a brief.
    pub brief_tokens: u64,
    /// Who describes pictures; nobody where nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vision: Option<Seat>,
}

/// One judge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seat {
    /// The models that may fill the seat, in the order in which they are asked.
    pub models: Vec<Model>,
    /// How they are asked.
    pub settings: Settings,
    /// What the judge is told of itself in place of the court's own words.
    pub prompt: Option<String>,
}

/// A model at a provider, written `provider:model`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Model {
    /// The provider.
    pub provider: String,
    /// The model, as the provider calls it.
    pub name: String,
}

/// How a model is asked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// How freely it chooses its words, 0 to 2.
    pub temperature: f64,
    /// Makes some providers repeat themselves.
    pub seed: Option<u64>,
    /// Tokens of an answer.
    pub max_tokens: u32,
    /// Seconds that one call may take; decides no answer.
    #[serde(skip)]
    pub timeout_seconds: u64,
}

impl Settings {
    /// How long one call may take.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout_seconds)
    }
}

impl std::fmt::Display for Model {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}", self.provider, self.name)
    }
}

impl std::str::FromStr for Model {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once(':');
        let (provider, name) = parts.ok_or_else(|| format!("`{text}` is not written as provider:model"))?;
        let is_name = |part: &str| {
            !part.is_empty()
                && part.len() <= NAME_MAX
                && part.chars().all(|c| c.is_ascii_graphic() && c != '"')
        };
        if !is_name(provider) || !is_name(name) {
            return Err(format!("`{text}` is not written as provider:model"));
        }
        Ok(Self {
            provider: provider.to_owned(),
            name: name.to_owned(),
        })
    }
}

/// The file as it is written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Option<String>,
    model: Option<String>,
    fallbacks: Option<Vec<String>>,
    seed: Option<u64>,
    timeout_seconds: Option<u64>,
    max_tokens: Option<u32>,
    brief_tokens: Option<u64>,
    vision: Option<Judge>,
    #[serde(default)]
    judges: BTreeMap<String, Judge>,
    #[serde(default)]
    providers: BTreeMap<String, Wish>,
    #[serde(default)]
    prices: BTreeMap<String, Price>,
}

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Judge {
    model: Option<String>,
    fallbacks: Option<Vec<String>>,
    temperature: Option<f64>,
    seed: Option<u64>,
    timeout_seconds: Option<u64>,
    max_tokens: Option<u32>,
    prompt: Option<String>,
}

impl Spec {
    /// A panel of one model in three characters.
    ///
    /// # Errors
    /// When the text is not `provider:model`.
    pub fn of_model(text: &str) -> Result<Self, String> {
        Self::build(text, File::all(text.to_owned()))
    }

    /// A panel from a TOML file; `name` is used where the file gives none.
    ///
    /// # Errors
    /// One sentence that says where and what.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| flaw(text, &error))?;
        Self::build(name, file)
    }

    /// Nobody but one model that describes pictures.
    ///
    /// # Errors
    /// When the text is not `provider:model`.
    pub fn of_vision(text: &str) -> Result<Self, String> {
        let mut spec = Self::of_model(text)?.with_vision(text)?;
        spec.seats.clear();
        Ok(spec)
    }

    /// The same panel with this model for the pictures.
    ///
    /// # Errors
    /// When the text is not `provider:model`.
    pub fn with_vision(mut self, text: &str) -> Result<Self, String> {
        let models = vec![text.parse::<Model>()?];
        self.vision = Some(match self.vision {
            Some(seat) => Seat { models, ..seat },
            None => eyes(&File::all(text.to_owned()), &Judge::default())?,
        });
        Ok(self)
    }

    /// Whether anybody on it judges.
    pub fn has_judges(&self) -> bool {
        !self.seats.is_empty()
    }

    fn build(name: &str, file: File) -> Result<Self, String> {
        let mut judges = BTreeMap::new();
        for (key, judge) in &file.judges {
            let persona = persona(key)
                .ok_or_else(|| format!("[judges.{key}]: the judges are prosecutor, defense and tech_lead"))?;
            judges.insert(persona, judge.clone());
        }
        let seats = Persona::ALL
            .into_iter()
            .map(|persona| {
                let judge = judges.remove(&persona).unwrap_or_default();
                Ok((persona, seat(persona, &file, &judge)?))
            })
            .collect::<Result<_, String>>()?;
        if let Some(model) = file.prices.iter().find(|(_, price)| !is_price(price)) {
            return Err(format!("[prices.\"{}\"]: prices are 0 or more", model.0));
        }
        let vision = file.vision.as_ref().map(|judge| eyes(&file, judge)).transpose()?;
        Ok(Self {
            vision,
            name: file.name.clone().unwrap_or_else(|| name.to_owned()),
            seats,
            brief_tokens: file.brief_tokens.unwrap_or(brief::EXHIBIT_TOKENS),
            providers: file.providers,
            prices: file.prices,
        })
    }

    /// Every model that may be asked, once.
    pub fn models(&self) -> Vec<Model> {
        let seats = self.seats.values().chain(&self.vision);
        let mut models: Vec<Model> = seats.flat_map(|seat| seat.models.clone()).collect();
        models.sort();
        models.dedup();
        models
    }

    /// The seat of a persona.
    pub fn seat(&self, persona: Persona) -> &Seat {
        self.seats.get(&persona).expect("a panel has three seats")
    }
}

/// Where and what is wrong, without the line itself: a file that is no panel may be anybody's.
fn flaw(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let before = before.unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let said = unquoted(error.message().trim_end());
    format!("line {line}, column {column}: {said}")
}

/// The words of the parser without the key that they are about, where that looks like none.
fn unquoted(said: &str) -> String {
    let key = said
        .strip_prefix("unknown field `")
        .and_then(|rest| rest.split_once("`, expected "));
    match key {
        Some((key, known)) if !is_key(key) => format!("a key here is none, expected {known}"),
        _ => said.to_owned(),
    }
}

impl File {
    fn all(model: String) -> Self {
        Self {
            model: Some(model),
            ..Self::default()
        }
    }
}

/// Tells what it sees in the same words each time, as far as it can.
const VISION_TEMPERATURE: f64 = 0.0;

fn eyes(file: &File, judge: &Judge) -> Result<Seat, String> {
    if judge.prompt.is_some() {
        return Err("[vision]: what is asked about pictures is the court's own".to_owned());
    }
    chair("vision model", VISION_TEMPERATURE, file, judge)
}

fn seat(persona: Persona, file: &File, judge: &Judge) -> Result<Seat, String> {
    let temperature = match persona {
        Persona::Prosecutor => 0.9,
        Persona::Defense => 0.7,
        Persona::TechLead => 0.3,
    };
    chair(persona.title(), temperature, file, judge)
}

fn chair(title: &str, temperature: f64, file: &File, judge: &Judge) -> Result<Seat, String> {
    let own = judge.model.as_ref();
    let model = own
        .or(file.model.as_ref())
        .ok_or_else(|| format!("the {title} has no model: give one to all with `model`, or to this judge"))?;
    // Fallbacks for everybody stand behind the model for everybody.
    let shared = file.fallbacks.clone().filter(|_| own.is_none());
    let fallbacks = judge.fallbacks.clone().or(shared).unwrap_or_default();
    if fallbacks.len() > FALLBACKS_MAX {
        return Err(format!("the {title} has more than {FALLBACKS_MAX} fallbacks"));
    }
    let models = std::iter::once(model)
        .chain(&fallbacks)
        .map(|text| text.parse())
        .collect::<Result<Vec<Model>, String>>()?;
    if judge
        .prompt
        .as_ref()
        .is_some_and(|prompt| prompt.len() > PROMPT_BYTES)
    {
        return Err(format!(
            "the prompt of the {title} is longer than {PROMPT_BYTES} bytes"
        ));
    }
    Ok(Seat {
        models,
        settings: settings(title, temperature, file, judge)?,
        prompt: judge.prompt.clone(),
    })
}

fn settings(title: &str, temperature: f64, file: &File, judge: &Judge) -> Result<Settings, String> {
    let temperature = judge.temperature.unwrap_or(temperature);
    if !(0.0..=2.0).contains(&temperature) {
        return Err(format!("the temperature of the {title} is not between 0 and 2"));
    }
    let timeout_seconds = judge
        .timeout_seconds
        .or(file.timeout_seconds)
        .unwrap_or(TIMEOUT_SECONDS);
    if !(1..=TIMEOUT_SECONDS_MAX).contains(&timeout_seconds) {
        return Err(format!("a call may take from 1 to {TIMEOUT_SECONDS_MAX} seconds"));
    }
    Ok(Settings {
        temperature,
        seed: judge.seed.or(file.seed),
        max_tokens: judge.max_tokens.or(file.max_tokens).unwrap_or(MAX_TOKENS).max(1),
        timeout_seconds,
    })
}

fn is_price(price: &Price) -> bool {
    let all = [Some(price.input), price.cached, Some(price.output)];
    all.into_iter()
        .flatten()
        .all(|amount| amount.is_finite() && amount >= 0.0)
}

fn persona(key: &str) -> Option<Persona> {
    match key.to_lowercase().replace(['-', ' '], "_").as_str() {
        "prosecutor" => Some(Persona::Prosecutor),
        "defense" | "defence" => Some(Persona::Defense),
        "tech_lead" | "techlead" => Some(Persona::TechLead),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
