//! What became of each dimension.

use super::number::{bounds, number, number_or_null, share};
use crate::sections::entry::{Entry, status_word};
use crate::sections::plan::{Task, tasks_of};
use court::evidence::Place;
use court::justice::Step;
use court::opinion::{Hearing, Persona, Round, Seat};
use court::remedy::Remedy;
use serde_json::{Value, json};

pub(super) fn criterion(entry: &Entry<'_>) -> Value {
    let ruling = &entry.ruling;
    let opinions = ruling.hearings.iter().flat_map(|hearing| {
        let seats = hearing.seats();
        seats.map(move |(persona, seat)| opinion(entry, hearing, persona, seat))
    });
    let mut criterion = json!({
        "dimension_id": entry.dimension.id.0,
        "dimension_name": entry.dimension.name,
        "status": status_word(&ruling.status),
        "status_reason": entry.reason(),
        "final_score": number_or_null(ruling.final_score),
        "scale": bounds(&entry.dimension.scale),
        "judge_opinions": opinions.collect::<Value>(),
        "rule_trace": ruling.trace.iter().map(step).collect::<Value>(),
        "dissent_summary": ruling.dissent,
        "manual_review": ruling.review,
        "remediation": tasks_of(entry).iter().map(remedy).collect::<Value>(),
    });
    if let Some(word) = entry.overruling {
        criterion["overruled"] = json!({
            "score": number(word.score),
            "court_score": number_or_null(word.court),
            "by": word.by,
            "why": word.why,
        });
    }
    criterion
}

fn opinion(entry: &Entry<'_>, hearing: &Hearing, persona: Persona, seat: &Seat) -> Value {
    let (said, recused) = match seat {
        Seat::Opined(opinion) => (Some(opinion), None),
        Seat::Recused(recusal) => (None, Some(&recusal.cause)),
    };
    json!({
        "judge": persona.name(),
        "criterion_id": entry.dimension.id.0,
        "score": said.map(|opinion| number(opinion.score)),
        "argument": said.map_or("", |opinion| &opinion.argument),
        "cited_evidence": said.map_or(&[][..], |opinion| &opinion.cited),
        "confidence": said.map(|opinion| share(opinion.confidence.into())),
        "round": match hearing.round {
            Round::First => 1,
            Round::Rehearing => 2,
        },
        "recused": recused,
    })
}

pub(super) fn step(step: &Step) -> Value {
    json!({
        "rule": step.rule,
        "before": number_or_null(step.before),
        "after": number_or_null(step.after),
        "why": step.why,
    })
}

fn remedy(task: &Task<'_>) -> Value {
    let (path, line) = remedy_place(task.remedy);
    json!({
        "action": task.remedy.action,
        "path": path,
        "line": line,
        "expected_gain": number_or_null(task.gain),
    })
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
