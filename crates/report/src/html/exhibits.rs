//! Every exhibit under its own anchor, to be found by its words.

use super::{Context, code, more};
use crate::sections::found_by::found_by;
use crate::text::english::{sentence, shorten};
use crate::text::html::{Seen, prose};
use court::evidence::{Exhibit, ExhibitId};
use maud::{Markup, html};

/// Most exhibits on the page; the JSON report has all of them.
const EXHIBITS_MAX: usize = 400;
/// Most characters of a rationale or of a goal.
const TEXT_MAX: usize = 600;

pub(super) fn write(context: &Context<'_>) -> Markup {
    let count = context.dossier.evidence.count();
    html! {
        p #search-box .filters hidden {
            label for="search" { "Find " }
            input #search type="search" placeholder="probe, path or word" autocomplete="off";
            span #found role="status" {}
        }
        @if let Some(found) = found_by(&context.dossier.evidence) { p .note { (found) } }
        @for (id, exhibit) in context.dossier.evidence.iter().take(EXHIBITS_MAX) { (row(context, id, exhibit)) }
        (more(count, EXHIBITS_MAX))
        @if count == 0 { p { "There are no exhibits." } }
    }
}

fn row(context: &Context<'_>, id: ExhibitId, exhibit: &Exhibit) -> Markup {
    let id = id.to_string();
    html! {
        article .exhibit.(exhibit.finding.word()) id=(id) {
            h3 {
                a .cite href={ "#" (id) } { (id) } " "
                code { (Seen(&exhibit.probe)) } " "
                span .mark { (exhibit.finding.word().replace('_', " ")) }
            }
            p { (prose(&sentence(&shorten(&exhibit.rationale, TEXT_MAX)))) }
            @if exhibit.rank == 0 { p .note { "Looked for: " (prose(&sentence(&shorten(&exhibit.goal, TEXT_MAX)))) } }
            (code::excerpt(context, exhibit))
        }
    }
}
