//! What the words of a picture show of a diagram: which boxes there are, and which of them stand side by side. Arrows
//! are not followed.

use super::Diagram;
use super::compare::{Names, names};
use super::graph::Graph;
use super::roles::{Bench, looks, role};
use documents::document::Area;
use documents::picture::lettering::{Lettered, Lettering};
use documents::picture::misread::folded;
use langgraph::topology;
use std::collections::{BTreeMap, BTreeSet};

/// Share of the nodes of the code, in percent, that a picture names before its layout is taken for that of its graph.
const NODES_PERCENT_MIN: usize = 50;
/// Lines below this confidence are no labels, in percent.
const SURE: u8 = 80;
/// Fewest nodes of the code that a picture of its graph names.
const NODES_MIN: usize = 3;

/// What was read of a picture that may be a diagram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Its lines, what was misread put right where only one thing can be meant.
    pub labels: Vec<Label>,
    /// Whether it holds more than is read of one picture.
    pub is_cut: bool,
    /// What it shares with the graph of the code, where it names enough of its nodes to draw it.
    pub names: Option<Names>,
}

/// A line of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// What it says, put right where letters that look alike were taken for each other.
    pub text: String,
    /// What was read.
    pub read: String,
    /// Where, in pixels.
    pub area: Area,
    /// How surely it was read, in percent.
    pub confidence: u8,
}

impl Read {
    /// How surely its labels were read: that of the middle one, in percent.
    #[must_use]
    pub fn confidence(&self) -> u8 {
        let mut all: Vec<u8> = self.labels.iter().map(|label| label.confidence).collect();
        all.sort_unstable();
        all.get(all.len() / 2).copied().unwrap_or_default()
    }

    fn of(lettering: &Lettering, built: Option<&topology::Graph>) -> Self {
        let known = known(built);
        let sure = |line: &&Lettered| line.confidence >= SURE;
        let label = |line: &Lettered| Label {
            text: meant(&line.text, &known),
            read: line.text.clone(),
            area: line.area,
            confidence: line.confidence,
        };
        let mut labels: Vec<Label> = lettering.read().iter().filter(sure).map(label).collect();
        labels.extend(joined(&labels, &known));
        let names = built.and_then(|built| {
            let names = names(&graph(&labels), built);
            let nodes = names.nodes.len();
            let enough = nodes * 100 >= built.order.len() * NODES_PERCENT_MIN;
            (enough && nodes >= NODES_MIN).then_some(names)
        });
        Self {
            labels,
            is_cut: lettering.is_cut,
            names,
        }
    }
}

/// Labels as nodes, each by its number: a label may stand there twice.
fn graph(labels: &[Label]) -> Graph {
    let mut graph = Graph::default();
    for (at, label) in labels.iter().enumerate() {
        graph.add_node(&at.to_string(), Some(label.text.clone()));
    }
    graph
}

/// Names that a narrow box broke into two lines.
fn joined(labels: &[Label], known: &BTreeMap<String, String>) -> Vec<Label> {
    let pairs = labels.iter().flat_map(|upper| {
        let below = labels.iter().filter(|lower| {
            let (upper, lower) = (upper.area, lower.area);
            let high = upper.height();
            (0..high * 2).contains(&(lower.top - upper.top))
                && (lower.centre().0 - upper.centre().0).abs() <= high
        });
        below
            .filter(|lower| lower.area != upper.area)
            .filter_map(|lower| {
                let text = known.get(&folded(&format!("{}{}", upper.text, lower.text)))?;
                Some(Label {
                    text: text.clone(),
                    read: format!("{} {}", upper.read, lower.read),
                    area: Area {
                        bottom: lower.area.bottom,
                        ..upper.area
                    },
                    confidence: upper.confidence.min(lower.confidence),
                })
            })
    });
    pairs.collect()
}

