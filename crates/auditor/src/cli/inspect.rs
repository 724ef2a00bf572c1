//! `auditor inspect`: the detectives alone, facts without judgement.

use super::Talk;
use super::case_run::Target;
use crate::error::CommandError;
use crate::output::terminal::print;
use crate::trial::{self, Investigation};
use clap::{Args, ValueEnum};
use court::evidence::{Exhibit, ExhibitId, Finding};
use court::visible::{on_one_line, visible};
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
    /// The graph that the subject's program runs, as a drawing; all its graphs where it runs none
    Mermaid,
}

impl Inspect {
    pub(super) fn run(&self, data: Option<&Path>, talk: Talk) -> Result<ExitCode, CommandError> {
        let found = self
            .target
            .run_case("inspect", None, data, talk, &async |filed, case, tools| {
                let found = trial::investigate(&filed.filing(), case, tools).await?;
                case.close(&json!({"subject": filed.subject.name(), "commit": filed.commit}))
                    .await?;
                Ok(found)
            })?;
        let text = match self.format {
            View::Text => table(&found),
            View::Json => pretty(&found),
            View::Mermaid => drawing(&found.topology),
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
            outline(graph)
                .iter()
                .map(|line| format!("{}\n", on_one_line(line))),
        );
    }
    out
}

/// A graph in a few lines: what it is, what runs when, what follows from that.
fn outline(graph: &Value) -> Vec<String> {
    let size = |key: &str| graph[key].as_array().map_or(0, Vec::len);
    let life = if is_live(graph) { "live" } else { "not run" };
    let mut lines = vec![format!(
        "{}, {} nodes, {} edges, {life}",
        title(graph),
        size("nodes"),
        size("edges")
    )];
    for (at, step) in texts(&graph["supersteps"]).iter().enumerate() {
        lines.push(format!("  superstep {}: {}", at + 1, step.join(", ")));
    }
    let proven = graph["behaviour"].as_array().map_or(&[][..], Vec::as_slice);
    for finding in proven {
        let text = |key: &str| finding[key].as_str().unwrap_or_default();
        let place = finding["places"][0].as_str().unwrap_or_default();
        lines.push(format!(
            "  {:<5} {:<24} {} {place}",
            text("weight"),
            text("kind"),
            text("text")
        ));
        let ways = finding["counter_example"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        lines.extend(
            ways.iter()
                .filter_map(|way| Some(format!("{:<32}{}", "", way.as_str()?))),
        );
    }
    let unproven = graph["findings"].as_array().map_or(&[][..], Vec::as_slice);
    let unproven = unproven.iter().skip(proven.len());
    lines.extend(unproven.filter_map(|text| Some(format!("  note  {}", text.as_str()?))));
    lines
}

fn title(graph: &Value) -> String {
    let text = |key: &str| graph[key].as_str().unwrap_or("unknown");
    format!("graph {} ({})", text("defined_at"), text("framework"))
}

fn is_live(graph: &Value) -> bool {
    graph["live"].as_bool() == Some(true)
}

fn texts(lists: &Value) -> Vec<Vec<&str>> {
    let lists = lists.as_array().map_or(&[][..], Vec::as_slice);
    let each = lists.iter().filter_map(Value::as_array);
    each.map(|list| list.iter().filter_map(Value::as_str).collect())
        .collect()
}

/// The live graph, or every graph under a comment that says which it is.
fn drawing(topology: &[Value]) -> String {
    let live: Vec<&Value> = topology.iter().filter(|graph| is_live(graph)).take(1).collect();
    let shown = if live.is_empty() {
        topology.iter().collect()
    } else {
        live
    };
    let drawn = shown.into_iter().filter_map(|graph| {
        let comment = visible(&title(graph)).replace(['\n', '{', '}'], " ");
        Some(format!("%% {comment}\n{}\n", report::draw_steps(graph)?))
    });
    let drawn: Vec<String> = drawn.collect();
    if drawn.is_empty() {
        return "%% no graph is built\nflowchart TD\n".to_owned();
    }
    drawn.join("\n")
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
