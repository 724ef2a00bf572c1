//! Every exhibit under its own anchor, to be found by its words.

use super::{Context, code, more};
use crate::sections::exhibits::Group;
use crate::sections::found_by::found_by;
use crate::text::english::{sentence, shorten};
use crate::text::html::{Seen, prose};
use court::evidence::{Exhibit, ExhibitId};
use maud::{Markup, html};
use std::collections::BTreeSet;

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
        @for (name, rows) in folded(context) {
            details .group {
                summary { (Seen(name)) ": " (rows.len()) }
                @for (id, exhibit) in rows { (row(context, id, exhibit)) }
            }
        }
        (more(count, EXHIBITS_MAX))
        @if count == 0 { p { "There is no evidence." } }
    }
}

/// What is shown, by dimension; what several dimensions ask for stands under the first of them.
fn folded<'a>(context: &Context<'a>) -> Vec<(&'a str, Vec<(ExhibitId, &'a Exhibit)>)> {
    let evidence = context.dossier.evidence.iter().take(EXHIBITS_MAX);
    let mut open: BTreeSet<ExhibitId> = evidence.map(|(id, _)| id).collect();
    let name = |group: &Group<'a>| {
        let mut entries = context.entries.iter();
        let entry = entries.find(|entry| entry.dimension.id.0 == group.name);
        entry.map_or(group.name, |entry| entry.dimension.name.as_str())
    };
    let groups = context.groups.iter().map(|group| {
        let rows = group.exhibits.iter().copied();
        let rows: Vec<(ExhibitId, &Exhibit)> = rows.filter(|(id, _)| open.remove(id)).collect();
        (name(group), rows)
    });
    groups.filter(|(_, rows)| !rows.is_empty()).collect()
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
