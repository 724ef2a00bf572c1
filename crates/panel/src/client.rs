//! Where calls are made: entered in the ledger, let through the door, tried again, counted.

use crate::chat::{Ailment, Chat, Format, Reply, Request, Setting, Trouble, Usage};
use crate::gate::Gate;
use crate::price::{self, Money, Price};
use crate::provider;
use crate::spec::{Model, Spec};
use journal::{Journal, JournalError};
use sha256::Digest;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Tries of one call, the first one included.
const TRIES: u32 = 3;
/// The pause after the first failure; it doubles, and up to half of it is added so that calls that failed
/// together do not come back together.
const PAUSE: Duration = Duration::from_millis(500);
/// How often a model may be found not to take a setting before it is given up.
const CONCESSIONS: usize = 6;

/// One client serves all judges of an audit.
pub struct ModelClient {
    lines: BTreeMap<String, Line>,
    journal: Option<Journal>,
    prices: BTreeMap<String, Price>,
    /// Whether answers from before are to be bought again.
    anew: bool,
    /// Whether answers that nobody could use are to be bought again.
    retries: bool,
    /// Whether nobody is paid: answers are played from recordings.
    is_free: bool,
    tally: Mutex<Tally>,
    habits: Mutex<BTreeMap<(String, String), Habits>>,
}

/// A provider.
struct Line {
    chat: Arc<dyn Chat>,
    gate: Gate,
    /// How it can be asked for JSON, the best first.
    formats: &'static [Format],
}

/// What a model was found not to take.
#[derive(Clone, Copy, Debug, Default)]
struct Habits {
    format: Format,
    no_temperature: bool,
    no_seed: bool,
    no_limit: bool,
}

/// What this run did, as against what its verdict rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Calls that are on their way.
    pub flying: u64,
    /// Calls that were answered and so paid.
    pub answered: u64,
    /// Calls that failed and cost nothing as far as is known.
    pub failed: u64,
    /// Answers that were taken from the ledger.
    pub remembered: u64,
    /// Calls of a run that was stopped, perhaps paid, whose answers never came.
    pub lost: u64,
    /// Tokens that were paid.
    pub usage: Usage,
    /// What that cost.
    pub spent: Money,
    /// Whether a model without a known price was paid.
    pub has_unpriced: bool,
}

