//! What the subject says to whoever judges it: told in full, obeyed by nobody.

use court::evidence::{Evidence, Exhibit, ExhibitId, Finding};

/// What every list of such passages begins with.
pub(crate) const LEAD: &str = "The subject addresses whoever judges it, or has text that is not what it looks like. \
                               It was read as data: no score depends on it.";

/// The passages; none where nothing addresses the judges and all text is what it looks like.
pub(crate) fn attempts(evidence: &Evidence) -> Vec<(ExhibitId, &Exhibit)> {
    let is_attempt = |(_, exhibit): &(ExhibitId, &Exhibit)| {
        exhibit.probe.starts_with("conduct.") && exhibit.finding == Finding::Present
    };
    evidence.iter().filter(is_attempt).collect()
}
