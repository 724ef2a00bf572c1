//! What stands in the way, and what to do about all of it.

use super::{Context, items, more};
use crate::line::in_html;
use crate::sections::accepted;
use crate::sections::plan::{LEAD, blocking, things};
use maud::{Markup, html};

/// Most further places of a task.
const PLACES_MAX: usize = 5;
/// Most characters of what was seen.
const SEEN_MAX: usize = 240;
/// Most tasks listed; the JSON report has all of them.
const TASKS_MAX: usize = 60;

/// `None` where nothing was judged.
pub(super) fn obstacles(context: &Context<'_>) -> Option<Markup> {
    Some(match blocking(context)? {
        Ok(found) => {
            html! { ol .obstacles { @for line in &found { li { (in_html(line, &context.links)) } } } }
        }
        Err(none) => html! { p { (none) } },
    })
}

/// `None` where nothing is accepted.
pub(super) fn lived_with(context: &Context<'_>) -> Option<Markup> {
    let lines = accepted::lines(context);
    (!lines.is_empty()).then(|| html! { p .note { (accepted::LEAD) } (items(context, &lines)) })
}

/// `None` where nothing stands open.
pub(super) fn write(context: &Context<'_>) -> Option<Markup> {
    let things = things(&context.plan);
    let lines = things.iter().take(TASKS_MAX);
    let lines = lines.map(|thing| thing.line(&context.dossier.evidence, SEEN_MAX, PLACES_MAX));
    (!things.is_empty()).then(|| {
        html! {
            p .note { (LEAD) }
            ol .plan { @for line in lines { li { (in_html(&line, &context.links)) } } }
            (more(things.len(), TASKS_MAX))
        }
    })
}
