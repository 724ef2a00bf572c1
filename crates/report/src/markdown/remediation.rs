//! What to do, what gains most first.

use super::dimensions::gain;
use super::obstacles::whereabouts;
use super::{Desk, section};
use crate::escape::inline;
use crate::plan::{Task, elsewhere, things};
use crate::words::{list, list_some, sentence, shorten};

/// Most tasks listed; `report.json` has all of them.
const TASKS_MAX: usize = 30;

/// Most further places of a task.
const PLACES_MAX: usize = 3;
/// Most characters of what was seen.
const SEEN_MAX: usize = 160;

/// `None` where nothing stands open.
pub(super) fn write(desk: &Desk<'_>) -> Option<String> {
    if desk.plan.is_empty() {
        return None;
    }
    let note = "A gain is what the statutes and the rules would add to the dimension if this alone were done; \
                some things raise a score only together.";
    let mut lines = vec![note.to_owned(), String::new()];
    let things = things(&desk.plan);
    lines.extend(things.iter().take(TASKS_MAX).enumerate().map(|(index, thing)| {
        let task = thing.task;
        format!(
            "{}. {}: {}{}{}",
            index + 1,
            list(
                &std::iter::once(task)
                    .chain(thing.also.iter().copied())
                    .map(dimension)
                    .collect::<Vec<_>>()
            ),
            inline(&sentence(&task.remedy.action)),
            whereabouts(desk, task),
            further(desk, task)
        )
    }));
    if things.len() > TASKS_MAX {
        let more = things.len() - TASKS_MAX;
        lines.extend([String::new(), format!("{more} more in `report.json`.")]);
    }
    Some(section("Remediation plan", &lines))
}

/// A dimension and what the task alone would gain it.
fn dimension(task: &Task<'_>) -> String {
    format!("**{}**{}", inline(&task.dimension.name), gain(task.gain))
}

/// What was seen, and where else.
fn further(desk: &Desk<'_>, task: &Task<'_>) -> String {
    let evidence = &desk.dossier.evidence;
    let exhibit = task.remedy.exhibit.and_then(|id| evidence.get(id));
    let seen = exhibit.map_or("", |exhibit| exhibit.rationale.as_str());
    let seen = match seen {
        "" => String::new(),
        seen => format!(" {}", inline(&sentence(&shorten(seen, SEEN_MAX)))),
    };
    let places: Vec<String> = elsewhere(task, evidence)
        .into_iter()
        .map(|place| desk.links.place(place))
        .collect();
    if places.is_empty() {
        return seen;
    }
    format!("{seen} See also {}.", list_some(&places, PLACES_MAX))
}
