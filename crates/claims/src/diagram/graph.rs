//! Nodes and edges as a diagram has them.

use super::roles::{Bench, role};
use std::collections::{BTreeMap, BTreeSet};

/// Most nodes and edges kept of one diagram; what is larger shows nobody anything.
pub const NODES_MAX: usize = 500;
/// See [`NODES_MAX`].
pub const EDGES_MAX: usize = 2_000;
/// Most arrows that edges between groups are written out to.
const STEPS_MAX: usize = 100_000;
/// Steps through other nodes, such as gates and diamonds, over which branches still come from one point.
const GATES_MAX: usize = 2;

/// What a diagram shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// Label by name; a node without a label is labelled by its name. START and END by these names.
    pub nodes: BTreeMap<String, String>,
    /// From and to, by the names of nodes or groups.
    pub edges: Vec<Edge>,
    /// The members of each group, by the group's name.
    pub groups: BTreeMap<String, BTreeSet<String>>,
}

/// One arrow.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Name of the node it leaves.
    pub from: String,
    /// Name of the node it points to.
    pub to: String,
}

impl Graph {
    /// Adds a node, or gives it a label if one is now known.
    pub fn add_node(&mut self, name: &str, label: Option<String>) {
        let known = self.nodes.contains_key(name);
        if known && label.is_none() || !known && self.nodes.len() >= NODES_MAX {
            return;
        }
        let label = label.unwrap_or_else(|| name.to_owned());
        self.nodes.insert(name.to_owned(), label);
    }

    pub fn add_edge(&mut self, from: &str, to: &str) {
        if self.edges.len() < EDGES_MAX {
            let (from, to) = (from.to_owned(), to.to_owned());
            self.edges.push(Edge { from, to });
        }
    }

    /// Whether two or more nodes of a bench branch side by side. They are reached from one point outside the
    /// bench, over no more than a gate or two, and none of them leads to another.
    #[must_use]
    pub fn branches(&self, bench: Bench) -> bool {
        let members: BTreeSet<&str> = self.members(bench);
        if members.len() < 2 {
            return false;
        }
        let next = self.successors();
        let beyond: BTreeMap<&str, BTreeSet<&str>> = members
            .iter()
            .map(|member| (*member, reach(&next, member, NODES_MAX, &BTreeSet::new())))
            .collect();
        next.keys().filter(|from| !members.contains(*from)).any(|from| {
            let mut reached = reach(&next, from, GATES_MAX, &members);
            reached.retain(|node| members.contains(node));
            side_by_side(&reached, &beyond) >= 2
        })
    }

    /// Whether one member of a bench leads to another.
    pub fn chains(&self, bench: Bench) -> bool {
        let members = self.members(bench);
        let next = self.successors();
        members.iter().any(|member| {
            let reached = reach(&next, member, NODES_MAX, &BTreeSet::new());
            reached
                .iter()
                .any(|other| other != member && members.contains(other))
        })
    }

    /// Whether anybody of a bench is named in it.
    #[must_use]
    pub fn names(&self, bench: Bench) -> bool {
        !self.members(bench).is_empty()
    }

    /// Whether boxes that are of no bench by their names leave one point side by side and meet again: they may be one.
    #[must_use]
    pub fn has_strangers_abreast(&self) -> bool {
        let next = self.successors();
        let label = |name: &str| self.nodes.get(name).map_or("", String::as_str);
        let is_stranger =
            |name: &&&str| **name != "END" && role(label(name)).or_else(|| role(name)).is_none();
        next.values().any(|after| {
            let mut met = BTreeSet::new();
            let mut ways = after
                .iter()
                .filter(is_stranger)
                .filter_map(|stranger| next.get(stranger))
                .flatten();
            ways.any(|to| *to != "END" && !met.insert(*to))
        })
    }

    fn members(&self, bench: Bench) -> BTreeSet<&str> {
        let of_bench = |name: &str, label: &str| {
            role(label)
                .or_else(|| role(name))
                .is_some_and(|role| role.bench == bench)
        };
        self.nodes
            .iter()
            .filter(|(name, label)| of_bench(name, label))
            .map(|(name, _)| name.as_str())
            .collect()
    }

    /// What follows each node; an edge at a group is an edge at each of its members.
    pub(super) fn successors(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut next: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut steps = 0;
        for edge in &self.edges {
            if steps > STEPS_MAX {
                break;
            }
            let targets = self.group_or_node(&edge.to);
            for from in self.group_or_node(&edge.from) {
                steps += targets.len();
                next.entry(from).or_default().extend(&targets);
            }
        }
        next
    }

    fn group_or_node<'a>(&'a self, name: &'a str) -> Vec<&'a str> {
        let mut all = vec![name];
        all.extend(self.groups.get(name).into_iter().flatten().map(String::as_str));
        all
    }
}

/// How many of the reached nodes are not led to by another of them; two that lead to each other both count.
fn side_by_side(reached: &BTreeSet<&str>, beyond: &BTreeMap<&str, BTreeSet<&str>>) -> usize {
    let leads = |from: &str, to: &str| beyond.get(from).is_some_and(|nodes| nodes.contains(to));
    let follows = |node: &&&str| {
        reached
            .iter()
            .any(|other| other != *node && leads(other, node) && !leads(node, other))
    };
    reached.iter().filter(|node| !follows(node)).count()
}

/// The nodes reached from one, over at most `gates` nodes in between, not going on behind a `stop`.
fn reach<'a>(
    next: &BTreeMap<&'a str, BTreeSet<&'a str>>,
    from: &str,
    gates: usize,
    stops: &BTreeSet<&str>,
) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut front: Vec<&str> = vec![from];
    for _ in 0..=gates {
        let mut further = Vec::new();
        for node in front {
            for after in next.get(node).into_iter().flatten() {
                if reached.insert(*after) && !stops.contains(after) {
                    further.push(*after);
                }
            }
        }
        if further.is_empty() {
            break;
        }
        front = further;
    }
    reached
}

#[cfg(test)]
mod tests;
