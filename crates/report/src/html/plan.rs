//! What stands in the way, and what to do about all of it.

use super::{Context, items, more};
use crate::line::{Line, in_html};
use crate::sections::accepted;
use crate::sections::plan::{LEAD, Thing, blocking, things};
use crate::text::html::prose;
use maud::{Markup, html};

/// Most tasks listed; the JSON report has all of them.
pub(super) const TASKS_MAX: usize = 60;
/// Most tasks that are not folded.
const FIRST_MAX: usize = 10;

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
    let lines = (1..).zip(things.iter().take(TASKS_MAX).map(Thing::line));
    let lines: Vec<(usize, Line<'_>)> = lines.collect();
    (!things.is_empty()).then(|| {
        html! {
            p .note { (prose(LEAD)) }
            (list(context, &lines[..FIRST_MAX.min(lines.len())]))
            @if lines.len() > FIRST_MAX {
                details .plan-rest {
                    summary { (lines.len() - FIRST_MAX) " more" }
                    (list(context, &lines[FIRST_MAX..]))
                }
            }
            (more(things.len(), TASKS_MAX))
        }
    })
}

fn list(context: &Context<'_>, lines: &[(usize, Line<'_>)]) -> Markup {
    let start = lines.first().map_or(1, |(number, _)| *number);
    html! {
        ol .plan start=(start) { @for (number, line) in lines { li id={ "fix-" (number) } { (in_html(line, &context.links)) } } }
    }
}
