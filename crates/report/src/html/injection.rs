//! What the subject says to whoever judges it.

use super::{Context, code, more};
use crate::line::citation;
use crate::sections::injection::{LEAD, attempts};
use crate::text::english::sentence;
use crate::text::html::prose;
use maud::{Markup, html};

/// Most passages listed; the JSON report has all that were kept.
const LISTED_MAX: usize = 50;

/// `None` where there is nothing to tell.
pub(super) fn write(context: &Context<'_>) -> Option<Markup> {
    let told = attempts(&context.dossier.evidence);
    (!told.is_empty()).then(|| html! {
        p { (LEAD) }
        ul {
            @for (id, exhibit) in told.iter().take(LISTED_MAX) {
                li { (citation(*id)) " " (prose(&sentence(&exhibit.rationale))) (code::excerpt(context, exhibit)) }
            }
        }
        (more(told.len(), LISTED_MAX))
    })
}
