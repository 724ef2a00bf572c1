//! A rubric that could not be read, where a report is to say so: evidence of its own, and nothing that is judged.

use court::admission::Admission;
use court::evidence::{Confidence, Detective, Exhibit, Finding, Source};
use court::justice::Status;
use court::opinion::Hearing;

/// What the evidence is called.
const PROBE: &str = "rubric_load_failed";

/// The evidence.
pub(super) fn exhibit(fault: &str) -> Exhibit {
    Exhibit {
        probe: PROBE.to_owned(),
        rank: 0,
        detective: Detective::DocAnalyst,
        goal: "Can the rubric be read?".to_owned(),
        finding: Finding::Present,
        value: None,
        place: None,
        excerpt: None,
        rationale: fault.to_owned(),
        confidence: Confidence::CERTAIN,
        source: Source::Observed,
    }
}

/// What comes of a dimension then.
pub(super) fn unheard(fault: &str) -> (Admission, Vec<Hearing>) {
    let status = Status::Incomplete(fault.to_owned());
    (Admission::Dismissed(status), Vec::new())
}
