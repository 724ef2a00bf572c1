//! `auditor inspect`: the detectives alone, facts without judgement.

use super::stage::Target;
use super::{Talk, print};
use crate::complaint::Complaint;
use crate::trial::{self, Investigation};
use crate::visible::visible;
use clap::{Args, ValueEnum};
use court::evidence::{Exhibit, ExhibitId, Finding};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

/// Longest value shown in the table, in characters; the JSON has all of it.
const VALUE_CHARS_MAX: usize = 60;

/// Look only: what the detectives find, without a verdict.
#[derive(Args)]
pub(super) struct Inspect {
    #[command(flatten)]
    target: Target,
    /// How the facts are shown
    #[arg(long, value_enum, env = "AUDITOR_INSPECT_FORMAT", default_value_t = View::Text)]
    format: View,
}

#[derive(Clone, Copy, ValueEnum)]
enum View {
    /// A table for people
    Text,
    /// Everything, for programs
    Json,
}

impl Inspect {
    pub(super) fn run(&self, data: Option<&Path>, talk: Talk) -> Result<ExitCode, Complaint> {
        let found = self
            .target
            .stage("inspect", data, talk, async |filed, case, tools| {
                let found = trial::investigate(&filed.matter(), case, tools).await?;
                case.close(&json!({"subject": filed.subject.name(), "commit": filed.commit}))
                    .await?;
                Ok(found)
            })?;
        let text = match self.format {
            View::Text => table(&found),
            View::Json => pretty(&found),
        };
        print(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn table(found: &Investigation) -> String {
    let mut out = format!(
        "commit {}, {} commits\n",
        found.seized.commit, found.seized.history.commits
    );
    for (id, exhibit) in found.evidence.iter().filter(|(_, exhibit)| exhibit.rank == 0) {
        let place = exhibit
            .place
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default();
        let row = format!(
            "{id:<5} {:<28} {:<12} {:<60} {place}",
            exhibit.probe,
            exhibit.finding.word(),
            shown(exhibit)
        );
        let _ = writeln!(out, "{}", visible(row.trim_end()));
    }
    out
}

/// The fact, or why there is none.
fn shown(exhibit: &Exhibit) -> String {
    let text = match (&exhibit.finding, &exhibit.value) {
        (Finding::Unobserved { cause }, _) => format!("({cause})"),
        (Finding::NotApplicable, _) => format!("({})", exhibit.rationale),
        (_, Some(Value::Array(items))) => format!("{} items", items.len()),
        (_, Some(value)) => value.to_string(),
        (_, None) => String::new(),
    };
    if text.chars().count() <= VALUE_CHARS_MAX {
        return text;
    }
    text.chars().take(VALUE_CHARS_MAX - 1).chain(['…']).collect()
}

fn pretty(found: &Investigation) -> String {
    let exhibits: Vec<Value> = found
        .evidence
        .iter()
        .map(|(id, exhibit)| entry(id, exhibit))
        .collect();
    let seized = &found.seized;
    let all = json!({
        "schema": "auditor.inspection/1",
        "commit": seized.commit,
        "history": seized.history,
        "files_read": seized.files_read,
        "files_skipped": seized.files_skipped,
        "uncommitted": seized.uncommitted,
        "exhibits": exhibits,
        "topology": found.topology,
    });
    format!("{all:#}\n")
}

fn entry(id: ExhibitId, exhibit: &Exhibit) -> Value {
    crate::report::exhibit_json(id, exhibit)
}
