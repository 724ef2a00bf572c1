//! `auditor panel`: is this panel fit to judge, and what did its judges read.

mod history;

use super::wait_for;
use crate::error::CommandError;
use crate::input::panels;
use crate::output::terminal::print;
use crate::store;
use clap::{Subcommand, ValueEnum};
use court::opinion::Persona;
use court::visible::visible;
use journal::{Digest, Journal, JournalError};
use panel::chat::{Ailment, Chat as _, Format, Image, Request, Trouble};
use panel::price;
use panel::provider;
use panel::rehearsal;
use panel::spec::{Model, Spec};
use panel::wire::Wire;
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use tokio::time::Instant;

/// How long one question of a check may take: a local model may have to be loaded first.
const PATIENCE: Duration = Duration::from_secs(120);
/// A red square of eight by eight pixels, as PNG in base 64.
const RED_SQUARE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mP4z8CAFTEMLQkAKP8/wc53yE8AAAAASUVORK5CYII=";

/// Panels of models.
#[derive(Subcommand)]
pub(super) enum Panel {
    /// Ask each model of a panel one small question: is it reached, does it keep to a schema, does it see, what does it cost
    Check {
        /// provider:model or a panel file
        #[arg(value_name = "NAME|FILE", env = "AUDITOR_PANEL")]
        panel: String,
    },
    /// Play dishonest answers to every seat of a panel, with nobody called: none may get a score that it should not
    Test {
        /// provider:model or a panel file
        #[arg(value_name = "NAME|FILE", env = "AUDITOR_PANEL")]
        panel: String,
    },
    /// How often judges were lost, fell back, answered what could not be used or agreed, over all cases of the journal
    History,
    /// Show word for word what a judge read
    Brief {
        /// The case, as `auditor cases` lists it
        case: String,
        /// The id of the dimension
        dimension: String,
        /// The judge
        #[arg(value_enum)]
        judge: Judge,
        /// The brief of the second vote
        #[arg(long)]
        rehearing: bool,
    },
}

/// The judges as they are typed.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Judge {
    /// The Prosecutor
    Prosecutor,
    /// The Defense
    Defense,
    /// The Tech Lead
    TechLead,
}

impl Judge {
    /// Where this judge sat, as the briefs of a case are named.
    pub(super) fn chair(self, dimension: &str, rehearing: bool) -> String {
        let persona = match self {
            Self::Prosecutor => Persona::Prosecutor,
            Self::Defense => Persona::Defense,
            Self::TechLead => Persona::TechLead,
        };
        let round = if rehearing { "rehearing" } else { "first" };
        format!("{dimension}/{round}/{}", persona.name())
    }
}

impl Panel {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        match self {
            Self::Check { panel } => check(panel),
            Self::Test { panel } => rehearse(panel),
            Self::History => history::run(data),
            Self::Brief {
                case,
                dimension,
                judge,
                rehearing,
            } => brief(data, case, &judge.chair(dimension, *rehearing)),
        }
    }
}

fn brief(data: Option<&Path>, case: &str, chair: &str) -> Result<ExitCode, CommandError> {
    let journal = store::open(data)?;
    let text = wait_for(stored_brief(&journal, case, chair))?;
    print(&text).map(|()| ExitCode::SUCCESS)
}

/// The brief of a chair (`dimension/first/Prosecutor`) of a decided case, word for word.
pub(super) async fn stored_brief(journal: &Journal, case: &str, chair: &str) -> Result<String, CommandError> {
    let failed = |error: JournalError| CommandError::auditor(error);
    let cases = journal.cases().await.map_err(failed)?;
    let known = cases.iter().find(|known| known.id.as_str() == case);
    let known = known.ok_or_else(|| {
        CommandError::usage(format!("there is no case {case}")).hint("`auditor cases` lists them")
    })?;
    let briefs = known.summary.as_ref().and_then(|summary| summary.get("briefs"));
    let briefs = briefs.and_then(serde_json::Value::as_object).ok_or_else(|| {
        CommandError::usage(format!("no model judged case {case}"))
            .hint("the statutes panel reads findings, not briefs")
    })?;
    let digest = briefs.get(chair).and_then(serde_json::Value::as_str);
    let digest = digest.and_then(|text| Digest::try_from(text.to_owned()).ok());
    let digest = digest.ok_or_else(|| {
        let all: Vec<&str> = briefs.keys().map(String::as_str).collect();
        CommandError::usage(format!("nobody was asked as {chair}"))
            .hint(format!("asked were: {}", all.join(", ")))
    })?;
    let bytes = journal.blob(&digest).await.map_err(failed)?;
    let bytes = bytes.ok_or_else(|| CommandError::auditor("the brief is not in the journal any more"))?;
    Ok(visible(&String::from_utf8_lossy(&bytes)))
}

