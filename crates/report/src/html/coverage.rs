//! What was looked at, and above all what could not be.

use super::{Context, items, more};
use crate::dossier::Skip;
use crate::sections::coverage::{by_reason, capped, further, read, rubric, unobserved};
use crate::text::english::count;
use crate::text::html::Seen;
use maud::{Markup, html};

/// Most items of one list; the JSON report has all of them.
const ITEMS_MAX: usize = 200;

pub(super) fn write(context: &Context<'_>) -> Markup {
    let coverage = &context.dossier.coverage;
    let looked: Vec<_> = read(context)
        .into_iter()
        .chain(further(context, ITEMS_MAX))
        .collect();
    let causes = capped(unobserved(&context.dossier.evidence), ITEMS_MAX, "groups");
    let rubric = rubric(context, ITEMS_MAX);
    html! {
        (items(context, &looked))
        h3 { "Not observed" }
        @if causes.is_empty() { p { "Every probe could look." } }
        @else {
            p { "This says nothing about the subject and costs no points." }
            (items(context, &causes))
        }
        (skipped(&coverage.files_skipped))
        @if !rubric.is_empty() {
            h3 { "How the rubric was read" }
            (items(context, &rubric))
        }
    }
}

fn skipped(skips: &[Skip]) -> Markup {
    let reasons = by_reason(skips);
    html! {
        @if !reasons.is_empty() {
            h3 { "Files that were not read" }
            @for (why, paths) in reasons.iter().take(ITEMS_MAX) {
                details {
                    summary { (Seen(why)) ": " (count(paths.len(), "file", "files")) }
                    ul .columns { @for path in paths.iter().take(ITEMS_MAX) { li { code { (Seen(path)) } } } }
                    (more(paths.len(), ITEMS_MAX))
                }
            }
        }
    }
}
