//! One judge on one dimension: asked, held to its brief, asked again with the reason, and at last recused.

use crate::answer::{self, Answer, Fault};
use crate::brief::{Brief, canonical};
use crate::chat::{End, Format, Reply, Request, Usage};
use crate::desk::{Answered, Desk, Unanswered};
use crate::spec::{Model, Settings};
use court::evidence::{Confidence, ExhibitId};
use court::opinion::Opinion;
use court::rubric::Dimension;
use journal::JournalError;
use serde::{Deserialize, Serialize};
use sha256::Digest;

/// Raised whenever the same answers may give another opinion.
pub const VERSION: u32 = 2;
/// Answers that a judge may give, the first one included.
pub const ATTEMPTS: usize = 3;
/// Faults that a judge is told at once.
const FAULTS_TOLD: usize = 8;

/// What is asked of whom.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The brief.
    pub brief: &'a Brief,
    /// The dimension, for its scale and its levels.
    pub dimension: &'a Dimension,
    /// The model.
    pub model: &'a Model,
    /// How it is asked.
    pub settings: &'a Settings,
}

/// An opinion, and what it came from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Testimony {
    /// The opinion.
    pub opinion: Opinion,
    /// How it came about.
    pub record: Record,
}

/// How a judge came to its opinion, or to none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The model that was asked, as `provider:model`.
    pub model: String,
    /// The model that says it answered.
    pub answered_by: Option<String>,
    /// Digest of the brief.
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
    #[serde(default)]
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

/// What came of a question.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// An opinion.
    Opined(Box<Testimony>),
    /// None, for a reason that says nothing about the subject.
    Recused {
        /// The reason, in one sentence.
        cause: String,
        /// What was tried and paid.
        record: Box<Record>,
    },
}

/// Why an answer cannot be used.
struct Refusal {
    reasons: Vec<String>,
    inventions: u32,
}

/// Asks until there is an opinion that can be held against the brief, at most [`ATTEMPTS`] times.
///
/// # Errors
/// When the journal cannot be used.
pub async fn opine(question: Question<'_>, desk: &Desk) -> Result<Outcome, JournalError> {
    let mut record = Record {
        model: question.model.to_string(),
        brief: question.brief.digest().to_string(),
        ..Record::default()
    };
    let mut keys = Vec::new();
    let mut reasons: Vec<String> = Vec::new();
    let mut max_tokens = question.settings.max_tokens;
    for attempt in 1..=ATTEMPTS {
        let request = request(question, attempt, &reasons, max_tokens);
        let answered = match desk.call(request, question.settings.timeout()).await {
            Ok(answered) => answered,
            Err(Unanswered::Journal(error)) => return Err(error),
            Err(Unanswered::Trouble(trouble)) => {
                desk.discard(&keys).await?;
                let cause = format!("{}: {} ({})", question.model, trouble.message, trouble.remedy());
                return Ok(recused(cause, record));
            }
        };
        note(&mut record, &mut keys, &answered);
        if answered.reply.end == End::Cut {
            // Models that think before they answer may have spent it all on thoughts.
            max_tokens = max_tokens.saturating_mul(2);
        }
        match read(question, &answered.reply) {
            Ok((answer, repairs, left_out)) => {
                record.inventions += left_out;
                return Ok(opined(answer, repairs, record));
            }
            Err(refusal) => {
                record.inventions += refusal.inventions;
                record.refused.push(refusal.reasons.join("; "));
                reasons = refusal.reasons;
            }
        }
    }
    desk.discard(&keys).await?;
    let last = record.refused.last().cloned().unwrap_or_default();
    let cause = format!(
        "{} gave no usable answer in {ATTEMPTS} attempts; the last one: {last}",
        question.model
    );
    Ok(recused(cause, record))
}

fn recused(cause: String, record: Record) -> Outcome {
    let record = Box::new(record);
    Outcome::Recused { cause, record }
}

fn note(record: &mut Record, keys: &mut Vec<Digest>, answered: &Answered) {
    record.usage = record.usage.plus(answered.reply.usage);
    record.failures += answered.failures;
    record.answered_by = answered.reply.model.as_deref().map(canonical);
    record.calls.push(answered.key.to_string());
    record.format = answered.format;
    record.concessions.extend(answered.concessions.iter().cloned());
    keys.push(answered.key.clone());
}

