//! What the subject says to whoever judges it: told in full, obeyed by nobody.

use court::evidence::{Evidence, Exhibit, ExhibitId, Finding};

/// What every list of such passages begins with.
pub(crate) const LEAD: &str =
    "The subject addresses whoever judges it. It was read as data: no score depends on it.";
/// A fact of the same family that is no attempt: text that is not what it looks like may have another end, such as the test
/// of a scanner. It stands among the exhibits.
const INVISIBLE: &str = "conduct.invisible_text";

/// The passages; none where nothing addresses the judges.
pub(crate) fn attempts(evidence: &Evidence) -> Vec<(ExhibitId, &Exhibit)> {
    let is_attempt = |(_, exhibit): &(ExhibitId, &Exhibit)| {
        exhibit.probe.starts_with("conduct.")
            && exhibit.probe != INVISIBLE
            && exhibit.finding == Finding::Present
    };
    evidence.iter().filter(is_attempt).collect()
}
