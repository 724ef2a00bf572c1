//! One table over all dimensions: score, judges, what decided.

use super::{Context, bars};
use crate::line::in_html;
use crate::sections::entry::{Entry, is_judged};
use crate::sections::plan::tasks_of;
use crate::text::english::on_scale;
use crate::text::html::Seen;
use court::justice::Status;
use maud::{Markup, html};

pub(super) fn write(context: &Context<'_>) -> Markup {
    html! {
        div .scroll role="region" aria-labelledby="scores-heading" tabindex="0" {
            table .scores {
                thead {
                    tr {
                        th scope="col" { "Dimension" } th scope="col" { "Final" } th scope="col" { "Judges" }
                        th scope="col" { "Decided by" } th scope="col" .number { "Open" } th scope="col" .number { "Checks looked at" }
                    }
                }
                tbody {
                    @for (number, entry) in (1..).zip(&context.entries) { (row(context, number, entry)) }
                }
            }
        }
        p .note {
            "P, D and T are the votes of Prosecutor, Defense and Tech Lead; the upright line is the settled score."
            @if context.entries.iter().any(|entry| !is_judged(&entry.ruling.status)) {
                " A dimension without a score is not in the overall score."
            }
        }
    }
}

fn row(context: &Context<'_>, number: usize, entry: &Entry<'_>) -> Markup {
    let open = tasks_of(entry).len();
    html! {
        tr {
            th scope="row" { a href={ "#dimension-" (number) } { (Seen(&entry.dimension.name)) } }
            td data-label="Final" { (final_score(entry)) }
            td data-label="Judges" {
                @if entry.ruling.hearings.is_empty() { "–" }
                @else { (bars::spread(&entry.last_votes(), entry.ruling.final_score, &entry.dimension.scale)) }
            }
            td data-label="Decided by" { (in_html(&entry.decided_by(), &context.links)) }
            td .number data-label="Open" { (open) }
            td .number data-label="Checks looked at" { (entry.looked_at()) }
        }
    }
}

fn final_score(entry: &Entry<'_>) -> Markup {
    html! {
        @match (&entry.ruling.status, entry.ruling.final_score) {
            (Status::Judged, Some(score)) => {
                strong { (score) } " of " (entry.dimension.scale.max) (entry.lost())
                (bars::bar(score, &entry.dimension.scale, &on_scale(score, entry.dimension)))
            }
            (Status::NotAssessable(_), _) => span .state { "not assessable" },
            (Status::Judged | Status::Incomplete(_), _) => span .state.bad { "incomplete" },
        }
    }
}
