//! Who judges, and what that may cost: the arguments of commands that hear a case.

use crate::cli::telemetry::{self, Telemetry};
use crate::error::CommandError;
use crate::input::panels::{self, ConnectedPanel};
use crate::output::terminal::print;
use crate::trial::Tools;
use crate::trial::models::{Estimates, ModelPanel};
use crate::trial::vision::VisionModel;
use clap::Args;
use clap::builder::FalseyValueParser;
use court::statutes;
use journal::{Digest, Journal, JournalError};
use panel::chat;
use panel::price::Money;
use report::count;
use report::dossier::Dossier;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Causes of empty seats and undescribed pictures that are told on standard error; the report has all.
const CAUSES_TOLD: usize = 3;

/// Who judges.
#[derive(Args)]
pub(super) struct PanelArgs {
    /// Who judges: `statutes` (no model, no key), provider:model, or a panel file (TOML)
    #[arg(long, value_name = "NAME|FILE", env = "AUDITOR_PANEL", default_value = statutes::NAME)]
    panel: String,
    /// Who describes the pictures of the documents: provider:model [default: the panel file's, else nobody]
    #[arg(long, value_name = "MODEL", env = "AUDITOR_VISION")]
    vision: Option<String>,
    /// Say how many calls, tokens and dollars the panel would need, and stop before it is asked
    #[arg(long, env = "AUDITOR_DRY_RUN", value_parser = FalseyValueParser::new())]
    pub(super) dry_run: bool,
    /// Spend at most so many dollars on models; dimensions beyond are left out (exit code 12)
    #[arg(long, value_name = "USD", env = "AUDITOR_MAX_COST", value_parser = dollars)]
    max_cost: Option<Money>,
    /// Ask models again whose answers could not be used, which are paid once and remembered
    #[arg(long, env = "AUDITOR_RETRY", value_parser = FalseyValueParser::new())]
    retry: bool,
    /// Write what the models answered into this directory
    #[arg(long, value_name = "DIR", env = "AUDITOR_RECORD", conflicts_with = "replay")]
    record: Option<PathBuf>,
    /// Judge from the recordings in this directory instead of asking models
    #[arg(long, value_name = "DIR", env = "AUDITOR_REPLAY")]
    replay: Option<PathBuf>,
    /// Write a trace of the judges and their calls into this file, a line of JSON for each span
    #[arg(long, value_name = "FILE", env = "AUDITOR_TRACE")]
    trace: Option<PathBuf>,
}

impl PanelArgs {
    /// The panel with its connections; nothing for the statutes.
    pub(super) fn connect(&self) -> Result<Option<ConnectedPanel>, CommandError> {
        let connected = panels::connect(
            &self.panel,
            self.vision.as_deref(),
            self.max_cost,
            self.replay.as_deref(),
        )?;
        let panel = connected.map(|mut panel| {
            panel.retries = self.retry;
            panel
        });
        if !self.dry_run {
            panel.as_ref().map_or(Ok(()), panels::has_keys)?;
        }
        Ok(panel)
    }

    /// Starts to trace, where somebody wants to know.
    pub(super) fn trace(&self) -> Result<Telemetry, CommandError> {
        telemetry::start(self.trace.as_deref())
    }

    /// Writes the recordings of a decided case, where they were asked for.
    pub(super) async fn keep(&self, dossier: &Dossier, journal: &Journal) -> Result<(), CommandError> {
        let Some(directory) = &self.record else {
            return Ok(());
        };
        let judged = dossier.panel.models.iter().flat_map(|models| &models.recordings);
        let seen = dossier.panel.vision.iter().flat_map(|vision| &vision.recordings);
        let parts = dossier
            .panel
            .models
            .iter()
            .filter_map(|models| models.parts.as_ref());
        let parts = parts.flat_map(|parts| &parts.recordings);
        for key in judged.chain(seen).chain(parts) {
            record(directory, key, journal).await?;
        }
        Ok(())
    }
}

