//! Facts about the graph and its state: what was compiled, and what ran beside what.

use super::{Case, Fact, said_of};
use crate::events::Graph;
use crate::scenario::REPLAY;
use std::collections::BTreeSet;

/// How the library calls its own ends.
const ENDS: [(&str, &str); 2] = [("__start__", "START"), ("__end__", "END")];

pub(super) fn facts(case: &Case<'_>) -> Vec<Fact> {
    let Some(graph) = case.run.graph else {
        return Vec::new();
    };
    let mut facts = shape(case, graph);
    facts.extend(state(case, graph));
    facts.extend(fans(case));
    let at = graph.line.as_deref();
    facts
        .into_iter()
        .map(|fact| match fact.at {
            Some(_) => fact,
            None => fact.at(at),
        })
        .collect()
}

fn shape(case: &Case<'_>, graph: &Graph) -> Vec<Fact> {
    let edges = edges(case, graph);
    let has_branches = !graph.branches.is_empty();
    let edges = case.fact(
        "graph.edges",
        edges
            .iter()
            .map(|(from, to)| vec![from.clone(), to.clone()])
            .collect::<Vec<_>>(),
        "as it was compiled, with the ways that routers took",
    );
    // A router whose ends are not named may know ways that it never took.
    let is_whole = graph.branches.iter().all(|branch| branch.ends.is_some());
    let mut facts = vec![
        case.fact("graph.state_graph", true, "a graph was compiled and ran"),
        case.fact("graph.nodes", graph.nodes.clone(), "as it was compiled"),
        if is_whole { edges } else { edges.unproved() },
        case.fact(
            "graph.conditional",
            has_branches,
            "conditional edges of the compiled graph",
        ),
    ];
    // Who calls a builder in place of the program knows nothing of what the program would hand it.
    if case.is_program || graph.checkpointer.is_some() || case.is_built_alone() {
        let why = graph.checkpointer.as_deref().unwrap_or("compiled without one");
        facts.push(case.fact("graph.checkpointer", graph.checkpointer.is_some(), why));
    }
    facts
}

pub(super) fn edges(case: &Case<'_>, graph: &Graph) -> BTreeSet<(String, String)> {
    let name = |node: &str| {
        let end = ENDS.iter().find(|(theirs, _)| *theirs == node);
        end.map_or(node, |(_, ours)| ours).to_owned()
    };
    let mut edges: BTreeSet<_> = graph
        .edges
        .iter()
        .map(|(from, to)| (name(from), name(to)))
        .collect();
    // What routers were seen to choose when they were asked again stands in them too.
    let tried = case
        .other(REPLAY)
        .map_or(&[][..], |seen| seen.replayed.routers.as_slice());
    for branch in &graph.branches {
        let ends = branch.ends.iter().flatten();
        edges.extend(ends.map(|end| (name(&branch.source), name(end))));
        if branch.ends.is_none() {
            let taken = case
                .run
                .routes
                .iter()
                .filter(|(source, ..)| *source == branch.source);
            edges.extend(taken.flat_map(|(source, _, to)| to.iter().map(|to| (name(source), name(to)))));
            let chosen = tried.iter().filter(|one| one.source == branch.source);
            edges.extend(chosen.flat_map(|one| {
                let to = one.to.unwrap_or_default();
                to.iter().map(|to| (name(one.source), name(to)))
            }));
        }
    }
    edges
}

fn state(case: &Case<'_>, graph: &Graph) -> Vec<Fact> {
    let does = |what: &str| {
        graph
            .merges
            .values()
            .any(|merges| merges.iter().any(|one| one == what))
    };
    let mut facts = vec![case.fact(
        "state.typed_state",
        matches!(graph.state.as_str(), "typeddict" | "pydantic") && !graph.channels.is_empty(),
        graph.state.clone(),
    )];
    for (id, what) in [("state.reducer_list", "list"), ("state.reducer_dict", "dict")] {
        // A reducer of the subject's own may want other samples: that it did not merge ours is no proof.
        let has_own = graph.merges.values().any(Vec::is_empty);
        if does(what) || !has_own {
            facts.push(case.fact(id, does(what), format!("a reducer was tried with two of {what}")));
        }
    }
    let Some((first, last)) = case.hearing() else {
        return facts;
    };
    let judges = case.judges();
    let models = |of_judges: bool, steps: &dyn Fn(u64) -> bool| {
        let visits = case
            .visits()
            .filter(|(step, visit)| steps(*step) && judges.contains(visit.node) == of_judges);
        visits
            .flat_map(|(_, visit)| visit.models.iter().copied())
            .collect::<BTreeSet<_>>()
    };
    let evidence = models(false, &|step| step < first);
    // What was there before may be within what judges give.
    let opinions: BTreeSet<&str> = &models(true, &|step| (first..=last).contains(&step)) - &evidence;
    let mut opinions = opinions;
    // Opinions may be kept as dictionaries of what the answers were bound to.
    if opinions.is_empty() {
        let bound = case.asked_by_judges().into_iter();
        let bound = bound.filter(|call| call.form == "structured" && call.is_model);
        opinions.extend(bound.filter_map(|call| call.schema.as_deref()));
    }
    for (id, found) in [
        ("state.evidence_model", evidence),
        ("state.opinion_model", opinions),
    ] {
        if !found.is_empty() {
            let names: Vec<&str> = found.into_iter().collect();
            facts.push(case.fact(id, true, format!("nodes gave {}", names.join(", "))));
        }
    }
    facts.extend(bounds(case));
    facts
}

