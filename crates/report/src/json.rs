//! `report.json`, version 1: the contract with other programs. Numbers that do not exist are null.

mod criteria;
mod exhibits;
mod number;
mod seals;

pub use exhibits::exhibit;
pub use seals::{FIELD as SEALS, seal, sealed_fields};

use crate::dossier::{Coverage, Dossier, ModelsNote, PanelNote, PartsNote, VisionNote, dollars};
use crate::sections::Context;
use crate::sections::exhibits::Group;
use crate::sections::head;
use crate::sections::plan::Task;
use crate::sections::summary::summary;
use crate::text::json::to_text;
use court::opinion::Persona;
use criteria::{criterion, remedy_place, step};
use number::{bounds, number_or_null};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The JSON Schema (2020-12) of this form.
pub const SCHEMA: &str = include_str!("../schemas/report.schema.json");
/// Name and version of the form.
const FORM: &str = "auditor.report/1";
/// Most skipped files listed; a subject can have millions, and their number is told anyway.
const SKIPPED_MAX: usize = 5_000;

/// The whole file, with a line end at its end.
pub(crate) fn render(context: &Context<'_>) -> String {
    let mut report = report(context);
    let verdict = &context.dossier.verdict;
    if !verdict.overrulings.is_empty() {
        report["court_overall_score"] = number_or_null(verdict.court_overall);
    }
    if let Some(note) = &context.dossier.experiment {
        report["experiment"] = json!(note);
    }
    if !context.dossier.accepted.is_empty() {
        report["accepted"] = json!(context.dossier.accepted);
    }
    report[SEALS] = json!(seals::seals(&report));
    to_text(&report)
}

fn report(context: &Context<'_>) -> Value {
    let Dossier {
        rubric,
        rules,
        verdict,
        history,
        ..
    } = context.dossier;
    json!({
        "schema": FORM,
        "repo_url": context.dossier.subject.url,
        "origin": context.dossier.subject.origin,
        "commit": context.dossier.commit,
        "history": {"commits": history.commits, "complete": history.complete, "note": history.note},
        "rubric": {
            "name": rubric.name,
            "version": rubric.version,
            "sha256": rubric.sha256,
            "shape": rubric.shape,
            "understood": rubric.understood,
            "ignored": rubric.ignored,
        },
        "rules": {
            "name": rules.name,
            "version": rules.version,
            "sha256": rules.sha256,
            "trace": verdict.trace.iter().map(step).collect::<Value>(),
        },
        "panel": panel(&context.dossier.panel),
        "overall_score": number_or_null(verdict.overall),
        "scale": bounds(&verdict.scale),
        "grade": verdict.grade,
        "complete": verdict.is_complete,
        "manual_review": head::to_review(context).iter().map(|entry| entry.dimension.id.0.as_str()).collect::<Value>(),
        "coverage": coverage(&context.dossier.coverage),
        "executive_summary": summary(context),
        "criteria": context.entries.iter().map(criterion).collect::<Value>(),
        "evidences": Value::Object(context.groups.iter().map(evidences).collect()),
        "claims": claims(context.dossier),
        "topology": context.dossier.topology,
        "remediation_plan": context.plan.iter().map(planned).collect::<Value>(),
        "journal": {"case": context.dossier.case, "replayed": false},
    })
}

/// A panel that asks no model called nothing, so it has no cost either.
fn panel(note: &PanelNote) -> Value {
    let models = note.models.as_ref();
    let usage = models.map(|models| models.usage).unwrap_or_default();
    let mut panel = json!({
        "name": note.name,
        "calibration": note.calibration,
        "judges": Persona::ALL.map(|persona| judge(persona, models)),
        "calls": models.map_or(0, |models| models.calls),
        "input_tokens": usage.input,
        "output_tokens": usage.output,
        "cost_usd": models.and_then(|models| models.cost).map(dollars),
    });
    if let Some(models) = models {
        panel["cached_input_tokens"] = usage.cached.into();
        panel["budget_spent"] = models.is_budget_spent.into();
        panel["quality"] = quality(models);
        if let Some(note) = &models.parts {
            panel["parts"] = parts(note);
        }
    }
    if let Some(note) = &note.vision {
        panel["vision"] = vision(note);
    }
    panel
}

fn judge(persona: Persona, models: Option<&ModelsNote>) -> Value {
    let note = models.and_then(|models| models.judges.iter().find(|judge| judge.persona == persona));
    json!({
        "judge": persona.name(),
        "model": note.map(|note| &note.model),
        "temperature": note.map(|note| note.temperature),
    })
}

/// How well the models judged.
fn quality(models: &ModelsNote) -> Value {
    let judges = models.quality.iter();
    let judges: BTreeMap<_, _> = judges
        .map(|(persona, quality)| (persona.name(), quality))
        .collect();
    json!({"judges": judges, "collapse": models.collapse})
}

/// What a model said of the parts of a large repository.
fn parts(note: &PartsNote) -> Value {
    json!({
        "parts": note.parts,
        "told": note.told,
        "not_told": note.causes,
        "calls": note.calls,
        "input_tokens": note.usage.input,
        "cached_input_tokens": note.usage.cached,
        "output_tokens": note.usage.output,
        "cost_usd": note.cost.map(dollars),
    })
}

/// The model that described pictures.
fn vision(note: &VisionNote) -> Value {
    json!({
        "model": note.model,
        "pictures": note.pictures,
        "pictures_beyond": note.beyond,
        "described": note.described,
        "not_described": note.causes,
        "calls": note.calls,
        "answers_refused": note.answers_refused,
        "input_tokens": note.usage.input,
        "cached_input_tokens": note.usage.cached,
        "output_tokens": note.usage.output,
        "cost_usd": note.cost.map(dollars),
        "budget_spent": note.is_budget_spent,
    })
}

fn coverage(coverage: &Coverage) -> Value {
    let skipped = &coverage.files_skipped;
    json!({
        "files_read": coverage.files_read,
        "files_skipped_count": skipped.len(),
        "files_skipped": skipped[..skipped.len().min(SKIPPED_MAX)],
        "not_obeyed": coverage.not_obeyed,
        "pages": coverage.reports.iter().map(|report| report.pages).sum::<usize>(),
        "images": coverage.reports.iter().map(|report| report.images).sum::<usize>(),
        "reports": coverage.reports,
        "uncommitted": coverage.uncommitted,
        "containment": coverage.containment,
    })
}

fn evidences(group: &Group<'_>) -> (String, Value) {
    let rows = group.exhibits.iter().map(|(id, found)| exhibit(*id, found));
    (group.name.to_owned(), rows.collect())
}

fn claims(dossier: &Dossier) -> Value {
    let rows = dossier.claims.iter().map(|claim| {
        json!({
            "text": claim.whole(),
            "because": claim.because,
            "shown_at": claim.shown_at.as_ref().map(ToString::to_string),
            "where": claim.place,
            "kind": claim.kind,
            "state": claim.state,
            "exhibits": claim.exhibits,
            "near": claim.near,
            "lies_in_subject": claim.lies_in_subject,
        })
    });
    rows.collect()
}

fn planned(task: &Task<'_>) -> Value {
    let (path, line) = remedy_place(task.remedy);
    json!({
        "dimension_id": task.dimension.id.0,
        "action": task.remedy.action,
        "path": path,
        "line": line,
        "expected_gain": number_or_null(task.gain),
        "exhibit": task.remedy.exhibit,
    })
}
