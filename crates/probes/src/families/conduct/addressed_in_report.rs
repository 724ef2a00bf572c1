//! `conduct.addressed_in_report`: a report, or a paged document of the subject, addresses whoever
//! judges it, openly or in hidden text.

use super::told;
use crate::conduct;
use probes_core::{Answer, Probe, Subject};

/// Whether a report tries to instruct the judges.
pub(super) const PROBE: Probe = Probe::of_documents(
    "conduct.addressed_in_report",
    "The report does not try to instruct whoever judges it",
    examine,
);

/// What a text means is a judgement, made by rules.
const SURE: u8 = 85;

fn examine(snapshot: &Subject) -> Answer {
    let in_packed = conduct::in_packed(snapshot);
    if snapshot.documents.is_empty() && in_packed.passages.is_empty() {
        return Answer::not_applicable("no report was handed in");
    }
    told(&conduct::in_documents(snapshot).and(in_packed), "the report").sure(SURE)
}
