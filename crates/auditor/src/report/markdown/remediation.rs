//! What to do, what gains most first.

use super::dimensions::gain;
use super::obstacles::whereabouts;
use super::{Desk, section};
use crate::report::escape::inline;
use crate::report::words::sentence;

/// Most tasks listed; `report.json` has all of them.
const TASKS_MAX: usize = 30;

/// `None` where nothing stands open.
pub(super) fn write(desk: &Desk<'_>) -> Option<String> {
    if desk.plan.is_empty() {
        return None;
    }
    let note = "A gain is what the statutes and the rules would add to the dimension if this alone were done; \
                some things raise a score only together.";
    let mut lines = vec![note.to_owned(), String::new()];
    let tasks = desk.plan.iter().take(TASKS_MAX).enumerate();
    lines.extend(tasks.map(|(index, task)| {
        format!(
            "{}. **{}**{}: {}{}",
            index + 1,
            inline(&task.dimension.name),
            gain(task.gain),
            inline(&sentence(&task.remedy.action)),
            whereabouts(desk, task)
        )
    }));
    if desk.plan.len() > TASKS_MAX {
        let more = desk.plan.len() - TASKS_MAX;
        lines.extend([String::new(), format!("{more} more in `report.json`.")]);
    }
    Some(section("Remediation plan", &lines))
}
