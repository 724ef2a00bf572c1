//! What became of each dimension.

use super::bounds;
use super::number::{Bounds, number_or_null, share};
use crate::entry::{Entry, status_word};
use crate::plan::{Task, tasks_of};
use court::evidence::{ExhibitId, Place};
use court::justice::Step;
use court::opinion::{Hearing, Persona, Round, Seat};
use court::remedy::Remedy;
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
pub(super) struct Criterion<'a> {
    dimension_id: &'a str,
    dimension_name: &'a str,
    status: &'static str,
    status_reason: Option<String>,
    final_score: Value,
    scale: Bounds,
    judge_opinions: Vec<OpinionRow>,
    rule_trace: Vec<StepRow>,
    dissent_summary: Option<String>,
    remediation: Vec<RemedyRow<'a>>,
}

#[derive(Serialize)]
struct OpinionRow {
    judge: &'static str,
    criterion_id: String,
    score: Value,
    argument: String,
    cited_evidence: Vec<ExhibitId>,
    confidence: Value,
    round: u8,
    recused: Option<String>,
}

#[derive(Serialize)]
pub(super) struct StepRow {
    rule: String,
    before: Value,
    after: Value,
    why: String,
}

#[derive(Serialize)]
struct RemedyRow<'a> {
    action: &'a str,
    path: Option<&'a str>,
    line: Option<u32>,
    expected_gain: Value,
}

pub(super) fn criterion<'a>(entry: &Entry<'a>) -> Criterion<'a> {
    let ruling = &entry.ruling;
    Criterion {
        dimension_id: &entry.dimension.id.0,
        dimension_name: &entry.dimension.name,
        status: status_word(&ruling.status),
        status_reason: entry.reason().map(str::to_owned),
        final_score: number_or_null(ruling.final_score),
        scale: bounds(&entry.dimension.scale),
        judge_opinions: ruling
            .hearings
            .iter()
            .flat_map(|hearing| opinions(entry, hearing))
            .collect(),
        rule_trace: ruling.trace.iter().map(step).collect(),
        dissent_summary: ruling.dissent.clone(),
        remediation: tasks_of(entry).iter().map(remedy).collect(),
    }
}

fn opinions(entry: &Entry<'_>, hearing: &Hearing) -> Vec<OpinionRow> {
    let id = &entry.dimension.id.0;
    hearing
        .seats()
        .map(|(persona, seat)| opinion(id, hearing.round, persona, seat))
        .collect()
}

fn opinion(id: &str, round: Round, persona: Persona, seat: &Seat) -> OpinionRow {
    let blank = OpinionRow {
        judge: persona.name(),
        criterion_id: id.to_owned(),
        score: Value::Null,
        argument: String::new(),
        cited_evidence: Vec::new(),
        confidence: Value::Null,
        round: match round {
            Round::First => 1,
            Round::Rehearing => 2,
        },
        recused: None,
    };
    match seat {
        Seat::Opined(opinion) => OpinionRow {
            score: number_or_null(Some(opinion.score)),
            argument: opinion.argument.clone(),
            cited_evidence: opinion.cited.clone(),
            confidence: share(opinion.confidence.into()),
            ..blank
        },
        Seat::Recused(recusal) => OpinionRow {
            recused: Some(recusal.cause.clone()),
            ..blank
        },
    }
}

pub(super) fn step(step: &Step) -> StepRow {
    StepRow {
        rule: step.rule.clone(),
        before: number_or_null(step.before),
        after: number_or_null(step.after),
        why: step.why.clone(),
    }
}

fn remedy<'a>(task: &Task<'a>) -> RemedyRow<'a> {
    let (path, line) = remedy_place(task.remedy);
    RemedyRow {
        action: &task.remedy.action,
        path,
        line,
        expected_gain: number_or_null(task.gain),
    }
}

/// The file and the line where to do it, as far as there are such.
pub(super) fn remedy_place(remedy: &Remedy) -> (Option<&str>, Option<u32>) {
    match &remedy.place {
        Some(
            Place::Lines { path, first, .. }
            | Place::Passage {
                document: path,
                first,
                ..
            },
        ) => (Some(path), Some(*first)),
        Some(Place::Page { document: path, .. } | Place::File(path)) => (Some(path), None),
        Some(Place::Commit(_) | Place::Ref(_)) | None => (None, None),
    }
}
