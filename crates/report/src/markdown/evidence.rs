//! The exhibits that show most of a dimension, each with its place and a short quote.

use super::Context;
use crate::line::{in_markdown, place};
use crate::sections::entry::Entry;
use crate::text::english::{degree, list_some, sentence, shorten};
use crate::text::markdown::{code, inline};
use court::evidence::Exhibit;
use court::protocol::Standing;
use std::cmp::Reverse;

/// Most proofs shown; the appendix has all exhibits.
const PROOFS_MAX: usize = 4;
/// What is met is shown only until there are this many proofs.
const PROOFS_ENOUGH: usize = 3;
/// Most characters of a quote or of a rationale.
const QUOTE_MAX: usize = 100;
const RATIONALE_MAX: usize = 200;

/// Most demands named that could not be observed.
const UNSEEN_MAX: usize = 4;

/// What is wrong first, then what carries most weight.
pub(super) fn weightiest(context: &Context<'_>, entry: &Entry<'_>) -> Vec<String> {
    let mut observed: Vec<&Standing> = entry.standings().iter().filter(|s| s.share.is_some()).collect();
    observed.sort_by_key(|standing| Reverse(gravity(standing)));
    let unmet = observed.iter().filter(|standing| standing.is_unmet()).count();
    let room = unmet.clamp(PROOFS_ENOUGH, PROOFS_MAX);
    observed
        .into_iter()
        .filter_map(|standing| proof(context, standing))
        .take(room)
        .collect()
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
    let cause = inline(&shorten(cause.trim_end_matches('.'), RATIONALE_MAX));
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

fn proof(context: &Context<'_>, standing: &Standing) -> Option<String> {
    let id = standing.exhibit?;
    let exhibit = context.dossier.evidence.get(id)?;
    let at = exhibit.place.as_ref();
    let at = at.map(|at| format!(" {}", in_markdown(&[place(at)], &context.links)));
    let detail = inline(&detail(&said(standing), exhibit));
    Some(format!(
        "- {id}{}: {detail}{}",
        at.unwrap_or_default(),
        quote(exhibit)
    ))
}

/// What the demand says of it, and how nearly it is met.
fn said(standing: &Standing) -> String {
    let said = standing.said();
    let said = said.trim_end_matches('.');
    degree(standing).map_or_else(|| said.to_owned(), |degree| format!("{said} ({degree})"))
}

/// The demand's words, and what was seen.
fn detail(words: &str, exhibit: &Exhibit) -> String {
    let words = words.trim_end_matches('.');
    let rationale = shorten(&exhibit.rationale, RATIONALE_MAX);
    if rationale.is_empty() {
        format!("{words}.")
    } else {
        format!("{words}. {}", sentence(&rationale))
    }
}

/// The first line that says something.
fn quote(exhibit: &Exhibit) -> String {
    let text = exhibit
        .excerpt
        .as_ref()
        .map_or("", |excerpt| excerpt.text.as_str());
    let mut lines = text.lines().map(str::trim);
    let line = lines.find(|line| line.contains(char::is_alphanumeric));
    line.map_or_else(String::new, |line| {
        format!(" {}", code(&shorten(line, QUOTE_MAX)))
    })
}
