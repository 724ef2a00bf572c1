//! The history as a line that rises with every commit.

use super::Context;
use crate::dossier::Tick;
use crate::line::place_in_html;
use crate::text::english::{count, sentence};
use crate::text::html::{Seen, prose};
use court::date;
use court::evidence::{Exhibit, Place};
use maud::{Markup, html};

/// The drawing, in its own units.
const WIDTH: i64 = 900;
const HEIGHT: i64 = 220;
const LEFT: i64 = 40;
const RIGHT: i64 = 20;
const TOP: i64 = 16;
const BOTTOM: i64 = 34;
/// Marks below the line.
const MARKS: i64 = 4;

/// `None` where no history was read.
pub(super) fn write(context: &Context<'_>) -> Option<Markup> {
    let ticks = &context.dossier.history.timeline;
    let told: Vec<&Exhibit> = findings(context);
    if ticks.is_empty() && told.is_empty() {
        return None;
    }
    Some(html! {
        @if !ticks.is_empty() {
            div .scroll tabindex="0" role="region" aria-label="Commits over time" { (drawing(ticks, context.dossier.history.commits)) }
            (list(context, ticks))
        }
        ul {
            @for exhibit in told { li { code { (Seen(&exhibit.probe)) } ": " (prose(&sentence(&exhibit.rationale))) } }
        }
    })
}

fn findings<'a>(context: &Context<'a>) -> Vec<&'a Exhibit> {
    let is_history = |exhibit: &&Exhibit| {
        exhibit.rank == 0 && exhibit.probe.starts_with("git.") && exhibit.finding.is_observed()
    };
    context
        .dossier
        .evidence
        .iter()
        .map(|(_, exhibit)| exhibit)
        .filter(is_history)
        .collect()
}

struct Axis {
    first: i64,
    span: i64,
    steps: i64,
}

impl Axis {
    fn of(ticks: &[Tick]) -> Self {
        let times = || ticks.iter().map(|tick| tick.at);
        let (first, last) = (times().min().unwrap_or(0), times().max().unwrap_or(0));
        Self {
            first,
            span: last.saturating_sub(first).max(1),
            steps: i64::try_from(ticks.len()).unwrap_or(i64::MAX).max(1),
        }
    }

    fn x(&self, at: i64) -> i64 {
        let along = i128::from(at.saturating_sub(self.first)) * i128::from(WIDTH - LEFT - RIGHT)
            / i128::from(self.span);
        LEFT + i64::try_from(along).unwrap_or(0)
    }

    /// How high the line stands after the commit with this number, from 0.
    fn y(&self, number: usize) -> i64 {
        let number = i64::try_from(number).unwrap_or(0) + 1;
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * number / self.steps
    }
}

fn drawing(ticks: &[Tick], commits: usize) -> Markup {
    let axis = Axis::of(ticks);
    let label = format!(
        "{} from {} to {}",
        count(commits, "commit", "commits"),
        day(ticks.first()),
        day(ticks.last())
    );
    html! {
        svg .timeline viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(label) {
            line .track x1=(LEFT) x2=(WIDTH - RIGHT) y1=(HEIGHT - BOTTOM) y2=(HEIGHT - BOTTOM) {}
            @for mark in 0..=MARKS {
                @let at = axis.first + axis.span * mark / MARKS;
                line .grid x1=(axis.x(at)) x2=(axis.x(at)) y1=(TOP) y2=(HEIGHT - BOTTOM) {}
                text x=(axis.x(at)) y=(HEIGHT - BOTTOM + 18) text-anchor=(anchor(mark)) { (date::shown(at)) }
            }
            polyline .rise points=(rise(&axis, ticks)) {}
            @for (number, tick) in ticks.iter().enumerate() {
                circle .commit cx=(axis.x(tick.at)) cy=(axis.y(number)) r=(radius(tick.files)) {
                    title { (date::shown(tick.at)) " " (Seen(&tick.subject)) " (" (count(tick.files, "file", "files")) ")" }
                }
            }
        }
    }
}

fn rise(axis: &Axis, ticks: &[Tick]) -> String {
    let mut height = HEIGHT - BOTTOM;
    let mut points = Vec::new();
    for (number, tick) in ticks.iter().enumerate() {
        points.push(format!("{},{height}", axis.x(tick.at)));
        height = axis.y(number);
        points.push(format!("{},{height}", axis.x(tick.at)));
    }
    points.join(" ")
}

fn anchor(mark: i64) -> &'static str {
    match mark {
        0 => "start",
        MARKS => "end",
        _ => "middle",
    }
}

/// Larger for commits that change more files, so that a bulk import is seen.
fn radius(files: usize) -> u32 {
    match files {
        0..=2 => 3,
        3..=9 => 4,
        10..=29 => 6,
        30..=99 => 8,
        _ => 11,
    }
}

fn list(context: &Context<'_>, ticks: &[Tick]) -> Markup {
    let left_out = context.dossier.history.commits.saturating_sub(ticks.len());
    html! {
        details {
            summary { "The commits as a list" }
            ol .commits {
                @for tick in ticks {
                    li { (date::shown(tick.at)) " " (place_in_html(&Place::Commit(tick.id.clone()), &context.links)) " " (Seen(&tick.subject)) " (" (count(tick.files, "file", "files")) ")" }
                }
            }
            @if left_out > 0 { p .note { (left_out) " commits between these are left out." } }
        }
    }
}

fn day(tick: Option<&Tick>) -> String {
    tick.map(|tick| date::shown(tick.at)).unwrap_or_default()
}
