use super::{claimed_at, gaps, paths, search, unreadable, with_pictures};
use claims::claim::State;
use documents::document::Document;
use probes_core::{Answer, Probe, Subject};

pub(super) const PROBE: Probe = Probe::of_documents(
    "docs.paths_present",
    "The report names files of this repository that exist.",
    examine,
)
.unless(unreadable);

fn examine(snapshot: &Subject) -> Answer {
    let present = paths(snapshot, State::Supported);
    // How many there are is not known where whole pages were not read.
    if let Some(gaps) = gaps(snapshot).filter(|_| snapshot.documents.iter().any(Document::has_unread_scan)) {
        return Answer::unobserved(format!(
            "paths that exist, as far as was read: {}; {gaps}",
            present.len()
        ));
    }
    let rationale = with_pictures(
        format!("paths that the report names and that exist: {}", present.len()),
        snapshot,
    );
    let answer = match present.is_empty() {
        true => Answer::absent(rationale, search(snapshot)),
        false => Answer::present(rationale),
    }
    .valued(present.len());
    present.iter().fold(answer, |answer, claim| {
        claimed_at(answer, claim, format!("{}{}", claim.about, claim.reading()))
    })
}