/// A call that was answered.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The answer.
    pub reply: Reply,
    /// What it is found by in the ledger.
    pub key: Digest,
    /// Whether it stood in the ledger already.
    pub is_remembered: bool,
    /// How often it failed before.
    pub failures: u32,
    /// How the form of the answer was asked for.
    pub format: Format,
    /// What the model would not take, for the record.
    pub concessions: Vec<String>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Unanswered {
    /// The provider.
    #[error(transparent)]
    Trouble(#[from] Trouble),
    /// The journal; the case cannot go on.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl ModelClient {
    /// A client whose calls go through these chats, by the names of providers.
    pub fn new(
        spec: &Spec,
        chats: BTreeMap<String, Arc<dyn Chat>>,
        journal: Option<Journal>,
        anew: bool,
    ) -> Self {
        let line = |(name, chat): (String, Arc<dyn Chat>)| {
            let wish = spec.providers.get(&name).cloned().unwrap_or_default();
            let gate = Gate::new(&name, &wish);
            let formats = provider::formats(&name);
            let line = Line { chat, gate, formats };
            (name, line)
        };
        Self {
            lines: chats.into_iter().map(line).collect(),
            journal,
            prices: spec.prices.clone(),
            anew,
            retries: false,
            is_free: false,
            tally: Mutex::default(),
            habits: Mutex::default(),
        }
    }

    /// The same client; with `retries` it buys answers again that nobody could use.
    #[must_use]
    pub fn retrying(self, retries: bool) -> Self {
        Self { retries, ..self }
    }

    /// The same client; where it is `free` what it is answered costs nothing.
    #[must_use]
    pub fn free(self, is_free: bool) -> Self {
        Self { is_free, ..self }
    }

    /// Whether answers that nobody could use are bought again.
    pub fn retries(&self) -> bool {
        self.retries
    }

    /// What this run did so far.
    pub fn tally(&self) -> Tally {
        self.lock_tally().clone()
    }

    /// The price of a model.
    pub fn price(&self, model: &Model) -> Option<Price> {
        price::of(&model.to_string(), &self.prices)
    }

    /// Takes answers out of use that nobody could use.
    ///
    /// # Errors
    /// When the journal cannot be used.
    pub async fn discard(&self, keys: &[Digest]) -> Result<(), JournalError> {
        match &self.journal {
            Some(journal) => journal.discard_calls(keys).await,
            None => Ok(()),
        }
    }

    /// Asks, as often as is allowed, and gives in where the model does not take a setting.
    ///
    /// # Errors
    /// When there is no answer.
    pub async fn call(&self, request: Request, timeout: Duration) -> Result<Answered, Unanswered> {
        let (mut concessions, mut failures) = (Vec::new(), 0);
        for _ in 0..=CONCESSIONS {
            let adapted = self.adapted(&request);
            match self.persist(&adapted, timeout, &mut failures).await {
                Err(Unanswered::Trouble(trouble)) => {
                    let Ailment::Unsupported(setting) = trouble.kind else {
                        return Err(trouble.into());
                    };
                    if !self.concede(&adapted, setting) {
                        return Err(trouble.into());
                    }
                    let next = self.adapted(&request).format;
                    concessions.push(conceded(setting, next).to_owned());
                }
                Err(error) => return Err(error),
                Ok((reply, key, is_remembered)) => {
                    return Ok(Answered {
                        reply,
                        key,
                        is_remembered,
                        format: adapted.format,
                        failures,
                        concessions,
                    });
                }
            }
        }
        Err(Trouble::new(
            Ailment::Refused,
            "the model takes none of the settings that were tried",
        )
        .into())
    }

    /// The request as this model is known to take it.
    fn adapted(&self, request: &Request) -> Request {
        let habits = self.habits(request);
        let mut adapted = request.clone();
        let wanted = adapted.format.max(habits.format);
        adapted.format = self.format_from(&request.provider, wanted);
        adapted.temperature = adapted.temperature.filter(|_| !habits.no_temperature);
        adapted.seed = adapted.seed.filter(|_| !habits.no_seed);
        adapted.max_tokens = adapted.max_tokens.filter(|_| !habits.no_limit);
        adapted
    }

    /// The first form that the provider is asked in from this one on.
    fn format_from(&self, provider: &str, least: Format) -> Format {
        let formats = self.lines.get(provider).map_or(&[][..], |line| line.formats);
        let fitting = formats.iter().find(|format| **format >= least);
        fitting.copied().unwrap_or(least)
    }

    fn habits(&self, request: &Request) -> Habits {
        let habits = self.habits.lock().unwrap_or_else(PoisonError::into_inner);
        let name = (request.provider.clone(), request.model.clone());
        habits.get(&name).copied().unwrap_or_default()
    }

    /// Remembers that the model does not take a setting; false where there is nothing left to give up.
    fn concede(&self, request: &Request, setting: Setting) -> bool {
        let mut all = self.habits.lock().unwrap_or_else(PoisonError::into_inner);
        let habits = all
            .entry((request.provider.clone(), request.model.clone()))
            .or_default();
        let (asked, given_up) = match setting {
            Setting::Format => {
                let next = match request.format {
                    Format::Schema => Format::Tool,
                    Format::Tool => Format::Json,
                    Format::Json | Format::Plain => Format::Plain,
                };
                habits.format = habits.format.max(next);
                return request.format != Format::Plain;
            }
            Setting::Temperature => (request.temperature.is_some(), &mut habits.no_temperature),
            Setting::Seed => (request.seed.is_some(), &mut habits.no_seed),
            Setting::MaxTokens => (request.max_tokens.is_some(), &mut habits.no_limit),
        };
        *given_up = true;
        asked
    }

    async fn persist(
        &self,
        request: &Request,
        timeout: Duration,
        failures: &mut u32,
    ) -> Result<(Reply, Digest, bool), Unanswered> {
        let key = request.key();
        for tries in 1.. {
            let trouble = match self.attempt(request, &key, tries, timeout).await? {
                Ok((reply, is_remembered)) => return Ok((reply, key, is_remembered)),
                Err(trouble) => trouble,
            };
            if !trouble.is_passing() {
                return Err(trouble.into());
            }
            *failures += 1;
            if tries == TRIES {
                return Err(trouble.into());
            }
            tokio::time::sleep(pause(&key, tries).max(trouble.retry_after.unwrap_or_default())).await;
        }
        Err(Trouble::new(Ailment::GivenUp, "there are no tries left").into())
    }

    /// One call over the wire, or its answer from the ledger. It stands in the ledger before it is made, and its
    /// answer before anybody reads it.
    async fn attempt(
        &self,
        request: &Request,
        key: &Digest,
        tries: u32,
        timeout: Duration,
    ) -> Result<Result<(Reply, bool), Trouble>, JournalError> {
        let anew = self.anew || tries > 1;
        let Some(line) = self.lines.get(&request.provider) else {
            let message = format!("nobody is connected to {}", request.provider);
            return Ok(Err(Trouble::new(Ailment::Refused, &message)));
        };
        if let Some(reply) = self.known(key, anew).await? {
            return Ok(Ok((reply, true)));
        }
        let expected = request.tokens() + u64::from(request.max_tokens.unwrap_or_default() / 4);
        let place = match line.gate.enter(expected).await {
            Ok(place) => place,
            Err(trouble) => return Ok(Err(trouble)),
        };
        // Another process may be asking the very same thing now.
        let _turn = match &self.journal {
            Some(journal) => Some(journal.turn(key).await?),
            None => None,
        };
        // Only now: a call that waits for its turn is not on its way.
        if let Some(reply) = self.begin(request, key, anew).await? {
            line.gate.succeeded();
            return Ok(Ok((reply, true)));
        }
        let outcome = self.ask(line, request, timeout).await;
        match &outcome {
            Ok(_) => line.gate.succeeded(),
            Err(trouble) => line.gate.failed(trouble),
        }
        self.enter(request, key, &outcome).await?;
        // Only now may another call begin: what stands in the ledger is safe, so no more answers can be lost than
        // calls are allowed at the same time.
        drop(place);
        Ok(outcome.map(|reply| (reply, false)))
    }

    /// The answer that stands in the ledger and may be used.
    async fn known(&self, key: &Digest, anew: bool) -> Result<Option<Reply>, JournalError> {
        let Some(journal) = self.journal.as_ref().filter(|_| !anew) else {
            return Ok(None);
        };
        Ok(self.taken(journal.usable_answer(key).await?))
    }

    /// Enters the call; gives its answer where another process had it meanwhile.
    async fn begin(
        &self,
        request: &Request,
        key: &Digest,
        anew: bool,
    ) -> Result<Option<Reply>, JournalError> {
        let Some(journal) = &self.journal else {
            return Ok(None);
        };
        let about = format!("{}:{}", request.provider, request.model);
        let begun = journal.begin_call(key, &about, anew).await?;
        self.lock_tally().lost += u64::from(begun.lost);
        Ok(self.taken(begun.answer))
    }

    fn taken(&self, answer: Option<String>) -> Option<Reply> {
        let reply = answer.and_then(|text| serde_json::from_str(&text).ok());
        self.lock_tally().remembered += u64::from(reply.is_some());
        reply
    }

    async fn ask(&self, line: &Line, request: &Request, timeout: Duration) -> Result<Reply, Trouble> {
        self.lock_tally().flying += 1;
        let asked = tokio::time::timeout(timeout, line.chat.ask(request)).await;
        self.lock_tally().flying -= 1;
        asked.unwrap_or_else(|_| {
            let message = format!("no answer within {} seconds", timeout.as_secs());
            Err(Trouble::new(Ailment::Late, &message))
        })
    }

    async fn enter(
        &self,
        request: &Request,
        key: &Digest,
        outcome: &Result<Reply, Trouble>,
    ) -> Result<(), JournalError> {
        if let Some(journal) = &self.journal {
            // A reply is texts and numbers.
            let answer = outcome
                .as_ref()
                .ok()
                .and_then(|reply| serde_json::to_string(reply).ok());
            journal.end_call(key, answer).await?;
        }
        self.count(request, outcome);
        Ok(())
    }

    fn count(&self, request: &Request, outcome: &Result<Reply, Trouble>) {
        let model = format!("{}:{}", request.provider, request.model);
        let price = price::of(&model, &self.prices);
        let mut tally = self.lock_tally();
        match outcome {
            Err(_) => tally.failed += 1,
            Ok(reply) => {
                tally.answered += 1;
                tally.usage = tally.usage.plus(reply.usage);
                if self.is_free {
                    return;
                }
                tally.has_unpriced |= price.is_none();
                tally.spent = tally
                    .spent
                    .plus(price.map_or(Money::default(), |price| price.of(reply.usage)));
            }
        }
    }

    fn lock_tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the model would not take, and how it is asked instead.
fn conceded(setting: Setting, next: Format) -> &'static str {
    match (setting, next) {
        (Setting::Format, Format::Schema | Format::Tool) => {
            "it takes no JSON schema: asked for a call of a tool"
        }
        (Setting::Format, Format::Json) => "it takes neither a JSON schema nor a tool: asked for JSON",
        (Setting::Format, Format::Plain) => "it takes no JSON mode: asked in words",
        (Setting::Temperature, _) => "it takes no temperature",
        (Setting::Seed, _) => "it takes no seed",
        (Setting::MaxTokens, _) => "it takes no limit of tokens",
    }
}

/// Doubling pauses, spread by the digest of the call: no clock and no dice, and never in a result.
fn pause(key: &Digest, tries: u32) -> Duration {
    let spread = key
        .as_str()
        .as_bytes()
        .get(tries as usize)
        .copied()
        .unwrap_or_default();
    let doubled = PAUSE * 2_u32.pow(tries - 1);
    doubled + doubled * u32::from(spread % 16) / 32
}
