//! One question to one model until its answer can be used: asked again with what was wrong, and at last given up.

use crate::answer::Malformed;
use crate::brief::canonical;
use crate::chat::{End, Format, Image, Reply, Request, Usage};
use crate::client::{Answered, ModelClient, Unanswered};
use crate::spec::{Model, Settings};
use court::evidence::ExhibitId;
use journal::JournalError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha256::Digest;

/// Answers that a model may give to one question, the first one included.
pub const ATTEMPTS: usize = 3;

/// How an answer came about, or why there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// The model that was asked, as `provider:model`.
    pub model: String,
    /// Digest of the brief; nothing for a picture.
    pub brief: String,
    /// The calls in the ledger, one for each answer.
    pub calls: Vec<String>,
    /// Tokens of all answers.
    pub usage: Usage,
    /// Calls that failed on the way.
    pub failures: u32,
    /// What was repaired in the answer that counts, and what was left out of it.
    pub repairs: Vec<String>,
    /// Why each answer before was refused.
    pub refused: Vec<String>,
    /// Exhibits and quotes that were made up, in all answers.
    pub inventions: u32,
    /// How the form of the last answer was asked for.
    pub format: Format,
    /// Settings that the model did not take.
    pub concessions: Vec<String>,
    /// The words that were quoted, with their exhibits.
    pub quotes: Vec<(ExhibitId, String)>,
    /// What was charged.
    pub charges: Vec<String>,
    /// What was held in favour.
    pub mitigations: Vec<String>,
}

/// Why an answer cannot be used.
pub(crate) struct Refusal {
    pub(crate) reasons: Vec<String>,
    pub(crate) inventions: u32,
}

impl Refusal {
    pub(crate) fn of(reason: &str) -> Self {
        Self {
            reasons: vec![canonical(reason)],
            inventions: 0,
        }
    }
}

/// A question to one model.
pub(crate) struct Asked<'a, T> {
    pub(crate) model: &'a Model,
    pub(crate) settings: &'a Settings,
    /// Digest of the brief; nothing for a picture.
    pub(crate) brief: String,
    /// What is wanted, in a word.
    pub(crate) what: &'static str,
    /// The request for an attempt, with why the one before was refused, and with this limit of tokens.
    pub(crate) request: &'a (dyn Fn(usize, &[String], u32) -> Request + Sync),
    /// Reads an answer, and writes down what that took.
    pub(crate) read: &'a (dyn Fn(&Reply, &mut Record) -> Result<T, Refusal> + Sync),
}

/// What can be used, or the reason why nothing can, in one sentence; and what was tried and paid.
pub type Attempted<T> = (Result<T, String>, Record);

/// A question beside those to judges: what is shown, and what is to be said of it.
pub(crate) struct Aside<'a> {
    pub(crate) model: &'a Model,
    pub(crate) settings: &'a Settings,
    /// What is wanted, in a word.
    pub(crate) what: &'static str,
    pub(crate) rules: &'a str,
    pub(crate) text: &'a str,
    pub(crate) images: &'a [Image],
    /// The form of an answer.
    pub(crate) schema: Value,
}

/// What was read of an answer, and what was repaired in it.
pub(crate) type Understood<T> = Result<(T, Vec<String>), Malformed>;

