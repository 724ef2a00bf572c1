//! What the checks of a dimension came to. Why, and in which words of the subject, stands with the evidence.

use super::{Context, more};
use crate::line::{Line, Piece, in_markdown, ours, place};
use crate::sections::entry::Entry;
use crate::sections::plan::{Thing, fixed_by};
use crate::text::english::{degree, list_some, shorten};
use crate::text::markdown::{code, inline};
use court::protocol::Standing;
use std::cmp::Reverse;

/// Most checks shown that do not pass; no rubric of ours has as many in a dimension.
const OPEN_MAX: usize = 20;
/// Most checks that pass in words; the others are named by their numbers.
const PASSED_MAX: usize = 3;
/// Most characters of a cause; the coverage has all of it.
const CAUSE_MAX: usize = 110;

/// Most demands named that could not be observed.
const UNSEEN_MAX: usize = 4;

/// What does not pass, the gravest first, each with its place and where the plan says how to fix it.
pub(super) fn open(context: &Context<'_>, entry: &Entry<'_>, plan: &[Thing<'_, '_>]) -> Vec<String> {
    let unmet = by_gravity(entry)
        .into_iter()
        .filter(|standing| standing.is_unmet());
    let unmet: Vec<&Standing> = unmet.collect();
    let shown = unmet.iter().take(OPEN_MAX);
    let lines = shown.map(|standing| failure(context, entry, standing, plan));
    let more = more(unmet.len(), OPEN_MAX).map(|more| format!("- {more}"));
    lines.chain(more).collect()
}

fn failure(context: &Context<'_>, entry: &Entry<'_>, standing: &Standing, plan: &[Thing<'_, '_>]) -> String {
    let said = standing.said();
    let (word, degree) = match degree(standing) {
        Some(degree) => ("In part", format!(" ({degree})")),
        None => ("Fails", String::new()),
    };
    let at = [
        standing.exhibit.map(Piece::Exhibit),
        standing.place.as_ref().map(place),
    ];
    let at = at.into_iter().flatten().flat_map(|piece| [ours(" "), piece]);
    let at: Line<'_> = at.collect();
    let fix = fixed_by(plan, entry.dimension, standing).map(|(number, gain)| {
        let gain: Line<'_> = gain
            .into_iter()
            .flat_map(|gain| [ours(": "), Piece::Gain(gain)])
            .collect();
        format!("; fix {number}{}", in_markdown(&gain, &context.links))
    });
    format!(
        "- **{word}**{}: {}{degree}{}",
        in_markdown(&at, &context.links),
        inline(said.trim_end_matches('.')),
        fix.unwrap_or_default()
    )
}

/// What passes, the weightiest in words.
pub(super) fn passed(entry: &Entry<'_>) -> Option<String> {
    let met = by_gravity(entry).into_iter().filter(|standing| standing.is_met());
    let met: Vec<&Standing> = met.collect();
    let (first, rest) = met.split_at(PASSED_MAX.min(met.len()));
    let number = |standing: &Standing| standing.exhibit.map(|id| id.to_string());
    let in_words = first.iter().map(|standing| {
        let id = number(standing).map(|id| format!(" ({id})"));
        let said = standing.said();
        format!("{}{}", inline(said.trim_end_matches('.')), id.unwrap_or_default())
    });
    let mut parts: Vec<String> = in_words.collect();
    let rest: Vec<String> = rest.iter().filter_map(|standing| number(standing)).collect();
    if !rest.is_empty() {
        parts.push(format!("also {}", list_some(&rest, usize::MAX)));
    }
    (!parts.is_empty()).then(|| format!("- **Passes**: {}.", parts.join("; ")))
}

fn by_gravity<'a>(entry: &Entry<'a>) -> Vec<&'a Standing> {
    let mut observed: Vec<&Standing> = entry.standings().iter().filter(|s| s.share.is_some()).collect();
    observed.sort_by_key(|standing| Reverse(gravity(standing)));
    observed
}

/// The demands of a judged dimension that nobody could look at, with their causes.
pub(super) fn unseen(entry: &Entry<'_>) -> Option<String> {
    entry.ruling.final_score?;
    let unseen = entry.standings().iter().filter(|standing| standing.is_unobserved);
    let named: Vec<String> = unseen.map(unseen_demand).collect();
    let list = list_some(&named, UNSEEN_MAX);
    (!named.is_empty()).then(|| format!("- Not looked at: {list}."))
}

fn unseen_demand(standing: &Standing) -> String {
    let cause = standing.cause.as_deref().unwrap_or("no cause is known");
    let cause = inline(&shorten(cause.trim_end_matches('.'), CAUSE_MAX));
    format!("{} ({cause})", code(&standing.demand.probe))
}

fn gravity(standing: &Standing) -> (bool, bool, bool, i64) {
    let demand = &standing.demand;
    (
        standing.is_unmet(),
        demand.is_violation,
        demand.is_essential,
        demand.weight,
    )
}
