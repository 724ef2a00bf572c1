//! Joins: which wait and which only meet, and joins that wait for what does not come.

use super::super::{End, Graph};
use super::independence;
use super::run::Run;
use super::words::{answer, list, router, tick};
use super::{Finding, Study, Weight};
use court::evidence::Place;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn find(study: &Study<'_>, found: &mut Vec<Finding>) {
    let barriers = barriers(study.graph);
    for barrier in barriers.values() {
        found.extend(waits(barrier));
    }
    for (number, barrier) in &barriers {
        found.extend(starves(study, *number, barrier));
    }
    for name in &study.graph.order {
        found.extend(meets(study, name));
    }
}

/// A list-source edge.
struct Barrier<'a> {
    to: &'a End,
    sources: BTreeSet<&'a End>,
    place: &'a Place,
    is_optional: bool,
}

fn barriers(graph: &Graph) -> BTreeMap<usize, Barrier<'_>> {
    let mut found: BTreeMap<usize, Barrier<'_>> = BTreeMap::new();
    for edge in &graph.edges {
        if let Some(number) = edge.barrier {
            let barrier = found.entry(number).or_insert_with(|| Barrier {
                to: &edge.to,
                sources: BTreeSet::new(),
                place: &edge.place,
                is_optional: false,
            });
            barrier.sources.insert(&edge.from);
            barrier.is_optional |= edge.optional;
        }
    }
    found
}

fn waits(barrier: &Barrier<'_>) -> Option<Finding> {
    let text = format!(
        "{} waits for all of {}: a list-source edge is a true barrier",
        tick(&barrier.to),
        list(barrier.sources.iter().copied())
    );
    let is_join = barrier.sources.len() > 1;
    is_join.then(|| Finding::new("graph.barrier", Weight::Note, text).at([barrier.place.clone()]))
}

/// A run in which some sources of a join come and it still waits at the end.
fn starves(study: &Study<'_>, number: usize, barrier: &Barrier<'_>) -> Option<Finding> {
    if barrier.is_optional {
        return None;
    }
    let runs = study.runs.iter();
    let runs = runs.filter(|run| !run.is_partial && independence::is_possible(study, run));
    let (run, came) = runs
        .filter_map(|run| Some((run, run.waiting.get(&number)?)))
        .min_by_key(|(run, _)| run.decisions.len())?;
    let missing: Vec<&End> = barrier
        .sources
        .iter()
        .filter(|end| !came.contains(**end))
        .copied()
        .collect();
    let decision = decision(study, run, missing.first()?);
    let when = decision.as_ref().map_or_else(String::new, |(at, answered)| {
        let router = router(&study.graph.routers[*at]);
        format!("when {router} answers {}, ", answer(answered.iter()))
    });
    let to = tick(&barrier.to);
    let text = format!(
        "{to} waits for all of {}, but {when}{} never comes, so {to} does not run",
        list(barrier.sources.iter().copied()),
        list(missing)
    );
    let decided = decision.map(|(at, _)| study.graph.routers[at].place.clone());
    let steps = run.steps.iter().enumerate();
    let steps = steps.map(|(at, step)| format!("superstep {}: {}", at + 1, list(step.keys())));
    Some(
        Finding::new("graph.join_starves", Weight::Risk, text)
            .at([barrier.place.clone()].into_iter().chain(decided))
            .shown_by(steps)
            .innocent_if("right where that answer is meant to end the run"),
    )
}

/// The router of a run that could have led to an end, and what it answered instead.
fn decision<'s>(study: &'s Study<'_>, run: &Run<'_>, missing: &End) -> Option<(usize, &'s BTreeSet<End>)> {
    run.decisions.iter().find_map(|decision| {
        let answers = &study.options[decision.router].answers;
        let leads = |answer: &BTreeSet<End>| study.onward(answer).contains(missing);
        let answered = answers.get(decision.answer)?;
        (!leads(answered) && answers.iter().any(leads)).then_some((decision.router, answered))
    })
}

/// Plain edges that meet in one node which still runs once, because they are equally long.
fn meets(study: &Study<'_>, name: &str) -> Option<Finding> {
    let mut sources: BTreeSet<&End> = BTreeSet::new();
    let mut edges: Vec<Place> = Vec::new();
    for run in &study.runs {
        let steps = run.steps_of(name);
        let [step] = steps.as_slice() else {
            if steps.is_empty() {
                continue;
            }
            return None;
        };
        let causes = run.steps[*step].get(name)?;
        let plain = causes.iter().filter(|cause| cause.edge.barrier.is_none());
        let plain: Vec<_> = plain.collect();
        if plain.len() > sources.len() {
            sources = plain.iter().map(|cause| &cause.edge.from).collect();
            edges = plain.iter().map(|cause| cause.edge.place.clone()).collect();
        }
    }
    let is_deferred = study.graph.nodes.get(name).is_some_and(|node| node.deferred);
    let how = if is_deferred {
        "it is deferred, so it waits for them"
    } else {
        "they end in the same superstep, so it runs once, but nothing makes it wait should one way become longer"
    };
    let text = format!(
        "{} come together in {}: {how}",
        list(sources.iter().copied()),
        tick(&name)
    );
    (sources.len() > 1).then(|| Finding::new("graph.plain_fan_in", Weight::Note, text).at(edges))
}
