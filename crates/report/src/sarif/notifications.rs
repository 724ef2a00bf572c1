//! What the auditor could not do: notifications, never results, for they say nothing about the subject.

use super::text;
use crate::dossier::Dossier;
use crate::sections::Context;
use crate::sections::entry::Entry;
use court::evidence::Finding;
use court::justice::Status;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Most notifications of one kind; the JSON report has all of them.
const NOTIFICATIONS_MAX: usize = 200;

const UNOBSERVED: &str = "auditor/unobserved";
const INCOMPLETE: &str = "auditor/incomplete";
const NOT_ASSESSABLE: &str = "auditor/not-assessable";
const SKIPPED: &str = "auditor/skipped-files";

pub(super) fn descriptors() -> Value {
    let descriptor = |id: &str, what: &str| json!({"id": id, "shortDescription": {"text": what}});
    json!([
        descriptor(UNOBSERVED, "Something could not be observed; it costs no points."),
        descriptor(INCOMPLETE, "A dimension could not be judged."),
        descriptor(
            NOT_ASSESSABLE,
            "A dimension does not arise, or this panel cannot see it."
        ),
        descriptor(SKIPPED, "Files were not read."),
    ])
}

pub(super) fn notifications(context: &Context<'_>) -> Vec<Value> {
    let dossier = context.dossier;
    let dimensions = context
        .entries
        .iter()
        .filter_map(dimension)
        .take(NOTIFICATIONS_MAX);
    let unseen = unobserved(dossier).take(NOTIFICATIONS_MAX);
    dimensions.chain(unseen).chain(skipped(dossier)).collect()
}

fn dimension(entry: &Entry<'_>) -> Option<Value> {
    let name = &entry.dimension.name;
    match &entry.ruling.status {
        Status::Judged => None,
        Status::Incomplete(why) => Some(notification(INCOMPLETE, "warning", &format!("{name}: {why}"))),
        Status::NotAssessable(why) => Some(notification(NOT_ASSESSABLE, "note", &format!("{name}: {why}"))),
    }
}

fn unobserved(dossier: &Dossier) -> impl Iterator<Item = Value> {
    dossier
        .evidence
        .iter()
        .filter(|(_, exhibit)| exhibit.rank == 0)
        .filter_map(|(_, exhibit)| match &exhibit.finding {
            Finding::Unobserved { cause } => {
                let what = format!("{} could not be observed: {cause}", exhibit.probe);
                Some(notification(UNOBSERVED, "note", &what))
            }
            _ => None,
        })
}

fn skipped(dossier: &Dossier) -> impl Iterator<Item = Value> {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for skip in &dossier.coverage.files_skipped {
        *reasons.entry(&skip.why).or_default() += 1;
    }
    let told = |(why, number): (&str, usize)| {
        notification(SKIPPED, "note", &format!("{number} files were not read: {why}"))
    };
    let told: Vec<Value> = reasons.into_iter().take(NOTIFICATIONS_MAX).map(told).collect();
    told.into_iter()
}

fn notification(id: &str, level: &str, what: &str) -> Value {
    json!({"descriptor": {"id": id}, "level": level, "message": text::message(what)})
}