fn check(name: &str) -> Result<ExitCode, CommandError> {
    let Some(spec) = panels::load(name)? else {
        return print("the statutes panel asks no model; there is nothing to check\n")
            .map(|()| ExitCode::SUCCESS);
    };
    let mut text = String::new();
    let mut are_fit = true;
    wait_for(async {
        for model in spec.models() {
            let line = examine(&spec, &model).await;
            are_fit &= line.is_ok();
            let _ = writeln!(
                text,
                "{}: {}",
                panels::seats_of(&spec, &model),
                line.unwrap_or_else(|why| why)
            );
        }
        Ok::<_, CommandError>(())
    })?;
    print(&visible(&text))?;
    Ok(if are_fit {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

fn rehearse(name: &str) -> Result<ExitCode, CommandError> {
    let Some(spec) = panels::load(name)? else {
        return print("the statutes panel asks no model; nobody can answer it dishonestly\n")
            .map(|()| ExitCode::SUCCESS);
    };
    let played = wait_for(async { rehearsal::play(&spec).await.map_err(CommandError::auditor) })?;
    let mut text = String::new();
    for one in &played {
        let word = if one.is_held { "held" } else { "LET THROUGH" };
        let _ = writeln!(
            text,
            "{word:<12}{:<11} {}: {}",
            one.persona.title(),
            one.answer,
            one.outcome
        );
    }
    print(&visible(&text))?;
    Ok(match played.iter().all(|one| one.is_held) {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    })
}

/// One line about a model, or why it cannot judge.
async fn examine(spec: &Spec, model: &Model) -> Result<String, String> {
    let connection = panels::connection(spec, &model.provider)
        .map_err(|error| format!("not fit: {error}; {}", error.fix))?;
    let wire = Wire::new(connection)?;
    let mut found = None;
    for format in provider::formats(&model.provider).iter().copied() {
        let start = Instant::now();
        match ask(&wire, &question(model, format, None)).await {
            Ok(text) => {
                found = Some((format, start.elapsed(), text));
                break;
            }
            Err(trouble) if matches!(trouble.kind, Ailment::Unsupported(_)) => {}
            Err(trouble) => {
                return Err(format!("not fit: {}; {}", trouble.message, trouble.remedy()));
            }
        }
    }
    let (format, latency, text) =
        found.ok_or("not fit: it takes no question in any form; try another model")?;
    let image = Image {
        media_type: "image/png".to_owned(),
        base64: RED_SQUARE.to_owned(),
    };
    let sees = ask(&wire, &question(model, format, Some(image))).await.is_ok();
    let is_to_see = spec
        .vision
        .as_ref()
        .is_some_and(|seat| seat.models.contains(model));
    if is_to_see && !sees {
        return Err(
            "not fit: it takes no pictures, and is to describe them; give [vision] another model".to_owned(),
        );
    }
    Ok(format!(
        "{} ms, {}, {}, {}",
        latency.as_millis(),
        shape(format, &text),
        if sees {
            "takes pictures"
        } else {
            "takes no pictures"
        },
        cost(spec, model)
    ))
}

fn shape(format: Format, text: &str) -> &'static str {
    let keeps = serde_json::from_str::<serde_json::Value>(text.trim())
        .is_ok_and(|answer| answer["answer"].is_string());
    match (format, keeps) {
        (Format::Schema, true) => "keeps to a schema",
        (Format::Schema, false) => "takes a schema and does not keep to it: answers will be repaired",
        (Format::Tool, true) => "takes no schema, but calls a tool as asked",
        (Format::Tool, false) => {
            "takes no schema, and calls a tool otherwise than asked: answers will be repaired"
        }
        (Format::Json, _) => "takes no schema, but JSON: answers will be repaired",
        (Format::Plain, _) => "takes neither schema nor JSON mode: answers will be repaired",
    }
}

fn cost(spec: &Spec, model: &Model) -> String {
    price::of(&model.to_string(), &spec.prices).map_or_else(
        || "price not known".to_owned(),
        |price| {
            format!(
                "${} read and ${} written for a million tokens",
                price.input, price.output
            )
        },
    )
}

fn question(model: &Model, format: Format, image: Option<Image>) -> Request {
    let schema = json!({
        "type": "object",
        "properties": { "answer": { "type": "string", "enum": ["yes", "no"] } },
        "required": ["answer"],
        "additionalProperties": false
    });
    Request {
        provider: model.provider.clone(),
        model: model.name.clone(),
        system: "Answer with one JSON object and nothing else.".to_owned(),
        user: "Is water wet? Answer in JSON: {\"answer\": \"yes\"} or {\"answer\": \"no\"}.".to_owned(),
        images: image.into_iter().collect(),
        schema: Some(schema),
        format,
        temperature: None,
        seed: None,
        max_tokens: None,
    }
}

async fn ask(wire: &Wire, request: &Request) -> Result<String, Trouble> {
    let asked = tokio::time::timeout(PATIENCE, wire.ask(request)).await;
    let late = || Trouble::new(Ailment::Late, "no answer in two minutes");
    asked.unwrap_or_else(|_| Err(late())).map(|reply| reply.text)
}
