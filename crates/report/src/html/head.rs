//! The verdict.

use super::Desk;
use super::bars;
use super::text::{Seen, prose};
use crate::entry::{is_incomplete, is_not_assessable, tally};
use crate::summary::summary;
use crate::words::{count, out_of, sentence};
use court::evidence::Place;
use maud::{Markup, html};

pub(super) fn write(desk: &Desk<'_>) -> Markup {
    let dossier = desk.dossier;
    html! {
        header .verdict {
            p .kicker { "Audit" button #theme type="button" hidden { "Light or dark" } }
            h1 { (Seen(&dossier.subject.name)) }
            (score(desk))
            dl .facts {
                div { dt { "State" } dd { (state(desk)) } }
                div { dt { "Commit" } dd { (desk.links.place_in_html(&Place::Commit(dossier.commit.clone()))) } }
                div { dt { "Rubric" } dd { (Seen(&dossier.rubric.name)) " " (Seen(dossier.rubric.version.as_deref().unwrap_or_default())) } }
                div { dt { "Rules" } dd { (Seen(&dossier.rules.name)) } }
                div { dt { "Panel" } dd { (Seen(&dossier.panel.name)) } }
            }
            p .summary { (prose(&summary(dossier, &desk.entries, &desk.plan))) }
            p .note { "Judged by the " (Seen(&dossier.panel.name)) " panel. " (prose(&sentence(&dossier.panel.what))) }
        }
    }
}

fn score(desk: &Desk<'_>) -> Markup {
    let verdict = &desk.dossier.verdict;
    html! {
        p .score {
            @match verdict.overall {
                Some(score) => {
                    strong { (score) } " of " (verdict.scale.max)
                    (bars::bar(score, &verdict.scale, &format!("{} overall", out_of(score, &verdict.scale))))
                }
                None => { strong { "No score" } }
            }
        }
    }
}

fn state(desk: &Desk<'_>) -> Markup {
    let outside = tally(&desk.entries, is_not_assessable);
    let missed = tally(&desk.entries, is_incomplete);
    html! {
        @if desk.dossier.verdict.is_complete { "complete" }
        @else { strong .bad { "incomplete" } ": " (count(missed, "dimension", "dimensions")) " could not be judged" }
        @if outside > 0 { ", " (count(outside, "dimension", "dimensions")) " not assessable" }
    }
}
