//! What a reader wants to know besides what hurts: what is good, and what nobody looked at.

use super::Context;
use super::entry::Entry;
use crate::line::{Line, Piece, code, listed, ours, prose, strong};
use crate::text::english::count;
use court::protocol::Standing;
use court::score::Fraction;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Most lines of what is good.
const GOOD_MAX: usize = 3;
/// Most probes named that did not see.
const PROBES_MAX: usize = 6;

/// The demands that are wholly met and weigh most, one of each dimension.
pub(crate) fn good<'a>(context: &Context<'a>) -> Vec<Line<'a>> {
    let mut best: Vec<(Fraction, Line<'a>)> = context.entries.iter().filter_map(best_of).collect();
    best.sort_by_key(|(weight, _)| Reverse(*weight));
    best.into_iter().take(GOOD_MAX).map(|(_, line)| line).collect()
}

fn best_of<'a>(entry: &Entry<'a>) -> Option<(Fraction, Line<'a>)> {
    let score = entry.ruling.final_score?;
    let share = entry.dimension.scale.share(score);
    if share * 2 < Fraction::from_integer(1) {
        return None;
    }
    let met = entry.standings().iter();
    let met = met.filter(|standing| standing.is_met() && !standing.demand.is_quiet);
    let best = met.max_by_key(|standing| standing.demand.weight)?;
    let mut line = vec![
        strong(&entry.dimension.name),
        ours(": "),
        prose(best.demand.met.clone()),
    ];
    line.extend(
        best.exhibit
            .into_iter()
            .flat_map(|id| [ours(" ("), Piece::Exhibit(id), ours(")")]),
    );
    Some((share * weight(entry), line))
}

/// A weight that can be multiplied, whatever a rubric says.
fn weight(entry: &Entry<'_>) -> Fraction {
    let weight = entry.dimension.weight;
    let is_small = weight.numer().abs() < i64::from(i16::MAX) && *weight.denom() < i64::from(i16::MAX);
    if is_small {
        weight
    } else {
        Fraction::from_integer(1)
    }
}

/// How many demands could not be looked at, and which.
pub(crate) fn unseen<'a>(context: &Context<'a>) -> Vec<Line<'a>> {
    let all = || context.entries.iter().flat_map(|entry| entry.standings().iter());
    // One that two dimensions ask is one.
    let mut seen = BTreeSet::new();
    let unseen: Vec<&'a Standing> = all()
        .filter(|standing| standing.is_unobserved && seen.insert(&standing.demand.probe))
        .collect();
    let asked: BTreeSet<&String> = all().map(|standing| &standing.demand.probe).collect();
    if unseen.is_empty() {
        return Vec::new();
    }
    let mut line = vec![ours(format!(
        "{} of {} could not be looked at, which costs nothing: ",
        unseen.len(),
        count(asked.len(), "check", "checks")
    ))];
    let names = unseen.iter().map(|standing| vec![code(&standing.demand.probe)]);
    line.extend(listed(names, PROBES_MAX));
    line.push(ours("; why stands under Coverage."));
    vec![line]
}
