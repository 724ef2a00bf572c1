//! What the subject says to whoever judges it: told in full, obeyed by nobody.

use super::{Desk, section};
use crate::escape::{code, inline};
use crate::words::shorten;
use court::evidence::{Exhibit, ExhibitId, Finding};

/// Most passages listed; `report.json` has all that were kept.
const LISTED_MAX: usize = 8;
/// Most characters of a passage.
const PASSAGE_MAX: usize = 160;

/// `None` where nothing addresses the judges and all text is what it looks like.
pub(super) fn write(desk: &Desk<'_>) -> Option<String> {
    let told: Vec<String> = desk
        .dossier
        .evidence
        .iter()
        .filter(|(_, exhibit)| exhibit.probe.starts_with("conduct.") && exhibit.finding == Finding::Present)
        .map(|(id, exhibit)| row(id, exhibit))
        .collect();
    if told.is_empty() {
        return None;
    }
    let lead = "The subject addresses whoever judges it, or has text that is not what it looks like. \
                It was read as data: no score depends on it.";
    let mut lines = vec![lead.to_owned(), String::new()];
    lines.extend(told.iter().take(LISTED_MAX).cloned());
    if told.len() > LISTED_MAX {
        lines.push(format!("- {} more in `report.json`", told.len() - LISTED_MAX));
    }
    Some(section("Attempts to influence the judges", &lines))
}

fn row(id: ExhibitId, exhibit: &Exhibit) -> String {
    let place = exhibit
        .place
        .as_ref()
        .map(ToString::to_string)
        .unwrap_or_default();
    let quote = exhibit.excerpt.as_ref().map_or_else(String::new, |excerpt| {
        format!(": “{}”", inline(&shorten(&excerpt.text, PASSAGE_MAX)))
    });
    format!("- {id} {} {}{quote}", code(&place), inline(&exhibit.rationale))
}
