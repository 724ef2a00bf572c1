//! The projects side by side, where there are several.

use super::Desk;
use super::text::Seen;
use crate::projects::{Row, table};
use maud::{Markup, html};

/// `None` where there is one project.
pub(super) fn write(desk: &Desk<'_>) -> Option<Markup> {
    let table = table(&desk.entries, &desk.dossier.evidence)?;
    Some(html! {
        div .scroll role="region" aria-labelledby="projects-heading" tabindex="0" {
            table .scores {
                thead {
                    tr {
                        th scope="col" { "Project" } th scope="col" { "Name" } th scope="col" { "Language" }
                        th scope="col" .number { "Lines" }
                        @for name in &table.dimensions { th scope="col" .number { (Seen(name)) } }
                        th scope="col" .number { "All" }
                    }
                }
                tbody { @for row in table.rows.iter().chain([&table.all]) { (line(row)) } }
            }
        }
        p .note { "How far, in percent, the shares that each dimension demands are met by what lies in each project; the worst stands first." }
        @if table.more > 0 { p { (table.more) " more projects do better." } }
    })
}

fn line(row: &Row) -> Markup {
    html! {
        tr {
            th scope="row" { (Seen(&row.root)) }
            td { (Seen(&row.names.join(", "))) }
            td { (row.language.as_deref().unwrap_or("–")) }
            td .number { (row.lines) }
            @for part in row.cells.iter().chain([&row.met]) {
                td .number { @if let Some(part) = part { (part) } @else { "–" } }
            }
        }
    }
}
