//! The verdict.

use super::{Context, bars};
use crate::line::in_html;
use crate::sections::head::{facts, panel, review, unscored};
use crate::sections::summary::summary;
use crate::text::english::{out_of, sentence};
use crate::text::html::{Seen, prose};
use maud::{Markup, html};

pub(super) fn write(context: &Context<'_>) -> Markup {
    html! {
        header .verdict {
            p .kicker { "Audit" button #theme type="button" hidden { "Light or dark" } }
            h1 { (Seen(&context.dossier.subject.name)) }
            (score(context))
            dl .facts {
                div { dt { "State" } dd { (state(context)) } }
                @for (name, line) in &facts(context) {
                    div { dt { (sentence(name).trim_end_matches('.')) } dd { (in_html(line, &context.links)) } }
                }
            }
            p .summary { (prose(&summary(context))) }
            p .note { (in_html(&panel(context), &context.links)) }
        }
    }
}

fn score(context: &Context<'_>) -> Markup {
    let verdict = &context.dossier.verdict;
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

fn state(context: &Context<'_>) -> Markup {
    html! {
        @if context.dossier.verdict.is_complete { "complete" } @else { strong .bad { "incomplete" } }
        (unscored(context))
        @if let Some(flag) = review(context) { ", " strong .bad { (flag) } }
    }
}
