//! What blocks a higher score: the open demands that gain most.

use super::{Desk, section};
use crate::escape::inline;
use crate::plan::{Task, obstacles};
use crate::words::on_scale;
use court::score::Score;

/// More than five obstacles are a plan, and the plan has its own section.
const OBSTACLES_MAX: usize = 5;

/// `None` where nothing was judged.
pub(super) fn write(desk: &Desk<'_>) -> Option<String> {
    desk.entries
        .iter()
        .find(|entry| entry.ruling.final_score.is_some())?;
    let lines = match obstacles(&desk.plan) {
        Ok(found) => listed(desk, &found),
        Err(none) => vec![none.to_owned()],
    };
    Some(section("What blocks a higher score", &lines))
}

fn listed(desk: &Desk<'_>, found: &[&Task<'_>]) -> Vec<String> {
    let lines = found.iter().take(OBSTACLES_MAX).enumerate();
    lines
        .map(|(index, task)| format!("{}. {}", index + 1, obstacle(desk, task)))
        .collect()
}

fn obstacle(desk: &Desk<'_>, task: &Task<'_>) -> String {
    let what = task.complaint.unwrap_or(&task.remedy.action);
    let score = task.score.map_or_else(String::new, |score| {
        format!(" ({})", on_scale(score, task.dimension))
    });
    format!(
        "**{}**{score}: {}{}{}",
        inline(&task.dimension.name),
        inline(what.trim_end_matches('.')),
        whereabouts(desk, task),
        gain(task.gain)
    )
}

/// The place and the exhibit, as far as there are such.
pub(super) fn whereabouts(desk: &Desk<'_>, task: &Task<'_>) -> String {
    let place = task.remedy.place.as_ref().map(|place| desk.links.place(place));
    let exhibit = task.remedy.exhibit.map(|id| id.to_string());
    let known: Vec<String> = place.into_iter().chain(exhibit).collect();
    if known.is_empty() {
        String::new()
    } else {
        format!(" ({})", known.join(", "))
    }
}

fn gain(gain: Option<Score>) -> String {
    match gain {
        Some(gain) if gain > Score::whole(0) => format!("; mending it gains {gain}"),
        _ => "; mending it alone does not raise the score".to_owned(),
    }
}
