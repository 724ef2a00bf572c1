//! Each dimension: what was asked, what was seen, what the judges said, what settled it, what to do.

use super::text::{Seen, prose};
use super::{Desk, bars, code};
use crate::coverage::is_read_as_named;
use crate::entry::Entry;
use crate::plan::{Task, tasks_of};
use crate::words::{degree, ended, on_scale, sentence};
use court::justice::{Status, Step};
use court::opinion::{Persona, Seat};
use court::protocol::Standing;
use court::score::Score;
use maud::{Markup, html};

/// Most demands shown of one dimension; the JSON report has all of them.
const DEMANDS_MAX: usize = 60;
/// Most rules shown; an ordinary ruling has five.
const STEPS_MAX: usize = 30;

pub(super) fn write(desk: &Desk<'_>) -> Markup {
    html! {
        (filters())
        @for (index, entry) in desk.entries.iter().enumerate() {
            (dimension(desk, index + 1, entry))
        }
    }
}

fn filters() -> Markup {
    let choices = [
        ("all", "All"),
        ("open", "With open demands"),
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

fn dimension(desk: &Desk<'_>, number: usize, entry: &Entry<'_>) -> Markup {
    let is_fine =
        entry.standings().iter().all(|standing| !standing.is_unmet()) && entry.ruling.final_score.is_some();
    html! {
        article .dimension id={ "dimension-" (number) } data-kinds=(kinds(entry)) aria-labelledby={ "dimension-" (number) "-heading" } {
            details open[!is_fine] {
                summary {
                    h3 id={ "dimension-" (number) "-heading" } { (number) ". " (Seen(&entry.dimension.name)) }
                    span .result.(result_class(entry)) { (result(entry)) }
                }
                (finding(entry))
                (demands(desk, entry))
                (votes(entry))
                (rules(entry))
                @if let Some(dissent) = &entry.ruling.dissent { p .dissent { strong { "Dissent. " } (prose(&ended(dissent))) } }
                (fixes(desk, entry))
            }
        }
    }
}

/// By which filters it is found.
fn kinds(entry: &Entry<'_>) -> String {
    let mut kinds = vec!["all"];
    let votes: Vec<Score> = super::scores::votes(entry)
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

fn result(entry: &Entry<'_>) -> String {
    match (&entry.ruling.status, entry.ruling.final_score) {
        (Status::Judged, Some(score)) => on_scale(score, entry.dimension),
        (Status::NotAssessable(_), _) => "not assessable".to_owned(),
        (Status::Judged | Status::Incomplete(_), _) => "incomplete".to_owned(),
    }
}

fn result_class(entry: &Entry<'_>) -> &'static str {
    let score = entry.ruling.final_score;
    score.map_or("none", |score| bars::grade(score, &entry.dimension.scale))
}

fn finding(entry: &Entry<'_>) -> Markup {
    let because = entry.plea.and_then(|plea| plea.understood.as_ref());
    let because = because.filter(|_| !is_read_as_named(entry));
    html! {
        @if let Some(reason) = entry.reason() {
            p { "Without a score, which says nothing about the subject: " (prose(&ended(reason))) }
        }
        @if let Some(because) = because { p .note { "How it was read: " (prose(&ended(because))) } }
    }
}

fn demands(desk: &Desk<'_>, entry: &Entry<'_>) -> Markup {
    let mut standings: Vec<&Standing> = entry.standings().iter().collect();
    standings.sort_by_key(|standing| {
        (
            rank(standing),
            !standing.demand.is_violation,
            -standing.demand.weight,
        )
    });
    html! {
        @if !standings.is_empty() {
            ul .demands {
                @for standing in standings.into_iter().take(DEMANDS_MAX) { (demand(desk, standing)) }
            }
        }
    }
}

/// What is wrong first, what nobody could see last.
fn rank(standing: &Standing) -> u8 {
    match word(standing) {
        "not met" => 0,
        "in part" => 1,
        "met" => 2,
        _ => 3,
    }
}

fn word(standing: &Standing) -> &'static str {
    let nothing = court::score::Fraction::from_integer(0);
    if standing.is_met() {
        "met"
    } else if standing.is_unmet() && standing.share > Some(nothing) {
        "in part"
    } else if standing.is_unmet() {
        "not met"
    } else if standing.is_unobserved {
        "not observed"
    } else {
        "does not arise"
    }
}

fn demand(desk: &Desk<'_>, standing: &Standing) -> Markup {
    let exhibit = standing
        .exhibit
        .and_then(|id| Some((id, desk.dossier.evidence.get(id)?)));
    let text = match standing.is_unmet() {
        true => &standing.demand.unmet,
        false => &standing.demand.met,
    };
    html! {
        li .demand.(word(standing).replace(' ', "-")) {
            span .mark { (word(standing)) }
            div {
                @if standing.share.is_some() { (prose(&sentence(text))) }
                @if let Some(degree) = degree(standing) { " " strong .degree { (sentence(&degree)) } }
                @if standing.share.is_none() { "Wanted: " (prose(&sentence(text))) " " (prose(&sentence(standing.cause.as_deref().unwrap_or_default()))) }
                @if let Some((id, exhibit)) = exhibit {
                    " " (code::citation(id)) " "
                    @if standing.share.is_some() { span .note { (prose(&sentence(&exhibit.rationale))) } }
                    @if standing.is_met() { (code::folded_excerpt(desk, exhibit)) } @else { (code::excerpt(desk, exhibit)) }
                }
            }
        }
    }
}

fn votes(entry: &Entry<'_>) -> Markup {
    html! {
        @if let Some(last) = entry.ruling.hearings.last() {
            div .bench {
                @for (persona, seat) in last.seats() { (vote(persona, seat, &entry.votes(persona))) }
            }
        }
    }
}

fn vote(persona: Persona, seat: &Seat, votes: &[Option<Score>]) -> Markup {
    html! {
        div .judge.(bars::class(persona)) {
            h4 { (persona.title()) }
            @match seat {
                Seat::Opined(opinion) => {
                    p .vote {
                        strong { (opinion.score) }
                        @if let [Some(first), _, ..] = votes {
                            @if *first != opinion.score { " (" (first) " in the first hearing)" }
                        }
                    }
                    p { (code::with_citations(&opinion.argument)) }
                }
                Seat::Recused(recusal) => p { "Recused: " (prose(&ended(&recusal.cause))) },
            }
        }
    }
}

fn rules(entry: &Entry<'_>) -> Markup {
    html! {
        @if entry.ruling.final_score.is_some() {
            ol .rules aria-label="The rules that settled it" {
                @for step in entry.ruling.trace.iter().take(STEPS_MAX) { li { (rule(step)) } }
            }
        }
    }
}

fn rule(step: &Step) -> Markup {
    html! {
        code { (Seen(&step.rule)) }
        @match (step.before, step.after) {
            (Some(before), Some(after)) if before == after => { " leaves " (after) }
            (Some(before), Some(after)) => { " " (before) " → " (after) }
            (None, Some(after)) => { " " (after) }
            _ => {}
        }
        ": " (prose(&step.why))
    }
}

fn fixes(desk: &Desk<'_>, entry: &Entry<'_>) -> Markup {
    let tasks = tasks_of(entry);
    html! {
        @if !tasks.is_empty() {
            h4 { "What to do" }
            ul .fixes { @for task in &tasks { li { (fix(desk, task)) } } }
        }
    }
}

/// One instruction, with what it gains and where.
pub(super) fn fix(desk: &Desk<'_>, task: &Task<'_>) -> Markup {
    html! {
        @if let Some(gain) = task.gain {
            span .gain.nothing[gain <= Score::whole(0)] { "+" (gain) @if gain <= Score::whole(0) { " alone" } } " "
        }
        (prose(&sentence(&task.remedy.action))) " "
        @if let Some(place) = &task.remedy.place { (desk.links.place_in_html(place)) " " }
        @if let Some(id) = task.remedy.exhibit { (code::citation(id)) }
    }
}
