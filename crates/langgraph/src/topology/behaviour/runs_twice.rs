//! Nodes that one run runs more than once, though no way leads back. Plain edges do not wait, so ways of unequal
//! length set off the same node in different supersteps, and all that follows it again.

use super::super::End;
use super::independence;
use super::run::{Cause, Run};
use super::words::{answer, list, router, tick, times, way};
use super::{Finding, Study, Weight};
use std::collections::{BTreeMap, BTreeSet};

/// Most nodes that are told to begin it; where there are more, the graph is a chain of the same mistake.
const ORIGINS_MAX: usize = 4;

/// A node with which the running again begins, and the run that shows it.
struct Origin<'a> {
    node: &'a str,
    /// How often it runs.
    count: usize,
    /// The nodes that run again because of it.
    after: Vec<&'a str>,
    /// The ways to its first and its last execution.
    ways: [Vec<Cause<'a>>; 2],
    /// What the routers must answer for it.
    needs: BTreeMap<usize, BTreeSet<&'a End>>,
}

pub(super) fn find(study: &Study<'_>, found: &mut Vec<Finding>) {
    let mut best: BTreeMap<&str, Origin<'_>> = BTreeMap::new();
    for origin in study.runs.iter().flat_map(|run| origins(study, run)) {
        let rank = |origin: &Origin<'_>| (origin.needs.len(), std::cmp::Reverse(origin.after.len()));
        let known = best.get(origin.node);
        if known.is_none_or(|known| rank(&origin) < rank(known)) {
            best.insert(origin.node, origin);
        }
    }
    // What only follows another in some run needs no telling of its own.
    let followers: BTreeSet<&str> = best
        .values()
        .flat_map(|origin| origin.after.iter().copied())
        .collect();
    let mut first: Vec<&Origin<'_>> = best
        .values()
        .filter(|origin| !followers.contains(origin.node))
        .collect();
    first.sort_by_key(|origin| (origin.ways[0].len(), origin.node));
    found.extend(
        first
            .into_iter()
            .take(ORIGINS_MAX)
            .map(|origin| finding(study, origin)),
    );
}

fn origins<'a>(study: &Study<'a>, run: &Run<'a>) -> Vec<Origin<'a>> {
    let counts = run.counts();
    let again = counts.iter().filter(|(_, count)| **count > 1);
    let begun = again.filter(|(node, _)| !follows(run, &counts, node));
    begun
        .filter_map(|(node, count)| origin(study, run, &counts, node, *count))
        .collect()
}

/// Whether each execution of a node was set off by the same node, which runs as often.
fn follows(run: &Run<'_>, counts: &BTreeMap<&str, usize>, node: &str) -> bool {
    let mut sources = run.steps.iter().filter_map(|step| step.get(node)).map(|causes| {
        let names = causes.iter().filter_map(|cause| cause.edge.from.node());
        names.collect::<BTreeSet<&str>>()
    });
    let first = sources.next().unwrap_or_default();
    let common = sources.fold(first, |common, names| &common & &names);
    common.iter().any(|name| counts.get(name) >= counts.get(node))
}

fn origin<'a>(
    study: &Study<'a>,
    run: &Run<'a>,
    counts: &BTreeMap<&'a str, usize>,
    node: &'a str,
    count: usize,
) -> Option<Origin<'a>> {
    let steps = run.steps_of(node);
    let causes = |step: &usize| run.steps[*step].get(node).map_or(&[][..], Vec::as_slice);
    let (early, late) = (causes(steps.first()?), causes(steps.last()?));
    let pairs = late
        .iter()
        .flat_map(|late| early.iter().map(move |early| (early, late)));
    let mut ways = pairs
        .filter(|(early, late)| early.edge.from != late.edge.from)
        .map(|(early, late)| [run.way(*early), run.way(*late)]);
    let ways = ways.find(|ways| independence::agree(study, run, ways))?;
    let late = ways[1].last()?;
    // Where other decisions of this run exclude each other, it shows these two ways and no more.
    let is_possible = independence::is_possible(study, run);
    let count = if is_possible { count } else { 2 };
    let onward = study.onward([&late.edge.to]);
    let mut after: Vec<&str> = counts
        .iter()
        .filter(|(name, count)| {
            is_possible && **count > 1 && **name != node && onward.contains(&End::Node((**name).to_owned()))
        })
        .map(|(name, _)| *name)
        .collect();
    after.sort_by_key(|name| (run.steps_of(name).first().copied(), *name));
    Some(Origin {
        node,
        count,
        after,
        needs: needs(study, &ways),
        ways,
    })
}

/// The answers that the ways go by; a router that can only answer one target decides nothing.
fn needs<'a>(study: &Study<'a>, ways: &[Vec<Cause<'a>>; 2]) -> BTreeMap<usize, BTreeSet<&'a End>> {
    let mut needs: BTreeMap<usize, BTreeSet<&End>> = BTreeMap::new();
    for cause in ways.iter().flatten() {
        if let Some(router) = cause.router {
            needs.entry(router).or_default().insert(&cause.edge.to);
        }
    }
    needs.retain(|router, _| {
        let options = &study.options[*router];
        !options.is_whole || options.answers.len() != 1 || options.answers[0].len() != 1
    });
    needs
}

fn finding(study: &Study<'_>, origin: &Origin<'_>) -> Finding {
    let [early, late] = &origin.ways;
    let sources = |way: &[Cause<'_>]| way.last().map(|cause| cause.edge.from.clone());
    let (first, last) = (sources(early), sources(late));
    let condition = condition(study, origin);
    let mut text = format!(
        "{} runs {} in one run{condition}",
        tick(&origin.node),
        times(origin.count)
    );
    if let (Some(first), Some(last)) = (first, last) {
        text.push_str(&format!(
            ": after {}, and again after {} at the end of a longer way, because plain edges do not wait",
            tick(&first),
            tick(&last)
        ));
    }
    if !origin.after.is_empty() {
        text.push_str(&format!(
            "; so {} after it run again too",
            list(origin.after.iter())
        ));
    }
    let ends = [early, late].into_iter().filter_map(|way| way.last());
    let ends = ends.map(|cause| cause.edge.place.clone());
    let routers = origin
        .needs
        .keys()
        .map(|router| study.graph.routers[*router].place.clone());
    let finding = Finding::new("graph.runs_twice", Weight::Wrong, text)
        .at(ends.chain(routers).collect::<Vec<_>>())
        .shown_by([shown(early), shown(late)]);
    finding.innocent_if("harmless only if what runs again is cheap and gives the same when it runs again")
}

fn condition(study: &Study<'_>, origin: &Origin<'_>) -> String {
    let parts: Vec<String> = origin
        .needs
        .iter()
        .map(|(number, targets)| {
            let router = router(&study.graph.routers[*number]);
            format!("{router} answers {}", answer(targets.iter().copied()))
        })
        .collect();
    if parts.is_empty() {
        return String::new();
    }
    format!(" when {}", parts.join(" and "))
}

fn shown(causes: &[Cause<'_>]) -> String {
    let first = causes.first().map(|cause| &cause.edge.from);
    let ends = first.into_iter().chain(causes.iter().map(|cause| &cause.edge.to));
    let steps = causes
        .last()
        .and_then(|cause| cause.step)
        .map_or(1, |step| step + 2);
    format!("superstep {steps}: {}", way(ends))
}
