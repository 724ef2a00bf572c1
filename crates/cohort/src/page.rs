//! `cohort.html`: the class on one page that needs no network.
//!
//! Names and texts are hostile: every one of them goes through [`Seen`], and the page's own policy forbids any script and
//! style but the two that are written here.

mod distribution;
mod similar;
mod table;

use crate::class::{Class, First, Missing};
use crate::decimal::decimal;
use crate::submission::Outcome;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use report::web::{Seen, policy};

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");
/// Most missing demands that are shown; all stand in `cohort.json`.
const MISSING_MAX: usize = 40;
/// Most submissions that need a human and stand open; the others are behind one click.
const FIRST_OPEN: usize = 24;
/// Most submissions that are named with one of them.
const NAMED_MAX: usize = 200;

/// A part of the page: its anchor, its heading, and its content.
struct Part(&'static str, &'static str, Markup);

/// The whole file, with a line end at its end.
#[must_use]
pub fn render(class: &Class) -> String {
    page(class, &parts(class)).into_string() + "\n"
}

fn parts(class: &Class) -> Vec<Part> {
    vec![
        Part("first", "Needs a human first", first(class)),
        Part("scores", "Scores", table::write(class)),
        Part("distribution", "Distribution", distribution::write(class)),
        Part("missing", "What is missing most", missing(class)),
        Part("similar", "Alike", similar::write(class)),
    ]
}

fn page(class: &Class, parts: &[Part]) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy(STYLE, SCRIPT));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(concat!("auditor ", env!("CARGO_PKG_VERSION")));
                title { "Class " (Seen(&class.name)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a .skip href="#scores" { "Skip to the scores" }
                (head(class))
                nav .contents aria-label="Contents" {
                    ul { @for Part(anchor, heading, _) in parts { li { a href={ "#" (anchor) } { (heading) } } } }
                }
                main {
                    @for Part(anchor, heading, body) in parts {
                        section id=(anchor) aria-labelledby={ (anchor) "-heading" } {
                            h2 id={ (anchor) "-heading" } { (heading) }
                            (body)
                        }
                    }
                }
                footer { p {
                    "Each score follows from its own report; this page adds none. Figures of a class help to find where to "
                    "look, and are no verdict on anybody."
                } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

fn head(class: &Class) -> Markup {
    let audited = class.audited().count();
    let failed = class.submissions.len() - audited;
    let judged = class.audited().next().map(|(_, one)| one.judged_by.clone());
    let rubrics: Vec<&str> = class.rubrics().into_iter().collect();
    html! {
        header .verdict {
            p .kicker { "Class" button #theme type="button" hidden { "Light or dark" } }
            h1 { (Seen(&class.name)) }
            dl .facts {
                div { dt { "Submissions" } dd { (class.submissions.len()) } }
                div { dt { "Audited" } dd { (audited) } }
                @if failed > 0 { div { dt { "Not audited" } dd .bad { (failed) } } }
                @if let Some(overall) = class.overall.as_ref().filter(|overall| overall.scored > 0) {
                    div { dt { "Mean" } dd { (decimal(overall.mean)) " of " (decimal(overall.scale[1])) } }
                    div { dt { "Median" } dd { (decimal(overall.spread[2])) } }
                }
                @if rubrics.len() > 1 {
                    div { dt { "Rubrics" } dd .bad { (Seen(&rubrics.join(" and "))) ": means and grades mix them" } }
                }
                @if let Some([rubric, rules, panel]) = &judged {
                    @if rubrics.len() == 1 {
                        div { dt { "Rubric" } dd { (Seen(rubric)) } }
                    }
                    div { dt { "Rules" } dd { (Seen(rules)) } }
                    div { dt { "Panel" } dd { (Seen(panel)) } }
                }
            }
        }
    }
}

/// The submission by its name, as a link to its report where there is one.
fn link(class: &Class, who: usize) -> Markup {
    let one = &class.submissions[who];
    let shown = one.entry.name.as_ref().unwrap_or(&one.entry.id);
    html! {
        @if matches!(one.outcome, Outcome::Audited(_)) {
            a href={ (one.entry.folder) "/report.html" } { (Seen(shown)) }
        } @else {
            (Seen(shown))
        }
    }
}

fn first(class: &Class) -> Markup {
    html! {
        @if class.first.is_empty() {
            p { "Nobody: every submission was audited to its end, and nothing in it asks for a look." }
        } @else {
            p .note {
                (class.first.len()) " of " (class.submissions.len()) " submissions, the most urgent first. What is listed is a "
                "reason to look, not a fault."
            }
            @let (open, further) = class.first.split_at(class.first.len().min(FIRST_OPEN));
            (those(class, open, 1))
            @if !further.is_empty() {
                details .further {
                    summary { (further.len()) " more" }
                    (those(class, further, open.len() + 1))
                }
            }
        }
    }
}

/// The id, where the name is another: two may have one name.
fn id_beside(class: &Class, who: usize) -> Markup {
    let entry = &class.submissions[who].entry;
    html! { @if entry.name.as_ref().is_some_and(|name| *name != entry.id) { " " small { (Seen(&entry.id)) } } }
}

/// Submissions with the reasons to look at them, counted from `start`.
fn those(class: &Class, those: &[First], start: usize) -> Markup {
    html! {
        ol .first start=(start) {
            @for one in those {
                li {
                    strong { (link(class, one.who)) (id_beside(class, one.who)) }
                    ul { @for reason in &one.reasons { li { (Seen(reason)) } } } }
            }
        }
    }
}

fn missing(class: &Class) -> Markup {
    let audited = class.audited().count();
    html! {
        @if class.missing.is_empty() { p { "No check stands open." } }
        @for one in class.missing.iter().take(MISSING_MAX) { (missing_row(class, one, audited)) }
        @if class.missing.len() > MISSING_MAX {
            p .note { (class.missing.len() - MISSING_MAX) " more in " code { "cohort.json" } "." }
        }
    }
}

/// How much less those come to who lack something.
fn beside(lower_by: Option<f64>) -> Markup {
    html! {
        @match lower_by {
            Some(much) if much > 0.0 => { small { " · " (decimal(much)) " lower than the others" } },
            Some(_) => { small { " · not lower than the others" } },
            None => {}
        }
    }
}

fn missing_row(class: &Class, one: &Missing, audited: usize) -> Markup {
    html! {
        details .missing {
            summary {
                meter min="0" max=(audited) value=(one.who.len()) { }
                span .count { (one.who.len()) " of " (audited) }
                span .what { (Seen(&one.action)) " " small { (Seen(&one.dimension)) } (beside(one.lower_by)) }
            }
            p {
                @for (turn, who) in one.who.iter().take(NAMED_MAX).enumerate() {
                    @if turn > 0 { ", " }
                    (link(class, *who))
                }
                @if one.who.len() > NAMED_MAX { " and " (one.who.len() - NAMED_MAX) " more" }
            }
        }
    }
}

#[cfg(test)]
mod tests;
