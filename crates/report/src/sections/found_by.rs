//! Who found which exhibits.

use crate::text::english::list;
use court::evidence::{Detective, Evidence, ExhibitId};

/// "E1–E57 were found by the RepoInvestigator, E58 by the DocAnalyst."; nothing without exhibits.
pub(crate) fn found_by(evidence: &Evidence) -> Option<String> {
    let numbered: Vec<(ExhibitId, Detective)> = evidence
        .iter()
        .map(|(id, exhibit)| (id, exhibit.detective))
        .collect();
    let runs = numbered.chunk_by(|(_, left), (_, right)| left == right);
    let run = |run: &[(ExhibitId, Detective)]| {
        let ((first, who), (last, _)) = (run.first()?, run.last()?);
        let ids = match first == last {
            true => first.to_string(),
            false => format!("{first}–{last}"),
        };
        Some(format!("{ids} by the {}", who.name()))
    };
    let all: Vec<String> = runs.filter_map(run).collect();
    (!all.is_empty()).then(|| format!("Found: {}.", list(&all)))
}