/// Whether scores of 999 and -7 pass the schema that judges are bound to; one that takes either is left undecided.
fn bounds(case: &Case<'_>) -> Option<Fact> {
    let of = |name: &'static str| {
        Some((name, &case.other(name)?.offered)).filter(|(_, offered)| !offered.is_empty())
    };
    let (name, offered) = of("high_score").or_else(|| of(REPLAY))?;
    let low = of("low_score").into_iter().flat_map(|(_, offered)| offered);
    let offered: Vec<bool> = offered.iter().chain(low).copied().collect();
    let all = |accepted: bool| offered.iter().all(|one| *one == accepted);
    let why = "a score far beyond the scale was offered to what holds the opinions of judges";
    (all(true) || all(false)).then(|| said_of(name, "state.score_bounded", all(false), why))
}

/// Whether some node leads to several, or to nobody knows how many.
fn may_fan_out(case: &Case<'_>) -> bool {
    let Some(graph) = case.run.graph else { return true };
    let edges = edges(case, graph);
    let is_wide = |node: &String| edges.iter().filter(|(from, _)| from == node).count() > 1;
    !graph.branches.is_empty() || edges.iter().any(|(from, _)| is_wide(from))
}

/// How many nodes ran in a step.
fn width(case: &Case<'_>, step: u64) -> usize {
    let visits = case.run.steps.get(&step).into_iter().flatten();
    visits.map(|visit| visit.node).collect::<BTreeSet<_>>().len()
}

/// What ran beside what, and what ran once when all had come.
fn fans(case: &Case<'_>) -> Vec<Fact> {
    let Some((first, last)) = case.hearing() else {
        return Vec::new();
    };
    let width = |step: u64| width(case, step);
    let before: Vec<u64> = case
        .run
        .steps
        .keys()
        .copied()
        .filter(|step| *step < first)
        .collect();
    let wide = before.iter().rev().find(|step| width(**step) >= 2).copied();
    let mut facts = Vec::new();
    if wide.is_some() || !before.is_empty() && !may_fan_out(case) {
        facts.push(case.fact(
            "graph.detective_fan_out",
            wide.is_some(),
            "nodes before the judges that ran in one step",
        ));
    }
    if wide.is_none() && !facts.is_empty() {
        let why = "nothing before the judges runs beside anything";
        facts.push(case.fact("graph.detective_fan_in", false, why));
    }
    if let Some(wide) = wide {
        let joined = before.iter().any(|step| *step > wide && width(*step) == 1);
        if joined {
            facts.push(case.fact(
                "graph.detective_fan_in",
                true,
                "one node ran between them and the judges",
            ));
        }
    }
    facts.extend(judge_fans(case, last));
    facts
}

/// Which judges sat beside each other, and what came behind them.
fn judge_fans(case: &Case<'_>, last: u64) -> Vec<Fact> {
    let mut facts = Vec::new();
    let width = |step: u64| width(case, step);
    let judges = case.judges();
    let seats = case
        .run
        .steps
        .values()
        .map(|visits| visits.iter().filter(|visit| judges.contains(visit.node)).count());
    let most = seats.max().unwrap_or_default();
    if case.personas().len() >= 2 {
        facts.push(case.fact(
            "graph.judge_fan_out",
            most >= 2,
            format!("{most} judges sat in one step"),
        ));
        if most < 2 {
            let why = "no judge sits beside another";
            facts.push(case.fact("graph.judge_fan_in", false, why));
        } else {
            let after: Vec<u64> = case
                .run
                .steps
                .keys()
                .copied()
                .filter(|step| *step > last)
                .collect();
            // Where several run behind them they may still be joined further on.
            if after.first().is_some_and(|step| width(*step) == 1) {
                facts.push(case.fact("graph.judge_fan_in", true, "one node ran once after the judges"));
            }
        }
    }
    facts
}