/// Gives a picture what was read of it.
pub(super) fn settle(diagram: &mut Diagram, lettering: &Lettering, built: Option<&topology::Graph>) {
    if let Err(cause) = &lettering.lines {
        diagram.about = format!("{} ({cause})", diagram.about);
        return;
    }
    let read = Read::of(lettering, built);
    if let Some(names) = &read.names {
        let shows = |bench| side_by_side(&read, names, bench).then_some(true);
        diagram.detectives_parallel = shows(Bench::Detectives);
        diagram.judges_parallel = shows(Bench::Judges);
    }
    diagram.lettering = Some(read);
}

/// The names of nodes and of their functions, by what they may be taken for.
fn known(built: Option<&topology::Graph>) -> BTreeMap<String, String> {
    let Some(built) = built else {
        return BTreeMap::new();
    };
    let functions = built.nodes.values().filter_map(|node| node.function.as_ref());
    let names = built.order.iter().chain(functions.map(|function| &function.name));
    names.map(|name| (folded(name), name.clone())).collect()
}

/// What a label says, where letters that look alike were taken for each other.
fn meant(text: &str, known: &BTreeMap<String, String>) -> String {
    if let Some(name) = known.get(&folded(text)) {
        return name.clone();
    }
    // The capital that begins a word within a word.
    let repaired = |(at, _): (usize, &str)| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let begins = before.ends_with(char::is_lowercase);
        let word: String = after.chars().take_while(|c| c.is_lowercase()).collect();
        (begins && looks(&format!("i{word}"))).then(|| format!("{before}I{after}"))
    };
    let mut better = text.match_indices('l').filter_map(repaired);
    better.next().unwrap_or_else(|| text.to_owned())
}

/// Whether members of a bench stand in one row or column, with other nodes before and after it and none of them at its
/// ends: in a chain that runs along the line, or is broken over several, one would stand there.
fn side_by_side(read: &Read, names: &Names, bench: Bench) -> bool {
    let slack = height(&read.labels);
    let nodes = read.labels.iter().enumerate().filter_map(|(at, label)| {
        let role = role(&label.text);
        let is_node = role.is_some() || names.ends.contains_key(&at.to_string());
        let who = role.filter(|role| role.bench == bench).map(|role| role.who);
        is_node.then(|| (label.area.centre(), who))
    });
    let across: Vec<Node> = nodes.map(|((x, y), who)| Node { line: y, at: x, who }).collect();
    let down: Vec<Node> = across.iter().map(Node::turned).collect();
    [across, down].iter().any(|nodes| {
        let members = nodes.iter().filter(|node| node.who.is_some());
        members.into_iter().any(|node| stands(node.line, slack, nodes))
    })
}

/// A box of the graph: in which line it stands, where in it, and which member of the bench it is.
struct Node {
    line: i32,
    at: i32,
    who: Option<String>,
}

impl Node {
    fn turned(&self) -> Self {
        Self {
            line: self.at,
            at: self.line,
            who: self.who.clone(),
        }
    }
}

fn stands(line: i32, slack: i32, nodes: &[Node]) -> bool {
    let (mut inside, outside): (Vec<&Node>, Vec<&Node>) =
        nodes.iter().partition(|node| (node.line - line).abs() <= slack);
    inside.sort_by_key(|node| node.at);
    let members: BTreeSet<&String> = inside.iter().filter_map(|node| node.who.as_ref()).collect();
    let is_closed = [inside.first(), inside.last()]
        .iter()
        .all(|end| end.is_some_and(|end| end.who.is_some()));
    let mut others = outside.iter().filter(|node| node.who.is_none());
    members.len() >= 2
        && is_closed
        && others.clone().any(|node| node.line < line)
        && others.any(|node| node.line > line)
}

/// The height of the middle line.
fn height(labels: &[Label]) -> i32 {
    let mut heights: Vec<i32> = labels.iter().map(|label| label.area.height()).collect();
    heights.sort_unstable();
    heights.get(heights.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests;
