//! `report.json`, version 1: the contract with other programs. Numbers that do not exist are null.

mod criteria;
mod exhibits;
mod number;
mod seals;
mod writing;

pub use exhibits::exhibit;
pub use seals::{FIELD as SEALS, seal, sealed_fields};
pub use writing::to_text;

use super::entry::entries;
use super::plan::{Task, plan};
use super::shelves::shelves;
use super::summary::summary;
use crate::dossier::{
    Claim, Coverage, Dossier, HistoryNote, ModelsNote, PanelNote, ReportNote, Skip, VisionNote, WallsNote,
    dollars,
};
use court::opinion::Persona;
use court::quality::{Collapse, JudgeQuality};
use court::rubric::Rubric;
use court::score::Scale;
use criteria::{Criterion, StepRow, remedy_place, step};
use exhibits::Shelved;
use number::{Bounds, number, number_or_null};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The JSON Schema (2020-12) of this form.
pub const SCHEMA: &str = include_str!("../schemas/report.schema.json");
/// Name and version of the form.
const FORM: &str = "auditor.report/1";
/// Most skipped files listed; a subject can have millions, and their number is told anyway.
const SKIPPED_MAX: usize = 5_000;

/// The report of a case.
#[derive(Serialize)]
struct Report<'a> {
    schema: &'static str,
    repo_url: Option<&'a str>,
    commit: &'a str,
    history: History<'a>,
    rubric: Yardstick<'a>,
    rules: RulesNote<'a>,
    panel: Panel<'a>,
    overall_score: Value,
    scale: Bounds,
    grade: Option<&'a str>,
    complete: bool,
    coverage: Looked<'a>,
    executive_summary: String,
    criteria: Vec<Criterion<'a>>,
    evidences: Shelved<'a>,
    claims: Vec<ClaimRow<'a>>,
    topology: &'a [Value],
    remediation_plan: Vec<PlanRow<'a>>,
    journal: Journal<'a>,
    seals: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct History<'a> {
    commits: usize,
    complete: bool,
    note: Option<&'a str>,
}

#[derive(Serialize)]
struct Yardstick<'a> {
    name: &'a str,
    version: Option<&'a str>,
    sha256: &'a str,
    shape: &'a str,
    understood: &'a [String],
    ignored: &'a [String],
}

#[derive(Serialize)]
struct RulesNote<'a> {
    name: &'a str,
    version: Option<&'a str>,
    sha256: &'a str,
    trace: Vec<StepRow>,
}

#[derive(Serialize)]
struct Panel<'a> {
    name: &'a str,
    judges: [Judge; 3],
    calls: u64,
    input_tokens: u64,
    output_tokens: u64,
    cost_usd: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cached_input_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    budget_spent: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quality: Option<Quality<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vision: Option<Vision<'a>>,
}

/// The model that described pictures.
#[derive(Serialize)]
struct Vision<'a> {
    model: &'a str,
    pictures: usize,
    pictures_beyond: usize,
    described: usize,
    not_described: &'a [String],
    calls: u64,
    answers_refused: usize,
    input_tokens: u64,
    cached_input_tokens: u64,
    output_tokens: u64,
    cost_usd: Option<f64>,
    budget_spent: bool,
}

/// How well the models judged.
#[derive(Serialize)]
struct Quality<'a> {
    judges: BTreeMap<&'static str, &'a JudgeQuality>,
    collapse: &'a Collapse,
}

#[derive(Serialize)]
struct Judge {
    judge: &'static str,
    model: Option<String>,
    temperature: Option<f64>,
}

#[derive(Serialize)]
struct Looked<'a> {
    files_read: usize,
    files_skipped_count: usize,
    files_skipped: Vec<&'a Skip>,
    not_obeyed: &'a [String],
    pages: usize,
    images: usize,
    reports: &'a [ReportNote],
    uncommitted: Option<&'a str>,
    containment: &'a [WallsNote],
}

#[derive(Serialize)]
struct ClaimRow<'a> {
    text: &'a str,
    #[serde(rename = "where")]
    place: &'a str,
    kind: &'a str,
    state: &'a str,
    exhibits: &'a [String],
    near: Option<&'a str>,
    lies_in_subject: bool,
}

#[derive(Serialize)]
struct PlanRow<'a> {
    dimension_id: &'a str,
    action: &'a str,
    path: Option<&'a str>,
    line: Option<u32>,
    expected_gain: Value,
    exhibit: Option<String>,
}

#[derive(Serialize)]
struct Journal<'a> {
    case: &'a str,
    replayed: bool,
}

/// The whole file, with a line end at its end.
#[must_use]
pub fn render(dossier: &Dossier) -> String {
    let mut report = report(dossier);
    let value = serde_json::to_value(&report).expect("structs with text keys are JSON");
    report.seals = seals::seals(&value);
    to_text(&report)
}

