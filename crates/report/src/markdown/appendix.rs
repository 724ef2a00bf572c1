//! Every exhibit, one row for each probe.

use super::{Context, more, section};
use crate::line::{in_cell, place};
use crate::sections::found_by::found_by;
use crate::text::english::{list_some, shorten};
use crate::text::markdown::{cell, cell_code};
use court::evidence::{Exhibit, ExhibitId};

/// Most characters of a rationale; `report.json` has all of it.
const RATIONALE_MAX: usize = 300;
/// Most characters of a quote.
const QUOTE_MAX: usize = 100;
/// Most rows; a rubric's own probes and hostile subjects cannot make the report endless.
const ROWS_MAX: usize = 200;

/// Most places in a row; `report.json` has all of them.
const PLACES_MAX: usize = 4;

type Numbered<'a> = (ExhibitId, &'a Exhibit);

pub(super) fn write(context: &Context<'_>) -> String {
    let numbered: Vec<Numbered<'_>> = context.dossier.evidence.iter().collect();
    let groups: Vec<&[Numbered<'_>]> = numbered
        .chunk_by(|(_, left), (_, right)| is_same(left, right))
        .collect();
    let mut lines = vec![
        "| Evidence | Probe | Finding | Place | Why |".to_owned(),
        "|---|---|---|---|---|".to_owned(),
    ];
    lines.extend(groups.iter().take(ROWS_MAX).map(|group| row(context, group)));
    if groups.is_empty() {
        lines = vec!["There is no evidence.".to_owned()];
    }
    if let Some(more) = more(groups.len(), ROWS_MAX) {
        lines.extend([String::new(), format!("{more}.")]);
    }
    if let Some(found) = found_by(&context.dossier.evidence) {
        lines.extend([String::new(), found]);
    }
    section("Evidence", &lines)
}

fn is_same(left: &Exhibit, right: &Exhibit) -> bool {
    (left.detective, &left.probe) == (right.detective, &right.probe)
}

fn row(context: &Context<'_>, group: &[Numbered<'_>]) -> String {
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
        cell(&shorten(&exhibit.rationale, RATIONALE_MAX)),
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
