//! The projects of a repository side by side, and what they come to together.

use super::Context;
use super::entry::Entry;
use court::evidence::Evidence;
use court::protocol::{Standing, Want};
use court::score::Fraction;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Most projects of the table; the worst are shown.
const ROWS_MAX: usize = 40;
/// The parts of a whole that means are reckoned in.
const PARTS: i64 = 10_000;
/// What the table says.
pub(crate) const LEAD: &str = "The worst project stands first. A number says to what percent it meets what a dimension asks for, such as \
                               functions that are typed; none stands where less than half was counted. Dimensions that look at the repository as a whole have no column.";

/// A project, or all of them.
pub(crate) struct Row {
    /// Its folder; `.` for the root.
    pub(crate) root: String,
    /// How far each dimension's shares are met in it, in percent; `None` where there was nothing to count.
    pub(crate) cells: Vec<Option<i64>>,
    /// The same over all dimensions.
    pub(crate) met: Option<i64>,
}

/// Every project, the worst first.
pub(crate) struct Table<'a> {
    /// The names of the dimensions that have something to say of single projects.
    pub(crate) dimensions: Vec<&'a str>,
    pub(crate) rows: Vec<Row>,
    /// How many more there are.
    pub(crate) more: usize,
    /// All of them together.
    pub(crate) all: Row,
}

/// A demand for a share, with the numbers that answer it.
struct Counted<'a> {
    weight: i64,
    want: &'a Want,
    value: &'a Value,
}

impl<'a> Counted<'a> {
    /// The same numbers by the folder of each project, where there are several.
    fn projects(&self) -> Option<&'a Map<String, Value>> {
        self.value.get("projects")?.as_object()
    }
}

/// The table; `None` where there are not several projects, or nothing was counted in them.
pub(crate) fn table<'a>(context: &Context<'a>) -> Option<Table<'a>> {
    let evidence = &context.dossier.evidence;
    // What is only counted for all of them together would make the last row another sum than those above it.
    let counted = |entry: &Entry<'a>| {
        let mut counted = counted(entry, evidence);
        counted.retain(|one| one.projects().is_some());
        (entry.dimension.name.as_str(), counted)
    };
    let asked: Vec<(&str, Vec<Counted<'_>>)> = context
        .entries
        .iter()
        .map(counted)
        .filter(|(_, counted)| !counted.is_empty())
        .collect();
    let columns: Vec<&[Counted<'_>]> = asked.iter().map(|(_, counted)| counted.as_slice()).collect();
    let roots = columns.iter().copied().flatten();
    let roots: BTreeSet<&str> = roots
        .filter_map(Counted::projects)
        .flat_map(|each| each.keys().map(String::as_str))
        .collect();
    if roots.len() < 2 {
        return None;
    }
    let all = filled("all together", &columns, None);
    let of_project = |root: &str| filled(if root.is_empty() { "." } else { root }, &columns, Some(root));
    let mut rows: Vec<Row> = roots.into_iter().map(of_project).collect();
    rows.sort_by(|a, b| order(a).cmp(&order(b)));
    let more = rows.len().saturating_sub(ROWS_MAX);
    rows.truncate(ROWS_MAX);
    Some(Table {
        dimensions: asked.iter().map(|(name, _)| *name).collect(),
        rows,
        more,
        all,
    })
}

/// The worst first; those of which nothing is known last.
fn order(row: &Row) -> (bool, Option<i64>, &str) {
    (row.met.is_none(), row.met, &row.root)
}

fn counted<'e>(entry: &Entry<'e>, evidence: &'e Evidence) -> Vec<Counted<'e>> {
    let one = |standing: &'e Standing| {
        let mut exhibits = evidence.observed_of(&standing.demand.probe);
        let value = exhibits.find_map(|(_, exhibit)| exhibit.value.as_ref())?;
        matches!(standing.demand.want, Want::Share(_)).then_some(Counted {
            weight: standing.demand.weight,
            want: &standing.demand.want,
            value,
        })
    };
    entry.standings().iter().filter_map(one).collect()
}

/// The row of the project in a folder, or of all together.
fn filled(shown: &str, columns: &[&[Counted<'_>]], root: Option<&str>) -> Row {
    let share = |one: &Counted<'_>| {
        let value = match root {
            Some(root) => one.projects()?.get(root)?,
            None => one.value,
        };
        match one.want {
            Want::Share(span) => Some((one.weight, span.share(value)?)),
            _ => None,
        }
    };
    let shares = |column: &&[Counted<'_>]| column.iter().filter_map(share).collect::<Vec<_>>();
    let each: Vec<Vec<(i64, Fraction)>> = columns.iter().map(shares).collect();
    let weight = |column: &&[Counted<'_>]| column.iter().map(|one| one.weight).sum::<i64>();
    let weights: Vec<i64> = columns.iter().map(weight).collect();
    let cells = each.iter().zip(&weights).map(|(shares, all)| mean(shares, *all));
    Row {
        root: shown.to_owned(),
        cells: cells.collect(),
        met: mean(&each.concat(), weights.iter().sum()),
    }
}

/// The mean by weight, in whole percent; `None` where less than half of the weight of all was counted.
fn mean(shares: &[(i64, Fraction)], all: i64) -> Option<i64> {
    // Sums of exact fractions over counts of lines would outgrow their type.
    let parts = |share: &Fraction| (*share * PARTS).round().to_integer();
    let weight: i64 = shares.iter().map(|(weight, _)| weight).sum();
    let sum: i64 = shares.iter().map(|(weight, share)| weight * parts(share)).sum();
    (weight > 0 && weight * 2 >= all).then(|| (sum * 100 + weight * PARTS / 2) / (weight * PARTS))
}
