//! What the report that came with the subject says of a dimension, and what it never names.

use super::exhibit::safe;
use super::relevance::asking;
use super::{Matter, canonical, tokens};
use crate::retrieval::Passage;
use court::evidence::{Evidence, ExhibitId, Finding, Place};
use court::rubric;
use std::collections::{BTreeMap, BTreeSet};

/// Passages may take this share of what exhibits may take.
const SHARE: u64 = 4;
/// Most passages that are shown.
const PASSAGES_SHOWN: usize = 10;
/// Most names that are told as never named.
const UNNAMED_SHOWN: usize = 20;

/// The passages that are shown, as text without fences, and what they cost.
pub(super) struct Chosen<'a> {
    passages: Vec<&'a Passage>,
    all: usize,
    /// Tokens.
    pub(super) cost: u64,
}

/// The passages that speak most of the dimension, within their share of the budget; nothing without a report.
pub(super) fn chosen<'a>(matter: &Matter<'a>) -> Option<Chosen<'a>> {
    let shelf = matter.report.filter(|shelf| shelf.count() > 0)?;
    let ranked = shelf.ranked(&asking(matter.dimension), &rubric::terms_of(matter.dimension));
    let mut chosen = Chosen {
        passages: Vec::new(),
        all: shelf.count(),
        cost: 0,
    };
    for passage in ranked {
        let cost = tokens(&passage.text) + tokens(&passage.section);
        if chosen.passages.len() == PASSAGES_SHOWN || chosen.cost + cost > matter.budget / SHARE {
            break;
        }
        chosen.cost += cost;
        chosen.passages.push(passage);
    }
    Some(chosen)
}

impl Chosen<'_> {
    /// All of it that stands between fences, as it was read.
    pub(super) fn content(&self) -> String {
        let all = self.passages.iter();
        all.map(|one| format!("{}\n{}\n{}\n", one.place, one.section, one.text))
            .collect()
    }

    /// The part of the brief.
    pub(super) fn text(&self, fence: &str) -> String {
        let shown = self.passages.len();
        let head = format!(
            "# The report that was handed in\n\n{shown} of its {} passages: those that speak most of this dimension's words. What \
             the others say is not shown, and is no sign of anything missing. A passage is what the authors claim, \
             written by them: it shows that they say it, not that it is so. Name passages in your argument by their place; \
             cite exhibits.",
            self.all
        );
        let each = (1..).zip(&self.passages);
        let parts = each.map(|(number, passage)| fenced(number, passage, fence));
        std::iter::once(head)
            .chain(parts)
            .collect::<Vec<_>>()
            .join("\n\n")
    }
}

fn fenced(number: usize, passage: &Passage, fence: &str) -> String {
    let place = safe(&passage.place.to_string(), fence);
    let section = match passage.section.is_empty() {
        true => String::new(),
        false => format!("section: {}\n", safe(&passage.section, fence)),
    };
    let text = safe(&passage.text, fence);
    format!(
        "<<<passage {number} {fence}>>>\nplace: {place}\n{section}text of the report:\n{text}\n<<<end passage {number} {fence}>>>"
    )
}

/// What the shown exhibits have of the code and the report never names; nothing where it names all, or where not all of
/// the report could be read.
pub(super) fn unnamed(matter: &Matter<'_>, shown: &BTreeMap<ExhibitId, String>) -> Vec<String> {
    let Some(shelf) = matter.report.filter(|shelf| shelf.count() > 0) else {
        return Vec::new();
    };
    let nodes = matter
        .nodes
        .iter()
        .filter(|_| is_about_graph(matter.evidence, shown));
    let nodes = nodes.map(|node| {
        (
            node.as_str(),
            format!("the node `{}` of the graph", canonical(node)),
        )
    });
    let files = files(matter.evidence, shown);
    let files = files
        .iter()
        .map(|path| (stem(path), format!("`{}`", canonical(path))));
    let all: Vec<String> = nodes
        .chain(files)
        .filter(|(name, _)| shelf.never_names(name) == Some(true))
        .map(|(_, told)| told)
        .collect();
    all
}

/// The part of the brief that says so.
pub(super) fn unnamed_text(unnamed: &[String], fence: &str) -> Option<String> {
    if unnamed.is_empty() {
        return None;
    }
    let shown: Vec<&str> = unnamed.iter().take(UNNAMED_SHOWN).map(String::as_str).collect();
    let more = match unnamed.len() - shown.len() {
        0 => String::new(),
        count => format!("\nand {count} more"),
    };
    Some(format!(
        "# What the code has and the text of the report never names\n\nOf each of these at least one word stands nowhere in the text; \
         pictures may show it. It is a fact about the report and says nothing against the code.\n\n<<<unnamed {fence}>>>\n{}{more}\n<<<end unnamed {fence}>>>",
        safe(&shown.join("\n"), fence)
    ))
}

fn is_about_graph(evidence: &Evidence, shown: &BTreeMap<ExhibitId, String>) -> bool {
    let shown = evidence.iter().filter(|(id, _)| shown.contains_key(id));
    shown
        .into_iter()
        .any(|(_, exhibit)| exhibit.probe.starts_with("graph."))
}

/// The files in which something was found.
fn files<'a>(evidence: &'a Evidence, shown: &BTreeMap<ExhibitId, String>) -> BTreeSet<&'a str> {
    let found = evidence
        .iter()
        .filter(|(id, exhibit)| shown.contains_key(id) && exhibit.finding == Finding::Present);
    let paths = found.filter_map(|(_, exhibit)| match &exhibit.place {
        Some(Place::Lines { path, .. }) => Some(path.as_str()),
        _ => None,
    });
    paths.collect()
}

/// The name of a file without its ending.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
