//! Each dimension: what was asked, what was seen, what the judges said, what settled it, what to do.

use super::plan::TASKS_MAX;
use super::{Context, bars, code};
use crate::line::{Line, Piece, citation, in_html};
use crate::sections::entry::{Entry, is_far_apart, step, unscored};
use crate::sections::plan::{Thing, fixed_by, tasks_of, things};
use crate::text::english::{degree, ended, sentence};
use crate::text::html::{Seen, prose};
use court::evidence::ExhibitId;
use court::opinion::{Persona, Seat};
use court::protocol::Standing;
use court::score::Score;
use maud::{Markup, html};
use std::collections::BTreeSet;

/// Most demands shown of one dimension; the JSON report has all of them.
const DEMANDS_MAX: usize = 60;
/// What is said of a check that does not arise.
const IDLE: &str = "not applicable";
/// Most rules shown; an ordinary ruling has five.
const STEPS_MAX: usize = 30;

pub(super) fn write(context: &Context<'_>) -> Markup {
    let plan = things(&context.plan);
    let mut told = BTreeSet::new();
    html! {
        (filters())
        @for (number, entry) in (1..).zip(&context.entries) { (dimension(context, number, entry, &plan, &mut told)) }
    }
}

fn filters() -> Markup {
    let choices = [
        ("all", "All"),
        ("open", "With open checks"),
        ("split", "Judges disagree"),
        ("unscored", "Without a score"),
    ];
    html! {
        div .filters data-filter="dimension" hidden role="group" aria-label="Which dimensions to show" {
            @for (value, label) in choices {
                button type="button" data-show=(value) aria-pressed=(if value == "all" { "true" } else { "false" }) { (label) }
            }
            button type="button" data-unfold="dimensions" aria-pressed="false" { "Unfold all" }
        }
    }
}

fn dimension<'a>(
    context: &Context<'_>,
    number: usize,
    entry: &'a Entry<'_>,
    plan: &[Thing<'_, '_>],
    told: &mut BTreeSet<&'a str>,
) -> Markup {
    let is_fine =
        entry.standings().iter().all(|standing| !standing.is_unmet()) && entry.ruling.final_score.is_some();
    html! {
        article .dimension id={ "dimension-" (number) } data-kinds=(kinds(entry)) aria-labelledby={ "dimension-" (number) "-heading" } {
            details open[!is_fine] {
                summary {
                    h3 id={ "dimension-" (number) "-heading" } { (number) ". " (Seen(&entry.dimension.name)) }
                    span .result.(result_class(entry)) { (entry.result()) }
                }
                @if let Some(word) = entry.overruled() { p .review { strong { "Overruled by people. " } (prose(&word)) } }
                (finding(entry))
                (demands(context, entry, plan))
                (votes(entry))
                (rules(context, entry, told))
                @if let Some(dissent) = entry.dissent(&all_are_listed).filter(|_| is_far_apart(context.dossier, entry)) { p .dissent { strong { "Dissent. " } (code::with_citations(&ended(&dissent))) } }
                @if let Some(why) = &entry.ruling.review { p .review { strong { "Manual review. " } (prose(&ended(why))) } }
            }
        }
    }
}

/// Each check of a dimension stands in its section in words.
fn all_are_listed(_: ExhibitId) -> bool {
    true
}

/// By which filters it is found.
fn kinds(entry: &Entry<'_>) -> String {
    let mut kinds = vec!["all"];
    let votes: Vec<Score> = entry
        .last_votes()
        .into_iter()
        .filter_map(|(_, vote)| vote)
        .collect();
    let is = [
        ("open", !tasks_of(entry).is_empty()),
        ("split", votes.iter().min() != votes.iter().max()),
        ("unscored", entry.ruling.final_score.is_none()),
    ];
    kinds.extend(is.iter().filter(|(_, holds)| *holds).map(|(kind, _)| kind));
    kinds.join(" ")
}

