//! One table over all dimensions: score, judges, what decided.

use super::text::Seen;
use super::{Desk, bars};
use crate::entry::{Entry, is_judged};
use crate::plan::tasks_of;
use crate::shelves::shelves;
use crate::words::{on_scale, shorten};
use court::justice::Status;
use court::opinion::Persona;
use court::score::Score;
use maud::{Markup, html};

/// Most characters of a reason; the section of the dimension has all of it.
const REASON_MAX: usize = 90;

pub(super) fn write(desk: &Desk<'_>) -> Markup {
    let shelves = shelves(&desk.entries, &desk.dossier.evidence);
    html! {
        div .scroll role="region" aria-labelledby="scores-heading" tabindex="0" {
            table .scores {
                thead {
                    tr {
                        th scope="col" { "Dimension" } th scope="col" { "Final" } th scope="col" { "Judges" }
                        th scope="col" { "Decided by" } th scope="col" .number { "Open" } th scope="col" .number { "Exhibits" }
                    }
                }
                tbody {
                    @for (index, (entry, shelf)) in desk.entries.iter().zip(&shelves).enumerate() {
                        (row(index + 1, entry, shelf.exhibits.len()))
                    }
                }
            }
        }
        p .note {
            "P, D and T are the votes of Prosecutor, Defense and Tech Lead; the upright line is the settled score."
            @if desk.entries.iter().any(|entry| !is_judged(&entry.ruling.status)) {
                " A dimension without a score is not in the overall score."
            }
        }
    }
}

fn row(number: usize, entry: &Entry<'_>, exhibits: usize) -> Markup {
    let open = tasks_of(entry).len();
    html! {
        tr {
            th scope="row" { a href={ "#dimension-" (number) } { (Seen(&entry.dimension.name)) } }
            td data-label="Final" { (final_score(entry)) }
            td data-label="Judges" {
                @if entry.ruling.hearings.is_empty() { "–" }
                @else { (bars::spread(&votes(entry), entry.ruling.final_score, &entry.dimension.scale)) }
            }
            td data-label="Decided by" { (decided_by(entry)) }
            td .number data-label="Open" { (open) }
            td .number data-label="Exhibits" { (exhibits) }
        }
    }
}

fn final_score(entry: &Entry<'_>) -> Markup {
    html! {
        @match (&entry.ruling.status, entry.ruling.final_score) {
            (Status::Judged, Some(score)) => {
                strong { (score) } " of " (entry.dimension.scale.max)
                (bars::bar(score, &entry.dimension.scale, &on_scale(score, entry.dimension)))
            }
            (Status::NotAssessable(_), _) => span .state { "not assessable" },
            (Status::Judged | Status::Incomplete(_), _) => span .state.bad { "incomplete" },
        }
    }
}

/// The votes of the last hearing.
pub(super) fn votes(entry: &Entry<'_>) -> Vec<(Persona, Option<Score>)> {
    let last = |persona| entry.votes(persona).last().copied().flatten();
    Persona::ALL.map(|persona| (persona, last(persona))).to_vec()
}

fn decided_by(entry: &Entry<'_>) -> Markup {
    html! {
        @match (entry.reason(), entry.deciding_rule()) {
            (Some(reason), _) => (Seen(&shorten(reason.split(';').next().unwrap_or(reason), REASON_MAX))),
            (None, Some(rule)) => code { (Seen(rule)) },
            (None, None) => "–",
        }
    }
}