async fn record(directory: &Path, key: &str, journal: &Journal) -> Result<(), CommandError> {
    let journal_failed = |error: JournalError| CommandError::auditor(error);
    let Ok(key) = Digest::try_from(key.to_owned()) else {
        return Ok(());
    };
    let text = journal.call_answer(&key).await.map_err(journal_failed)?;
    let Some(reply) = text.and_then(|text| serde_json::from_str(&text).ok()) else {
        return Ok(());
    };
    chat::record(directory, &key, &reply)
        .map_err(|error| CommandError::auditor(format!("the recordings in {}: {error}", directory.display())))
}

/// What this run asked and paid, for people; the report tells what the verdict rests on. Told once the bars are gone, so
/// that it stays.
pub(super) fn spending(tools: &Tools) -> Vec<String> {
    let Some(client) = tools.client() else {
        return Vec::new();
    };
    let tally = client.tally();
    let mut told = format!(
        "panel: {} answered, {} taken from the ledger",
        calls(tally.answered),
        tally.remembered
    );
    if tally.failed > 0 {
        let _ = write!(told, ", {} failed", calls(tally.failed));
    }
    let _ = write!(
        told,
        "; {} tokens read, {} written",
        tally.usage.input, tally.usage.output
    );
    if tally.has_unpriced {
        told.push_str("; the price of a model is not known");
    } else {
        let _ = write!(told, "; ${:.4} spent now", tally.spent.as_dollars());
    }
    if tally.lost > 0 {
        let _ = write!(
            told,
            "; {} of a run that was stopped may have been paid without an answer",
            calls(tally.lost)
        );
    }
    let empty = tools.models().map(ModelPanel::recusals).unwrap_or_default();
    let empty = empty.into_iter().map(|(cause, seats)| {
        let seats: Vec<&str> = seats.into_iter().collect();
        format!("the seats of {} stayed empty: {cause}", seats.join(", "))
    });
    let unseen = tools.vision_model().map(VisionModel::causes).unwrap_or_default();
    let unseen = unseen
        .into_iter()
        .map(|cause| format!("pictures were not described: {cause}"));
    let causes: Vec<String> = empty.chain(unseen).collect();
    let first = causes.iter().take(CAUSES_TOLD);
    let mut lines = vec![told];
    lines.extend(first.map(|cause| court::visible::visible(&format!("panel: {cause}"))));
    if causes.len() > CAUSES_TOLD {
        lines.push(format!(
            "panel: and {} more causes, in the report",
            causes.len() - CAUSES_TOLD
        ));
    }
    lines
}

fn calls(number: u64) -> String {
    count(usize::try_from(number).unwrap_or(usize::MAX), "call", "calls")
}

/// What a panel would ask.
pub(super) fn print_estimates(estimates: Option<&Estimates>) -> Result<(), CommandError> {
    let Some(estimates) = estimates else {
        return print("the statutes panel asks no model and costs nothing\n");
    };
    let mut text = format!(
        "{:<40} {:>6} {:>11} {:>10} {:>10} {:>10}\n",
        "model", "calls", "remembered", "read", "written", "dollars"
    );
    for (model, estimate, cost) in &estimates.models {
        let cost = cost.map_or_else(
            || "unknown".to_owned(),
            |cost| format!("{:.4}", cost.as_dollars()),
        );
        let _ = writeln!(
            text,
            "{:<40} {:>6} {:>11} {:>10} {:>10} {cost:>10}",
            model.to_string(),
            estimate.calls,
            estimate.remembered,
            estimate.input,
            estimate.output
        );
    }
    if estimates.pictures > 0 {
        let pictures = count(estimates.pictures, "picture", "pictures");
        let _ = write!(text, "{pictures} would be described. ");
    }
    let _ = writeln!(
        text,
        "{} of {} dimensions would be heard. {}",
        estimates.heard,
        estimates.dimensions,
        match estimates.cases {
            0 => "Tokens are guesses, for these judges were not asked before; second votes and repeats come on top.".to_owned(),
            cases => format!(
                "Tokens go by {} of these judges, second votes and repeats with them.",
                count(cases, "earlier case", "earlier cases")
            ),
        }
    );
    print(&court::visible::visible(&text))
}

/// An amount as it is typed.
pub(super) fn dollars(text: &str) -> Result<Money, String> {
    let amount = text.parse().ok().and_then(Money::dollars);
    amount.ok_or_else(|| "give an amount in dollars, such as 0.50".to_owned())
}
