//! A run of a graph and the nodes that ran in it.

use crate::events::{Failure, Graph, Summary};
use std::collections::{BTreeMap, BTreeSet};

/// A run of a graph.
#[derive(Debug, Default)]
pub struct Run<'a> {
    pub graph: Option<&'a Graph>,
    pub steps: BTreeMap<u64, Vec<Visit<'a>>>,
    pub routes: Vec<(&'a str, &'a str, &'a [String])>,
    pub error: Option<&'a Failure>,
    pub has_ended: bool,
    /// The newest that was still going on when it began.
    pub(super) within: Option<usize>,
    /// Whether what it was started within came to no end, or broke.
    pub(super) is_lost: bool,
    pub(super) number: u64,
}

/// A node that ran.
#[derive(Debug, Default)]
pub struct Visit<'a> {
    pub node: &'a str,
    pub milliseconds: u64,
    /// What it saw, by key.
    pub saw: Option<&'a BTreeMap<String, Summary>>,
    /// What it gave, by key, and the same in words.
    pub given: Option<&'a BTreeMap<String, Summary>>,
    pub gave: Vec<(&'a str, String)>,
    /// Keys that it gave and that the state lacks: they are gone.
    pub lost: Vec<&'a str>,
    /// Classes of models and records in what it gave.
    pub models: BTreeSet<&'a str>,
    pub error: Option<&'a Failure>,
    pub has_ended: bool,
}

impl<'a> Run<'a> {
    pub(super) fn visit(&mut self, node: &str, step: Option<u64>) -> Option<&mut Visit<'a>> {
        let visits = self.steps.get_mut(&step.unwrap_or_default())?;
        let open = |visit: &&mut Visit<'a>| visit.node == node && !visit.has_ended && visit.error.is_none();
        visits.iter_mut().find(open)
    }

    /// Whether it came to its end, and so did the one that it was started within.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.has_ended && self.error.is_none() && !self.is_lost
    }

    /// Whether what it was started within came to no end, or broke.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// How often nodes ran in it.
    #[must_use]
    pub fn visits(&self) -> usize {
        self.steps.values().map(Vec::len).sum()
    }

    /// Where the function of a node begins, as `path:line`.
    #[must_use]
    pub fn place_of(&self, node: &str) -> Option<&'a str> {
        self.graph?.places.get(node).map(String::as_str)
    }

    /// How often each node ran.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<&'a str, usize> {
        let mut counts = BTreeMap::new();
        for visit in self.steps.values().flatten() {
            *counts.entry(visit.node).or_default() += 1;
        }
        counts
    }

    /// Each node with the steps that it ran in.
    #[must_use]
    pub fn times(&self) -> BTreeMap<&'a str, Vec<u64>> {
        let mut times: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for (step, visits) in &self.steps {
            for node in visits.iter().map(|visit| visit.node).collect::<BTreeSet<_>>() {
                times.entry(node).or_default().push(*step);
            }
        }
        times
    }

    /// Whether a node leads back to itself, so that it may run in several steps on purpose.
    #[must_use]
    pub fn is_in_loop(&self, node: &str) -> bool {
        let Some(graph) = self.graph else { return true };
        let mut seen = BTreeSet::new();
        let mut todo = vec![node];
        while let Some(one) = todo.pop() {
            let edges = graph
                .edges
                .iter()
                .filter(|(from, _)| from == one)
                .map(|(_, to)| to.as_str());
            let branches = graph.branches.iter().filter(|branch| branch.source == one);
            // A router whose ends are not named may lead anywhere.
            if branches.clone().any(|branch| branch.ends.is_none()) {
                return true;
            }
            let ends = branches.flat_map(|branch| branch.ends.iter().flatten().map(String::as_str));
            for next in edges.chain(ends) {
                if next == node {
                    return true;
                }
                if seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        false
    }
}
