//! Whether several routers may answer as a run has them answer. Two that ask after the same part of the state, which
//! nothing changes in between, cannot be played against each other.

use super::super::Router;
use super::Study;
use super::reads::Reads;
use super::run::{Cause, Run};
use std::collections::BTreeSet;

/// The channels that a router asks after; `None` where its function is not known.
pub(super) fn asked(study: &Study<'_>, router: &Router) -> Option<BTreeSet<String>> {
    let function = study.function(router.function.as_ref())?;
    let functions = study.with_callees(function);
    Some(
        functions
            .iter()
            .flat_map(|function| Reads::of(function).all(function))
            .collect(),
    )
}

/// Whether all decisions on these ways can be taken in one run.
pub(super) fn agree<'a>(study: &Study<'a>, run: &Run<'a>, ways: &[Vec<Cause<'a>>]) -> bool {
    let routers = ways.iter().flatten().filter_map(|cause| cause.router);
    decisions_agree(study, run, &routers.collect())
}

/// Whether all decisions of a run can be taken together.
pub(super) fn is_possible(study: &Study<'_>, run: &Run<'_>) -> bool {
    decisions_agree(
        study,
        run,
        &run.decisions.iter().map(|decision| decision.router).collect(),
    )
}

fn decisions_agree(study: &Study<'_>, run: &Run<'_>, routers: &BTreeSet<usize>) -> bool {
    let has_choice = |router: &&usize| {
        let options = &study.options[**router];
        !options.is_whole || options.answers.len() > 1
    };
    let routers: Vec<usize> = routers.iter().filter(has_choice).copied().collect();
    let mut pairs = routers
        .iter()
        .enumerate()
        .flat_map(|(at, one)| routers[..at].iter().map(move |other| (*one, *other)));
    pairs.all(|(one, other)| are_free(study, run, one, other))
}

fn are_free(study: &Study<'_>, run: &Run<'_>, one: usize, other: usize) -> bool {
    let (Some(mine), Some(theirs)) = (&study.asked[one], &study.asked[other]) else {
        return false;
    };
    let step = |router: usize| {
        let decision = run.decisions.iter().find(|decision| decision.router == router);
        decision.and_then(|decision| decision.step)
    };
    let (first, last) = (step(one).min(step(other)), step(one).max(step(other)));
    let from = first.map_or(0, |step| step + 1);
    let to = last.map_or(0, |step| step + 1);
    let between = run.steps.get(from..to).unwrap_or_default();
    let between = between.iter().flat_map(|step| step.keys().copied());
    // A router sees what its own node has just written.
    let own = [one, other]
        .into_iter()
        .filter_map(|router| study.graph.routers[router].from.node());
    let nodes: BTreeSet<&str> = between.chain(own).collect();
    let is_changed = |key: &String| {
        let lower = key.to_lowercase();
        nodes.iter().any(|node| {
            study
                .roles
                .gives
                .get(*node)
                .is_some_and(|keys| keys.contains(&lower))
        })
    };
    mine.intersection(theirs).all(is_changed)
}