fn result_class(entry: &Entry<'_>) -> &'static str {
    let score = entry.ruling.final_score;
    score.map_or("none", |score| bars::grade(score, &entry.dimension.scale))
}

fn finding(entry: &Entry<'_>) -> Markup {
    html! {
        @if let Some(reason) = entry.reason() {
            p { "There is no score: " (prose(&unscored(reason))) }
        }
        @if let Some(because) = entry.understood() { p .note { "How it was read: " (prose(&ended(because))) } }
    }
}

fn demands(context: &Context<'_>, entry: &Entry<'_>, plan: &[Thing<'_, '_>]) -> Markup {
    let mut standings: Vec<&Standing> = entry.standings().iter().collect();
    standings.sort_by_key(|standing| {
        (
            rank(standing),
            !standing.demand.is_violation,
            -standing.demand.weight,
        )
    });
    let is_idle = |standing: &&Standing| word(standing) == IDLE;
    let (idle, asked): (Vec<_>, Vec<_>) = standings.into_iter().take(DEMANDS_MAX).partition(is_idle);
    let list = |of: &[&Standing]| {
        html! { ul .demands { @for standing in of { (demand(context, entry, standing, plan)) } } }
    };
    html! {
        @if !asked.is_empty() { p .note { (entry.looked_at()) (if asked.len() == 1 { " check looked at" } else { " checks looked at" }) } (list(&asked)) }
        @if !idle.is_empty() { details { summary { (idle.len()) " " (IDLE) } (list(&idle)) } }
    }
}

/// What is wrong first, what nobody could see last.
fn rank(standing: &Standing) -> u8 {
    match word(standing) {
        "failed" => 0,
        "in part" => 1,
        "passed" => 2,
        _ => 3,
    }
}

fn word(standing: &Standing) -> &'static str {
    let nothing = court::score::Fraction::from_integer(0);
    if standing.is_met() {
        "passed"
    } else if standing.is_unmet() && standing.share > Some(nothing) {
        "in part"
    } else if standing.is_unmet() {
        "failed"
    } else if standing.is_unobserved {
        "not looked at"
    } else {
        IDLE
    }
}

/// What passes is said in its words alone; why stands with the evidence.
fn demand(context: &Context<'_>, entry: &Entry<'_>, standing: &Standing, plan: &[Thing<'_, '_>]) -> Markup {
    let exhibit = standing
        .exhibit
        .and_then(|id| Some((id, context.dossier.evidence.get(id)?)));
    let degree = degree(standing);
    let text = standing.said();
    html! {
        li .demand.(word(standing).replace(' ', "-")) {
            span .mark { (word(standing)) }
            div {
                @if standing.share.is_some() { (prose(&sentence(&text))) }
                @if let Some(degree) = &degree { " " strong .degree { (sentence(degree)) } }
                @if standing.share.is_none() { "Wanted: " (prose(&sentence(&text))) " " (prose(&sentence(standing.cause.as_deref().unwrap_or_default()))) }
                @if let Some((id, exhibit)) = exhibit {
                    " " (citation(id)) " "
                    @if standing.is_unmet() {
                        (fix(context, entry, standing, plan))
                        (code::proof(context, exhibit))
                    }
                }
            }
        }
    }
}

/// A link to where the plan says how to fix it.
fn fix(context: &Context<'_>, entry: &Entry<'_>, standing: &Standing, plan: &[Thing<'_, '_>]) -> Markup {
    let found = fixed_by(plan, entry.dimension, standing).filter(|(number, _)| *number <= TASKS_MAX);
    html! {
        @if let Some((number, gain)) = found {
            " " a href={ "#fix-" (number) } { "fix " (number) }
            @if let Some(gain) = gain { " " (in_html(&[Piece::Gain(gain)], &context.links)) }
        }
    }
}

fn votes(entry: &Entry<'_>) -> Markup {
    html! {
        @if let Some(last) = entry.ruling.hearings.last() {
            div .bench {
                @for (persona, seat) in last.seats() { (vote(entry, persona, seat)) }
            }
        }
    }
}

fn vote(entry: &Entry<'_>, persona: Persona, seat: &Seat) -> Markup {
    html! {
        div .judge.(bars::class(persona)) {
            h4 { (persona.title()) }
            @match seat {
                Seat::Opined(opinion) => {
                    p .vote {
                        strong { (opinion.score) }
                        @if let Some(first) = entry.vote_before(persona, opinion.score) { " (" (first) " in the first vote)" }
                    }
                    p { (code::with_citations(&entry.pointed(&opinion.argument, &all_are_listed))) }
                }
                Seat::Recused(recusal) => p { "No valid answer: " (prose(&ended(&recusal.cause))) },
            }
        }
    }
}

fn rules<'a>(context: &Context<'_>, entry: &'a Entry<'_>, told: &mut BTreeSet<&'a str>) -> Markup {
    let steps = entry.ruling.trace.iter().take(STEPS_MAX);
    let steps: Vec<Line<'_>> = steps.map(|each| step(each, told)).collect();
    html! {
        @if entry.ruling.final_score.is_some() {
            ol .rules aria-label="The rules that settled it" { @for step in &steps { li { (in_html(step, &context.links)) } } }
        }
    }
}
