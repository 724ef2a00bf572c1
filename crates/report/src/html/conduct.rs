//! What the subject says to whoever judges it: told in full, obeyed by nobody.

use super::text::prose;
use super::{Desk, code};
use crate::words::sentence;
use court::evidence::{Exhibit, ExhibitId, Finding};
use maud::{Markup, html};

/// Most passages listed; the JSON report has all that were kept.
const LISTED_MAX: usize = 50;

/// `None` where nothing addresses the judges and all text is what it looks like.
pub(super) fn write(desk: &Desk<'_>) -> Option<Markup> {
    let is_told = |(_, exhibit): &(ExhibitId, &Exhibit)| {
        exhibit.probe.starts_with("conduct.") && exhibit.finding == Finding::Present
    };
    let told: Vec<(ExhibitId, &Exhibit)> = desk.dossier.evidence.iter().filter(is_told).collect();
    (!told.is_empty()).then(|| html! {
        p {
            "The subject addresses whoever judges it, or has text that is not what it looks like. "
            "It was read as data: no score depends on it."
        }
        ul {
            @for (id, exhibit) in told.iter().take(LISTED_MAX) {
                li { (code::citation(*id)) " " (prose(&sentence(&exhibit.rationale))) (code::excerpt(desk, exhibit)) }
            }
        }
        @if told.len() > LISTED_MAX { p { (told.len() - LISTED_MAX) " more in " code { "report.json" } "." } }
    })
}
