//! Where runs do not come to, and where they stop.

use super::super::{End, Graph};
use super::words::list;
use super::{Finding, Study, Weight};
use python::ast::ExprKind;
use python::walk;
use std::collections::BTreeSet;
use wordlist::Words;

/// Words of a label or node that say that something went wrong.
static FAILURES: Words = Words::new(|| wordlist::words(include_str!("../../../words/ends_failures.txt")));

pub(super) fn find(study: &Study<'_>, found: &mut Vec<Finding>) {
    // An edge that could not be read may be the one that is missed.
    if !study.graph.notes.is_empty() {
        return;
    }
    let reached = study.graph.reachable(&End::Start);
    found.extend(orphans(study, &reached));
    found.extend(dead_ends(study, &reached));
    found.extend(by_failure(study, &reached));
}

fn nodes(graph: &Graph) -> impl Iterator<Item = End> {
    graph.order.iter().cloned().map(End::Node)
}

fn orphans(study: &Study<'_>, reached: &BTreeSet<End>) -> Option<Finding> {
    let graph = study.graph;
    let is_elsewhere = |end: &End| graph.alternative.iter().any(|(_, to)| to == end);
    let may_be_sent = graph
        .routers
        .iter()
        .any(|router| router.is_open && sends(study, router));
    let lost: Vec<End> = nodes(graph).filter(|end| !reached.contains(end)).collect();
    if lost.is_empty() || may_be_sent || graph.edges.is_empty() || lost.iter().any(is_elsewhere) {
        return None;
    }
    // Commands may go anywhere, and where they go is not always written in the graph.
    if nodes(graph).any(|end| reached.contains(&end) && commands_unseen(study, &end)) {
        return None;
    }
    let heads: Vec<&End> = lost
        .iter()
        .filter(|end| graph.edges_to(end).next().is_none())
        .collect();
    let (heads, after): (Vec<&End>, Vec<&End>) = if heads.is_empty() {
        (lost.iter().collect(), Vec::new())
    } else {
        (
            heads.clone(),
            lost.iter().filter(|end| !heads.contains(end)).collect(),
        )
    };
    let mut text = format!("no way leads from START to {}", list(heads.iter().copied()));
    if !after.is_empty() {
        text.push_str(&format!(", nor to {} behind", list(after)));
    }
    let added = lost
        .iter()
        .filter_map(|end| Some(graph.nodes.get(end.node()?)?.place.clone()));
    Some(
        Finding::new("graph.orphan", Weight::Risk, text)
            .at(added.collect::<Vec<_>>())
            .innocent_if("harmless if the node is kept for later"),
    )
}

fn dead_ends(study: &Study<'_>, reached: &BTreeSet<End>) -> Option<Finding> {
    let graph = study.graph;
    let is_known = |end: &End| {
        let node = end.node().and_then(|name| graph.nodes.get(name));
        node.is_some_and(|node| node.subgraph.is_none() && study.function(node.function.as_ref()).is_some())
    };
    let dead: Vec<End> = nodes(graph)
        .filter(|end| reached.contains(end) && graph.edges_from(end).next().is_none())
        .filter(|end| is_known(end) && !commands_unseen(study, end))
        .filter(|end| !graph.alternative.iter().any(|(from, _)| from == end))
        .collect();
    let verb = if dead.len() == 1 { "has" } else { "have" };
    let text = format!("{} {verb} no edge out, not even to END", list(dead.iter()));
    let places = dead
        .iter()
        .filter_map(|end| Some(graph.nodes.get(end.node()?)?.place.clone()));
    // Where others go on to END, what ends without it may have been forgotten.
    let weight = if reached.contains(&End::Finish) {
        Weight::Risk
    } else {
        Weight::Note
    };
    (!dead.is_empty()).then(|| {
        Finding::new("graph.dead_end", weight, text)
            .at(places.collect::<Vec<_>>())
            .innocent_if("harmless if nothing should follow: LangGraph ends a run when nothing is left to do")
    })
}

/// Nodes that are come to only by what failure is called.
fn by_failure(study: &Study<'_>, reached: &BTreeSet<End>) -> Option<Finding> {
    let graph = study.graph;
    let mut failing: BTreeSet<End> = BTreeSet::new();
    for _ in 0..=graph.order.len().min(DEPTH_MAX) {
        let more: Vec<End> = nodes(graph)
            .filter(|end| reached.contains(end) && !failing.contains(end))
            .filter(|end| {
                let edges: Vec<_> = graph
                    .edges_to(end)
                    .filter(|edge| !study.is_back(&edge.from, &edge.to))
                    .collect();
                let fails = |label: &Option<String>| label.as_deref().is_some_and(is_failure);
                !edges.is_empty()
                    && edges
                        .iter()
                        .all(|edge| failing.contains(&edge.from) || edge.conditional && fails(&edge.label))
            })
            .collect();
        if more.is_empty() {
            break;
        }
        failing.extend(more);
    }
    let places = failing
        .iter()
        .flat_map(|end| graph.edges_to(end).map(|edge| edge.place.clone()));
    let verb = if failing.len() == 1 { "is" } else { "are" };
    let text = format!(
        "{} {verb} come to only by answers that speak of a failure",
        list(failing.iter())
    );
    (!failing.is_empty())
        .then(|| Finding::new("graph.failure_only", Weight::Note, text).at(places.collect::<Vec<_>>()))
}

/// Longest chain of nodes behind a failure.
const DEPTH_MAX: usize = 40;

fn is_failure(label: &str) -> bool {
    let lower = label.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| FAILURES.contains(&word))
}

fn sends(study: &Study<'_>, router: &super::super::Router) -> bool {
    study.function(router.function.as_ref()).is_none_or(|function| {
        study
            .with_callees(function)
            .iter()
            .any(|function| makes(function, &["Send", "Command"]))
    })
}

/// Whether a node makes a command of which the graph knows nothing.
fn commands_unseen(study: &Study<'_>, end: &End) -> bool {
    let node = end.node().and_then(|name| study.graph.nodes.get(name));
    let function = node.and_then(|node| study.function(node.function.as_ref()));
    let is_routed = study.graph.routers.iter().any(|router| router.from == *end);
    !is_routed
        && function.is_some_and(|function| {
            study
                .with_callees(function)
                .iter()
                .any(|function| makes(function, &["Command"]))
        })
}

fn makes(function: &python::program::FunctionRef<'_>, names: &[&str]) -> bool {
    let mut found = false;
    walk::expressions(&function.function.body, &mut |expr| {
        if let ExprKind::Call { callee, .. } = &expr.kind {
            let name = walk::dotted(callee).unwrap_or_default();
            found |= name.rsplit('.').next().is_some_and(|last| names.contains(&last));
        }
    });
    found
}
