//! `auditor inspect`: the detectives alone, facts without judgement.

use super::Talk;
use super::case_run::Target;
use crate::error::CommandError;
use crate::output::terminal::print;
use crate::trial::{self, Investigation};
use clap::{Args, ValueEnum};
use court::evidence::{Exhibit, ExhibitId, Finding};
use court::visible::on_one_line;
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
pub(super) enum View {
    /// A table for people
    Text,
    /// Everything, for programs
    Json,
    /// The graph that the subject's program runs, as a drawing; all its graphs where it runs none
    Mermaid,
}

impl Inspect {
    pub(super) fn of(target: Target, format: View) -> Self {
        Self { target, format }
    }

    pub(super) fn run(&self, data: Option<&Path>, talk: Talk) -> Result<ExitCode, CommandError> {
        let found = self
            .target
            .run_case("inspect", None, data, talk, &async |filed, tools| {
                let found = trial::investigate(&filed.filing(), tools).await?;
                tools
                    .case
                    .close(&json!({"subject": filed.subject.name(), "commit": filed.commit}))
                    .await?;
                Ok(found)
            })?;
        let text = match self.format {
            View::Text => table(&found),
            View::Json => pretty(&found),
            View::Mermaid => report::drawing(&found.topology),
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
            value_text(exhibit)
        );
        let _ = writeln!(out, "{}", on_one_line(row.trim_end()));
    }
    for graph in &found.topology {
        out.push('\n');
        out.extend(
            report::outline(graph)
                .iter()
                .map(|line| format!("{}\n", on_one_line(line))),
        );
    }
    out
}

/// The fact, or why there is none.
fn value_text(exhibit: &Exhibit) -> String {
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
    report::json_text(&all)
}

fn entry(id: ExhibitId, exhibit: &Exhibit) -> Value {
    report::exhibit_json(id, exhibit)
}
