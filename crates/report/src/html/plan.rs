//! What stands in the way, and what to do about all of it.

use super::dimensions::fix;
use super::text::{Seen, prose};
use super::{Desk, code};
use crate::plan::{Task, elsewhere, obstacles as obstacles_of, things};
use crate::words::{on_scale, sentence, shorten};
use court::score::Score;
use maud::{Markup, html};

/// More than five obstacles are a plan.
const OBSTACLES_MAX: usize = 5;
/// Most further places of a task.
const PLACES_MAX: usize = 5;
/// Most characters of what was seen.
const SEEN_MAX: usize = 240;
/// Most tasks listed; the JSON report has all of them.
const TASKS_MAX: usize = 60;

/// `None` where nothing was judged.
pub(super) fn obstacles(desk: &Desk<'_>) -> Option<Markup> {
    desk.entries
        .iter()
        .find(|entry| entry.ruling.final_score.is_some())?;
    let found = match obstacles_of(&desk.plan) {
        Ok(found) => found,
        Err(none) => return Some(html! { p { (none) } }),
    };
    Some(html! {
        ol .obstacles {
            @for task in found.into_iter().take(OBSTACLES_MAX) {
                li {
                    strong { (Seen(&task.dimension.name)) }
                    @if let Some(score) = task.score { " (" (on_scale(score, task.dimension)) ")" }
                    ": " (prose(task.complaint.unwrap_or(&task.remedy.action).trim_end_matches('.'))) " "
                    @if let Some(place) = &task.remedy.place { (desk.links.place_in_html(place)) " " }
                    @if let Some(id) = task.remedy.exhibit { (code::citation(id)) }
                    @match task.gain {
                        Some(gain) if gain > Score::whole(0) => { " – mending it gains " strong { (gain) } }
                        _ => { " – mending it alone does not raise the score" }
                    }
                }
            }
        }
    })
}

/// `None` where nothing stands open.
pub(super) fn write(desk: &Desk<'_>) -> Option<Markup> {
    let things = things(&desk.plan);
    (!things.is_empty()).then(|| html! {
        p .note {
            (sentence("a gain is what the statutes and the rules would add to the dimension if this alone were done; some things raise a score only together"))
        }
        ol .plan {
            @for thing in things.iter().take(TASKS_MAX) {
                li {
                    strong { (Seen(&thing.task.dimension.name)) }
                    @for task in &thing.also { ", " strong { (Seen(&task.dimension.name)) } }
                    " " (fix(desk, thing.task)) (further(desk, thing.task))
                }
            }
        }
        @if things.len() > TASKS_MAX { p { (things.len() - TASKS_MAX) " more in " code { "report.json" } "." } }
    })
}

/// What was seen, and where else.
fn further(desk: &Desk<'_>, task: &Task<'_>) -> Markup {
    let evidence = &desk.dossier.evidence;
    let exhibit = task.remedy.exhibit.and_then(|id| evidence.get(id));
    let places = elsewhere(task, evidence);
    html! {
        @if let Some(exhibit) = exhibit.filter(|exhibit| !exhibit.rationale.is_empty()) {
            " " span .note { (prose(&sentence(&shorten(&exhibit.rationale, SEEN_MAX)))) }
        }
        @if !places.is_empty() {
            " See also"
            @for place in places.iter().take(PLACES_MAX) { " " (desk.links.place_in_html(place)) }
            @if places.len() > PLACES_MAX { " and " (places.len() - PLACES_MAX) " more" }
            "."
        }
    }
}
