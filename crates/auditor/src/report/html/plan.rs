//! What stands in the way, and what to do about all of it.

use super::dimensions::fix;
use super::text::{Seen, prose};
use super::{Desk, code};
use crate::report::words::{on_scale, sentence};
use court::score::Score;
use maud::{Markup, html};

/// More than five obstacles are a plan.
const OBSTACLES_MAX: usize = 5;
/// Most tasks listed; the JSON report has all of them.
const TASKS_MAX: usize = 60;

/// `None` where nothing was judged.
pub(super) fn obstacles(desk: &Desk<'_>) -> Option<Markup> {
    desk.entries
        .iter()
        .find(|entry| entry.ruling.final_score.is_some())?;
    let open: Vec<_> = desk
        .plan
        .iter()
        .filter(|task| task.gain.is_some())
        .take(OBSTACLES_MAX)
        .collect();
    Some(html! {
        @if open.is_empty() { p { "No demand that could be observed stands open." } }
        ol .obstacles {
            @for task in open {
                @let score = desk.entries.iter().find(|entry| entry.dimension.id == task.dimension.id).and_then(|entry| entry.ruling.final_score);
                li {
                    strong { (Seen(&task.dimension.name)) }
                    @if let Some(score) = score { " (" (on_scale(score, task.dimension)) ")" }
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
    (!desk.plan.is_empty()).then(|| html! {
        p .note {
            (sentence("a gain is what the statutes and the rules would add to the dimension if this alone were done; some things raise a score only together"))
        }
        ol .plan {
            @for task in desk.plan.iter().take(TASKS_MAX) {
                li { strong { (Seen(&task.dimension.name)) } " " (fix(desk, task)) }
            }
        }
        @if desk.plan.len() > TASKS_MAX { p { (desk.plan.len() - TASKS_MAX) " more in " code { "report.json" } "." } }
    })
}