/// The request for a brief; after a refusal with its reasons, behind everything that stays the same. The number
/// of the attempt stands in it, so that the same fault twice is not answered with the same paid answer.
#[must_use]
pub fn request(question: Question<'_>, attempt: usize, reasons: &[String], max_tokens: u32) -> Request {
    let mut user = question.brief.question();
    if attempt > 1 {
        let told: Vec<String> = reasons
            .iter()
            .take(FAULTS_TOLD)
            .map(|reason| format!("- {reason}"))
            .collect();
        let ids: Vec<String> = question.brief.exhibits.keys().map(ExhibitId::to_string).collect();
        user.push_str(&format!(
            "\n\nThis is attempt {attempt} of {ATTEMPTS}. Your previous answer was refused:\n{}\nGive a whole new answer without these faults: one JSON object on \
             the dimension `{}`. You were shown these exhibits and no others: {}. If nothing supports a point, drop the point.",
            told.join("\n"),
            canonical(&question.dimension.id.0),
            ids.join(", ")
        ));
    }
    Request {
        provider: question.model.provider.clone(),
        model: question.model.name.clone(),
        system: question.brief.rules.clone(),
        user,
        images: Vec::new(),
        schema: Some(answer::schema(question.brief, question.dimension)),
        format: Format::Schema,
        temperature: Some(question.settings.temperature),
        seed: question.settings.seed,
        max_tokens: Some(max_tokens),
    }
}

fn read(question: Question<'_>, reply: &Reply) -> Result<(Answer, Vec<String>, u32), Refusal> {
    let refused = |reason: String| Refusal {
        reasons: vec![reason],
        inventions: 0,
    };
    if reply.end == End::Filtered {
        return Err(refused("the provider withheld the answer".to_owned()));
    }
    let (answer, mut repairs) = answer::parse(&reply.text, question.dimension).map_err(|error| {
        let limit = if reply.end == End::Cut {
            " (it ended at the limit of tokens: be shorter)".to_owned()
        } else {
            String::new()
        };
        refused(format!("{error}{limit}"))
    })?;
    let count = |faults: &[Fault]| {
        let inventions = faults.iter().filter(|fault| fault.is_invention()).count();
        u32::try_from(inventions).unwrap_or(u32::MAX)
    };
    match answer::held(answer, question.brief, &question.dimension.scale) {
        Ok(held) => {
            let inventions = count(&held.left_out);
            let left_out = held
                .left_out
                .iter()
                .map(|fault| canonical(&format!("left out: {fault}")));
            repairs.extend(left_out);
            Ok((held.answer, repairs, inventions))
        }
        Err(faults) => Err(Refusal {
            reasons: faults.iter().map(|fault| canonical(&fault.to_string())).collect(),
            inventions: count(&faults),
        }),
    }
}

fn opined(answer: Answer, repairs: Vec<String>, mut record: Record) -> Outcome {
    let cited = answer.evidence.iter().filter_map(|citation| {
        let exhibit: ExhibitId = citation.exhibit.parse().ok()?;
        Some((exhibit, citation.quote.trim().to_owned()))
    });
    record.quotes = cited.collect();
    record.repairs = repairs;
    let mut exhibits: Vec<ExhibitId> = record.quotes.iter().map(|(exhibit, _)| *exhibit).collect();
    exhibits.sort_unstable();
    exhibits.dedup();
    let opinion = Opinion {
        score: answer.score,
        argument: argument(&answer),
        cited: exhibits,
        confidence: Confidence::percent(answer.confidence),
    };
    record.charges = answer.charges;
    record.mitigations = answer.mitigations;
    Outcome::Opined(Box::new(Testimony { opinion, record }))
}

/// The argument with its charges and mitigations, as readers see it.
fn argument(answer: &Answer) -> String {
    let listed = |title: &str, points: &[String]| {
        let points: Vec<&str> = points.iter().map(|point| point.trim_end_matches('.')).collect();
        (!points.is_empty()).then(|| format!("{title}: {}.", points.join("; ")))
    };
    let parts = [
        Some(answer.argument.clone()),
        listed("Charges", &answer.charges),
        listed("In its favour", &answer.mitigations),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