fn report(dossier: &Dossier) -> Report<'_> {
    let entries = entries(dossier);
    let plan = plan(&entries);
    let verdict = &dossier.verdict;
    Report {
        schema: FORM,
        repo_url: dossier.subject.url.as_deref(),
        commit: &dossier.commit,
        history: history(&dossier.history),
        rubric: yardstick(&dossier.rubric),
        rules: RulesNote {
            name: &dossier.rules.name,
            version: dossier.rules.version.as_deref(),
            sha256: dossier.rules.sha256.as_str(),
            trace: verdict.trace.iter().map(step).collect(),
        },
        panel: panel(&dossier.panel),
        overall_score: number_or_null(verdict.overall),
        scale: bounds(&verdict.scale),
        grade: verdict.grade.as_deref(),
        complete: verdict.is_complete,
        coverage: looked(&dossier.coverage),
        executive_summary: summary(dossier, &entries, &plan),
        criteria: entries.iter().map(criteria::criterion).collect(),
        evidences: Shelved(shelves(&entries, &dossier.evidence)),
        claims: dossier.claims.iter().map(claim).collect(),
        topology: &dossier.topology,
        remediation_plan: plan.iter().map(plan_row).collect(),
        journal: Journal {
            case: &dossier.case,
            replayed: false,
        },
        seals: BTreeMap::new(),
    }
}

fn history(note: &HistoryNote) -> History<'_> {
    History {
        commits: note.commits,
        complete: note.complete,
        note: note.note.as_deref(),
    }
}

fn yardstick(rubric: &Rubric) -> Yardstick<'_> {
    Yardstick {
        name: &rubric.name,
        version: rubric.version.as_deref(),
        sha256: rubric.sha256.as_str(),
        shape: &rubric.shape,
        understood: &rubric.understood,
        ignored: &rubric.ignored,
    }
}

/// A panel that asks no model called nothing, so it has no cost either.
fn panel(note: &PanelNote) -> Panel<'_> {
    let models = note.models.as_ref();
    let usage = models.map(|models| models.usage).unwrap_or_default();
    Panel {
        name: &note.name,
        judges: Persona::ALL.map(|persona| judge(persona, models)),
        calls: models.map_or(0, |models| models.calls),
        input_tokens: usage.input,
        output_tokens: usage.output,
        cost_usd: models.and_then(|models| models.cost).map(dollars),
        cached_input_tokens: models.map(|models| models.usage.cached),
        budget_spent: models.map(|models| models.is_budget_spent),
        quality: models.map(quality),
        vision: note.vision.as_ref().map(vision),
    }
}

fn vision(note: &VisionNote) -> Vision<'_> {
    Vision {
        model: &note.model,
        pictures: note.pictures,
        pictures_beyond: note.beyond,
        described: note.described,
        not_described: &note.causes,
        calls: note.calls,
        answers_refused: note.answers_refused,
        input_tokens: note.usage.input,
        cached_input_tokens: note.usage.cached,
        output_tokens: note.usage.output,
        cost_usd: note.cost.map(dollars),
        budget_spent: note.is_budget_spent,
    }
}

fn judge(persona: Persona, models: Option<&ModelsNote>) -> Judge {
    let note = models.and_then(|models| models.judges.iter().find(|judge| judge.persona == persona));
    Judge {
        judge: persona.name(),
        model: note.map(|note| note.model.clone()),
        temperature: note.map(|note| note.temperature),
    }
}

fn quality(models: &ModelsNote) -> Quality<'_> {
    let judges = models.quality.iter();
    Quality {
        judges: judges
            .map(|(persona, quality)| (persona.name(), quality))
            .collect(),
        collapse: &models.collapse,
    }
}

fn bounds(scale: &Scale) -> Bounds {
    Bounds {
        min: number(scale.min),
        max: number(scale.max),
    }
}

fn looked(coverage: &Coverage) -> Looked<'_> {
    Looked {
        files_read: coverage.files_read,
        files_skipped_count: coverage.files_skipped.len(),
        files_skipped: coverage.files_skipped.iter().take(SKIPPED_MAX).collect(),
        not_obeyed: &coverage.not_obeyed,
        pages: coverage.reports.iter().map(|report| report.pages).sum(),
        images: coverage.reports.iter().map(|report| report.images).sum(),
        reports: &coverage.reports,
        uncommitted: coverage.uncommitted.as_deref(),
        containment: &coverage.containment,
    }
}

fn claim(claim: &Claim) -> ClaimRow<'_> {
    ClaimRow {
        text: &claim.text,
        place: &claim.place,
        kind: &claim.kind,
        state: &claim.state,
        exhibits: &claim.exhibits,
        near: claim.near.as_deref(),
        lies_in_subject: claim.lies_in_subject,
    }
}

fn plan_row<'a>(task: &Task<'a>) -> PlanRow<'a> {
    let (path, line) = remedy_place(task.remedy);
    PlanRow {
        dimension_id: &task.dimension.id.0,
        action: &task.remedy.action,
        path,
        line,
        expected_gain: number_or_null(task.gain),
        exhibit: task.remedy.exhibit.map(|id| id.to_string()),
    }
}
