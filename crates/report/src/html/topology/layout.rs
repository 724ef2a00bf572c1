//! Where the nodes of a graph stand: a row for each superstep, in a row near what leads to them.

use crate::sections::graph::Graph;
use std::collections::{BTreeMap, BTreeSet};

/// More nodes or edges than this nobody reads.
const NODES_MAX: usize = 80;
const EDGES_MAX: usize = 200;
/// More rows than this are a graph that never ends.
const ROWS_MAX: usize = 60;

/// A node with its place.
pub(super) struct Node<'a> {
    pub(super) name: &'a str,
    /// From 0, the start.
    pub(super) row: usize,
    /// From 0, the leftmost.
    pub(super) column: usize,
    /// In how many supersteps it runs.
    pub(super) runs: usize,
    pub(super) is_optional: bool,
    /// Numbers of the findings that name it, from 1.
    pub(super) findings: Vec<usize>,
}

/// An edge between two nodes, by their numbers.
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) is_conditional: bool,
}

pub(super) struct Layout<'a> {
    pub(super) nodes: Vec<Node<'a>>,
    pub(super) edges: Vec<Edge>,
    /// How many nodes each row has.
    pub(super) rows: Vec<usize>,
    /// The rows that are supersteps, as against the start, the end and what is never reached.
    pub(super) supersteps: usize,
}

impl<'a> Layout<'a> {
    pub(super) fn of(graph: &Graph<'a>) -> Self {
        let steps = &graph.supersteps[..graph.supersteps.len().min(ROWS_MAX)];
        let mut rows = Rows::of(steps);
        let all = all_names(graph);
        rows.place_the_rest(&all, &graph.edges);
        let columns = rows.columns(&all, &graph.edges);
        let node = |name: &&'a str| Node {
            name,
            row: rows.of_node[name],
            column: columns[name],
            runs: steps.iter().filter(|step| step.contains(name)).count(),
            is_optional: graph.optional.contains(name),
            findings: findings_on(graph, name),
        };
        let nodes: Vec<Node<'a>> = all.iter().map(node).collect();
        let number = |name: &str| all.iter().position(|known| *known == name);
        let edges = graph.edges.iter().filter_map(|(from, to, is_conditional)| {
            Some(Edge {
                from: number(from)?,
                to: number(to)?,
                is_conditional: *is_conditional,
            })
        });
        let last = nodes.iter().map(|node| node.row).max().unwrap_or(0);
        let counts = (0..=last).map(|row| nodes.iter().filter(|node| node.row == row).count());
        Self {
            edges: edges.collect(),
            rows: counts.collect(),
            supersteps: steps.len(),
            nodes,
        }
    }

    pub(super) fn is_drawable(&self) -> bool {
        !self.nodes.is_empty() && self.nodes.len() <= NODES_MAX && self.edges.len() <= EDGES_MAX
    }
}

fn all_names<'a>(graph: &Graph<'a>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    let ends = graph.edges.iter().flat_map(|(from, to, _)| [*from, *to]);
    ends.chain(graph.nodes.iter().copied())
        .filter(|name| seen.insert(*name))
        .collect()
}

/// The numbers of the findings whose text names the node as code.
fn findings_on(graph: &Graph<'_>, name: &str) -> Vec<usize> {
    let quoted = format!("`{name}`");
    let numbered = (1..).zip(&graph.findings);
    let naming = numbered.filter(|(_, finding)| finding.text.contains(&quoted));
    naming.map(|(number, _)| number).collect()
}

struct Rows<'a> {
    of_node: BTreeMap<&'a str, usize>,
    /// The row below all supersteps.
    below: usize,
}

impl<'a> Rows<'a> {
    /// Row 0 is the start; what runs again stays in the row of its first time.
    fn of(steps: &[Vec<&'a str>]) -> Self {
        let mut of_node = BTreeMap::new();
        for (row, step) in (1..).zip(steps) {
            for name in step {
                of_node.entry(*name).or_insert(row);
            }
        }
        Self {
            of_node,
            below: steps.len() + 1,
        }
    }

    /// The start above everything, the end below; without supersteps, one row below what leads there.
    fn place_the_rest(&mut self, all: &[&'a str], edges: &[(&'a str, &'a str, bool)]) {
        let targets: BTreeSet<&str> = edges.iter().map(|(_, to, _)| *to).collect();
        let sources: BTreeSet<&str> = edges.iter().map(|(from, _, _)| *from).collect();
        for name in all
            .iter()
            .filter(|name| !targets.contains(**name) && sources.contains(**name))
        {
            self.of_node.entry(name).or_insert(0);
        }
        // As many rounds as there are rows; more would only follow a cycle.
        for _ in 0..all.len().min(ROWS_MAX) {
            self.follow(edges, &sources);
        }
        let lowest = self.of_node.values().max().copied().unwrap_or(0);
        for name in all {
            self.of_node.entry(name).or_insert(lowest.max(self.below - 1) + 1);
        }
    }

    fn follow(&mut self, edges: &[(&'a str, &'a str, bool)], sources: &BTreeSet<&str>) {
        for (from, to, _) in edges {
            let Some(row) = self.of_node.get(from).copied() else {
                continue;
            };
            // What nothing leaves is an end: it stands below the last superstep.
            let row = if sources.contains(to) {
                row + 1
            } else {
                (row + 1).max(self.below)
            };
            self.of_node.entry(to).or_insert(row);
        }
    }

    /// In each row, in the order of the mean column of what leads there.
    fn columns(&self, all: &[&'a str], edges: &[(&'a str, &'a str, bool)]) -> BTreeMap<&'a str, usize> {
        let mut columns: BTreeMap<&str, usize> = BTreeMap::new();
        let last = self.of_node.values().max().copied().unwrap_or(0);
        for row in 0..=last {
            let mut members: Vec<&'a str> = all
                .iter()
                .copied()
                .filter(|name| self.of_node[name] == row)
                .collect();
            members.sort_by_key(|name| mean_column(name, edges, &columns));
            columns.extend(members.into_iter().zip(0..));
        }
        columns
    }
}

/// In thousandths, so that means can be compared without floating point.
fn mean_column(name: &str, edges: &[(&str, &str, bool)], columns: &BTreeMap<&str, usize>) -> usize {
    let above: Vec<usize> = edges
        .iter()
        .filter(|(_, to, _)| *to == name)
        .filter_map(|(from, _, _)| columns.get(from).copied())
        .collect();
    above.iter().sum::<usize>() * 1_000 / above.len().max(1)
}

#[cfg(test)]
mod tests;
