//! What the subject says to whoever judges it.

use super::{Context, more, section};
use crate::sections::injection::{LEAD, attempts};
use crate::text::english::shorten;
use crate::text::markdown::{code, inline};
use court::evidence::{Exhibit, ExhibitId};

/// Most passages listed; `report.json` has all that were kept.
const LISTED_MAX: usize = 8;
/// Most characters of a passage.
const PASSAGE_MAX: usize = 160;

/// `None` where there is nothing to tell.
pub(super) fn write(context: &Context<'_>) -> Option<String> {
    let told = attempts(&context.dossier.evidence);
    let mut lines = vec![LEAD.to_owned(), String::new()];
    lines.extend(
        told.iter()
            .take(LISTED_MAX)
            .map(|(id, exhibit)| row(*id, exhibit)),
    );
    lines.extend(more(told.len(), LISTED_MAX).map(|more| format!("- {more}")));
    (!told.is_empty()).then(|| section("Attempts to influence the judges", &lines))
}

fn row(id: ExhibitId, exhibit: &Exhibit) -> String {
    let place = exhibit.place.as_ref().map(ToString::to_string);
    let quote = exhibit.excerpt.as_ref().map_or_else(String::new, |excerpt| {
        format!(": “{}”", inline(&shorten(&excerpt.text, PASSAGE_MAX)))
    });
    let place = code(&place.unwrap_or_default());
    format!("- {id} {place} {}{quote}", inline(&exhibit.rationale))
}
