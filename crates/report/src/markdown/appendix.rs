//! Every exhibit, one row for each probe.

use super::{Context, more, section};
use crate::line::{in_cell, place};
use crate::sections::found_by::found_by;
use crate::text::english::{ended, list_some, shorten};
use crate::text::markdown::{cell, cell_code, inline};
use court::evidence::{Exhibit, ExhibitId, Finding};
use std::collections::BTreeMap;

/// Most characters of a rationale; `report.json` has all of it.
const RATIONALE_MAX: usize = 300;
/// Most characters of a quote.
const QUOTE_MAX: usize = 100;
/// Most rows; a rubric's own probes and hostile subjects cannot make the report endless.
const ROWS_MAX: usize = 200;

/// What stands between the parts of a rationale.
const CLAUSE: &str = "; ";
/// So many rationales with the same end tire a reader.
const SHARED_MIN: usize = 4;
/// Most numbers named for one of these ends.
const IDS_MAX: usize = 20;
/// Most checks named that do not apply.
const IDLE_MAX: usize = 40;
/// Most places in a row; `report.json` has all of them.
const PLACES_MAX: usize = 4;

type Numbered<'a> = (ExhibitId, &'a Exhibit);

pub(super) fn write(context: &Context<'_>) -> String {
    let numbered: Vec<Numbered<'_>> = context.dossier.evidence.iter().collect();
    let (idle, groups): (Vec<&[Numbered<'_>]>, Vec<_>) = numbered
        .chunk_by(|(_, left), (_, right)| is_same(left, right))
        .partition(|group| group.iter().all(|(_, one)| one.finding == Finding::NotApplicable));
    let shared = shared(&groups);
    let mut lines = vec![
        "| Evidence | Probe | Finding | Place | Why |".to_owned(),
        "|---|---|---|---|---|".to_owned(),
    ];
    lines.extend(
        groups
            .iter()
            .take(ROWS_MAX)
            .map(|group| row(context, group, &shared)),
    );
    if groups.is_empty() {
        lines = vec!["There is no evidence.".to_owned()];
    }
    if let Some(more) = more(groups.len(), ROWS_MAX) {
        lines.extend([String::new(), format!("{more}.")]);
    }
    if !idle.is_empty() {
        let probes: Vec<String> = idle.iter().map(|group| cell_code(&group[0].1.probe)).collect();
        let said = format!(
            "Not applicable, with the reason in report.json: {}.",
            list_some(&probes, IDLE_MAX)
        );
        lines.extend([String::new(), said]);
    }
    for (clause, ids) in &shared {
        let said = format!("Said of {}: {}", list_some(ids, IDS_MAX), inline(&ended(clause)));
        lines.extend([String::new(), said]);
    }
    if let Some(found) = found_by(&context.dossier.evidence) {
        lines.extend([String::new(), found]);
    }
    section("Evidence", &lines)
}

fn is_same(left: &Exhibit, right: &Exhibit) -> bool {
    (left.detective, &left.probe) == (right.detective, &right.probe)
}

/// What ends so many rationales that it is said once, below the table, with the numbers that it is said of.
fn shared<'a>(groups: &[&[Numbered<'a>]]) -> BTreeMap<&'a str, Vec<String>> {
    let mut clauses: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (id, exhibit) in groups.iter().filter_map(|group| group.first()) {
        if let Some((_, clause)) = exhibit.rationale.rsplit_once(CLAUSE) {
            clauses.entry(clause).or_default().push(id.to_string());
        }
    }
    clauses.retain(|_, ids| ids.len() >= SHARED_MIN);
    clauses
}

/// The rationale without what is said below the table.
fn own<'a>(rationale: &'a str, shared: &BTreeMap<&str, Vec<String>>) -> &'a str {
    let (own, clause) = rationale.rsplit_once(CLAUSE).unwrap_or((rationale, ""));
    if shared.contains_key(clause) {
        own
    } else {
        rationale
    }
}

fn row(context: &Context<'_>, group: &[Numbered<'_>], shared: &BTreeMap<&str, Vec<String>>) -> String {
    let Some((first, exhibit)) = group.first() else {
        return String::new();
    };
    let ids = match group.last() {
        Some((last, _)) if last != first => format!("{first}–{last}"),
        _ => first.to_string(),
    };
    let mut places: Vec<String> = Vec::new();
    for at in group.iter().filter_map(|(_, exhibit)| exhibit.place.as_ref()) {
        let shown = in_cell(&[place(at)], &context.links);
        if !places.contains(&shown) {
            places.push(shown);
        }
    }
    let places = if places.is_empty() {
        "–".to_owned()
    } else {
        list_some(&places, PLACES_MAX)
    };
    format!(
        "| {ids} | {} | {} | {places} | {}{} |",
        cell_code(&exhibit.probe),
        exhibit.finding.word().replace('_', " "),
        cell(&shorten(own(&exhibit.rationale, shared), RATIONALE_MAX)),
        quote(exhibit)
    )
}

/// The first line that says something.
fn quote(exhibit: &Exhibit) -> String {
    let text = exhibit.excerpt.as_ref();
    let text = text.map_or("", |excerpt| excerpt.text.as_str());
    let mut lines = text.lines().map(str::trim);
    let line = lines.find(|line| line.contains(char::is_alphanumeric));
    line.map_or_else(String::new, |line| {
        format!(": {}", cell_code(&shorten(line, QUOTE_MAX)))
    })
}
