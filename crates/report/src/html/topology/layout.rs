//! Where the nodes of a graph stand: a row for each superstep, in a row near what leads to them.

use super::names;
use serde_json::Value;
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
    pub(super) fn of(graph: &'a Value) -> Self {
        let edges = edges(graph);
        let steps: Vec<Vec<&str>> = graph["supersteps"]
            .as_array()
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .take(ROWS_MAX)
            .map(names)
            .collect();
        let mut rows = Rows::of(&steps);
        let all = all_names(graph, &edges);
        rows.place_the_rest(&all, &edges);
        let columns = rows.columns(&all, &edges);
        let optional: BTreeSet<&str> = names(&graph["optional"]).into_iter().collect();
        let nodes: Vec<Node<'a>> = all
            .iter()
            .map(|name| Node {
                name,
                row: rows.of_node[name],
                column: columns[name],
                runs: steps.iter().filter(|step| step.contains(name)).count(),
                is_optional: optional.contains(name),
                findings: findings_on(graph, name),
            })
            .collect();
        let number = |name: &str| all.iter().position(|known| *known == name);
        let edges = edges.iter().filter_map(|(from, to, is_conditional)| {
            Some(Edge {
                from: number(from)?,
                to: number(to)?,
                is_conditional: *is_conditional,
            })
        });
        let edges = edges.collect();
        let last = nodes.iter().map(|node| node.row).max().unwrap_or(0);
        let counts = (0..=last)
            .map(|row| nodes.iter().filter(|node| node.row == row).count())
            .collect();
        Self {
            nodes,
            edges,
            rows: counts,
            supersteps: steps.len(),
        }
    }

    pub(super) fn is_drawable(&self) -> bool {
        !self.nodes.is_empty() && self.nodes.len() <= NODES_MAX && self.edges.len() <= EDGES_MAX
    }
}

fn edges(graph: &Value) -> Vec<(&str, &str, bool)> {
    let list = graph["edges"].as_array().map_or(&[][..], Vec::as_slice);
    list.iter()
        .filter_map(|edge| {
            Some((
                edge[0].as_str()?,
                edge[1].as_str()?,
                edge[2].as_bool().unwrap_or(false),
            ))
        })
        .collect()
}

fn all_names<'a>(graph: &'a Value, edges: &[(&'a str, &'a str, bool)]) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    let ends = edges.iter().flat_map(|(from, to, _)| [*from, *to]);
    ends.chain(names(&graph["nodes"]))
        .filter(|name| seen.insert(*name))
        .collect()
}

/// The numbers of the findings whose text names the node as code.
fn findings_on(graph: &Value, name: &str) -> Vec<usize> {
    let list = graph["behaviour"].as_array().map_or(&[][..], Vec::as_slice);
    let quoted = format!("`{name}`");
    let names_it = |finding: &Value| {
        finding["text"]
            .as_str()
            .is_some_and(|text| text.contains(&quoted))
    };
    (1..)
        .zip(list)
        .filter(|(_, finding)| names_it(finding))
        .map(|(number, _)| number)
        .collect()
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
mod tests {
    use super::*;
    use serde_json::json;

    fn rows(graph: &Value) -> Vec<(String, usize)> {
        let layout = Layout::of(graph);
        let mut rows: Vec<(String, usize)> = layout
            .nodes
            .iter()
            .map(|node| (node.name.to_owned(), node.row))
            .collect();
        rows.sort_by_key(|(_, row)| *row);
        rows
    }

    #[test]
    fn supersteps_are_rows_between_the_start_and_the_end() {
        let graph = json!({
            "nodes": ["a", "b", "c", "lost"], "supersteps": [["a", "b"], ["c"], ["c"]],
            "edges": [["START", "a", false], ["START", "b", true], ["a", "c", false], ["b", "c", false], ["c", "END", false]],
            "behaviour": [{"text": "`c` runs twice"}]
        });
        let placed = rows(&graph);
        let expected = [
            ("START", 0),
            ("a", 1),
            ("b", 1),
            ("c", 2),
            ("END", 4),
            ("lost", 5),
        ];
        assert_eq!(placed, expected.map(|(name, row)| (name.to_owned(), row)));
        let layout = Layout::of(&graph);
        let twice = layout.nodes.iter().find(|node| node.name == "c").unwrap();
        assert_eq!((twice.runs, twice.findings.as_slice()), (2, [1].as_slice()));
    }

    #[test]
    fn a_graph_without_supersteps_is_laid_out_along_its_edges_even_in_a_circle() {
        let graph = json!({"nodes": [], "edges": [["START", "a", false], ["a", "b", false], ["b", "a", false], ["b", "END", true]]});
        let expected = [("START", 0), ("a", 1), ("b", 2), ("END", 3)];
        assert_eq!(rows(&graph), expected.map(|(name, row)| (name.to_owned(), row)));
    }

    #[test]
    fn anything_can_be_laid_out() {
        for graph in [
            json!(null),
            json!({}),
            json!({"nodes": ["a"]}),
            json!({"edges": [["a", "a", 1], [1], "x"], "supersteps": [3, ["z"]]}),
        ] {
            let layout = Layout::of(&graph);
            assert_eq!(layout.rows.iter().sum::<usize>(), layout.nodes.len());
        }
    }
}
