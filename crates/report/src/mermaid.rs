//! A topology as a Mermaid flowchart; its labels are text of the subject and cannot become syntax.

use crate::sections::graph::Graph;
use crate::text::english::shorten;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// More than this nobody reads, and renderers refuse.
const EDGES_MAX: usize = 150;
/// What the start of every graph is called.
const START: &str = "START";
/// Most characters of a label.
const LABEL_MAX: usize = 60;

/// `None` where the graph has no edges that could be drawn, or too many.
pub(crate) fn draw(graph: &Graph<'_>) -> Option<String> {
    Chart::of(graph).map(|chart| chart.draw(&[]))
}

/// The same with what runs at the same time in a box, and with the nodes marked that are not always there.
pub(crate) fn draw_steps(graph: &Value) -> Option<String> {
    let graph = Graph::of(graph);
    Chart::of(&graph).map(|chart| chart.draw(&graph.supersteps))
}

/// What is drawn.
struct Chart<'a> {
    graph: &'a Graph<'a>,
    /// The nodes in the order of their appearance, by name.
    ids: BTreeMap<&'a str, usize>,
}

impl<'a> Chart<'a> {
    fn of(graph: &'a Graph<'a>) -> Option<Self> {
        let ends = graph.edges.iter().flat_map(|(from, to, _)| [*from, *to]);
        let isolated = graph.nodes.iter().take(EDGES_MAX).copied();
        let mut ids = BTreeMap::new();
        for name in ends.chain(isolated) {
            let next = ids.len();
            ids.entry(name).or_insert(next);
        }
        (1..=EDGES_MAX)
            .contains(&graph.edges.len())
            .then_some(Self { graph, ids })
    }

    fn draw(&self, steps: &[Vec<&str>]) -> String {
        let mut text = "flowchart TD".to_owned();
        let mut boxed: BTreeSet<&str> = BTreeSet::new();
        let mut ran: BTreeSet<&str> = BTreeSet::new();
        for (at, step) in steps.iter().enumerate() {
            // What runs again stays in the box of its first time.
            let new: Vec<&str> = step.iter().filter(|name| ran.insert(name)).copied().collect();
            if new.len() > 1 {
                text.push_str(&format!("\n  subgraph s{at}[\"superstep {}\"]", at + 1));
                text.extend(new.iter().map(|name| format!("\n    {}", self.node(name))));
                text.push_str("\n  end");
                boxed.extend(new);
            }
        }
        let mut names: Vec<(&str, usize)> = self.ids.iter().map(|(name, id)| (*name, *id)).collect();
        names.sort_by_key(|(_, id)| *id);
        let free = names.iter().filter(|(name, _)| !boxed.contains(name));
        text.extend(free.map(|(name, _)| format!("\n  {}", self.node(name))));
        text.extend(self.fans());
        text
    }

    /// One line for each node and kind of edge that leaves it, in the order of the edges.
    fn fans(&self) -> Vec<String> {
        let mut fans: Vec<((usize, bool), Vec<String>)> = Vec::new();
        // Nothing leads into the start: such an edge is one to a node that is called like it.
        let edges = self
            .graph
            .edges
            .iter()
            .filter(|(from, to, _)| from != to || *from != START);
        for (from, to, is_conditional) in edges {
            let start = (self.ids[from], *is_conditional);
            let target = format!("n{}", self.ids[to]);
            match fans.iter_mut().find(|(known, _)| *known == start) {
                Some((_, targets)) => targets.push(target),
                None => fans.push((start, vec![target])),
            }
        }
        fans.iter()
            .map(|((from, is_conditional), targets)| {
                let arrow = if *is_conditional { "-.->" } else { "-->" };
                format!("\n  n{from} {arrow} {}", targets.join(" & "))
            })
            .collect()
    }

    fn node(&self, name: &str) -> String {
        let mark = if self.graph.optional.contains(&name) {
            " (optional)"
        } else {
            ""
        };
        let id = self.ids.get(name).copied().unwrap_or_default();
        format!("n{id}[\"{}{mark}\"]", label(name))
    }
}

/// Letters, digits and a few harmless marks as they are, everything else by its number.
fn label(name: &str) -> String {
    shorten(name, LABEL_MAX)
        .chars()
        .fold(String::new(), |mut out, character| {
            if character.is_alphanumeric() || " _-.:/…".contains(character) {
                out.push(character);
            } else {
                out.push_str(&format!("#{};", u32::from(character)));
            }
            out
        })
}

#[cfg(test)]
mod tests;
