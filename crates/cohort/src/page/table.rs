//! The table of students and dimensions, with its filters.

use super::link;
use crate::class::Class;
use crate::decimal::{decimal, decimal_or};
use crate::submission::{Audited, Dimension, Outcome, Submission};
use maud::{Markup, html};
use report::web::Seen;

/// From this share of the scale a score is shown as good, and from this one as fair.
const GOOD: f64 = 0.7;
const FAIR: f64 = 0.4;
/// What stands where there is no score.
const NONE: &str = "–";

pub(super) fn write(class: &Class) -> Markup {
    html! {
        div #filters .filters hidden {
            button type="button" data-show="all" aria-pressed="true" { "All" }
            button type="button" data-show="human" aria-pressed="false" { "Needs a human" }
            button type="button" data-show="failed" aria-pressed="false" { "Not audited" }
            button type="button" data-show="overruled" aria-pressed="false" { "Overruled" }
            input #search type="search" placeholder="Name, id or any column" aria-label="Show submissions with these words";
            span #found .note role="status" { }
        }
        div .scroll tabindex="0" role="region" aria-label="Scores of the class" {
            table #table {
                thead { tr {
                    (heading("Student", "text"))
                    (heading("Overall", "number"))
                    @for dimension in &class.dimensions { (heading(&dimension.name, "number")) }
                } }
                tbody { @for (who, one) in class.submissions.iter().enumerate() { (row(class, who, one)) } }
                tfoot { tr {
                    th scope="row" { "Mean" }
                    td .number { (fixed(class.overall.as_ref().filter(|all| all.scored > 0).map(|all| all.mean))) }
                    @for one in &class.dimensions {
                        td .number { (fixed((one.scored > 0).then_some(one.mean))) }
                    }
                } }
            }
        }
        p .note { "A score leads to its place in the report. ✎ stands where people overruled the court, ! where they are asked to look." }
    }
}

/// A mean, in as many places as the others of its column.
fn fixed(score: Option<f64>) -> String {
    score.map_or_else(|| NONE.to_owned(), |score| format!("{score:.2}"))
}

fn heading(name: &str, kind: &str) -> Markup {
    html! { th scope="col" { button .sort type="button" data-kind=(kind) { (Seen(name)) } } }
}

fn row(class: &Class, who: usize, one: &Submission) -> Markup {
    let needs = class.first.iter().any(|first| first.who == who);
    let mut kinds = vec!["all"];
    kinds.extend(needs.then_some("human"));
    match &one.outcome {
        Outcome::Failed(_) => kinds.push("failed"),
        Outcome::Audited(audited) => {
            let is_overruled = audited
                .dimensions
                .iter()
                .any(|dimension| dimension.overruled.is_some());
            kinds.extend(is_overruled.then_some("overruled"));
        }
    }
    html! {
        tr data-kinds=(kinds.join(" ")) {
            th scope="row" { (link(class, who)) (beside(one)) }
            @match &one.outcome {
                Outcome::Audited(audited) => (scores(class, one, audited)),
                Outcome::Failed(cause) => {
                    td .failed colspan=(class.dimensions.len() + 1) data-value="-1" { "not audited: " (Seen(cause)) }
                }
            }
        }
    }
}

/// What else the list says of a submission.
fn beside(one: &Submission) -> Markup {
    let entry = &one.entry;
    let id = entry.name.as_ref().map(|_| &entry.id);
    let others = entry.others.iter().filter(|(_, cell)| !cell.is_empty());
    html! {
        @if let Some(id) = id { small { (Seen(id)) } }
        span hidden { @for (_, cell) in others { (Seen(cell)) " " } }
    }
}

fn scores(class: &Class, one: &Submission, audited: &Audited) -> Markup {
    let [least, most] = audited.scale;
    let overall = audited.overall.unwrap_or(-1.0);
    html! {
        td .number.(shade(audited.overall, [least, most])) data-value=(overall) {
            a href={ (one.entry.folder) "/report.html" } { strong { (fixed(audited.overall)) } }
            @if let Some(court) = audited.court_overall { span .mark title={ "the court said " (decimal(court)) } { "✎" } }
        }
        @for column in &class.dimensions {
            @match audited.dimensions.iter().enumerate().find(|(_, dimension)| dimension.id == column.id) {
                Some((at, dimension)) => (cell(one, at + 1, dimension)),
                None => { td .number data-value="-1" { (NONE) } }
            }
        }
    }
}

fn cell(one: &Submission, number: usize, dimension: &Dimension) -> Markup {
    let score = dimension.score.unwrap_or(-1.0);
    let court = dimension.overruled.as_ref().map(|by| {
        let court = decimal_or(by.court, "nothing");
        format!("{} says so; the court said {court}: {}", by.by, by.why)
    });
    html! {
        td .number.(shade(dimension.score, dimension.scale)) data-value=(score) {
            a href={ (one.entry.folder) "/report.html#dimension-" (number) }
                title=[dimension.reason.as_deref().map(shown)] { (decimal_or(dimension.score, NONE)) }
            @if let Some(why) = &court { span .mark title=(Seen(why)) { "✎" } }
            @if let Some(why) = &dimension.review { span .bad title=(Seen(why)) { "!" } }
        }
    }
}

/// Text for an attribute that may be left out.
fn shown(text: &str) -> String {
    court::visible::visible(text).replace(['\u{FFFE}', '\u{FFFF}'], "\u{FFFD}")
}

fn shade(score: Option<f64>, [least, most]: [f64; 2]) -> &'static str {
    let share = score.map(|score| (score - least) / (most - least));
    match share {
        Some(share) if share >= GOOD => "good",
        Some(share) if share >= FAIR => "fair",
        Some(_) => "poor",
        None => "none",
    }
}
