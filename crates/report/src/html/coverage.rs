//! What was looked at, and above all what could not be.

use super::Desk;
use super::text::{Seen, prose};
use crate::coverage::{behind_same_walls, by_reason, named_protocols};
use crate::dossier::{Coverage, Skip, WallsNote};
use crate::words::{count, ended, list, sentence};
use court::evidence::{Evidence, Finding};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Most items of one list; the JSON report has all of them.
const ITEMS_MAX: usize = 200;

pub(super) fn write(desk: &Desk<'_>) -> Markup {
    let dossier = desk.dossier;
    let history = &dossier.history;
    html! {
        ul {
            li {
                (count(history.commits, "commit", "commits")) " could be read; the history is "
                @if history.complete { "complete." } @else { "not complete, so its length says nothing." }
                @if let Some(note) = &history.note { " " (prose(&sentence(note))) }
            }
            li { (count(dossier.coverage.files_read, "file was", "files were")) " read, " (dossier.coverage.files_skipped.len()) " skipped." }
            @if !dossier.coverage.not_obeyed.is_empty() {
                li {
                    "Ignored as settings, for nothing in the subject steers its audit:"
                    @for path in dossier.coverage.not_obeyed.iter().take(ITEMS_MAX) { " " code { (Seen(path)) } }
                }
            }
            (reports(&dossier.coverage))
            @if let Some(note) = &dossier.coverage.uncommitted { li { "Working copy, not audited: " (prose(&ended(note))) } }
            @for (what, note) in behind_same_walls(&dossier.coverage.containment).iter().take(ITEMS_MAX) { (walls(what, note)) }
        }
        (unobserved(&dossier.evidence))
        (skipped(&dossier.coverage.files_skipped))
        (rubric(desk))
    }
}

fn walls(what: &[String], note: &WallsNote) -> Markup {
    html! {
        li {
            "Contained while reading " (Seen(&list(what))) ": "
            @if note.in_force.is_empty() { "the process could not say." }
            @else { (prose(&ended(&note.in_force.join(", ")))) }
            @if !note.missing.is_empty() { " Not in force: " (prose(&ended(&note.missing.join("; ")))) }
            @if !note.lost.is_empty() { " Lost with a process that died: " (prose(&ended(&note.lost.join("; ")))) }
        }
    }
}

fn reports(coverage: &Coverage) -> Markup {
    html! {
        @if coverage.reports.is_empty() { li { "No report was given or found." } }
        @for report in coverage.reports.iter().take(ITEMS_MAX) {
            li {
                "Report " code { (Seen(&report.name)) } ": " (count(report.pages, "page", "pages")) ", " (count(report.images, "image", "images")) "."
                @if let Some(cause) = &report.cause { " " (prose(&sentence(cause))) }
                @if !report.active.is_empty() { " It holds active content, which is listed and never run: " (prose(&report.active.join(", "))) "." }
            }
        }
    }
}

fn unobserved(evidence: &Evidence) -> Markup {
    let mut causes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (_, exhibit) in evidence.iter().filter(|(_, exhibit)| exhibit.rank == 0) {
        if let Finding::Unobserved { cause } = &exhibit.finding {
            causes.entry(cause).or_default().push(&exhibit.probe);
        }
    }
    html! {
        h3 { "Not observed" }
        @if causes.is_empty() { p { "Every probe could look." } }
        @else {
            p { "This says nothing about the subject and costs no points." }
            ul {
                @for (cause, probes) in causes.iter().take(ITEMS_MAX) {
                    li { (prose(&sentence(cause))) @for probe in probes { " " code { (Seen(probe)) } } }
                }
            }
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
                    ul .columns {
                        @for path in paths.iter().take(ITEMS_MAX) { li { code { (Seen(path)) } } }
                        @if paths.len() > ITEMS_MAX { li { (paths.len() - ITEMS_MAX) " more" } }
                    }
                }
            }
        }
    }
}

fn rubric(desk: &Desk<'_>) -> Markup {
    let rubric = &desk.dossier.rubric;
    let named = named_protocols(&desk.entries);
    html! {
        @if !rubric.understood.is_empty() || !rubric.ignored.is_empty() || !named.is_empty() {
            h3 { "How the rubric was read" }
            ul {
                @if !named.is_empty() {
                    li { "By the protocols that it names:" @for name in named.iter().take(ITEMS_MAX) { " " code { (Seen(name)) } } }
                }
                @for text in rubric.understood.iter().take(ITEMS_MAX) { li { (prose(&sentence(text))) } }
                @if !rubric.ignored.is_empty() {
                    li { "Kept without effect:" @for key in rubric.ignored.iter().take(ITEMS_MAX) { " " code { (Seen(key)) } } }
                }
            }
        }
    }
}
