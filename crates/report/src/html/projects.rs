//! The projects side by side, where there are several.

use super::Context;
use crate::sections::projects::{LEAD, Row, table};
use crate::text::html::Seen;
use maud::{Markup, html};

/// `None` where there is one project.
pub(super) fn write(context: &Context<'_>) -> Option<Markup> {
    let table = table(context)?;
    Some(html! {
        div .scroll role="region" aria-labelledby="projects-heading" tabindex="0" {
            table .scores {
                thead {
                    tr {
                        th scope="col" { "Project" }
                        @for name in &table.dimensions { th scope="col" .number { (Seen(name)) } }
                        th scope="col" .number { "All" }
                    }
                }
                tbody { @for row in table.rows.iter().chain([&table.all]) { (line(row)) } }
            }
        }
        p .note { (LEAD) }
        @if table.more > 0 { p { (table.more) " more projects do better." } }
    })
}

fn line(row: &Row) -> Markup {
    html! {
        tr {
            th scope="row" { (Seen(&row.root)) }
            @for part in row.cells.iter().chain([&row.met]) {
                td .number { @if let Some(part) = part { (part) } @else { "–" } }
            }
        }
    }
}