impl Aside<'_> {
    /// Asks until an answer can be read, at most [`ATTEMPTS`] times.
    pub(crate) async fn ask<T>(
        &self,
        read: &(dyn Fn(&str) -> Understood<T> + Sync),
        client: &ModelClient,
    ) -> Result<Attempted<T>, JournalError> {
        let asked = Asked {
            model: self.model,
            settings: self.settings,
            brief: String::new(),
            what: self.what,
            request: &|attempt, reasons, max_tokens| self.request(attempt, reasons, max_tokens),
            read: &|reply, record| {
                let (answer, repairs) = read(&reply.text).map_err(|error| Refusal::of(&error.to_string()))?;
                record.repairs = repairs;
                Ok(answer)
            },
        };
        ask(&asked, client).await
    }

    /// The request; the number of the attempt stands in it, so that the same fault twice is not answered with the same
    /// paid answer.
    fn request(&self, attempt: usize, reasons: &[String], max_tokens: u32) -> Request {
        let again = match reasons {
            [] => String::new(),
            reasons => format!(
                "\n\nThis is attempt {attempt} of {ATTEMPTS}. Your previous answer was refused: {}. Give a whole new answer.",
                reasons.join("; ")
            ),
        };
        Request {
            provider: self.model.provider.clone(),
            model: self.model.name.clone(),
            system: self.rules.to_owned(),
            user: format!("{}{again}", self.text),
            images: self.images.to_vec(),
            schema: Some(self.schema.clone()),
            format: Format::Schema,
            temperature: Some(self.settings.temperature),
            seed: self.settings.seed,
            max_tokens: Some(max_tokens),
        }
    }
}

/// Asks until an answer can be used, at most [`ATTEMPTS`] times. Answers that nobody could use stay in the ledger, so
/// they are not paid again; a client that retries takes them out and asks once more.
pub(crate) async fn ask<T>(asked: &Asked<'_, T>, client: &ModelClient) -> Result<Attempted<T>, JournalError> {
    let mut remembered = Vec::new();
    let attempted = attempts(asked, client, &mut remembered).await?;
    if attempted.0.is_ok() || !client.retries() || remembered.is_empty() {
        return Ok(attempted);
    }
    client.discard(&remembered).await?;
    attempts(asked, client, &mut remembered).await
}

async fn attempts<T>(
    asked: &Asked<'_, T>,
    client: &ModelClient,
    remembered: &mut Vec<Digest>,
) -> Result<Attempted<T>, JournalError> {
    let model = asked.model;
    let mut record = Record {
        model: model.to_string(),
        brief: asked.brief.clone(),
        ..Record::default()
    };
    let mut reasons: Vec<String> = Vec::new();
    let mut max_tokens = asked.settings.max_tokens;
    for attempt in 1..=ATTEMPTS {
        let request = (asked.request)(attempt, &reasons, max_tokens);
        let answered = match client.call(request, asked.settings.timeout()).await {
            Ok(answered) => answered,
            Err(Unanswered::Journal(error)) => return Err(error),
            Err(Unanswered::Trouble(trouble)) => {
                let cause = format!("{model}: {} ({})", trouble.message, trouble.remedy());
                return Ok((Err(cause), record));
            }
        };
        note(&mut record, &answered);
        remembered.extend(answered.is_remembered.then(|| answered.key.clone()));
        match read(asked, &answered.reply, &mut record) {
            Ok(value) => return Ok((Ok(value), record)),
            Err(refusal) => {
                record.inventions += refusal.inventions;
                record.refused.push(refusal.reasons.join("; "));
                reasons = refusal.reasons;
            }
        }
        if answered.reply.end == End::Cut {
            // Models that think before they answer may have spent it all on thoughts.
            max_tokens = max_tokens.saturating_mul(2);
        }
    }
    let (what, last) = (asked.what, reasons.join("; "));
    let cause = format!("{model} gave no usable {what} in {ATTEMPTS} attempts; the last one: {last}");
    Ok((Err(cause), record))
}

fn read<T>(asked: &Asked<'_, T>, reply: &Reply, record: &mut Record) -> Result<T, Refusal> {
    if reply.end == End::Filtered {
        return Err(Refusal::of("the provider withheld the answer"));
    }
    (asked.read)(reply, record).map_err(|mut refusal| {
        let last = refusal.reasons.last_mut().filter(|_| reply.end == End::Cut);
        last.into_iter()
            .for_each(|reason| reason.push_str(" (it ended at the limit of tokens: be shorter)"));
        refusal
    })
}

fn note(record: &mut Record, answered: &Answered) {
    record.usage = record.usage.plus(answered.reply.usage);
    record.failures += answered.failures;
    record.calls.push(answered.key.to_string());
    record.format = answered.format;
    record.concessions.extend(answered.concessions.iter().cloned());
}
