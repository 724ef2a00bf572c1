//! One judge on one dimension: asked, held to its brief, asked again with the reason, and at last recused.

use crate::answer::{self, Answer, Fault};
use crate::attempts::{self, ATTEMPTS, Asked, Record, Refusal};
use crate::brief::{Brief, canonical};
use crate::chat::{Format, Reply, Request};
use crate::client::ModelClient;
use crate::spec::{Model, Settings};
use court::evidence::{Confidence, ExhibitId};
use court::opinion::Opinion;
use court::rubric::Dimension;
use journal::JournalError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Raised whenever the same answers may give another opinion.
pub const VERSION: u32 = 2;
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

/// Asks until there is an opinion that can be held against the brief, at most [`ATTEMPTS`] times.
///
/// # Errors
/// When the journal cannot be used.
pub async fn opine(question: Question<'_>, client: &ModelClient) -> Result<Outcome, JournalError> {
    let asked = Asked {
        model: question.model,
        settings: question.settings,
        brief: question.brief.digest().to_string(),
        what: "answer",
        request: &|attempt, reasons, max_tokens| request(question, attempt, reasons, max_tokens),
        read: &|reply, record| read(question, reply, record),
    };
    let (attempted, record) = attempts::ask(&asked, client).await?;
    Ok(match attempted {
        Ok(opinion) => Outcome::Opined(Box::new(Testimony { opinion, record })),
        Err(cause) => Outcome::Recused {
            cause,
            record: Box::new(record),
        },
    })
}

/// The request for a brief; after a refusal with its reasons, behind everything that stays the same. The number
/// of the attempt stands in it, so that the same fault twice is not answered with the same paid answer.
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

fn read(question: Question<'_>, reply: &Reply, record: &mut Record) -> Result<Opinion, Refusal> {
    let (answer, repairs) =
        answer::parse(&reply.text, question.dimension).map_err(|error| Refusal::of(&error.to_string()))?;
    let count = |faults: &[Fault]| {
        let inventions = faults.iter().filter(|fault| fault.is_invention()).count();
        u32::try_from(inventions).unwrap_or(u32::MAX)
    };
    let held = answer::held(answer, question.brief, &question.dimension.scale).map_err(|faults| Refusal {
        reasons: faults.iter().map(|fault| canonical(&fault.to_string())).collect(),
        inventions: count(&faults),
    })?;
    let left_out = held
        .left_out
        .iter()
        .map(|fault| canonical(&format!("left out: {fault}")));
    record.repairs = repairs.into_iter().chain(left_out).collect();
    record.inventions += count(&held.left_out);
    Ok(opined(held.answer, record))
}

fn opined(answer: Answer, record: &mut Record) -> Opinion {
    let cited = answer.evidence.iter().filter_map(|citation| {
        let exhibit: ExhibitId = citation.exhibit.parse().ok()?;
        Some((exhibit, citation.quote.clone()))
    });
    record.quotes = cited.collect();
    let exhibits: BTreeSet<ExhibitId> = record.quotes.iter().map(|(exhibit, _)| *exhibit).collect();
    let opinion = Opinion {
        score: answer.score,
        argument: argument(&answer),
        cited: exhibits.into_iter().collect(),
        confidence: Confidence::percent(answer.confidence),
    };
    record.charges = answer.charges;
    record.mitigations = answer.mitigations;
    opinion
}

/// What charges and mitigations are introduced with.
const POINTS: [&str; 2] = [" Charges: ", " In its favour: "];

/// The argument with its charges and mitigations, as readers see it.
fn argument(answer: &Answer) -> String {
    let mut text = answer.argument.clone();
    for (title, points) in POINTS.into_iter().zip([&answer.charges, &answer.mitigations]) {
        let points: Vec<&str> = points.iter().map(|point| point.trim_end_matches('.')).collect();
        if !points.is_empty() {
            text.push_str(&format!("{title}{}.", points.join("; ")));
        }
    }
    text
}

/// The argument as readers see it, without its charges and mitigations.
pub(crate) fn reasoning(argument: &str) -> &str {
    let without = |text, title| str::rsplit_once(text, title).map_or(text, |(before, _)| before);
    POINTS.into_iter().rev().fold(argument, without)
}

#[cfg(test)]
mod tests;
